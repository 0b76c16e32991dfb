import { Button, Heading, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { failure } from '@/api/errors'
import { useApplication, type Application } from '@/entities/application/api'
import { isStatus } from '@/entities/application/status'
import { useBuyers } from '@/entities/buyer/api'
import { buys, isPaid, sells } from '@/entities/company/sells'
import { Way, featuresText, nextText } from '@/entities/facility/first-cash'
import { useFirstCash } from '@/entities/facility/first-cash-api'
import { useWaits } from '@/entities/payment/waits'
import { Journey } from '@/entities/joining/journey'
import { WhoCan } from '@/entities/team/who-can'
import { useMe, type Me } from '@/entities/user/me'
import { Redirect } from '@/lib/navigation'
import { paths, start } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { LoadingPage } from '@/ui/loading'
import { MainLink } from '@/ui/main-action'
import { Page, Panel, Section } from '@/ui/page'
import { EarlyPayments, Financing } from './financing'
import { useNothingNew } from './nothing-new'
import { Programmes } from './programmes'
import { Status } from './status'
import { hasWelcomed } from './welcome'

export default function Dashboard() {
  const { t } = useLingui()
  const { userDetails, companyDetails, me } = useMe()
  if (!userDetails) return <LoadingPage />
  if (userDetails.role === 'operator') return <Redirect to={start(me)} replace />
  const isVerified = userDetails.phoneVerified && userDetails.emailVerified
  const name = `${userDetails.fname} ${userDetails.lname}`
  const frame = (content: ReactNode) => (
    <Page title={t`Hello ${name}`} lead={companyDetails?.legalName ?? undefined}>
      {content}
    </Page>
  )
  return isVerified ? <Overview user={userDetails.id} company={companyDetails} frame={frame} /> : frame(<Verify user={userDetails} />)
}

/** Where the application stands, and the buyers. */
function Overview({ user, company, frame }: { user: string; company: Me['companyDetails'] | undefined; frame: (content: ReactNode) => ReactNode }) {
  const { data: application, error, refetch } = useApplication()
  // Once the moment is over, what matters every day stands first.
  const [isWelcomed] = useState(() => hasWelcomed(user))
  const { data: way } = useFirstCash(isStatus(application?.status, 'approved') && sells(company))
  const { stops } = useWaits(Boolean(way))
  const stopped = useNothingNew(company, isStatus(application?.status, 'approved'))
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
  // Status, what was asked for and what comes next are of one moment: nothing moves once it is shown.
  const { status } = application
  // Somebody approved has arrived; whoever was not, or whose status is unknown, is on no way.
  const journey = isStatus(status, 'not_completed') ? 'company' : isStatus(status, 'pending') || isStatus(status, 'documents_missing') ? 'review' : null
  const isSeller = sells(company)
  const financing = isStatus(status, 'approved') ? (
    <>
      {isSeller && way ? (
        <Section title={<Trans>Your way to the first payout</Trans>}>
          <Way way={way} me={user} stops={stops} />
        </Section>
      ) : null}
      {isSeller ? <Financing /> : isPaid(company) ? <EarlyPayments /> : null}
      {buys(company) ? <Programmes isMain={!isSeller} /> : null}
    </>
  ) : null
  return frame(
    <>
      {isWelcomed ? financing : null}
      {journey ? <Journey at={journey} /> : null}
      <Status user={user} application={application} next={way ? nextText(way, user, stops) : stopped} features={way ? featuresText(way) : null} />
      {isWelcomed ? null : financing}
      {isStatus(status, 'not_completed') || isStatus(status, 'documents_missing') ? <WhoCan right="edit_application" /> : null}
      {/* While the form is open the buyers are one of its steps. */}
      {application.allowedActions.includes('edit_form') ? null : <BuyersInShort key={status} company={application.form.company} mayAdd={application.allowedActions.includes('add_buyers')} />}
    </>,
  )
}

/** How many there are and where they stand; they are kept on a screen of their own. Who sells nothing has none, unless some were named. */
function BuyersInShort({ company, mayAdd }: { company: Application['form']['company']; mayAdd: boolean }) {
  const { t } = useLingui()
  const { data: buyers, error, refetch } = useBuyers()
  // Another status may have come with decisions about them.
  const lookAgain = useEffectEvent(() => void refetch())
  useEffect(() => {
    lookAgain()
  }, [])
  const count = buyers?.length ?? 0
  const declined = buyers?.filter(({ status }) => status === 'declined').length ?? 0
  const waiting = buyers?.filter(({ status }) => status === 'pending').length ?? 0
  if (!sells(company) && count === 0) return null
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
          {declined > 0 ? (
            <>
              {' · '}
              <Plural value={declined} one="# declined" other="# declined" />
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
    ? { title: t`Confirm your e-mail address`, to: paths.verifyEmail, how: t`We e-mailed a link to ${user.email}.`, why: t`Confirm your e-mail address to start your application.` }
    : { title: t`Verify your phone`, to: paths.verifyPhone, how: t`We’ll text a code to ${user.phone}.`, why: user.emailVerified ? t`Verify your phone to start your application.` : t`Verify your phone and e-mail address to start your application.` }
  return (
    <>
      <Journey at={user.phoneVerified ? 'email' : 'phone'} />
      <Panel>
      <Stack gap="3">
        <Heading as="h2" textStyle="section">
          <Trans>Next step: {step.title}</Trans>
        </Heading>
        <Text color="fg.muted">{step.how} {step.why}</Text>
        <MainLink to={step.to} alignSelf="flex-start">
          {step.title}
        </MainLink>
      </Stack>
    </Panel>
    </>
  )
}
