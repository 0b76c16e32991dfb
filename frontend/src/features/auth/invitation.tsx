import { Box, Button, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError, type Schemas } from '@/api/client'
import { fieldErrors, retryAt, sentence, showFieldErrors } from '@/api/errors'
import { isStatus } from '@/entities/application/status'
import { forgetKept } from '@/entities/joining/kept-answers'
import { memberRoles } from '@/entities/team/roles'
import { config } from '@/lib/config'
import { likelyCountry } from '@/lib/countries'
import { currentLanguage, text } from '@/lib/i18n'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { useLinkSecret } from '@/lib/link-secret'
import { Redirect, useNavigate } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { callingCode, toE164 } from '@/lib/phone-numbers'
import { Contact } from '@/ui/contact'
import { Failure } from '@/ui/failure'
import { TextField } from '@/ui/fields'
import { LinkButton } from '@/ui/link-button'
import { LoadingPage } from '@/ui/loading'
import { MainAction, MainLink } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/card-page'
import { Panel } from '@/ui/page'
import { PasswordField } from '@/ui/password-field'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useAcceptInvitation, useEnrol, useInvitation, useJoin } from './api'
import { useAuth } from './auth-provider'
import { Consent } from './consent'
import { CountryPhone } from './country-phone'
import { messages } from './messages'
import { InvitationForm } from './phone-schemas'

type Offer = Schemas['OfferBody']

const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem?.code : undefined)
/** To sign in, and back to here. */
const SIGN_IN = `${paths.signIn}?next=${encodeURIComponent(paths.invitation)}`

/** What the mailed link of an invitation opens. Opening it changes nothing; the button does. */
export default function Invitation() {
  const secret = useLinkSecret()
  // Another link is another page: nothing typed for one is sent for the other.
  return secret ? <Opened key={secret} secret={secret} /> : <NoLonger />
}

/** What became of it here. */
type Outcome =
  | 'open'
  /** A new account is made, and signed in. */
  | 'in'
  /** A new account is made, but what came after it got lost. */
  | 'made'
  /** The link stopped working while it was looked at. */
  | 'gone'

type Tell = (outcome: Outcome) => void

function Opened({ secret }: { secret: string }) {
  const { t } = useLingui()
  const { isInitialized, isAuthenticated, user } = useAuth()
  const { data: offer, error, isFetching, refetch } = useInvitation(secret)
  const [outcome, setOutcome] = useState<Outcome>('open')

  if (outcome === 'in') return isAuthenticated ? <Redirect to={paths.verifyPhone} replace /> : <LoadingPage />
  if (outcome === 'made') return <Ready />
  if (outcome === 'gone' || (!offer && codeOf(error) === 'link_invalid')) return <NoLonger />
  if (!offer && error) return <NotRead error={error} isBusy={isFetching} again={() => void refetch()} />
  if (!offer || !isInitialized) return <LoadingPage />
  const { company, invitedBy, supplierOf } = offer
  const [title, lead] = supplierOf
    ? [company ? t`${supplierOf} invites ${company} to be paid early` : t`${supplierOf} invites you to be paid early`, t`Your invoices to ${supplierOf} can be paid before they’re due. You decide each time.`]
    : [company ? t`Join ${company}` : t`Join ${invitedBy}’s team`, company ? t`${invitedBy} invited you to work together on Sooner.` : t`${invitedBy} invited you to Sooner.`]
  return (
    <CardPage title={title} lead={lead}>
      <Facts offer={offer} />
      {supplierOf ? <Payer supplierOf={supplierOf} /> : null}
      {user ? <SignedIn secret={secret} offer={offer} me={user.userDetails} tell={setOutcome} /> : null}
      {!user && offer.hasAccount ? <SignInToJoin /> : null}
      {user || offer.hasAccount ? null : <NewAccount secret={secret} offer={offer} tell={setOutcome} />}
    </CardPage>
  )
}

/** Who would pay, and how to ask them: an invited supplier knows the buyer, but not us. */
function Payer({ supplierOf }: { supplierOf: string }) {
  const { name, address } = config().house
  return (
    <Text color="fg.muted">
      <Trans>The money comes from us: {name}, {address}, the finance company of {supplierOf}. Questions? <Contact>Contact us</Contact>.</Trans>
    </Text>
  )
}

/** What one would be, and who is meant. */
function Facts({ offer: { role, email } }: { offer: Offer }) {
  const { t } = useLingui()
  const help = memberRoles.find(role)?.help
  return (
    <Panel>
      <Stack as="dl" gap="4">
        <Fact label={t`Your role`} help={help ? text(help) : undefined}>
          {memberRoles.labelOf(role)}
        </Fact>
        <Fact label={t`Invited e-mail address`}>{email}</Fact>
      </Stack>
    </Panel>
  )
}

function Fact({ label, help, children }: { label: string; help?: string | undefined; children: ReactNode }) {
  return (
    <Box>
      <Text as="dt" textStyle="label" color="fg.muted">
        {label}
      </Text>
      <Text as="dd" overflowWrap="anywhere">
        {children}
      </Text>
      {help ? (
        <Text as="dd" textStyle="label" color="fg.muted">
          {help}
        </Text>
      ) : null}
    </Box>
  )
}

function SignInToJoin() {
  return (
    <Stack gap="4">
      <Text>
        <Trans>You have an account with this address. Sign in, and you come back here.</Trans>
      </Text>
      <MainLink to={SIGN_IN} size="lg">
        <Trans>Sign in to join</Trans>
      </MainLink>
    </Stack>
  )
}

/** What can be done by whoever is signed in. */
function SignedIn({ secret, offer, me, tell }: { secret: string; offer: Offer; me: Schemas['UserDetailsBody']; tell: Tell }) {
  if (me.email.toLowerCase() !== offer.email.toLowerCase()) return <OtherAccount address={me.email} />
  // Who has applied has a company to join with; a company nothing was submitted for makes room for the one that was made.
  const hasApplied = !isStatus(me.onboarding_status, 'not_completed')
  return offer.supplierOf && hasApplied ? <Enrol secret={secret} supplierOf={offer.supplierOf} tell={tell} /> : <Join secret={secret} offer={offer} user={me.id} tell={tell} />
}

/** Joins a programme with the company one has. */
function Enrol({ secret, supplierOf, tell }: { secret: string; supplierOf: string; tell: Tell }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const enrol = useEnrol(secret)
  const act = async () => {
    try {
      await enrol.mutateAsync()
    } catch (error) {
      if (codeOf(error) === 'link_invalid') tell('gone')
      return
    }
    toast.success(t`Your company has joined the supplier programme of ${supplierOf}.`)
    navigate(paths.dashboard, { replace: true })
  }
  return (
    <Stack gap="4">
      <Text color="fg.muted">
        <Trans>You join with the company you already have here. Nothing else about it changes.</Trans>
      </Text>
      {enrol.error ? <NotEnrolled error={enrol.error} supplierOf={supplierOf} /> : null}
      <MainAction size="lg" loading={enrol.isPending} loadingText={t`Joining`} onClick={() => void act()}>
        <Trans>Join with your company</Trans>
      </MainAction>
    </Stack>
  )
}

/** Why the company does not join. */
function NotEnrolled({ error, supplierOf }: { error: unknown; supplierOf: string }) {
  const { t } = useLingui()
  const problem = error instanceof ApiError ? error.problem : null
  const refused = Object.values(problem?.fieldCodes ?? {}).flat()
  // Where it is not the address, it says which right is missing.
  if ((problem?.code === 'forbidden' && !problem.right) || refused.some(({ code }) => code === 'other_address')) return <Notice status="error">{t`This invitation is for another e-mail address. Sign in with that one.`}</Notice>
  if (refused.some(({ code }) => code === 'supplier_listed')) return <Notice status="error">{t`Your company is already a supplier of ${supplierOf}. There is nothing more to do.`}</Notice>
  return <Failure sentence={Object.values(fieldErrors(error)).join(' ') || sentence(error)} until={retryAt(error)} />
}

function OtherAccount({ address }: { address: string }) {
  const { t } = useLingui()
  const { logout } = useAuth()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    await logout()
  }
  return (
    <Stack gap="4">
      <Notice status="warning" title={t`You’re signed in with another address`}>
        <Trans>You’re signed in as {address}. Sign out to join with the invited address.</Trans>
      </Notice>
      <MainAction size="lg" loading={isLeaving} loadingText={t`Signing out`} onClick={() => void leave()}>
        <Trans>Sign out</Trans>
      </MainAction>
    </Stack>
  )
}

function Join({ secret, offer, user, tell }: { secret: string; offer: Offer; user: string; tell: Tell }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const join = useJoin(secret)
  const { company } = offer
  const act = async () => {
    try {
      await join.mutateAsync()
    } catch (error) {
      if (codeOf(error) === 'link_invalid') tell('gone')
      return
    }
    // It was for the company that is closed now.
    forgetKept(user)
    toast.success(company ? t`You’ve joined ${company}.` : offer.supplierOf ? t`You’ve joined.` : t`You’ve joined the team.`)
    navigate(paths.dashboard, { replace: true })
  }
  return (
    <Stack gap="4">
      <Text color="fg.muted">
        <Trans>If you have started an application of your own, it closes when you join.</Trans>
      </Text>
      {join.error ? <WhyNot error={join.error} offer={offer} /> : null}
      <MainAction size="lg" loading={join.isPending} loadingText={t`Joining the team`} onClick={() => void act()}>
        <Trans>Join</Trans>
      </MainAction>
    </Stack>
  )
}

/** Why one cannot join, and who can help. */
function WhyNot({ error, offer: { invitedBy } }: { error: unknown; offer: Offer }) {
  const { t } = useLingui()
  const code = codeOf(error)
  if (code === 'company_in_use') {
    return (
      <Notice status="error" title={t`Your own company is in use`}>
        <Trans>You have applied or work with others there, so it can’t close. Ask {invitedBy} to invite another e-mail address.</Trans>
      </Notice>
    )
  }
  if (code === 'list_full') {
    return (
      <Notice status="error" title={t`The team is full`}>
        <Trans>Ask {invitedBy} to make room, then try again. Your invitation stays valid.</Trans>
      </Notice>
    )
  }
  if (code === 'forbidden') return <Notice status="error">{t`This invitation is for another e-mail address. Sign in with that one.`}</Notice>
  return <Failure sentence={sentence(error)} until={retryAt(error)} />
}

const FIELDS = ['password', 'fname', 'lname', 'phone', 'country'] as const

function NewAccount({ secret, offer, tell }: { secret: string; offer: Offer; tell: Tell }) {
  const { t } = useLingui()
  const { register: registered } = useAuth()
  const accept = useAcceptInvitation(secret)
  const form = useForm({ resolver: zodResolver(InvitationForm), defaultValues: { password: '', fname: '', lname: '', phone: '', country: likelyCountry() } })
  const { register, handleSubmit, setError, control, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`Your details`)
  const country = useWatch({ control, name: 'country' })
  const password = useWatch({ control, name: 'password' })
  const about = useWatch({ control, name: ['fname', 'lname'] })

  const submit = handleSubmit(async (values) => {
    const phone = toE164(values.phone, values.country) ?? values.phone
    let made: string
    try {
      made = await accept.mutateAsync({ ...values, phone, countryCode: callingCode(values.country), language: currentLanguage() })
    } catch (error) {
      const code = codeOf(error)
      if (code === 'link_invalid') tell('gone')
      else if (code !== 'email_taken' && code !== 'list_full' && !showFieldErrors(error, setError, FIELDS)) {
        setError('root', { message: sentence(error) })
        toast.error(messages.failed())
      }
      return
    }
    try {
      await registered(made)
      tell('in')
    } catch {
      tell('made')
    }
  })

  if (codeOf(accept.error) === 'email_taken') return <SignInToJoin />
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Your account`}>
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <TextField label={t`First name`} autoComplete="given-name" input={register('fname')} error={errors.fname?.message} />
          <TextField label={t`Last name`} autoComplete="family-name" input={register('lname')} error={errors.lname?.message} />
        </SimpleGrid>
        <CountryPhone form={form} errors={errors} country={country} />
        {/* For what remembers passwords. */}
        <input hidden readOnly type="email" autoComplete="username" value={offer.email} />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          input={register('password')}
          error={errors.password?.message}
          strengthOf={password}
          about={[...about, offer.email]}
        />
        {codeOf(accept.error) === 'list_full' ? <WhyNot error={accept.error} offer={offer} /> : null}
        <Consent />
        <Failure sentence={errors.root?.message} until={retryAt(accept.error)} />
        <MainAction type="submit" size="lg" loading={isSubmitting} loadingText={t`Creating your account`}>
          <Trans>Create account and join</Trans>
        </MainAction>
      </Stack>
    </form>
  )
}

/** The account is there, but nobody is in it yet. */
function Ready() {
  const { t } = useLingui()
  return (
    <CardPage title={t`Your account is ready`}>
      <Notice status="success"><Trans>You’ve joined the team. Sign in to continue.</Trans></Notice>
      <MainLink to={paths.signIn} size="lg"><Trans>Sign in</Trans></MainLink>
    </CardPage>
  )
}

/** The link was used, replaced or withdrawn, or is too old. */
function NoLonger() {
  const { t } = useLingui()
  const { isAuthenticated } = useAuth()
  return (
    <CardPage title={t`This invitation no longer works`} lead={t`It was used, replaced or withdrawn, or has expired. Ask the person who invited you for a new one.`}>
      {isAuthenticated ? (
        <LinkButton to={paths.home} size="lg" variant="outline"><Trans>Go to home page</Trans></LinkButton>
      ) : (
        <Text><Trans>Joined already? <TextLink to={paths.signIn}>Sign in</TextLink></Trans></Text>
      )}
    </CardPage>
  )
}

/** What it invites to did not come. It is asked for again by itself once the server is back. */
function NotRead({ error, isBusy, again }: { error: unknown; isBusy: boolean; again: () => void }) {
  const { t } = useLingui()
  return (
    <CardPage title={t`Your invitation`}>
      <Failure sentence={sentence(error)} until={retryAt(error)} />
      <Button size="lg" loading={isBusy} onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </CardPage>
  )
}
