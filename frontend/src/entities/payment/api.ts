import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

export type Payout = Schemas['PayoutBody']

/** A page of what the company is paid. */
export const readPayments = (after: string | null) => call((client) => client.GET('/semi-private/payments', { params: { query: after ? { after } : {} } }))

/** What the company is paid, the payout that was due first first; `after` is where a page begins. */
export function usePayments(after: string | null) {
  return useQuery({
    queryKey: ['payments', after],
    queryFn: () => readPayments(after),
    placeholderData: keepPreviousData,
  })
}
