import { t } from '@lingui/core/macro'
import { failure } from '@/api/errors'
import { readNames } from '@/entities/name/api'
import type { Payout } from '@/entities/payment/api'
import { payeeChecks } from '@/entities/payment/bank-answers'
import { readPayouts, type PayoutFilter } from '@/entities/payment/house'
import { useToday } from '@/entities/user/today'
import { idColumns } from '@/lib/csv'
import { csvColumns } from '@/ui/csv-columns'
import { DownloadCsv } from '@/ui/download-csv'
import { idsIn, payoutColumns } from './columns'
import { remarksOf } from './remarks'

type Numbered = Payout & { batchNumber: number | undefined }

/** The payouts of one status, as a file. */
export function PayoutsCsv({ status }: { status: NonNullable<PayoutFilter['status']> }) {
  const today = useToday()
  const columns = async (payouts: readonly Numbered[]) => {
    const { payee, purpose, invoice, due, account, answer, setOff, amount, owed } = payoutColumns(await readNames(payouts.flatMap(idsIn)))
    return [
      ...csvColumns([payee, purpose, invoice, due, account]),
      { label: t({ message: 'Batch', context: 'payouts' }), csv: ({ batchNumber }: Numbered) => (batchNumber ? { figure: String(batchNumber) } : null) },
      { label: t`Currency`, csv: ({ currency }: Payout) => currency },
      ...csvColumns(status === 'due' ? [owed] : [setOff, amount]),
      ...(status === 'due' ? [{ label: t`Note`, csv: (payout: Payout) => remarksOf(payout) || null }] : []),
      ...csvColumns([answer]),
      { label: t`Payee check`, csv: ({ bankAnswer }: Payout) => (bankAnswer?.payeeCheck ? payeeChecks.labelOf(bankAnswer.payeeCheck) : null) },
      { label: t`Bank’s reason`, csv: ({ bankAnswer }: Payout) => bankAnswer?.reason },
      { label: t`Executed on`, csv: ({ executedOn }: Payout) => executedOn },
      { label: t`Returned on`, csv: ({ returnedOn }: Payout) => returnedOn },
      { label: t`Reason for return`, csv: ({ returnReason }: Payout) => returnReason },
      ...idColumns('id', 'companyId', 'receivableId', 'receiptId', 'debtorId'),
    ]
  }
  /** With the number of its batch beside each. */
  const read = async (after: string | null) => {
    const page = await readPayouts({ status }, after)
    const numbers = new Map(page.batches?.map((batch) => [batch.id, batch.number]))
    return { ...page, data: page.data.map((payout) => ({ ...payout, batchNumber: numbers.get(payout.released?.batchId ?? '') })) }
  }
  return <DownloadCsv name={`payouts-${status}`} of={today} read={read} columns={columns} tell={failure} />
}
