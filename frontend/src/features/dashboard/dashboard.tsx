import { Heading, Link, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useApplication, type Application } from '@/api/onboarding'
import { useMe, type Me } from '@/api/user'
import { config } from '@/lib/config'
import { formatInstant } from '@/lib/dates'
import { reasons } from '@/lib/labels'
import { statusTexts, toStatus } from '@/lib/onboarding-status'
import { onboardingStep, paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { LoadingPage } from '@/ui/loading'
import { Notice } from '@/ui/notice'
import { Page, Panel } from '@/ui/page'

/** The list of buyers is another feature's; the router hands it in. */
export default function Dashboard({ buyers }: { buyers: ReactNode }) {
  const { userDetails, companyDetails } = useMe()
  if (!userDetails) return <LoadingPage />
  if (userDetails.role === 'operator') return <Navigate to={paths.review} replace />
  const isVerified = userDetails.phoneVerified && userDetails.emailVerified
  return (
    <Page title={`Hello ${userDetails.fname}`} lead={companyDetails?.legalName ?? undefined}>
      {isVerified ? <Status number={userDetails.onboarding_status} /> : <Verify user={userDetails} />}
      {isVerified ? (
        <Panel>
          <Stack gap="4">
            <Heading as="h2" size="lg">
              Buyers
            </Heading>
            {buyers}
          </Stack>
        </Panel>
      ) : null}
    </Page>
  )
}

function Verify({ user }: { user: Me['userDetails'] }) {
  const step = user.phoneVerified
    ? { title: 'Confirm your e-mail address', to: paths.verifyEmail, text: `We mailed a link to ${user.email}.` }
    : { title: 'Verify your phone', to: paths.verifyPhone, text: `We send a code to ${user.phone}.` }
  return (
    <Panel>
      <Stack gap="3">
        <Heading as="h2" size="lg">
          Next: {step.title}
        </Heading>
        <Text color="fg.muted">{step.text} Both your phone and your e-mail address are verified before the onboarding form opens.</Text>
        <LinkButton to={step.to} colorPalette="secondary" alignSelf="flex-start">
          {step.title}
        </LinkButton>
      </Stack>
    </Panel>
  )
}

function Status({ number }: { number: number }) {
  const { data: application } = useApplication()
  const { title, description, next } = statusTexts[toStatus(number)]
  return (
    <Panel>
      <Stack gap="4">
        <Heading as="h2" size="lg">
          {title}
        </Heading>
        <Text>{description}</Text>
        {application ? <Left application={application} /> : null}
        {number === 3 && application ? <Why application={application} /> : null}
        {next ? (
          <LinkButton to={next.to} colorPalette="secondary" alignSelf="flex-start">
            {next.label}
          </LinkButton>
        ) : null}
        {application && application.history.length > 0 ? <History application={application} /> : null}
      </Stack>
    </Panel>
  )
}

/** What the operator shares of the reasons, and where to turn. */
function Why({ application }: { application: Application }) {
  const step = application.history.findLast(({ to }) => to === 3)
  const { supportEmail } = config()
  return (
    <Stack gap="3">
      {step && (step.reasons.length > 0 || step.note) ? (
        <Notice status="info" title="What the reviewer says">
          {step.reasons.map((reason) => (
            <Text key={reason}>{reasons[reason]}.</Text>
          ))}
          {step.note ? <Text whiteSpace="pre-line">{step.note}</Text> : null}
        </Notice>
      ) : null}
      <Text>
        {supportEmail ? (
          <>
            Write to{' '}
            <Link href={`mailto:${supportEmail}`} variant="underline" colorPalette="secondary">
              {supportEmail}
            </Link>
          </>
        ) : (
          'Contact whoever invited you to Sooner'
        )}{' '}
        if something was overlooked. The application can be reopened.
      </Text>
    </Stack>
  )
}

function Left({ application }: { application: Application }) {
  if (!application.allowedActions.includes('submit')) return null
  const left = application.missing.length
  if (left > 0) return <Text color="fg.muted">{left === 1 ? 'One thing is left to fill in.' : `${left} things are left to fill in.`}</Text>
  return (
    <LinkButton to={onboardingStep('submit')} variant="outline" alignSelf="flex-start">
      Everything is there: submit
    </LinkButton>
  )
}

function History({ application }: { application: Application }) {
  return (
    <Stack as="ol" gap="1" listStyleType="none" aria-label="History">
      {application.history.map(({ at, to, note }) => (
        <Text as="li" key={at} color="fg.muted" fontSize="sm">
          {formatInstant(at)}: {statusTexts[toStatus(to)].title}
          {note ? `. ${note}` : null}
        </Text>
      ))}
    </Stack>
  )
}
