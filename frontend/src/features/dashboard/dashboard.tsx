import { Box, Button, Heading, Link, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failure } from '@/api/errors'
import { useApplication, type Application } from '@/entities/application/api'
import { History } from '@/entities/application/history'
import { useBuyers } from '@/entities/buyer/api'
import { useMe, type Me } from '@/entities/user/me'
import { config } from '@/lib/config'
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
import { Page, Panel, Section } from '@/ui/page'

export default function Dashboard() {
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
  return isVerified ? <Overview status={userDetails.onboarding_status} frame={frame} /> : frame(<Verify user={userDetails} />)
}

/** Where the application stands, and the buyers. */
function Overview({ status, frame }: { status: number; frame: (content: ReactNode) => ReactNode }) {
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
      {/* While the form is open the buyers are one of its steps. */}
      {application.allowedActions.includes('edit_form') ? null : <BuyersInShort mayAdd={application.allowedActions.includes('add_buyers')} />}
    </>,
  )
}

/** How many there are and where they stand; they are kept on a screen of their own. */
function BuyersInShort({ mayAdd }: { mayAdd: boolean }) {
  const { t } = useLingui()
  const { data: buyers, error } = useBuyers()
  const count = buyers?.length ?? 0
  const waiting = buyers?.filter(({ status }) => status === 'pending').length ?? 0
  return (
    <Section
      title={<Trans>Buyers</Trans>}
      actions={
        <LinkButton to={paths.buyers} variant="outline">
          {mayAdd ? t`Manage buyers` : t`View buyers`}
        </LinkButton>
      }
    >
      {buyers ? (
        <Text color="fg.muted">
          {count === 0 ? (mayAdd ? t`No buyers yet. Add the companies that you invoice.` : t`No buyers were added.`) : <Plural value={count} one="# buyer" other="# buyers" />}
          {count > 0 && waiting > 0 ? (
            <>
              {' · '}
              <Plural value={waiting} one="# pending approval" other="# pending approval" />
            </>
          ) : null}
        </Text>
      ) : error ? (
        <Failure {...failure(error)} />
      ) : (
        <Skeleton h="6" w="40" />
      )}
    </Section>
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
        <History application={application} />
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
