import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { accountKinds, type AccountKind } from './accounts'

export type Total = Schemas['TotalBody']
export type Balance = Schemas['BalanceBody']
export type Line = Schemas['LineBody']
export type NewEntry = Schemas['NewEntryBody']
export type Entry = Schemas['EntryBody']
export interface EntryReversal {
  id: string
  body: Schemas['ReverseEntryBody']
}

const ledgerKey = ['ledger'] as const

/** The kind of account an address names; undefined for anything else. */
export const accountKindOf = (text: string | null): AccountKind | undefined => accountKinds.codes.find((kind) => kind === text)

/** What the accounts of each kind hold; of the entries dated `on` or earlier, where a day is asked for. */
export function useTrialBalance(on: string | undefined) {
  return useQuery({
    queryKey: [...ledgerKey, 'trial-balance', on ?? null],
    queryFn: () => call((client) => client.GET('/operator/ledger/trial-balance', { params: { query: on ? { on } : {} } })),
    placeholderData: keepPreviousData,
  })
}

/** The accounts of a kind that hold something, or did on a day, page by page. */
export function useAccounts(kind: AccountKind, on: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...ledgerKey, 'accounts', kind, on ?? null],
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/ledger/accounts', { params: { query: { kind, holdsSomething: true, ...(on ? { on } : {}), ...(pageParam ? { after: pageParam } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** A page of what was posted to an account, of the entries dated `on` or earlier where a day is asked for. */
export const readLines = (account: string, on: string | undefined, before: string | null) =>
  call((client) => client.GET('/operator/ledger/accounts/{account}/entries', { params: { path: { account }, query: { ...(on ? { on } : {}), ...(before ? { before } : {}) } } }))

/** What was posted to an account, the newest first, page by page, and what it holds; of the entries dated `on` or earlier, where a day is asked for. */
export function useLines(account: string, on: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...ledgerKey, 'lines', account, on ?? null],
    queryFn: ({ pageParam }) => readLines(account, on, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Books by hand, or proposes to. */
export function useBookEntry(idempotency: IdempotencyKey<NewEntry>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewEntry): Promise<{ id: string } | { waiting: Schemas['WaitingBody'] }> => {
      const { data } = await idempotency.send(body, (key) => call((api) => api.POST('/operator/ledger/entries', { params: { header: { 'Idempotency-Key': key } }, body })))
      return 'approval' in data ? { waiting: data.approval } : { id: data.id }
    },
    onSettled: () => Promise.all([ledgerKey, ['approvals'], ['receipts'], ['funds']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Reverses an entry that was booked by hand, or proposes to. */
export function useReverseEntry(idempotency: IdempotencyKey<EntryReversal>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (reversal: EntryReversal): Promise<{ id: string } | { waiting: Schemas['WaitingBody'] }> => {
      const { id, body } = reversal
      const { data } = await idempotency.send(reversal, (key) => call((api) => api.POST('/operator/ledger/entries/{id}/reverse', { params: { header: { 'Idempotency-Key': key }, path: { id } }, body })))
      return 'approval' in data ? { waiting: data.approval } : { id: data.id }
    },
    onSettled: () => Promise.all([ledgerKey, ['approvals'], ['receipts'], ['funds']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

export function useEntry(id: string) {
  return useQuery({
    queryKey: [...ledgerKey, 'entry', id],
    queryFn: async () => (await call((client) => client.GET('/operator/ledger/entries/{id}', { params: { path: { id } } }))).data,
    retry: false,
  })
}

/** The entries about something, such as a receivable, the newest first, page by page. */
export function useEntriesAbout(about: string, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...ledgerKey, 'about', about],
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/ledger/entries', { params: { query: { about, ...(pageParam ? { before: pageParam } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
  })
}
