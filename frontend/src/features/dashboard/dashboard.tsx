import { Button, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failure } from '@/api/errors'
import { useApplication } from '@/entities/application/api'
import { isStatus } from '@/entities/application/status'
import { Journey } from '@/entities/joining/journey'
import { useMe, type Me } from '@/entities/user/me'
import { Redirect } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { LoadingPage } from '@/ui/loading'
import { MainLink } from '@/ui/main-action'
import { Page, Panel, Section } from '@/ui/page'
import { Status } from './status'

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
  return isVerified ? <Overview user={userDetails.id} status={userDetails.onboarding_status} buyers={buyers} frame={frame} /> : frame(<Verify user={userDetails} />)
}

/** Where the application stands, and the buyers. */
function Overview({ user, status, buyers, frame }: { user: string; status: number; buyers: ReactNode; frame: (content: ReactNode) => ReactNode }) {
  const { t } = useLingui()
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
  // Somebody approved has arrived; whoever was not, or whose status is unknown, is on no way.
  const way = isStatus(status, 'not_completed') ? 'company' : isStatus(status, 'pending') || isStatus(status, 'documents_missing') ? 'review' : null
  return frame(
    <>
      {way ? <Journey at={way} /> : null}
      <Status user={user} status={status} application={application} />
      <Section title={t`Buyers`}>{buyers}</Section>
    </>,
  )
}

function Verify({ user }: { user: Me['userDetails'] }) {
  const { t } = useLingui()
  const step = user.phoneVerified
    ? { title: t`Confirm your e-mail address`, to: paths.verifyEmail, how: t`We e-mailed a link to ${user.email}.` }
    : { title: t`Verify your phone`, to: paths.verifyPhone, how: t`We’ll text a code to ${user.phone}.` }
  return (
    <>
      <Journey at={user.phoneVerified ? 'email' : 'phone'} />
      <Panel>
      <Stack gap="3">
        <Heading as="h2" textStyle="section">
          <Trans>Next step: {step.title}</Trans>
        </Heading>
        <Text color="fg.muted">{step.how} <Trans>Verify your phone and e-mail address to start your application.</Trans></Text>
        <MainLink to={step.to} alignSelf="flex-start">
          {step.title}
        </MainLink>
      </Stack>
    </Panel>
    </>
  )
}
