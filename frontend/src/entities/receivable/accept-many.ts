import { useMutation, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { receivablesKey, receivablesQuery, useLookAgain, type Receivable } from './api'

export type OneOfMany = Schemas['OneOfManyBody']
export type AcceptedRow = Schemas['AcceptedRowBody']
export type Choice = Schemas['ChoiceBody']

/** As many offers as are accepted at once. */
export const MOST_AT_ONCE = 100

/** The offers that pay an amount at the least cost. */
export function useCheapest() {
  return useMutation({ mutationFn: async (need: Schemas['NeedBody']) => (await call((client) => client.POST('/semi-private/receivables/quote', { body: need }))).data })
}

/** More offers than anybody looks through. */
const MOST_PAGES = 10

/** All that is offered, whatever page it stands on. */
export function useOffered() {
  return useQuery({
    queryKey: [...receivablesKey, 'offered'],
    queryFn: async () => {
      const offered: Receivable[] = []
      let after: string | null | undefined
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const query = receivablesQuery({ status: ['offered'], after })
        const found = await call((client) => client.GET('/semi-private/receivables', { params: { query } }))
        offered.push(...found.data)
        after = found.next
        if (!after) break
      }
      return offered
    },
  })
}

/** Sells invoices for exactly the offers that were seen, each by itself: a row for each says what came of it. */
export function useAcceptOffers(idempotency: IdempotencyKey<OneOfMany[]>) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: (offers: OneOfMany[]) =>
      idempotency.send(offers, async (key) => (await call((client) => client.POST('/semi-private/receivables/accept', { params: { header: { 'Idempotency-Key': key } }, body: { offers } }))).data),
    onSuccess: (rows) => {
      for (const { receivable } of rows) if (receivable) put(receivable)
    },
    onSettled: lookAgain,
  })
}
