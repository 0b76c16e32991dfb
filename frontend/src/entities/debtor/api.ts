import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { debtorStates, type DebtorState } from './labels'

export type Debtor = Schemas['DebtorBody']

const debtorsKey = ['debtors'] as const
const debtorQuery = (id: string) =>
  queryOptions({
    queryKey: [...debtorsKey, 'one', id],
    queryFn: async () => (await call((client) => client.GET('/operator/debtors/{id}', { params: { path: { id } } }))).data,
    retry: false,
  })

/** The state an address names; undefined for anything else. */
export const debtorStateOf = (text: string | null): DebtorState | undefined => debtorStates.codes.find((state) => state === text)

interface DebtorFilter {
  state: DebtorState | undefined
  /** Where a page begins. */
  after: string | null
}

/** A page of debtors. */
export const readDebtors = ({ state, after }: DebtorFilter) => call((client) => client.GET('/operator/debtors', { params: { query: { ...(state ? { state } : {}), ...(after ? { after } : {}) } } }))

/** Those of a state, or all, the one made last first. */
export function useDebtors({ state, after }: DebtorFilter) {
  return useQuery({
    queryKey: [...debtorsKey, 'list', state ?? null, after],
    queryFn: () => readDebtors({ state, after }),
    placeholderData: keepPreviousData,
  })
}

export function useDebtor(id: string) {
  return useQuery(debtorQuery(id))
}

const payersKey = (id: string) => [...debtorsKey, 'payers', id]

export type RememberedPayer = Schemas['RememberedPayerBody']

/** Who is known to pay for a debtor, as treasury matched it. */
export function usePayers(id: string, enabled: boolean) {
  return useQuery({
    queryKey: payersKey(id),
    queryFn: async () => (await call((client) => client.GET('/operator/debtors/{id}/payers', { params: { path: { id } } }))).data,
    enabled,
  })
}

/** Forgets that a payer pays for a debtor. */
export function useForgetPayer(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (payer: string) => call((client) => client.POST('/operator/debtors/{id}/payers/{payer}/forget', { params: { path: { id, payer } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: payersKey(id) }),
  })
}

/** A debtor as it is to be, and as it was seen. */
export type DebtorChange = Schemas['ChangeDebtorBody'] & { id: string }

/** Changes a debtor; answers what waits for a second person, or null where all of it counts at once. */
export function useChangeDebtor(idempotency: IdempotencyKey<DebtorChange>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: DebtorChange): Promise<Schemas['WaitingBody'] | null> =>
      idempotency.send(change, async (key) => {
        const { id, ...body } = change
        const { data } = await call((client) => client.PUT('/operator/debtors/{id}', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))
        return 'approval' in data ? data.approval : null
      }),
    onSettled: () => Promise.all([debtorsKey, ['approvals'], ['names']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

export type MergeOutlook = Schemas['MergeOutlookBody']

/** The debtors that look like one, most in common first. */
export function useAlikeDebtors(id: string) {
  return useQuery({
    queryKey: [...debtorsKey, 'alike', id],
    queryFn: async () => (await call((client) => client.GET('/operator/debtors/{id}/alike', { params: { path: { id } } }))).data.alike,
  })
}

/** What merging one debtor into another one comes to, as things stand. */
export function useMergeOutlook(id: string, into: string) {
  return useQuery({
    queryKey: [...debtorsKey, 'merge', id, into],
    queryFn: async () => (await call((client) => client.GET('/operator/debtors/{id}/merge', { params: { path: { id }, query: { into } } }))).data,
    gcTime: 0,
  })
}

/** Which debtor is merged into which, and how both were seen. */
export type Merge = Schemas['MergeBody'] & { id: string }

/** Merges a debtor into another one; answers what waits for a second person, or null where it counts at once. */
export function useMergeDebtors(idempotency: IdempotencyKey<Merge>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (merge: Merge): Promise<Schemas['WaitingBody'] | null> =>
      idempotency.send(merge, async (key) => {
        const { id, ...body } = merge
        const { data } = await call((client) => client.POST('/operator/debtors/{id}/merge', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))
        return 'approval' in data ? data.approval : null
      }),
    onSettled: () => Promise.all([debtorsKey, ['approvals'], ['names']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

/** What of a debtor’s credit goes back, and for which receipt. */
export interface Refund {
  id: string
  body: Schemas['RefundBody']
}

/** Refunds a part of a debtor’s credit; answers what waits for a second person, or null where it is on its way. */
export function useRefund(idempotency: IdempotencyKey<Refund>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (refund: Refund): Promise<Schemas['WaitingBody'] | null> =>
      idempotency.send(refund, async (key) => {
        const { data } = await call((client) => client.POST('/operator/debtors/{id}/refund', { params: { path: { id: refund.id }, header: { 'Idempotency-Key': key } }, body: refund.body }))
        return 'approval' in data ? data.approval : null
      }),
    onSettled: () => Promise.all([debtorsKey, ['payouts'], ['receipts'], ['ledger'], ['approvals']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
