import { keepPreviousData, queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, call, type Schemas } from '@/api/client'
import { fileOf } from '@/api/file'
import { useIdempotencyKey, type IdempotencyKey } from '@/api/idempotency-key'
import type { paths } from '@/api/schema'
import { documentContent } from '@/entities/document/content'
import type { Decision, DecisionBody } from '@/entities/application/decisions'

export type QueueEntry = Schemas['QueueEntryBody']
export type Case = Schemas['CaseBody']
export type Document = Schemas['DocumentBody']
export type Buyer = Schemas['CaseBuyerBody']
export type Changed = Schemas['ChangedBody']
/** A debtor that looks like a buyer. */
export type AlikeDebtor = Schemas['AlikeDebtorBody']
/** Which debtor a buyer is: one of those that look like it, or none of them. */
export type Picked = Pick<Schemas['BuyerDecisionBody'], 'debtor' | 'noneOf'>
/** What the machine noticed. */
export type Noticed = Schemas['NoticeBody']
export type AuditRecord = Schemas['RecordBody']

/** What an operator looks for; it stands in the address. */
export type QueueFilter = NonNullable<paths['/operator/applications']['get']['parameters']['query']>

/** Colleagues work on the same queue: how soon one sees it. */
const LOOK_EVERY_MS = 10_000

const queueKey = ['review', 'queue'] as const
const caseQuery = (id: string) =>
  queryOptions({
    queryKey: ['review', 'case', id],
    queryFn: async () => (await call((client) => client.GET('/operator/applications/{id}', { params: { path: { id } } }))).data,
  })

export function useQueue(filter: QueueFilter) {
  return useQuery({
    queryKey: [...queueKey, filter],
    queryFn: async () => (await call((client) => client.GET('/operator/applications', { params: { query: filter } }))).data,
    refetchInterval: LOOK_EVERY_MS,
    placeholderData: keepPreviousData,
  })
}

export function useCase(id: string) {
  return useQuery({ ...caseQuery(id), refetchInterval: LOOK_EVERY_MS, retry: false })
}

/** The id of the case to turn to after this one; null when no other waits for this operator. */
export async function findNextCase(id: string): Promise<string | null> {
  return (await call((client) => client.GET('/operator/applications/next', { params: { query: { after: id } } }))).data.id ?? null
}

export interface Assigned {
  /** The ids of those somebody else was faster with, or that could not be assigned. */
  failed: string[]
}

/** Assigns cases to whoever is signed in: one request each, for each can have changed meanwhile. */
export function useTakeAll() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (entries: Pick<QueueEntry, 'id' | 'version'>[]): Promise<Assigned> => {
      const failed: string[] = []
      for (const { id, version } of entries) {
        try {
          await call((client) => client.POST('/operator/applications/{id}/take', { params: { path: { id } }, body: { version } }))
        } catch {
          failed.push(id)
        }
      }
      return { failed }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['review'] }),
  })
}

/** Whether the case is not any more what the operator saw. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && (error.problem?.code === 'stale_version' || error.problem?.code === 'not_editable')
}

/** Whether the reviewer has to say first which debtor the buyer is. */
export function isUndecided(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'debtor_undecided'
}

/** The debtors that a buyer may be. */
export function useBuyersDebtors(id: string, buyer: string) {
  return useQuery({
    queryKey: ['review', 'debtors', id, buyer],
    queryFn: async () => (await call((client) => client.GET('/operator/applications/{id}/buyers/{buyer}/debtors', { params: { path: { id, buyer } } }))).data,
    retry: false,
  })
}

/** Links a buyer to another debtor than the one it was linked to. */
export function useCorrectDebtor(application: string, buyer: string) {
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey<{ seen: string } & Picked>()
  return useMutation({
    mutationFn: (correction: { seen: string } & Picked) =>
      idempotency.send(correction, (key) =>
        call((client) => client.PUT('/operator/applications/{id}/buyers/{buyer}/debtor', { params: { path: { id: application, buyer }, header: { 'Idempotency-Key': key } }, body: correction })),
      ),
    onSettled: () => Promise.all([refresh(queryClient, application), queryClient.invalidateQueries({ queryKey: ['review', 'debtors', application, buyer] })]),
  })
}

async function refresh(queryClient: QueryClient, id: string) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: caseQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: queueKey }),
    queryClient.invalidateQueries({ queryKey: trailKey(id) }),
  ])
}

/** Something done on a case that answers the case as it is then. */
function useOnCase<T>(id: string, send: (variables: T) => Promise<{ data: Case }>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (variables: T) => (await send(variables)).data,
    onSuccess: (found) => {
      queryClient.setQueryData(caseQuery(id).queryKey, found)
    },
    onSettled: () => refresh(queryClient, id),
  })
}

export function useTake(id: string) {
  return useOnCase(id, (version: number) => call((client) => client.POST('/operator/applications/{id}/take', { params: { path: { id } }, body: { version } })))
}

export function useGiveBack(id: string) {
  return useOnCase(id, (version: number) => call((client) => client.POST('/operator/applications/{id}/give-back', { params: { path: { id } }, body: { version } })))
}

export interface Verdict {
  document: string
  body: Schemas['VerdictBody']
}

export function useJudge(id: string) {
  return useOnCase(id, ({ document, body }: Verdict) =>
    call((client) => client.POST('/operator/applications/{id}/documents/{document}/verdict', { params: { path: { id, document } }, body })),
  )
}

/** A decision as it is sent. */
export interface Made {
  path: Decision['path']
  body: DecisionBody
}

/** Makes a decision; sent twice under one key, it is made once. */
export function useDecide(id: string, idempotency: IdempotencyKey<Made>) {
  return useOnCase(id, (made: Made) =>
    idempotency.send(made, (key) => call((client) => client.POST(made.path, { params: { path: { id }, header: { 'Idempotency-Key': key } }, body: made.body }))),
  )
}

/** Decides on one buyer; sent twice under one key, it is decided once. */
export function useDecideBuyer(id: string, buyer: string) {
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey<Schemas['BuyerDecisionBody']>()
  return useMutation({
    mutationFn: (body: Schemas['BuyerDecisionBody']) =>
      idempotency.send(body, (key) =>
        call((client) =>
          client.POST('/operator/applications/{id}/buyers/{buyer}/decision', { params: { path: { id, buyer }, header: { 'Idempotency-Key': key } }, body }),
        ),
      ),
    onSettled: () => refresh(queryClient, id),
  })
}

const trailKey = (id: string) => ['review', 'trail', id] as const

/** Everything anybody did about a case, the newest first. */
export function useTrail(id: string) {
  return useInfiniteQuery({
    queryKey: trailKey(id),
    queryFn: async ({ pageParam }) => {
      const query = pageParam === null ? {} : { before: pageParam }
      return (await call((client) => client.GET('/operator/applications/{id}/audit', { params: { path: { id }, query } }))).data
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? null,
  })
}

/** A document's content. It never changes, and is forgotten soon after the case is left. */
export function useContent(id: string) {
  return useQuery({ queryKey: ['review', 'content', id], queryFn: () => documentContent(id), staleTime: Infinity, gcTime: 60_000, retry: false })
}

export function trailCsv(id: string): Promise<Blob> {
  return fileOf(`/operator/applications/${id}/audit.csv`)
}
