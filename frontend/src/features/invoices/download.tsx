import { t } from '@lingui/core/macro'
import { failure } from '@/api/errors'
import { readReceivables, type Receivable, type ReceivableFilter } from '@/entities/receivable/api'
import { standingText } from '@/entities/receivable/statuses'
import { useToday } from '@/entities/user/today'
import { decimal, idColumns, type CsvColumn } from '@/lib/csv'
import { DownloadCsv } from '@/ui/download-csv'

/** What else is the matter with it, as the list has it in badges. */
const flagsOf = ({ overdue, disputed }: Receivable) =>
  [overdue ? t({ message: 'Overdue', context: 'invoice' }) : null, disputed ? t({ message: 'Disputed', context: 'invoice' }) : null].filter(Boolean).join('; ')

const columns = (): CsvColumn<Receivable>[] => [
  { label: t`Invoice`, csv: ({ invoiceNumber }) => invoiceNumber },
  { label: t`Buyer`, csv: ({ debtorName }) => debtorName },
  { label: t`Status`, csv: standingText },
  { label: t`Flags`, csv: flagsOf },
  { label: t`Currency`, csv: ({ currency }) => currency },
  { label: t`Invoice amount`, csv: ({ figures, currency }) => decimal(figures.face, currency) },
  { label: t({ message: 'Payout', context: 'price' }), csv: ({ offer, currency }) => (offer ? decimal(offer.payout, currency) : null) },
  { label: t`Due`, csv: ({ figures }) => figures.dueOn },
  ...idColumns('reference', 'id', 'buyerId'),
]

/** The invoices that are listed, as a file. */
export function InvoicesCsv({ filter }: { filter: Omit<ReceivableFilter, 'after'> }) {
  const today = useToday()
  return <DownloadCsv name="invoices" of={today} read={(after) => readReceivables({ ...filter, after })} columns={columns} tell={failure} />
}
