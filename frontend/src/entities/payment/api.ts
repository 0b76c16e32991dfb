import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { receivablesKey } from '@/entities/receivable/api'
import { readAll } from '@/lib/csv'

export type Payout = Schemas['PayoutBody']

/** When it was or is to be sent. */
export const dayOf = ({ executedOn, released, dueOn }: Payout) => executedOn ?? released?.on ?? dueOn

/** Whether something stops it: no day is certain until nothing does. */
export const isWaiting = ({ status, stops }: Payout) => status === 'due' && stops.length > 0

/** Whether its day has passed, and it was not released. */
export const isLate = (payout: Payout, today: string) => payout.status === 'due' && !isWaiting(payout) && payout.dueOn < today

/** A page of what the company is paid. */
export const readPayments = (after: string | null) => call((client) => client.GET('/semi-private/payments', { params: { query: after ? { after } : {} } }))

/** What the company is paid, the payout that was due last first; `after` is where a page begins. */
export function usePayments(after: string | null) {
  return useQuery({
    queryKey: ['payments', after],
    queryFn: () => readPayments(after),
    placeholderData: keepPreviousData,
  })
}

/** So many payouts that are due are read at most. */
const MOST_DUE = 2_000

const readDue = (after: string | null) => call((client) => client.GET('/semi-private/payments', { params: { query: { status: 'due', ...(after ? { after } : {}) } } }))

/** What is due to the company and was not released yet, the newest first. */
export function useDuePayments(enabled = true) {
  return useQuery({ queryKey: ['payments', 'due'], queryFn: async () => (await readAll(readDue, MOST_DUE, () => true)).rows, enabled })
}

/** What stops every payout of what the company sells now: while something does, no day is promised. */
export function useStops(): readonly Schemas['Stop'][] {
  return useQuery({ queryKey: ['payments', 'stops'], queryFn: async () => (await readDue(null)).stops ?? [] }).data ?? []
}

/** What the company was paid for an invoice, what was kept back for it, and what it still owes for it. */
export function usePaidFor(id: string) {
  return useQuery({
    queryKey: [...receivablesKey, 'paid-for', id],
    queryFn: async () => (await call((client) => client.GET('/semi-private/receivables/{id}/payments', { params: { path: { id } } }))).data,
  })
}
