import { HStack } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { call, type Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { Paper } from '@/entities/receivable/paper'
import { statementLabel } from '@/entities/receivable/price'
import { decimal, type CsvColumn } from '@/lib/csv'
import { DownloadCsv } from '@/ui/download-csv'

type Sale = Schemas['ScheduledSaleBody'] & { soldOn: string; currency: string }
type StatementLine = Schemas['SettledBody']['lines'][number]

const scheduleColumns = (): CsvColumn<Sale>[] => [
  { label: t`Sold on`, csv: ({ soldOn }) => soldOn },
  { label: t`Buyer`, csv: ({ debtor }) => debtor },
  { label: t`Invoice`, csv: ({ invoice }) => invoice },
  { label: t`Due date`, csv: ({ dueOn }) => dueOn },
  { label: t`Payout on`, csv: ({ payoutOn }) => payoutOn },
  { label: t`Invoice amount`, csv: ({ face, currency }) => decimal(face, currency) },
  { label: t({ message: 'Reserve', context: 'price' }), csv: ({ reserve, currency }) => decimal(-reserve, currency) },
  { label: t`Fees`, csv: ({ charges, currency }) => decimal(-charges, currency) },
  { label: t({ message: 'Payout', context: 'price' }), csv: ({ payout, currency }) => decimal(payout, currency) },
  { label: t`Currency`, csv: ({ currency }) => currency },
]

/** What was sold at once, as a paper and as rows. */
export function ScheduleFiles({ id, number }: { id: string; number: string }) {
  const { t } = useLingui()
  const read = async () => {
    const { sales, soldOn, currency } = (await call((client) => client.GET('/semi-private/receivables/{id}/schedule', { params: { path: { id } } }))).data
    return { data: sales.map((sale) => ({ ...sale, soldOn, currency })) }
  }
  return (
    <HStack gap="2" wrap="wrap" align="flex-start" role="group" aria-label={t`Assignment schedule`}>
      <Paper path={`/semi-private/receivables/${id}/schedule/paper`} name={`assignment-schedule-${number}`} label={t`Assignment schedule (PDF)`} />
      <DownloadCsv name="assignment-schedule" of={number} read={read} columns={scheduleColumns} tell={failure} />
    </HStack>
  )
}

/** How an invoice ended, as a paper and as rows. */
export function SettlementFiles({ id, number, lines, currency }: { id: string; number: string; lines: readonly StatementLine[]; currency: string }) {
  const { t } = useLingui()
  const columns = (): CsvColumn<StatementLine>[] => [
    { label: t`Invoice`, csv: () => number },
    { label: t`Item`, csv: statementLabel },
    { label: t({ message: 'From', context: 'day' }), csv: ({ from }) => from },
    { label: t({ message: 'To', context: 'day' }), csv: ({ to }) => to },
    { label: t`Amount`, csv: ({ amount }) => decimal(amount, currency) },
    { label: t`Currency`, csv: () => currency },
  ]
  return (
    <HStack gap="2" wrap="wrap" align="flex-start" role="group" aria-label={t`Settlement statement`}>
      <Paper path={`/semi-private/receivables/${id}/settlement/paper`} name={`settlement-${number}`} label={t`Settlement statement (PDF)`} />
      <DownloadCsv name="settlement" of={number} read={() => Promise.resolve({ data: lines })} columns={columns} tell={failure} />
    </HStack>
  )
}
