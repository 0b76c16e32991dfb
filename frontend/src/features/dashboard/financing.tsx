import { Box, Flex, HStack, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react'
import { plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { isOwn, useAvailability, useFacilities, type Availability, type Facility, type OwnAvailability } from '@/entities/facility/api'
import { notNew, NotNew } from '@/entities/facility/not-new'
import { Steps } from '@/entities/facility/steps'
import { isWaiting, useDuePayments, type Payout } from '@/entities/payment/api'
import { stopsText } from '@/entities/payment/labels'
import { KeptBack } from '@/entities/payment/owed'
import { bankReason, sentenceOf } from '@/entities/payment/return-reasons'
import { useWhyStopped } from '@/entities/payment/stopped'
import { awaitedOf } from '@/entities/receivable/awaited'
import { useOffered } from '@/entities/receivable/accept-many'
import { useDisputed, useOverdue, useReceivables, type Receivable } from '@/entities/receivable/api'
import { checkText, cureText, isCap, isOurs, stopText } from '@/entities/receivable/checks'
import { disputeReasons } from '@/entities/receivable/statuses'
import { useMay } from '@/entities/team/rights'
import { useToday } from '@/entities/user/today'
import { addDays, formatDay, formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { invoicePath, paths } from '@/lib/paths'
import { Figure } from '@/ui/amount-list'
import { Failure } from '@/ui/failure'
import { Fold } from '@/ui/fold'
import { CheckIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Section } from '@/ui/page'
import { ProgressBar } from '@/ui/progress-bar'
import { TextLink } from '@/ui/text-link'
import { Coming } from './coming'
import { toDecide } from './nothing-new'

/** What an approved company has to know of its money: what is available, what to do, what is in use. */
export function Financing() {
  const facilities = useFacilities()
  const availability = useAvailability()
  const stopped = notNew(facilities.data ?? [], 'factoring')
  return (
    <>
      <AvailableNow facilities={facilities.data} found={availability.data} error={availability.error ?? facilities.error} />
      <Attention facilities={facilities.data ?? []} />
      {availability.data?.length || stopped.length > 0 ? <Coming /> : null}
      {availability.data?.filter(isOwn).map((one) => <InUse key={one.facilityId} availability={one} />)}
    </>
  )
}

/** The same for who is only paid early by customers: there is no facility of its own. */
export function EarlyPayments() {
  const { data } = useAvailability()
  return (
    <>
      {data?.length ? (
        <Section title={<Trans>Available now</Trans>} actions={<AcceptSeveral found={data} />}>
          {data.map((one) => <Available key={one.facilityId} availability={one} />)}
        </Section>
      ) : null}
      <Attention facilities={[]} />
      <Coming />
    </>
  )
}

interface AvailableNowProps {
  facilities: Facility[] | undefined
  found: Availability[] | undefined
  error: unknown
}

function AvailableNow({ facilities, found, error }: AvailableNowProps) {
  const { t } = useLingui()
  const mayEnter = useMay('enter_invoices')
  const takesNew = facilities?.some((facility) => facility.takesNew) ?? false
  const isStopped = notNew(facilities ?? [], 'factoring').length > 0
  return (
    <Section
      title={<Trans>Available now</Trans>}
      actions={
        <>
          <LinkButton to={paths.facility} variant="outline">
            <Trans>View facility</Trans>
          </LinkButton>
          <AcceptSeveral found={found ?? []} />
          {mayEnter && takesNew ? (
            <MainLink to={paths.newInvoice}>
              <Trans>New invoice</Trans>
            </MainLink>
          ) : null}
        </>
      }
    >
      <NotNew kind="factoring" />
      {found && (found.length > 0 || isStopped) ? (
        found.map((one) => <Available key={one.facilityId} availability={one} />)
      ) : found && facilities ? (
        <Text color="fg.muted">
          <Trans>You have no facility yet. Once you’ve accepted our terms, you’ll see here what you can be paid.</Trans>
        </Text>
      ) : error ? (
        <Failure {...failure(error)} />
      ) : (
        <Skeleton h="24" aria-label={t`Loading`} data-loading />
      )}
    </Section>
  )
}

/** The way to several offers at once, where there are several. */
function AcceptSeveral({ found }: { found: Availability[] }) {
  const mayAccept = useMay('accept_offers')
  const count = found.reduce((total, { fitting }) => total + fitting.length, 0)
  return mayAccept && count > 1 ? (
    <LinkButton to={paths.getPaid} variant="outline">
      <Trans>Accept several offers</Trans>
    </LinkButton>
  ) : null
}

/** The one figure, and how it comes about. */
function Available({ availability }: { availability: Availability }) {
  const { t } = useLingui()
  const { available, offered, unproven, currency, programmeOf } = availability
  const money = (minor: number) => formatMoney(minor, currency)
  const more = money(unproven)
  const why = useWhyStopped()
  return (
    <SimpleGrid columns={{ base: 1, md: 2 }} gap="6" alignItems="start">
      <Box>
        <Figure isMain label={programmeOf ? t`${currency}, programme of ${programmeOf}` : currency} amount={money(available)} more={offered === 0 ? (programmeOf ? t`No offers at the moment.` : t`Submit invoices to get offers.`) : available === 0 ? t`No offer fits under the limits today. Each offer shows why.` : t`if the offers that fit together are accepted`} />
        {unproven > 0 ? (
          <Text textStyle="label" color="fg.muted">
            <Trans>Another choice of offers could bring up to {more} more.</Trans>
          </Text>
        ) : null}
        {available > 0 && why ? (
          <Text textStyle="label" color="fg.muted">
            <Trans>{why} What you sell now waits, too.</Trans>
          </Text>
        ) : null}
        {available > 0 ? <KeptBack currency={currency} /> : null}
      </Box>
      <Fold title={<Trans>How it comes about</Trans>} isOpen>
        <Steps availability={availability} />
      </Fold>
    </SimpleGrid>
  )
}

interface Task {
  id: string
  title: string
  /** What there is to do about it. */
  does: string
  amount: string | null
  to: string
}

/** What there is to do, in words. */
interface Words {
  finish: string
  until: (when: string) => string
  disputed: (reason: string) => string
}

/** An offer does not wait, and what is in dispute is not paid. */
const urgency = ({ status, disputed }: Receivable) => (disputed ? 1 : status === 'offered' ? 0 : 2)

/** What the company can do about an invoice now; null where it waits for others. */
function taskOf(receivable: Receivable, words: Words): Pick<Task, 'does' | 'amount'> | null {
  const { status, checks, offer, disputed, currency, figures, allowedActions, sellsItself } = receivable
  // The company settles it with its buyer, whatever can be pressed here.
  if (disputed) return { does: words.disputed(disputeReasons.labelOf(disputed.reason)), amount: formatMoney(disputed.amount, currency) }
  if (status === 'offered' && offer && allowedActions.includes('accept')) {
    const cap = checks.find(isCap)
    if (sellsItself && !cap) return null
    return { does: cap ? checkText(cap, receivable) : offer.validUntil ? words.until(formatInstant(offer.validUntil)) : '', amount: formatMoney(offer.payout, currency) }
  }
  const ours = checks.find((check) => isOurs(check, receivable))
  const amount = formatMoney(figures.face, currency)
  // What cannot be done with it by whoever looks is not theirs to do.
  if (allowedActions.length === 0) return null
  const stop = ours || status === 'draft' ? stopText(receivable) : null
  if (stop) return { does: stop, amount }
  if (ours) return { does: cureText(ours, { ...receivable, isDraft: receivable.status === 'draft' }) ?? '', amount }
  return status === 'draft' ? { does: words.finish, amount } : null
}

/** Money of the company that does not come as planned: payouts that wait, by what stops them, and those that came back. */
function payoutTasks(payouts: Payout[]): Task[] {
  const waiting = new Map<string, Payout[]>()
  for (const payout of payouts.filter(isWaiting)) {
    const id = [payout.currency, ...payout.stops].join(' ')
    waiting.set(id, [...(waiting.get(id) ?? []), payout])
  }
  const waits = [...waiting].flatMap(([id, group]): Task[] => {
    const [first] = group
    if (!first) return []
    const amount = formatMoney(group.reduce((sum, payout) => sum + payout.amount, 0), first.currency)
    const title = plural(group.length, { one: 'A payout waits', other: '# payouts wait' })
    return [{ id, title, does: stopsText(first), amount, to: paths.payments }]
  })
  const back = payouts.filter((payout) => payout.replaces && !isWaiting(payout))
  const returned = back.map(({ id, invoiceNumber, cameBack, amount, currency }): Task => {
    const title = invoiceNumber ? t`The payout for ${invoiceNumber} came back` : t`A payout was returned`
    return { id, title, does: [cameBack && sentenceOf(bankReason(cameBack)), t`Check your bank account. We pay it again.`].filter(Boolean).join(' '), amount: formatMoney(amount, currency), to: paths.company }
  })
  return [...returned, ...waits]
}

/** Offers that others have to accept: who they are, and what the offers come to. */
function awaitedTasks(receivables: Receivable[]): Task[] {
  return awaitedOf(receivables).flatMap(({ ids, names, offers }) => {
    const currencies = [...new Set(offers.map(({ currency }) => currency))]
    return currencies.map((currency): Task => {
      const own = offers.filter((offer) => offer.currency === currency)
      const amount = formatMoney(own.reduce((sum, { offer }) => sum + (offer?.payout ?? 0), 0), currency)
      const title = names
        ? plural(own.length, { one: `# offer waits for ${names}`, other: `# offers wait for ${names}` })
        : plural(own.length, { one: '# offer waits for a second approver', other: '# offers wait for a second approver' })
      const does = names ? t`The person who entered an invoice can’t accept its offer where several people can.` : t`The person who entered an invoice can’t accept its offer. Invite another approver.`
      return { id: `awaited ${currency} ${ids.join(' ')}`, title, does, amount, to: names ? `${paths.invoices}?status=offered` : paths.company }
    })
  })
}

/** The oldest overdue invoices stand on Home one by one; the rest behind a link. */
const MOST_OVERDUE = 5

/** What is overdue of what the company sold, and what may follow: it knows its buyer best. Of what is disputed it reads that, and what was paid waits for us. */
function overdueTasks(receivables: Receivable[], today: string): Task[] {
  return receivables.filter(({ kind, overdue, disputed, position }) => kind === 'factoring' && overdue && !disputed && position?.open !== 0).map((receivable) => {
    const { id, invoiceNumber, debtorName, currency, figures, position, lateness } = receivable
    const from = lateness ? formatDay(lateness.remedyFrom) : ''
    const due = formatDay(figures.dueOn)
    const does = [
      t`Overdue since ${due}. Ask your buyer when they will pay.`,
      lateness?.remedy === 'charge_back' ? (lateness.remedyFrom <= today ? t`We may charge it back at any time now.` : t`We may charge it back from ${from}.`) : null,
    ]
    return { id, title: [invoiceNumber, debtorName].filter(Boolean).join(' · '), does: does.filter(Boolean).join(' '), amount: formatMoney(position?.open ?? figures.face, currency), to: invoicePath(id) }
  })
}

/** What waits for the company: terms, offers, drafts, what is overdue, and checks that it can do something about. */
function Attention({ facilities }: { facilities: Facility[] }) {
  const { t } = useLingui()
  const { data, error: failed } = useReceivables(toDecide)
  const offered = useOffered()
  const disputed = useDisputed()
  const today = useToday()
  const overdue = useOverdue(today)
  const payments = useDuePayments()
  const words: Words = {
    finish: t`Finish and submit`,
    until: (when) => t`Decide by ${when}`,
    disputed: (reason) => t`Disputed: ${reason}. Clear it up with your buyer and tell us.`,
  }
  const terms: Task[] = facilities
    .filter(({ allowedActions }) => allowedActions.includes('accept_terms'))
    .map(({ id, currency }) => ({ id, title: t`Terms for you to accept`, does: t`Read our terms in ${currency} and decide.`, amount: null, to: paths.facility }))
  const first = [...(data?.data ?? []), ...(disputed.data ?? [])].toSorted((one, other) => urgency(one) - urgency(other))
  const invoices: Task[] = first.flatMap((receivable) => {
    const task = taskOf(receivable, words)
    const { id, invoiceNumber, debtorName, status } = receivable
    const name = [invoiceNumber, debtorName].filter(Boolean).join(' · ')
    return task ? [{ ...task, id, title: status === 'offered' && !receivable.disputed ? t`Offer for ${name}` : name, to: invoicePath(id) }] : []
  })
  const late = overdueTasks(overdue.data?.data ?? [], today)
  const tasks = [...payoutTasks(payments.data ?? []), ...terms, ...awaitedTasks(offered.data ?? []), ...late.slice(0, MOST_OVERDUE), ...invoices]
  const error = failed ?? offered.error ?? disputed.error ?? payments.error ?? overdue.error
  return (
    <Section title={<Trans>Needs your attention</Trans>}>
      {tasks.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Needs your attention`}>
          {tasks.map(({ id, title, does, amount, to }) => (
            <Flex as="li" key={id} justify="space-between" align="baseline" gap="4" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
              <Box minW="0">
                <Box overflowWrap="anywhere">
                  <TextLink to={to}>{title}</TextLink>
                </Box>
                <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
                  {does}
                </Text>
              </Box>
              {amount ? (
                <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                  {amount}
                </Text>
              ) : null}
            </Flex>
          ))}
        </Stack>
      ) : error ? (
        <Failure {...failure(error)} />
      ) : data && offered.data && disputed.data && payments.data && overdue.data ? (
        <HStack gap="2" color="fg.muted">
          <CheckIcon />
          <Text><Trans>Nothing to do at the moment.</Trans></Text>
        </HStack>
      ) : (
        <Skeleton h="12" data-loading />
      )}
      {overdue.data?.next || late.length > MOST_OVERDUE ? (
        <Text textStyle="label">
          <TextLink to={`${paths.invoices}?status=accepted,funded&dueTo=${addDays(today, -1)}`}><Trans>See all overdue invoices</Trans></TextLink>
        </Text>
      ) : null}
      {data?.next ? (
        <Text textStyle="label">
          <TextLink to={paths.invoices}><Trans>See all invoices</Trans></TextLink>
        </Text>
      ) : null}
    </Section>
  )
}

/** How much of a limit is in use. */
function InUse({ availability: { inUse, limit, currency } }: { availability: OwnAvailability }) {
  const { t } = useLingui()
  const whole = formatMoney(limit, currency)
  return (
    <Section
      title={<Trans>Funds in use</Trans>}
      actions={
        <LinkButton to={`${paths.invoices}?status=accepted,funded`} variant="outline">
          <Trans>View sold invoices</Trans>
        </LinkButton>
      }
    >
      <Stack gap="2">
        <Figure label={currency} amount={formatMoney(inUse, currency)} more={t`of ${whole}`} />
        <ProgressBar label={t`Funds in use`} percent={limit > 0 ? Math.min(100, Math.round((inUse / limit) * 100)) : 0} />
      </Stack>
    </Section>
  )
}
