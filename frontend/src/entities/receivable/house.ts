import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { paths } from '@/lib/paths'
import { receivablesQuery, type ReceivableFilter } from './api'

/** A receivable as the house sees it. */
export type Examined = Schemas['ExaminedReceivableBody']
export type HouseAction = Schemas['OperatorAction']

const examinedKey = ['receivables', 'house'] as const

/** Which receivables are listed: besides, of a seller, of a debtor, under a facility. */
export interface ExaminedFilter extends Omit<ReceivableFilter, 'after'> {
  companyId?: string | null | undefined
  debtorId?: string | null | undefined
  facilityId?: string | null | undefined
}

const queryOf = ({ companyId, debtorId, facilityId, ...others }: ExaminedFilter) => ({
  ...receivablesQuery(others),
  ...(companyId ? { companyId } : {}),
  ...(debtorId ? { debtorId } : {}),
  ...(facilityId ? { facilityId } : {}),
})

/** What sellers have submitted, and the house has not decided on. */
export const toCheckAddress = `${paths.receivables}?status=submitted`
/** What is sold and not paid out yet: the house is bound to pay for it. */
export const committedAddress = `${paths.receivables}?status=accepted`
/** What takes up the limit of a facility: what is bought and not at its end, and what is committed. */
export const inUseAddress = (facility: string) => `${paths.receivables}?status=accepted,funded&facilityId=${facility}`

/** The list of what is bought and not at its end, due between two days: that of which something is open. */
export function dueAddress({ from, to }: { from?: string; to?: string }): string {
  return `${paths.receivables}?status=funded&open=1${from ? `&dueFrom=${from}` : ''}${to ? `&dueTo=${to}` : ''}`
}

/** The receivables of all sellers, the one entered last first; `after` is where a page begins. */
export function useExaminedList(filter: ExaminedFilter, after: string | null) {
  return useQuery({
    queryKey: [...examinedKey, 'list', queryOf(filter), after],
    queryFn: () => readExamined({ ...filter, totals: true }, after),
    placeholderData: keepPreviousData,
  })
}

/** The same, one page after the other. */
export function useMoreExamined(filter: ExaminedFilter, enabled = true) {
  const query = queryOf(filter)
  return useInfiniteQuery({
    queryKey: [...examinedKey, 'more', query],
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/receivables', { params: { query: { ...query, ...(pageParam ? { after: pageParam } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
  })
}

const oneKey = (id: string) => [...examinedKey, 'one', id]

/** One receivable as it stands now. */
export function useExamined(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: async () => (await call((client) => client.GET('/operator/receivables/{id}', { params: { path: { id } } }))).data,
    retry: false,
  })
}

/** What was done with a receivable, the newest first. */
export function useActs(id: string) {
  return useInfiniteQuery({
    queryKey: [...examinedKey, 'acts', id],
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/receivables/{id}/acts', { params: { path: { id }, query: pageParam ? { before: pageParam } : {} } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** The names of those who did something with a receivable, by their ids, as far as that was read. */
export function useAuthors(id: string): ReadonlyMap<string, string> {
  const { data } = useActs(id)
  const people = data?.pages.flatMap((page) => page.data.flatMap(({ by, proposedBy }) => [by, proposedBy])) ?? []
  return new Map(people.flatMap((person) => (person ? [[person.id, person.name] as const] : [])))
}

/** What each action takes besides the version that was seen. */
export interface HouseBodies {
  verify: Schemas['VerifyBody']
  reject: Schemas['RejectBody']
  hold: Schemas['NotedBody']
  release: Schemas['ReleaseReceivableBody']
  dispute: Schemas['EnterDisputeBody']
  resolve: Schemas['ResolveBody']
  credit_note: Schemas['CreditNoteBody']
  lift_duplicate: Schemas['LiftBody']
  extend: Schemas['ExtendBody']
  close_short: Schemas['NotedBody']
  charge_back: Schemas['NotedBody']
  write_off: Schemas['WriteOffBody']
  undo: Schemas['NotedBody']
  use_credit: Schemas['UseCreditBody']
  paid_to_seller: Schemas['PaidToSellerBody']
  give_up: Schemas['GiveUpBody']
  undo_give_up: Schemas['NotedBody']
  ask_debtor: Schemas['AskDebtorBody']
}

/** What is to be done with a receivable, as it is sent. */
export interface HouseRequest {
  id: string
  action: HouseAction
  body: HouseBodies[HouseAction]
}

type ActionPath = '/operator/receivables/{id}/give-up'

/** The last part of an action's address is its code, written with hyphens. */
const pathOf = (action: HouseAction) => `/operator/receivables/{id}/${action.replaceAll('_', '-')}` as ActionPath

/** It was done, or waits for a second person. */
export type HouseAnswer = { receivable: Examined } | { waiting: Schemas['WaitingBody'] }

/** Does something with a receivable; sent twice under one key, it is done once. */
export function useActOnReceivable(idempotency: IdempotencyKey<HouseRequest>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (request: HouseRequest): Promise<HouseAnswer> => {
      const { id, action, body } = request
      // The addresses differ in nothing but their bodies, which `HouseBodies` tells apart.
      const sent = { params: { path: { id } }, body: body as HouseBodies['give_up'] }
      const { data } = await idempotency.send(request, (key) =>
        call((client) => client.POST(pathOf(action), { ...sent, params: { ...sent.params, header: { 'Idempotency-Key': key } } })),
      )
      return 'approval' in data ? { waiting: data.approval } : { receivable: data }
    },
    onSuccess: (answer) => {
      if ('receivable' in answer) queryClient.setQueryData(oneKey(answer.receivable.id), answer.receivable)
    },
    // After an error too: it may have been done all the same, or something else was.
    onSettled: () => Promise.all([['receivables'], ['payouts'], ['ledger'], ['approvals']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

/** A page of what `useExaminedList` lists. */
export const readExamined = (filter: ExaminedFilter, after: string | null) =>
  call((client) => client.GET('/operator/receivables', { params: { query: { ...queryOf(filter), ...(after ? { after } : {}) } } }))
