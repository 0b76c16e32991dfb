import { Box, Button, Heading, Link, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failure } from '@/api/errors'
import { useApplication, type Application } from '@/entities/application/api'
import { useMe, type Me } from '@/entities/user/me'
import { config } from '@/lib/config'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { reasons } from '@/entities/application/reasons'
import { Redirect } from '@/lib/navigation'
import { isStatus, statusOf } from '@/entities/application/status'
import { onboardingStep, paths } from '@/lib/paths'
import { FormProgress } from '@/entities/application/form-progress'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { LoadingPage } from '@/ui/loading'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Page, Panel } from '@/ui/page'

/** The list of buyers is another feature's; the router hands it in. */
export default function Dashboard({ buyers }: { buyers: ReactNode }) {
  const { t } = useLingui()
  const { userDetails, companyDetails } = useMe()
  if (!userDetails) return <LoadingPage />
  if (userDetails.role === 'operator') return <Redirect to={paths.review} replace />
  const isVerified = userDetails.phoneVerified && userDetails.emailVerified
  const name = `${userDetails.fname} ${userDetails.lname}`
  const frame = (content: ReactNode) => (
    <Page title={t`Hello ${name}`} lead={companyDetails?.legalName ?? undefined}>
      {content}
    </Page>
  )
  return isVerified ? <Overview status={userDetails.onboarding_status} buyers={buyers} frame={frame} /> : frame(<Verify user={userDetails} />)
}

/** Where the application stands, and the buyers. */
function Overview({ status, buyers, frame }: { status: number; buyers: ReactNode; frame: (content: ReactNode) => ReactNode }) {
  const { data: application, error, refetch } = useApplication()
  if (!application && !error) return <LoadingPage />
  if (!application) {
    return frame(
      <>
        <Failure {...failure(error)} />
        <Button alignSelf="flex-start" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </>,
    )
  }
  return frame(
    <>
      <Status status={status} application={application} />
      <Panel>
        <Stack gap="4">
          <Heading as="h2" size="lg">
            <Trans>Buyers</Trans>
          </Heading>
          {buyers}
        </Stack>
      </Panel>
    </>,
  )
}

function Verify({ user }: { user: Me['userDetails'] }) {
  const { t } = useLingui()
  const step = user.phoneVerified
    ? { title: t`Confirm your e-mail address`, to: paths.verifyEmail, how: t`We e-mailed a link to ${user.email}.` }
    : { title: t`Verify your phone`, to: paths.verifyPhone, how: t`We’ll text a code to ${user.phone}.` }
  return (
    <Panel>
      <Stack gap="3">
        <Heading as="h2" size="lg">
          <Trans>Next step: {step.title}</Trans>
        </Heading>
        <Text color="fg.muted">{step.how} <Trans>Verify your phone and e-mail address to start your application.</Trans></Text>
        <MainLink to={step.to} alignSelf="flex-start">
          {step.title}
        </MainLink>
      </Stack>
    </Panel>
  )
}

function Status({ status, application }: { status: number; application: Application }) {
  const { title, description, nextStep, next } = statusOf(status)
  return (
    <Panel>
      <Stack gap="4">
        <Heading as="h2" size="lg">
          {text(title)}
        </Heading>
        <Box>
          <Text>{text(description)}</Text>
          {nextStep ? <Text color="fg.muted">{text(nextStep)}</Text> : null}
        </Box>
        <Left application={application} />
        {isStatus(status, 'disapproved') ? <Why application={application} /> : null}
        {next ? (
          <MainLink to={next.to} alignSelf="flex-start">
            {text(next.label)}
          </MainLink>
        ) : null}
        {application.history.length > 0 ? <History application={application} /> : null}
      </Stack>
    </Panel>
  )
}

/** What the operator shares of the reasons, and where to turn. */
function Why({ application }: { application: Application }) {
  const { t } = useLingui()
  const step = application.history.findLast(({ to }) => isStatus(to, 'disapproved'))
  const { supportEmail } = config()
  return (
    <Stack gap="3">
      {step && (step.reasons.length > 0 || step.note) ? (
        <Notice status="info" title={t`Feedback on your application`}>
          {step.reasons.map((reason) => (
            <Text key={reason}>{reasons.labelOf(reason)}.</Text>
          ))}
          {step.note ? <Text whiteSpace="pre-line">{step.note}</Text> : null}
        </Notice>
      ) : null}
      <Text>
        {supportEmail ? (
          <Trans>
            Did we miss something? Write to{' '}
            <Link href={`mailto:${supportEmail}`} variant="underline">
              {supportEmail}
            </Link>
            ; we can reopen your application.
          </Trans>
        ) : (
          <Trans>Did we miss something? Get in touch with your usual contact; we can reopen your application.</Trans>
        )}
      </Text>
    </Stack>
  )
}

function Left({ application }: { application: Application }) {
  if (!application.allowedActions.includes('submit')) return null
  return (
    <>
      <FormProgress application={application} />
      {application.missing.length === 0 ? (
        <LinkButton to={onboardingStep('submit')} variant="outline" alignSelf="flex-start">
          <Trans>Check and submit</Trans>
        </LinkButton>
      ) : null}
    </>
  )
}

function History({ application }: { application: Application }) {
  const { t } = useLingui()
  return (
    <Stack as="ol" gap="1" listStyleType="none" aria-label={t`History`}>
      {application.history.map(({ at, to, note }) => (
        <Text as="li" key={at} color="fg.muted" fontSize="sm">
          {formatInstant(at)}: {text(statusOf(to).label)}
          {note ? `. ${note}` : null}
        </Text>
      ))}
    </Stack>
  )
}
