import { t } from '@lingui/core/macro'
import { failure } from '@/api/errors'
import { accountOf } from '@/entities/company/labels'
import { partLabel, type AdvisedPayout, type BatchAdvice } from '@/entities/payment/advice'
import { payoutPurposes } from '@/entities/payment/labels'
import { useToday } from '@/entities/user/today'
import { decimal, idColumns, type CsvColumn } from '@/lib/csv'
import { DownloadCsv } from '@/ui/download-csv'

/** A part of a payout, or what was set off of it: those of one transfer add up to it. */
interface Row {
  transferId: string | null
  on: string | null
  account: string | null
  currency: string
  payout: AdvisedPayout
  payoutId: string
  /** What it is about. */
  receivableId: string | null
  kind: string
  label: string
  amount: number
  /** The invoice that something was kept back for. */
  setOffFor: string | null
}

type Where = Pick<Row, 'transferId' | 'on' | 'account' | 'currency'>

function rowsOf(payout: AdvisedPayout, where: Where): Row[] {
  const of = { ...where, payout, payoutId: payout.id }
  return [
    ...payout.parts.map((part) => ({ ...of, receivableId: payout.receivableId ?? null, kind: part.kind, label: partLabel(part, payout), amount: part.amount, setOffFor: null })),
    ...payout.setOffs.map(({ receivableId, invoiceNumber, amount }) => ({ ...of, receivableId, kind: 'set_off', label: t`Set-off`, amount: -amount, setOffFor: invoiceNumber })),
  ]
}

const allRows = ({ transfers, setOffWhole }: BatchAdvice): Row[] => [
  ...transfers.flatMap(({ id, on, account, currency, payouts }) => payouts.flatMap((payout) => rowsOf(payout, { transferId: id ?? null, on, account: accountOf(account), currency }))),
  ...setOffWhole.flatMap(({ payout, currency, on }) => rowsOf(payout, { transferId: null, on: on ?? null, account: null, currency })),
]

const columns = (): CsvColumn<Row>[] => [
  { label: t`End-to-end reference`, csv: ({ transferId }) => transferId },
  { label: t`Day`, csv: ({ on }) => on },
  { label: t`To account`, csv: ({ account }) => account },
  { label: t`Invoice`, csv: ({ payout }) => payout.invoice },
  { label: t`Buyer`, csv: ({ payout }) => payout.debtor },
  { label: t`Purpose`, csv: ({ payout }) => payoutPurposes.labelOf(payout.purpose) },
  { label: t`Item`, csv: ({ label }) => label },
  { label: t`Set off for invoice`, csv: ({ setOffFor }) => setOffFor },
  { label: t`Amount`, csv: ({ amount, currency }) => decimal(amount, currency) },
  { label: t`Currency`, csv: ({ currency }) => currency },
  ...idColumns('kind', 'payoutId', 'receivableId'),
]

/** Every part of every transfer, as a file for bookkeeping. */
export function AdviceCsv({ advice }: { advice: BatchAdvice }) {
  const today = useToday()
  const day = advice.transfers[0]?.on ?? advice.setOffWhole[0]?.on
  return <DownloadCsv name="payout-advice" of={day ?? today} read={() => Promise.resolve({ data: allRows(advice) })} columns={columns} tell={failure} />
}
