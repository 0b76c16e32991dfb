import { HStack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { useFacilities } from '@/entities/facility/api'
import { monthEventLabel, monthFigures, monthPaper, useMonth, type Month, type MonthEntry } from '@/entities/payment/month'
import { Paper } from '@/entities/receivable/paper'
import { useToday } from '@/entities/user/today'
import { decimal, idColumns, type CsvColumn } from '@/lib/csv'
import { formatMoney } from '@/lib/money'
import { formatMonth, monthsUntil } from '@/lib/months'
import { useQuery } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { AmountList } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { Choice } from '@/ui/choice'
import { DownloadCsv } from '@/ui/download-csv'
import { Page, Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { FeeInvoices } from './fee-invoices'
import { OwnBooks } from './own-books'

/** So many months can be chosen. */
const MONTHS = 24

/** What happened to a company in a month, as a statement and as entries for its own books. */
export default function StatementsPage() {
  const { t } = useLingui()
  const [query, setQuery] = useQuery()
  const today = useToday()
  const { data: facilities, isPending } = useFacilities()
  // There is nothing before the first agreement.
  const since = facilities?.map(({ createdAt }) => createdAt.slice(0, 7)).toSorted()[0] ?? ''
  const months = monthsUntil(today, MONTHS).filter((one) => one >= since)
  const currencies = [...new Set(['EUR', ...(facilities ?? []).map(({ currency }) => currency)])]
  // The last one that is over is asked for most.
  const month = months.find((one) => one === query.get('month')) ?? months[1] ?? months[0] ?? today.slice(0, 7)
  const currency = query.get('currency') ?? facilities?.[0]?.currency ?? 'EUR'
  const { data, error, refetch, isFetching } = useMonth(month, currency, !isPending)
  const withoutCover = facilities?.some((facility) => facility.currency === currency && facility.terms?.cover === 0) ?? false
  return (
    <Page title={t`Monthly statements`} lead={<Trans>What you sold, were paid and charged in a month. Single payouts are under <TextLink to={paths.payments}>Payments</TextLink>.</Trans>}>
      <HStack gap="4" wrap="wrap">
        <Choice
          label={t`Month`}
          value={month}
          options={months.map((one) => ({ value: one, label: formatMonth(one) }))}
          choose={(chosen) => { setQuery({ month: chosen, currency }) }}
        />
        {currencies.length > 1 ? (
          <Choice label={t`Currency`} value={currency} options={currencies.map((one) => ({ value: one, label: one }))} choose={(chosen) => { setQuery({ month, currency: chosen }) }} />
        ) : null}
      </HStack>
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the statement`}>
        {data ? (
          <>
            <Statement month={month} told={data} />
            <OwnBooks month={month} currency={currency} withoutCover={withoutCover} />
          </>
        ) : null}
      </Answer>
      <FeeInvoices />
    </Page>
  )
}

const columns = (): CsvColumn<MonthEntry & { currency: string }>[] => [
  { label: t`Day`, csv: ({ on }) => on },
  { label: t`Movement`, csv: monthEventLabel },
  { label: t`Invoice`, csv: ({ invoice }) => invoice },
  { label: t`Buyer`, csv: ({ debtor }) => debtor },
  { label: t`Amount`, csv: ({ amount, currency }) => decimal(amount, currency) },
  { label: t`Currency`, csv: ({ currency }) => currency },
  ...idColumns('event', 'receivableId'),
]

function Statement({ month, told }: { month: string; told: Month }) {
  const { t } = useLingui()
  const { currency, figures, entries, isOver } = told
  const money = (minor: number) => formatMoney(minor, currency)
  const sums = new Map<string, number>()
  for (const entry of entries) sums.set(monthEventLabel(entry), (sums.get(monthEventLabel(entry)) ?? 0) + entry.amount)
  const isEmpty = entries.length === 0 && figures.every(({ before, after }) => before === 0 && after === 0)
  return (
    <Section title={formatMonth(month)}>
      <AmountList
        label={t`Balances`}
        rows={figures.map(({ figure, before, after }) => {
          const was = money(before)
          return { id: figure, label: monthFigures.labelOf(figure), more: t`${was} before`, amount: money(after) }
        })}
      />
      {sums.size > 0 ? (
        <AmountList label={t`Movements`} rows={[...sums].map(([label, sum]) => ({ id: label, label, amount: money(sum) }))} />
      ) : (
        <Text color="fg.muted">
          <Trans>Nothing happened in this month.</Trans>
        </Text>
      )}
      <HStack gap="2" wrap="wrap" align="flex-start">
        {isOver && !isEmpty ? <Paper path={monthPaper(month, currency)} name={`statement-${month}-${currency}`} /> : null}
        <DownloadCsv name="statement" of={`${month}-${currency}`} read={() => Promise.resolve({ data: entries.map((entry) => ({ ...entry, currency })) })} columns={columns} tell={failure} />
      </HStack>
      {isOver ? null : (
        <Text color="fg.muted" textStyle="label">
          <Trans>The PDF will be here once the month is over.</Trans>
        </Text>
      )}
    </Section>
  )
}
