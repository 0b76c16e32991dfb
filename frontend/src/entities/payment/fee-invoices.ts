import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { labels } from '@/lib/codes'

export type FeeInvoice = Schemas['FeeInvoiceBody']
export type FeeLine = Schemas['FeeLineBody']

/** What the company was invoiced for fees with tax, the newest first. */
export function useFeeInvoices() {
  return useQuery({
    queryKey: ['payments', 'fee-invoices'],
    queryFn: async () => (await call((client) => client.GET('/semi-private/fee-invoices'))).data,
  })
}

/** What it consists of. */
export const feeLines = async (id: string): Promise<readonly FeeLine[]> =>
  (await call((client) => client.GET('/semi-private/fee-invoices/{id}', { params: { path: { id } } }))).data.lines

/** Where it is as a paper. */
export const feeInvoicePaper = (id: string): string => `/semi-private/fee-invoices/${id}/paper`

export const chargedFor = labels<Schemas['ChargedFor']>({
  service_fee: msg({ message: 'Service fee', context: 'price' }),
  payout_fee: msg`Payout fee`,
  fees: msg`Service and payout fee`,
})
