import { Box, Button, Flex, HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { failure, isCancelled, retryAt, sentence } from '@/api/errors'
import { isLost } from '@/api/reconnect'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { sells } from '@/entities/company/sells'
import { useAvailability, type Availability } from '@/entities/facility/api'
import { NotNew } from '@/entities/facility/not-new'
import { MOST_AT_ONCE, useAcceptOffers, useCheapest, useOffered, type AcceptedRow, type Choice, type OneOfMany } from '@/entities/receivable/accept-many'
import type { Receivable } from '@/entities/receivable/api'
import { checkText, isCap } from '@/entities/receivable/checks'
import { KeptBack, useOwed } from '@/entities/payment/owed'
import { Stopped, useWhyStopped } from '@/entities/payment/stopped'
import { awaitedOf } from '@/entities/receivable/awaited'
import { offerParts } from '@/entities/receivable/price'
import { refusalOf } from '@/entities/receivable/refusals'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { useMe } from '@/entities/user/me'
import { after } from '@/lib/after'
import { formatDay, formatInstant } from '@/lib/dates'
import { amountHint } from '@/lib/amount-hint'
import { formatMoney, parseMoney } from '@/lib/money'
import { useQuery } from '@/lib/navigation'
import { invoicePath, paths } from '@/lib/paths'
import { AmountList } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { InvoiceIcon } from '@/ui/icons'
import { Input } from '@/ui/input'
import { LinkButton } from '@/ui/link-button'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Page, Section } from '@/ui/page'
import { selectedWith, Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'

/** An offer that can be accepted by whoever looks. */
type Offered = Receivable & { offer: NonNullable<Receivable['offer']> }

const isOffered = (receivable: Receivable): receivable is Offered => receivable.status === 'offered' && Boolean(receivable.offer) && receivable.allowedActions.includes('accept')

/** Several offers at once: those one picks, or those that pay what one needs at the least cost. */
export default function GetPaidPage() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useOffered()
  const availability = useAvailability()
  const offers = (data ?? []).filter(isOffered)
  const currencies = [...new Set(offers.map(({ currency }) => currency))].sort()
  return (
    <Page title={t`Accept offers`} width="8xl" lead={t`Sell several invoices at once, or say how much you need.`}>
      {sells(useMe().companyDetails) ? <NotNew kind="factoring" /> : null}
      <Others offers={data ?? []} />
      {currencies.length > 0 ? <Stopped /> : null}
      <Answer isThere={data !== undefined && availability.data !== undefined} failed={failure(error ?? availability.error)} again={() => void Promise.all([refetch(), availability.refetch()])} isAsking={isFetching || availability.isFetching} loading={t`Loading offers`}>
        {currencies.length > 0 ? (
          currencies.map((currency) => (
            <InCurrency key={currency} currency={currency} offers={offers.filter((offer) => offer.currency === currency)} availability={(availability.data ?? []).filter((one) => one.currency === currency)} hasTitle={currencies.length > 1} />
          ))
        ) : awaitedOf(data ?? []).length > 0 ? null : (
          <Nothing />
        )}
      </Answer>
    </Page>
  )
}

/** The offers that others have to accept, and who they are. */
function Others({ offers }: { offers: readonly Receivable[] }) {
  const mayAccept = useMay('accept_offers')
  return awaitedOf(offers).map(({ ids, names, offers: waiting }) => (
    <Notice key={ids.join(' ')} status="info" title={names ? plural(waiting.length, { one: `# offer waits for ${names}`, other: `# offers wait for ${names}` }) : plural(waiting.length, { one: '# offer waits for a second approver', other: '# offers wait for a second approver' })}>
      {names ? (
        mayAccept ? (
          <Trans>The person who entered an invoice can’t accept its offer where several people can.</Trans>
        ) : (
          <WhoCan right="accept_offers" among={ids} />
        )
      ) : (
        <Trans>The person who entered an invoice can’t accept its offer. Invite another approver under <TextLink to={paths.company}>Company</TextLink>.</Trans>
      )}
    </Notice>
  ))
}

function Nothing() {
  return (
    <Empty
      as="h2"
      icon={<InvoiceIcon />}
      title={<Trans>No offers for you to accept</Trans>}
      action={
        <LinkButton to={paths.invoices} variant="outline">
          <Trans>Go to invoices</Trans>
        </LinkButton>
      }
    >
      <Trans>Offers come here once we’ve checked an invoice you submitted.</Trans>
    </Empty>
  )
}

interface InCurrencyProps {
  currency: string
  offers: Offered[]
  /** Under the company's own facility, and in buyers' programmes. */
  availability: Availability[]
  hasTitle: boolean
}

/** What is asked for and chosen in a currency, in the address: it is there again after going back and loading again. */
function useChoosing(currency: string) {
  const [query, setQuery] = useQuery()
  const [needName, chosenName] = [`need${currency}`, `chosen${currency}`]
  const choose = (ids: Iterable<string>, need?: string | null) => {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        const put = (name: string, value: string | null) => {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        put(chosenName, [...ids].join(','))
        if (need !== undefined) put(needName, need)
        return next
      },
      { replace: true },
    )
  }
  return { need: query.get(needName) ?? '', ids: new Set((query.get(chosenName) ?? '').split(',')), choose }
}

function InCurrency({ currency, offers, availability, hasTitle }: InCurrencyProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const why = useWhyStopped()
  const { need, ids, choose } = useChoosing(currency)
  const [rows, setRows] = useState<readonly AcceptedRow[]>([])
  const [choice, setChoice] = useState<Choice | null>(null)
  const chosen = offers.filter(({ id }) => ids.has(id))
  const selected: ReadonlySet<string> = new Set(chosen.map(({ id }) => id))
  const money = (minor: number) => formatMoney(minor, currency)
  const columns: Column<Offered>[] = [
    { id: 'number', label: t`Invoice`, cell: ({ invoiceNumber }) => invoiceNumber },
    { id: 'buyer', label: t`Buyer`, cell: ({ debtorName }) => debtorName ?? '–', isBlank: ({ debtorName }) => !debtorName },
    { id: 'payout', label: why ? t({ message: 'Payout', context: 'price' }) : t`You receive now`, isFigure: true, cell: ({ offer }) => money(offer.payout) },
    // In a buyer's programme all of it is paid at once.
    ...(offers.some(({ offer }) => offer.release > 0) ? [{ id: 'release', label: t`When your buyer pays`, isFigure: true, cell: ({ offer }: Offered) => money(offer.release) }] : []),
    { id: 'cost', label: t({ message: 'Cost', context: 'price' }), isFigure: true, cell: ({ offer }) => money(offer.cost) },
    ...(offers.some(({ offer }) => offer.tax > 0) ? [{ id: 'tax', label: t`Tax on the fees`, isFigure: true, cell: ({ offer }: Offered) => money(offer.tax) }] : []),
    { id: 'due', label: t`Due`, isShort: true, cell: ({ figures }) => formatDay(figures.dueOn) },
    { id: 'until', label: t`Valid until`, cell: ({ offer }) => (offer.validUntil ? formatInstant(offer.validUntil) : '–'), isBlank: ({ offer }) => !offer.validUntil },
  ]
  return (
    <Section title={hasTitle ? currency : <Trans>Offers</Trans>}>
      <Need
        currency={currency}
        initial={need}
        changed={() => {
          setChoice(null)
        }}
        found={(found, amount) => {
          setChoice(found)
          choose(found.offers.map(({ id }) => id), amount)
        }}
      />
      {choice ? <Found choice={choice} /> : null}
      <Outcome rows={rows} currency={currency} numbers={new Map(offers.map(({ id, invoiceNumber }) => [id, invoiceNumber]))} />
      <Table
        label={t`Offers`}
        rows={offers}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ invoiceNumber }) => invoiceNumber}
        to={({ id }) => invoicePath(id)}
        under={(offer) => offer.checks.filter(isCap).map((check) => checkText(check, offer)).join(' ') || null}
        list={list}
        selected={selected}
        select={(rows, isSelected) => {
          choose(selectedWith(selected, rows.map(({ id }) => id), isSelected))
          // What was found is not what is chosen any more.
          setChoice(null)
        }}
      />
      <Together
        chosen={chosen}
        currency={currency}
        available={availability.reduce((total, one) => total + one.available, 0)}
        done={(accepted) => {
          setRows(accepted)
          setChoice(null)
          choose(accepted.flatMap(({ id, problem }) => (problem ? [id] : [])), null)
        }}
      />
    </Section>
  )
}

interface NeedProps {
  currency: string
  /** What was asked for before. */
  initial: string
  /** What was found is for another amount. */
  changed: () => void
  found: (choice: Choice, typed: string) => void
}

/** How much one needs, and the cheapest way to it. */
function Need({ currency, initial, changed, found }: NeedProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(initial)
  const [isWrong, setWrong] = useState(false)
  const cheapest = useCheapest()
  const field = useRef<HTMLInputElement>(null)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const amount = parseMoney(typed, currency)
    setWrong(amount === null || amount <= 0)
    if (amount === null || amount <= 0) {
      field.current?.focus()
      return
    }
    after(cheapest.mutateAsync({ amount, currency }), (choice) => {
      found(choice, typed)
    })
  }
  return (
    <form onSubmit={ask} noValidate>
      <Stack gap="3">
        <Labelled label={t`How much do you need?`} help={t`We choose the offers that pay at least this at the least cost.`} error={isWrong ? amountHint(typed, currency) : undefined}>
          <HStack w="full" maxW="md" align="flex-start" wrap="wrap">
            {/* An amount is as wide as one is long: the button goes below it first. */}
            <Box flex="1 1 12rem" minW="0">
              <Input
                ref={field}
                money={currency}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  changed()
                }}
              />
            </Box>
            <Button type="submit" variant="outline" loading={cheapest.isPending}>
              <Trans>Choose offers</Trans>
            </Button>
          </HStack>
        </Labelled>
        <Failure {...failure(cheapest.error)} />
      </Stack>
    </form>
  )
}

/** What was found for it, and how good that is. */
function Found({ choice: { reached, payout, cost, unproven, currency, offers } }: { choice: Choice }) {
  const { t } = useLingui()
  const [now, price, more] = [formatMoney(payout, currency), formatMoney(cost, currency), formatMoney(unproven, currency)]
  const count = plural(offers.length, { one: '# offer', other: '# offers' })
  if (!reached) {
    return (
      <Notice status="warning" title={t`You can’t get that much today`}>
        <Trans>The most your offers and limits allow is {now}: {count}, at a cost of {price}.</Trans>
      </Notice>
    )
  }
  return (
    <Notice status="success" title={t`${count} chosen`}>
      {unproven > 0 ? <Trans>They pay {now} at a cost of {price}. Another choice could save up to {more}.</Trans> : <Trans>They pay {now} at a cost of {price}. No other choice costs less.</Trans>}
    </Notice>
  )
}

/** The sum of what is chosen, and its acceptance. */
function Together({ chosen, currency, available, done }: { chosen: readonly Offered[]; currency: string; available: number; done: (rows: readonly AcceptedRow[]) => void }) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<OneOfMany[]>()
  const accept = useAcceptOffers(idempotency)
  const money = (minor: number) => formatMoney(minor, currency)
  const payout = chosen.reduce((total, { offer }) => total + offer.payout, 0)
  const owed = useOwed(currency)
  const why = useWhyStopped()
  const [owes, kept] = [money(owed), money(Math.min(owed, payout))]
  const most = money(available)
  const count = plural(chosen.length, { one: 'Accept # offer', other: 'Accept # offers' })
  const isTooMany = chosen.length > MOST_AT_ONCE
  return (
    <Stack gap="4">
      <AmountList
        label={t`What you accept`}
        rows={[
          { id: 'payout', label: why ? t`We pay you once your payouts continue` : t`You receive now`, more: [why, owed > 0 && payout > 0 ? t`You owe us ${owes}. We keep back up to ${kept} of this.` : null].filter(Boolean).join(' ') || null, amount: money(payout) },
          ...offerParts(chosen.map(({ offer }) => offer), currency, { release: t`You receive when your buyers pay`, owed: t`You owe at the end`, total: t`Total` }, false),
        ]}
      />
      {payout > available ? (
        <Notice status="warning">
          <Trans>The total is more than the {most} available now. What no longer fits isn’t sold.</Trans>
        </Notice>
      ) : null}
      <Text textStyle="label" color="fg.muted">
        <Trans>You sell these invoices to us. You can’t undo this.</Trans>
      </Text>
      <Failure sentence={accept.error && !isCancelled(accept.error) ? (isLost(accept.error) ? t`Connection lost. Nobody knows yet whether we received it: accept again once you’re back online. It counts once.` : sentence(accept.error)) : undefined} until={retryAt(accept.error)} />
      <Flex gap="3" wrap="wrap">
        <MainAction
          disabled={chosen.length === 0 || isTooMany}
          loading={accept.isPending}
          loadingText={t`Accepting`}
          onClick={() => {
            after(accept.mutateAsync(chosen.map(({ id, offer }) => ({ id, offerId: offer.id, hash: offer.hash }))), done)
          }}
        >
          {chosen.length > 0 ? count : <Trans>Choose offers to accept</Trans>}
        </MainAction>
      </Flex>
    </Stack>
  )
}

/** What came of each: sold, or why not. */
function Outcome({ rows, currency, numbers }: { rows: readonly AcceptedRow[]; currency: string; numbers: ReadonlyMap<string, string> }) {
  const { t } = useLingui()
  const sold = rows.flatMap(({ receivable }) => (receivable ? [receivable] : []))
  const failed = rows.flatMap(({ id, problem }) => (problem ? [{ id, problem }] : []))
  const why = useWhyStopped()
  const payout = formatMoney(sold.reduce((total, { offer }) => total + (offer?.payout ?? 0), 0), currency)
  const count = plural(sold.length, { one: '# invoice sold', other: '# invoices sold' })
  return (
    <Box role="status">
      {sold.length > 0 ? (
        <Notice status="success" title={count}>
          {why ? <Trans>Your payout of {payout} waits: {why}</Trans> : <Trans>We pay you {payout}.</Trans>} <Trans>You find it under <TextLink to={paths.payments}>Payments</TextLink>.</Trans>
          <KeptBack currency={currency} />
        </Notice>
      ) : null}
      {failed.length > 0 ? (
        <Notice status="warning" title={plural(failed.length, { one: '# invoice not sold', other: '# invoices not sold' })}>
          <Stack as="ul" listStyleType="none" gap="1">
            {failed.map(({ id, problem }) => (
              <li key={id}>
                <TextLink to={invoicePath(id)}>{numbers.get(id) ?? t`Invoice`}</TextLink>: {refusalOf(problem, currency)}
              </li>
            ))}
          </Stack>
        </Notice>
      ) : null}
    </Box>
  )
}
