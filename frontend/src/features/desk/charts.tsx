import { Heading, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { dueAddress } from '@/entities/receivable/house'
import { addDays, formatDay, formatShortDay } from '@/lib/dates'
import { formatMoney, formatRounded } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'
import { Bars } from '@/ui/chart'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import type { Desk } from './api'
import { buckets } from './labels'

/** Currencies are never added: each has a chart of its own, in the order of their codes. */
const currenciesOf = (sums: readonly { currency: string }[]) => [...new Set(sums.map(({ currency }) => currency))].sort()

const mostOf = (amounts: readonly number[], currency: string) => formatRounded(Math.max(0, ...amounts), currency)

/** What is due from today on, by week. */
export function Expected({ weeks, ageing }: Pick<Desk, 'weeks' | 'ageing'>) {
  const { t } = useLingui()
  const notDue = ageing.filter(({ bucket }) => bucket === 'not_due')
  const currencies = currenciesOf([...weeks.flatMap(({ due }) => due), ...notDue])
  const last = weeks.at(-1)?.to
  return (
    <Section title={<Trans>Expected cash in by week</Trans>} lead={<Trans>What debtors still owe on receivables we bought, by due date.</Trans>}>
      {currencies.length === 0 ? <Text color="fg.muted"><Trans>Nothing is due in the next eight weeks.</Trans></Text> : null}
      <Stack gap="6">
        {currencies.map((currency) => {
          const sums = weeks.map((week) => ({ ...week, sum: week.due.find((due) => due.currency === currency) }))
          // What isn’t due yet is in a week, or comes later.
          const add = (figure: 'amount' | 'count') => notDue.filter((aged) => aged.currency === currency).reduce((sum, aged) => sum + aged[figure], 0) - sums.reduce((all, { sum }) => all + (sum?.[figure] ?? 0), 0)
          const [later, laterCount] = [add('amount'), add('count')]
          const [rest, invoices] = [formatMoney(later, currency), plural(laterCount, { one: '# invoice', other: '# invoices' })]
          return (
            <Stack key={currency} gap="2">
              <Heading as="h3" textStyle="part">
                {currency}
              </Heading>
              <Bars
                label={t`Expected cash in by week, ${currency}`}
                isByDay
                most={mostOf(sums.map(({ sum }) => sum?.amount ?? 0), currency)}
                heads={[t`Due`, t`Invoices`, t`Amount`]}
                bars={sums.map(({ from, to, sum }) => {
                  const [first, last] = [formatDay(from), formatDay(to)]
                  return {
                    id: from,
                    label: formatShortDay(from),
                    value: sum?.amount ?? 0,
                    cells: [<TextLink key="due" to={dueAddress({ from, to })}>{first === last ? first : `${first} – ${last}`}</TextLink>, formatNumber(sum?.count ?? 0), formatMoney(sum?.amount ?? 0, currency)],
                  }
                })}
              />
              {last && later > 0 ? (
                <Text textStyle="label" color="fg.muted">
                  <Trans>
                    Another {rest} comes later: <TextLink to={dueAddress({ from: addDays(last, 1) })}>{invoices}</TextLink>
                  </Trans>
                </Text>
              ) : null}
            </Stack>
          )
        })}
      </Stack>
    </Section>
  )
}

/** From how many to how many days ago what falls into a bucket was due. */
const DAYS: Record<string, readonly [number | null, number | null]> = {
  not_due: [null, 0],
  days_1_30: [30, 1],
  days_31_60: [60, 31],
  days_61_90: [90, 61],
  over_90: [null, 91],
}

/** The rows of a bucket. */
function bucketAddress(bucket: string, date: string): string {
  const [from, to] = DAYS[bucket] ?? [null, null]
  if (bucket === 'not_due') return dueAddress({ from: date })
  return dueAddress({ ...(from === null ? {} : { from: addDays(date, -from) }), ...(to === null ? {} : { to: addDays(date, -to) }) })
}

/** What is out by how long it is overdue. */
export function Ageing({ desk: { ageing, date } }: { desk: Desk }) {
  const { t } = useLingui()
  const currencies = currenciesOf(ageing)
  return (
    <Section title={<Trans context="of receivables">Ageing</Trans>} lead={<Trans>What debtors still owe on receivables we bought, by days overdue.</Trans>}>
      {currencies.length === 0 ? <Text color="fg.muted"><Trans>Nothing is open.</Trans></Text> : null}
      <Stack gap="6">
        {currencies.map((currency) => {
          const own = ageing.filter((aged) => aged.currency === currency)
          return (
            <Stack key={currency} gap="2">
              <Heading as="h3" textStyle="part">
                {currency}
              </Heading>
              <Bars
                label={t`Ageing, ${currency}`}
                most={mostOf(own.map(({ amount }) => amount), currency)}
                heads={[t`Overdue`, t`Invoices`, t`Amount`]}
                bars={buckets.codes.map((bucket) => {
                  const sum = own.find((aged) => aged.bucket === bucket)
                  return {
                    id: bucket,
                    label: buckets.labelOf(bucket),
                    value: sum?.amount ?? 0,
                    isAlarming: bucket !== 'not_due',
                    cells: [<TextLink key="due" to={bucketAddress(bucket, date)}>{buckets.labelOf(bucket)}</TextLink>, formatNumber(sum?.count ?? 0), formatMoney(sum?.amount ?? 0, currency)],
                  }
                })}
              />
            </Stack>
          )
        })}
      </Stack>
    </Section>
  )
}
