import { Box, chakra, Flex, SimpleGrid, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { editMoney, formatMoney, formatNumber, formatPercent, parseMoney } from '@/lib/money'
import type { Term } from '@/lib/glossary'
import { Labelled } from '@/ui/fields'
import { Input } from '@/ui/input'
import { Segments } from '@/ui/segments'
import { price, type Price, type Sale } from './price'

const CURRENCY = 'EUR'
const MOST_DAYS = 120
/** Ten million: what is typed beyond that is a slip. */
const MOST_FACE = 1_000_000_000

type Product = 'factoring' | 'programme'

interface Typed {
  face: string
  days: number
  advance: string
  discount: string
  fee: string
}

const examples = (): Record<Product, Typed> => ({
  factoring: { face: '10000', days: 45, advance: '80', discount: '12', fee: editMoney(150, CURRENCY) },
  programme: { face: '10000', days: 45, advance: '100', discount: '6', fee: '0' },
})

/** Per cent as typed, in basis points; null when it is no rate from `least` to `most` per cent. */
function parseRate(text: string, least: number, most: number): number | null {
  const points = parseMoney(text.replace('%', ''), CURRENCY)
  return points !== null && points >= least * 100 && points <= most * 100 ? points : null
}

const percent = (points: number) => formatPercent(points / 10_000, 2)
const money = (minor: number) => formatMoney(minor, CURRENCY)
const inDays = (count: number) => plural(count, { one: '# day', other: '# days' })

function read(product: Product, typed: Typed): { [part in 'face' | 'advance' | 'discount' | 'fee']: number | null } {
  const face = parseMoney(typed.face, CURRENCY)
  return {
    face: face !== null && face > 0 && face <= MOST_FACE ? face : null,
    advance: product === 'programme' ? 10_000 : parseRate(typed.advance, 1, 100),
    discount: parseRate(typed.discount, 0, 60),
    fee: parseRate(typed.fee, 0, 10),
  }
}

/** What an invoice brings now and later, and what that costs, with figures of one's own. An example: agreements decide. */
export function Calculator() {
  const { t } = useLingui()
  const [product, setProduct] = useState<Product>('factoring')
  const [all, setAll] = useState(examples)
  const typed = all[product]
  const set = (change: Partial<Typed>) => {
    setAll({ ...all, [product]: { ...typed, ...change } })
  }
  const { face, advance, discount, fee } = read(product, typed)
  const isWhole = face !== null && advance !== null && discount !== null && fee !== null
  const sale: Sale | null = isWhole
    ? { face, advanceRate: advance, discountRate: discount, basis: 360, serviceFee: fee, days: typed.days, charges: product === 'factoring' ? 'in_arrears' : 'in_advance' }
    : null
  const outside = (low: number, high: number) => {
    const [least, most] = [formatNumber(low), formatNumber(high)]
    return t`Enter ${least} to ${most}.`
  }
  const mostFace = money(MOST_FACE)
  const options = [
    { value: 'factoring' as const, label: t`Factoring` },
    { value: 'programme' as const, label: t`Reverse factoring` },
  ]
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap={{ base: '8', lg: '12' }} alignItems="start">
      <Stack gap="5" minW="0">
        <Segments label={t`Product`} options={options} value={product} choose={setProduct} />
        <Figure label={t`Invoice amount, with VAT (EUR)`} term="face" value={typed.face} error={face === null ? t`Enter an amount up to ${mostFace}.` : undefined} change={(value) => { set({ face: value }) }} />
        <Days product={product} value={typed.days} change={(days) => { set({ days }) }} />
        <SimpleGrid columns={{ base: 1, sm: product === 'factoring' ? 3 : 2 }} gap="4">
          {product === 'factoring' ? (
            <Figure label={t`Advance rate (%)`} term="advance" value={typed.advance} error={advance === null ? outside(1, 100) : undefined} change={(value) => { set({ advance: value }) }} />
          ) : null}
          <Figure label={t`Discount a year (%)`} term="discount" value={typed.discount} error={discount === null ? outside(0, 60) : undefined} change={(value) => { set({ discount: value }) }} />
          <Figure label={t`Service fee (%)`} term="serviceFee" value={typed.fee} error={fee === null ? outside(0, 10) : undefined} change={(value) => { set({ fee: value }) }} />
        </SimpleGrid>
        <Text textStyle="label" color="fg.muted">
          <Trans>An example with figures of your choice. What you pay is in the terms we agree with you.</Trans>
        </Text>
      </Stack>
      {sale ? <Result product={product} sale={sale} result={price(sale)} /> : <Text color="fg.muted"><Trans>Correct the marked figures to see the result.</Trans></Text>}
    </SimpleGrid>
  )
}

interface FigureProps {
  label: string
  term: Term
  value: string
  error: string | undefined
  change: (value: string) => void
}

function Figure({ label, term, value, error, change }: FigureProps) {
  return (
    <Labelled label={label} term={term} error={error}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        fontVariantNumeric="tabular-nums"
        value={value}
        onChange={(event) => {
          change(event.target.value)
        }}
      />
    </Labelled>
  )
}

function Days({ product, value, change }: { product: Product; value: number; change: (days: number) => void }) {
  const { t } = useLingui()
  const id = useId()
  const said = inDays(value)
  return (
    <Box>
      <Flex justify="space-between" gap="4">
        <chakra.label htmlFor={id} textStyle="label" color="fg.muted">
          {product === 'factoring' ? t`Time until your buyer pays` : t`Time until the due date`}
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

function Result({ product, sale, result }: { product: Product; sale: Sale; result: Price }) {
  const { t } = useLingui()
  const [now, later, cost] = [money(result.now), money(Math.abs(result.later)), money(result.cost)]
  const share = percent(result.costOfFace)
  const days = inDays(sale.days)
  const [face, advance] = [money(sale.face), money(result.advance)]
  const [advanceRate, discountRate, feeRate] = [percent(sale.advanceRate), percent(sale.discountRate), percent(sale.serviceFee)]
  const apr = result.apr === null ? null : percent(result.apr)
  const charged = product === 'factoring' ? advance : face
  const lines = [
    ...(product === 'factoring'
      ? [
          { label: t`Advance`, formula: t`${advanceRate} of ${face}`, amount: advance },
          { label: t`Reserve`, formula: t`the rest, held back until your buyer has paid`, amount: money(result.reserve) },
        ]
      : []),
    { label: t`Discount`, formula: t`${charged} × ${days} × ${discountRate} ÷ 360`, amount: money(result.discount) },
    { label: t`Service fee`, formula: t`${feeRate} of ${face}`, amount: money(result.serviceFee) },
  ]
  return (
    <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="l3" p={{ base: '5', md: '8' }} minW="0">
      <VisuallyHidden role="status">{product === 'factoring' ? t`You receive ${now} now; the cost is ${cost}, ${share} of the invoice.` : t`Your supplier receives ${now} now; the cost is ${cost}, ${share} of the invoice.`}</VisuallyHidden>
      <Stack gap="6">
        <Box>
          <Text textStyle="label" color="fg.muted">
            {product === 'factoring' ? t`You receive now` : t`Your supplier receives now`}
          </Text>
          <Text textStyle="figure" overflowWrap="anywhere">{now}</Text>
        </Box>
        <Split result={result} />
        <SimpleGrid columns={2} gap="4">
          <Part color="primary.emphasized" label={product === 'programme' ? t`You pay when it is due` : result.later < 0 ? t`You owe at the end` : t`You receive when your buyer pays`} amount={product === 'programme' ? face : later} />
          <Part color="primary.border" label={t`Cost`} amount={cost} more={t`${share} of the invoice`} />
        </SimpleGrid>
        <Box as="dl" borderTopWidth="1px" borderColor="border" pt="4">
          {lines.map(({ label, formula, amount }) => (
            <Flex key={label} justify="space-between" gap="4" py="1" textStyle="label">
              <Box as="dt" minW="0">
                {label}{' '}
                <Text as="span" color="fg.muted" display="block">
                  {formula}
                </Text>
              </Box>
              <Box as="dd" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                {amount}
              </Box>
            </Flex>
          ))}
        </Box>
        <Text textStyle="label" color="fg.muted">
          {apr === null ? null : t`That is ${apr} a year on what is paid out (simple APR).`}{' '}
          <Trans>Each amount is rounded once, half a cent up. The discount counts days exactly and a year as 360 days.</Trans>
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

/** The invoice as one bar: now, later, cost. The figures stand around it. */
function Split({ result: { now, later, cost } }: { result: Price }) {
  const parts = [
    { color: 'primary.solid', share: now },
    { color: 'primary.emphasized', share: later },
    { color: 'primary.border', share: cost },
  ]
  return (
    <Flex aria-hidden h="4" gap="0.5" borderRadius="full" overflow="hidden">
      {parts.map(({ color, share }) => (share > 0 ? <Box key={color} bg={color} flexGrow={share} flexBasis="0" minW="1" /> : null))}
    </Flex>
  )
}

