import { t } from '@lingui/core/macro'
import { failure } from '@/api/errors'
import { readExamined, type Examined, type ExaminedFilter } from '@/entities/receivable/house'
import { houseStandingText } from '@/entities/receivable/house-labels'
import { useToday } from '@/entities/user/today'
import { decimal, idColumns, type CsvColumn } from '@/lib/csv'
import { DownloadCsv } from '@/ui/download-csv'

/** What else is the matter with it, as the list has it in badges. */
function flagsOf({ hold, dispute, overdue, debtorState }: Examined): string {
  const flags = [
    hold ? t({ message: 'On hold', context: 'receivable' }) : null,
    dispute && !dispute.end ? t({ message: 'Disputed', context: 'receivable' }) : null,
    overdue ? t({ message: 'Overdue', context: 'receivable' }) : null,
    debtorState === 'blocked' ? t`Debtor blocked` : null,
    debtorState === 'watch' ? t`Debtor on watch` : null,
  ]
  return flags.filter(Boolean).join('; ')
}

const columns = (): CsvColumn<Examined>[] => [
  { label: t`Invoice`, csv: ({ invoiceNumber }) => invoiceNumber },
  { label: t`Seller`, csv: ({ sellerName }) => sellerName },
  { label: t`Debtor`, csv: ({ debtorName }) => debtorName },
  { label: t`Currency`, csv: ({ currency }) => currency },
  { label: t`Invoice amount`, csv: ({ figures, currency }) => decimal(figures.face, currency) },
  { label: t({ message: 'Open', context: 'amount' }), csv: ({ position, currency }) => (position ? decimal(position.open, currency) : null) },
  { label: t`Due`, csv: ({ figures }) => figures.dueOn },
  { label: t`Status`, csv: houseStandingText },
  { label: t`Flags`, csv: flagsOf },
  ...idColumns('reference', 'id', 'sellerId', 'debtorId'),
]

/** The receivables that are listed, as a file. */
export function ReceivablesCsv({ filter }: { filter: ExaminedFilter }) {
  const today = useToday()
  return <DownloadCsv name="receivables" of={today} read={(after) => readExamined(filter, after)} columns={columns} tell={failure} />
}
