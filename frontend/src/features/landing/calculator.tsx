import { Box, chakra, Flex, SimpleGrid, Skeleton, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { failure, fieldErrors } from '@/api/errors'
import { useAdvertised, useAdvertisedQuote, type Advertised, type Quote } from '@/entities/quote/api'
import { formulaText, lineLabel, percentOf } from '@/entities/receivable/price'
import { formatMoney, parseMoney } from '@/lib/money'
import { formatPercent } from '@/lib/numbers'
import { paths } from '@/lib/paths'
import { useDelayed } from '@/lib/use-delayed'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { Input } from '@/ui/input'
import { Segments } from '@/ui/segments'
import { TextLink } from '@/ui/text-link'

const MOST_DAYS = 120
/** Ten million of most currencies: what is typed beyond that is a slip. */
const MOST_FACE = 1_000_000_000
const QUOTE_AFTER_MS = 300
const DAY_MS = 86_400_000

type Kind = Advertised['kind']

const inDays = (count: number) => plural(count, { one: '# day', other: '# days' })

/** What an invoice brings now and later, and what that costs, under the terms the house advertises. An example: agreements decide. */
export function Calculator() {
  const { t } = useLingui()
  const { data, error } = useAdvertised()
  if (error) return <Failure {...failure(error)} />
  if (!data) return <Skeleton h="80" role="status" aria-label={t`Loading the calculator`} data-loading />
  const [first] = data
  return first ? (
    <Advertising advertised={data} first={first} />
  ) : (
    <Text>
      <Trans>
        We agree the rates with each company: <TextLink to={paths.signUp}>create an account</TextLink>, apply, and we make you an offer.
      </Trans>
    </Text>
  )
}

function Advertising({ advertised, first }: { advertised: readonly Advertised[]; first: Advertised }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(first)
  const [typed, setTyped] = useState('10000')
  const [days, setDays] = useState(45)
  const { kind, currency } = chosen
  const face = parseMoney(typed, currency)
  const isFace = face !== null && face > 0 && face <= MOST_FACE
  const names: Record<Kind, string> = { factoring: t`Factoring`, reverse_factoring: t`Reverse factoring` }
  const kinds = [...new Set(advertised.map((one) => one.kind))]
  const currencies = advertised.filter((one) => one.kind === kind).map((one) => one.currency)
  const most = formatMoney(MOST_FACE, currency)
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '8', lg: '12' }} alignItems="start">
      <Stack gap="5" minW="0">
        {kinds.length > 1 ? (
          <Segments
            label={t`Product`}
            options={kinds.map((value) => ({ value, label: names[value] }))}
            value={kind}
            choose={(value) => {
              setChosen(advertised.find((one) => one.kind === value) ?? chosen)
            }}
          />
        ) : null}
        {currencies.length > 1 ? (
          <Segments
            label={t`Currency`}
            options={currencies.map((value) => ({ value, label: value }))}
            value={currency}
            choose={(value) => {
              setChosen({ kind, currency: value })
            }}
          />
        ) : null}
        <Labelled label={t`Invoice amount, with VAT`} term="face" error={isFace ? undefined : t`Enter an amount up to ${most}.`}>
          <Input
            money={currency}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
            }}
          />
        </Labelled>
        <Days kind={kind} value={days} change={setDays} />
        <Text textStyle="label" color="fg.muted">
          <Trans>An example under the terms we advertise. What you pay is in the terms we agree with you.</Trans>
        </Text>
      </Stack>
      {isFace ? <Priced kind={kind} currency={currency} face={face} days={days} /> : <Text color="fg.muted"><Trans>Correct the amount to see the result.</Trans></Text>}
    </SimpleGrid>
  )
}

function Days({ kind, value, change }: { kind: Kind; value: number; change: (days: number) => void }) {
  const { t } = useLingui()
  const id = useId()
  const said = inDays(value)
  return (
    <Box>
      <Flex justify="space-between" gap="4">
        <chakra.label htmlFor={id} textStyle="label" color="fg.muted">
          {kind === 'factoring' ? t`Time until your buyer pays` : t`Time until the due date`}
        </chakra.label>
        <Text as="span" aria-hidden fontVariantNumeric="tabular-nums">
          {said}
        </Text>
      </Flex>
      <chakra.input
        id={id}
        type="range"
        min={1}
        max={MOST_DAYS}
        value={value}
        aria-valuetext={said}
        onChange={(event) => {
          change(Number(event.target.value))
        }}
        w="full"
        h="11"
        css={{ accentColor: 'var(--chakra-colors-primary-solid)' }}
      />
    </Box>
  )
}

interface PricedProps {
  kind: Kind
  currency: string
  face: number
  days: number
}

/** The price of it, from whoever prices the invoices: here nothing is reckoned. */
function Priced({ kind, currency, face, days }: PricedProps) {
  const { t } = useLingui()
  // Which day it is does not matter: how many there are between the two does.
  const [today] = useState(() => Math.floor(Date.now() / DAY_MS) * DAY_MS)
  const day = (after: number) => new Date(today + after * DAY_MS).toISOString().slice(0, 10)
  const asked = useDelayed(JSON.stringify({ kind, currency, face, payoutOn: day(0), dueOn: day(days) }), QUOTE_AFTER_MS)
  const { data: quote, error, isFetching } = useAdvertisedQuote(JSON.parse(asked) as Parameters<typeof useAdvertisedQuote>[0])
  const refused = Object.values(fieldErrors(error))
  if (error) return <Failure {...failure(error)} {...(refused.length > 0 ? { sentence: refused.join(' ') } : {})} />
  if (!quote) return <Skeleton h="80" role="status" aria-label={t`Loading the price`} data-loading />
  return (
    <Box opacity={isFetching ? 0.6 : 1} aria-busy={isFetching} minW="0">
      <Result kind={kind} quote={quote} />
    </Box>
  )
}

function Result({ kind, quote }: { kind: Kind; quote: Quote }) {
  const { t } = useLingui()
  const money = (minor: number) => formatMoney(minor, quote.currency)
  const [now, later, cost] = [money(quote.payout), money(Math.abs(quote.release)), money(quote.cost)]
  const tax = money(quote.tax)
  const share = formatPercent(quote.cost / quote.face, 2)
  const apr = typeof quote.apr === 'number' ? percentOf(quote.apr) : null
  const isFactoring = kind === 'factoring'
  // The sums stand above.
  const lines = quote.lines.filter(({ code, amount }) => amount !== 0 && !['face', 'payout', 'release', 'cost'].includes(code))
  return (
    <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="l3" p={{ base: '5', md: '8' }} minW="0">
      <VisuallyHidden role="status">{isFactoring ? t`You receive ${now} now; the cost is ${cost}, ${share} of the invoice.` : t`Your supplier receives ${now} now; the cost is ${cost}, ${share} of the invoice.`}</VisuallyHidden>
      <Stack gap="6">
        <Box>
          <Text textStyle="label" color="fg.muted">
            {isFactoring ? t`You receive now` : t`Your supplier receives now`}
          </Text>
          <Text textStyle="figure" overflowWrap="anywhere">{now}</Text>
        </Box>
        <Split quote={quote} />
        <SimpleGrid columns={2} gap="4">
          {isFactoring ? (
            <Part color="primary.emphasized" label={quote.release < 0 ? t`You owe at the end` : t`You receive when your buyer pays`} amount={later} />
          ) : (
            <Part color="primary.emphasized" label={t`You pay when it is due`} amount={money(quote.face)} />
          )}
          <Part color="primary.border" label={t`Cost`} amount={cost} more={quote.tax > 0 ? t`${share} of the invoice, plus ${tax} tax on the fees` : t`${share} of the invoice`} />
        </SimpleGrid>
        <Box as="dl" borderTopWidth="1px" borderColor="border" pt="4">
          {lines.map((line) => (
            <Flex key={line.code} justify="space-between" gap="4" py="1" textStyle="label">
              <Box as="dt" minW="0">
                {lineLabel(line, kind)}{' '}
                <Text as="span" color="fg.muted" display="block">
                  {formulaText(line, quote, kind)}
                </Text>
              </Box>
              <Box as="dd" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                {money(line.amount)}
              </Box>
            </Flex>
          ))}
        </Box>
        <Text textStyle="label" color="fg.muted">
          {apr === null ? null : t`That is ${apr} a year on what is paid out (simple APR).`} <Trans>Each amount is rounded once, half a cent up.</Trans>
        </Text>
      </Stack>
    </Box>
  )
}

function Part({ color, label, amount, more }: { color: string; label: string; amount: string; more?: string }) {
  return (
    <Box minW="0">
      <Flex textStyle="label" color="fg.muted" gap="2" align="baseline">
        <Box as="span" aria-hidden w="2.5" h="2.5" borderRadius="full" bg={color} flexShrink="0" />
        <span>{label}</span>
      </Flex>
      <Text textStyle="section" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">{amount}</Text>
      {more ? <Text textStyle="label" color="fg.muted">{more}</Text> : null}
    </Box>
  )
}

/** The invoice as one bar: now, later, cost with its tax. The figures stand around it. */
function Split({ quote: { payout, release, cost, tax } }: { quote: Quote }) {
  const parts = [
    { color: 'primary.solid', share: payout },
    { color: 'primary.emphasized', share: release },
    { color: 'primary.border', share: cost + tax },
  ]
  return (
    <Flex aria-hidden h="4" gap="0.5" borderRadius="full" overflow="hidden">
      {parts.map(({ color, share }) => (share > 0 ? <Box key={color} bg={color} flexGrow={share} flexBasis="0" minW="1" /> : null))}
    </Flex>
  )
}
