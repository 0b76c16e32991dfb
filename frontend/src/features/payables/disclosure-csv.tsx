import { t } from '@lingui/core/macro'
import { failure } from '@/api/errors'
import { disclosedFigureIds, disclosedFigures, type DisclosedPayable, type Disclosure } from '@/entities/programme/disclosure'
import { decimal, idColumns, type CsvColumn } from '@/lib/csv'
import { text } from '@/lib/i18n'
import { DownloadCsv } from '@/ui/download-csv'

type Row = DisclosedPayable & { currency: string }

const columns = (): CsvColumn<Row>[] => [
  { label: t`Invoice`, csv: ({ invoiceNumber }) => invoiceNumber },
  { label: t`Supplier`, csv: ({ supplierName }) => supplierName },
  { label: t`Invoice date`, csv: ({ issuedOn }) => issuedOn },
  { label: t`Due`, csv: ({ dueOn }) => dueOn },
  { label: t`Approved on`, csv: ({ confirmedOn }) => confirmedOn },
  { label: t`Currency`, csv: ({ currency }) => currency },
  ...disclosedFigureIds.map((id) => ({ label: text(disclosedFigures[id].label), csv: ({ figures, currency }: Row) => decimal(disclosedFigures[id].of(figures), currency) })),
  { label: t`Days from invoice to due date at the start`, csv: ({ openingDays }) => ({ figure: String(openingDays) }) },
  { label: t`Days from invoice to due date at the end`, csv: ({ closingDays }) => ({ figure: String(closingDays) }) },
  ...idColumns('id'),
]

/** Every payable of the report with what it adds to each figure, as a file. */
export function DisclosureCsv({ disclosures, from, to }: { disclosures: readonly Disclosure[]; from: string; to: string }) {
  const rows = disclosures.flatMap(({ currency, payables }) => payables.map((payable) => ({ ...payable, currency })))
  return <DownloadCsv name="supplier-finance" of={`${from}-to-${to}`} read={() => Promise.resolve({ data: rows })} columns={columns} tell={failure} />
}
