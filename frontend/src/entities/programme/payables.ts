import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { receivablesKey, receivablesQuery, useLookAgain, type Receivable, type ReceivableFilter } from '@/entities/receivable/api'

/** What a buyer is to pay: a receivable, looked at from the other side. */
export type Payable = Receivable
export type NewPayable = Schemas['NewPayableBody']
export type ApprovedRow = Schemas['ApprovedRowBody']

/** As many as are approved at once. */
export const MOST_AT_ONCE = 500

/** The company's payables, the one entered last first unless told otherwise. */
export function usePayables(filter: ReceivableFilter) {
  const query = receivablesQuery(filter)
  return useQuery({
    // Beside the receivables: what changes one of them changes these.
    queryKey: [...receivablesKey, 'payables', query],
    queryFn: () => call((client) => client.GET('/semi-private/payables', { params: { query } })),
    placeholderData: keepPreviousData,
  })
}

/** The company's programmes, one a currency. */
const programmesQuery = queryOptions({
  queryKey: ['programmes'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/programmes'))).data,
})

export type Programme = Schemas['ProgrammeBody']

export function useProgrammes(isAsked = true) {
  return useQuery({ ...programmesQuery, enabled: isAsked })
}

/** Enters a payable as a draft; sent twice under one key, it is entered once. */
export function useEnterPayable(idempotency: IdempotencyKey<NewPayable>) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: (body: NewPayable) => idempotency.send(body, async (key) => (await call((client) => client.POST('/semi-private/payables', { params: { header: { 'Idempotency-Key': key } }, body }))).data),
    onSuccess: put,
    onSettled: lookAgain,
  })
}

/** A payable as it was seen. */
export type SeenPayable = Schemas['SeenPayableBody']

/** Promises to pay each of these, each by itself: a row for each says what came of it. */
export function useApprovePayables(idempotency: IdempotencyKey<SeenPayable[]>) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: (payables: SeenPayable[]) =>
      idempotency.send(payables, async (key) => (await call((client) => client.POST('/semi-private/payables/approve', { params: { header: { 'Idempotency-Key': key } }, body: { payables } }))).data),
    onSuccess: (rows) => {
      for (const { payable } of rows) if (payable) put(payable)
    },
    onSettled: lookAgain,
  })
}

/** What a supplier credited. */
export type Credit = Schemas['CreditPayableBody'] & { id: string }

/** Lowers an approved payable before it is sold. */
export function useCreditPayable(idempotency: IdempotencyKey<Credit>) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: (credit: Credit) =>
      idempotency.send(credit, async (key) => {
        const { id, ...body } = credit
        return (await call((client) => client.POST('/semi-private/payables/{id}/credit-note', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))).data
      }),
    onSuccess: put,
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.receivable) put(error.problem.receivable)
    },
    onSettled: lookAgain,
  })
}
