import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { ApiError } from '@/api/error'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { useLookAgain, useLookAgainBeside } from './house'
import { heldLinesKey, openLinesKey, statementsKey } from './keys'

export type BankStatement = Schemas['StatementBody']

/** A line of it. */
export type BankLine = Schemas['BankLineBody']

/** A line without an explanation, with the entry that it perhaps is. */
export type OpenLine = Schemas['OpenLineBody']

/** How soon one sees how far an import has come. */
const LOOK_EVERY_MS = 1_000

/** What the bank says of our accounts, the one that ends last first, page by page. */
export function useStatements(isImporting: boolean) {
  return useInfiniteQuery({
    queryKey: statementsKey,
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/bank-statements', { params: { query: pageParam ? { before: pageParam } : {} } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: isImporting ? LOOK_EVERY_MS : false,
  })
}

/** Money that went out and nobody knows for what, the newest first, page by page. */
export function useOpenLines() {
  return useInfiniteQuery({
    queryKey: openLinesKey,
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/statement-lines', { params: { query: pageParam ? { before: pageParam } : {} } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** A line that waits for a decision. */
export type HeldLine = Schemas['HeldLineBody']
export type HeldDecision = Schemas['HeldIsBody']

/** Where a statement is missing. */
export type StatementGap = Schemas['GapBody']

/** Lines that wait for a decision, the newest first, page by page. */
export function useHeldLines() {
  return useInfiniteQuery({
    queryKey: heldLinesKey,
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/held-lines', { params: { query: pageParam ? { before: pageParam } : {} } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Lines that waited and that a person decided, the newest first, page by page. */
export function useDecidedLines() {
  return useInfiniteQuery({
    queryKey: [...heldLinesKey, 'decided'],
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/held-lines', { params: { query: { decided: true, ...(pageParam ? { before: pageParam } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** A decided line that is to wait again, as it was seen. */
export interface ReopenedHeld {
  id: string
  version: number
}

/** Takes back what a person decided of a line; sent twice under one key, it is taken back once. */
export function useReopenHeld(idempotency: IdempotencyKey<ReopenedHeld>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (reopened: ReopenedHeld) =>
      idempotency.send(reopened, async (key) => (await call((client) => client.POST('/operator/held-lines/{id}/reopen', { params: { path: { id: reopened.id }, header: { 'Idempotency-Key': key } }, body: { version: reopened.version } }))).data),
    onSettled,
  })
}

/** Whether a colleague decided it before. */
const isDecided = (error: unknown) => error instanceof ApiError && error.problem?.reason === 'wrong_status'

/** What is said of a line that waits, as it was seen. */
export interface DecidedHeld {
  id: string
  body: Schemas['HeldDecisionBody']
}

/** Says what a line that waits is; sent twice under one key, it is said once. */
export function useDecideHeld(idempotency: IdempotencyKey<DecidedHeld>) {
  const [lookAgain, lookBeside] = [useLookAgain(), useLookAgainBeside()]
  return useMutation({
    mutationFn: (decided: DecidedHeld) =>
      idempotency.send(decided, async (key) => (await call((client) => client.POST('/operator/held-lines/{id}/decide', { params: { path: { id: decided.id }, header: { 'Idempotency-Key': key } }, body: decided.body }))).data),
    onSettled: (_, error, { id }) => (error && !isDecided(error) ? lookAgain() : lookBeside(heldCandidatesKey(id))),
  })
}

const heldCandidatesKey = (id: string) => [...heldLinesKey, id, 'candidates']
const lineCandidatesKey = (id: string) => [...openLinesKey, id, 'candidates']

/** The lines that count and that one that waits may be. */
export function useHeldCandidates(id: string) {
  return useQuery({
    queryKey: heldCandidatesKey(id),
    queryFn: async () => (await call((client) => client.GET('/operator/held-lines/{id}/candidates', { params: { path: { id } } }))).data,
  })
}

/** Statements that are missing between two that there are. */
export function useGaps() {
  return useQuery({ queryKey: [...statementsKey, 'gaps'], queryFn: async () => (await call((client) => client.GET('/operator/bank-statements/gaps'))).data })
}

/** What in the books may be what an open line says. */
export function useLineCandidates(id: string) {
  return useQuery({
    queryKey: lineCandidatesKey(id),
    queryFn: async () => (await call((client) => client.GET('/operator/statement-lines/{id}/candidates', { params: { path: { id } } }))).data,
  })
}

/** The lines a statement brought, in their order, page by page. */
export function useStatementLines(id: string) {
  return useInfiniteQuery({
    queryKey: [...openLinesKey, 'of', id],
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/bank-statements/{id}/lines', { params: { path: { id }, query: pageParam === null ? {} : { after: pageParam } } })),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** What a line is said to be. */
export interface Settled {
  id: string
  body: Schemas['LineIsBody']
}

/** Takes back what somebody said of a line. */
export function useReopen() {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: async (id: string) => (await call((client) => client.POST('/operator/statement-lines/{id}/reopen', { params: { path: { id } } }))).data,
    onSettled,
  })
}

/** Says what money that went out was for. */
export function useSettle(idempotency: IdempotencyKey<Settled>) {
  const [lookAgain, lookBeside] = [useLookAgain(), useLookAgainBeside()]
  return useMutation({
    mutationFn: (settled: Settled) =>
      idempotency.send(settled, async (key) => (await call((client) => client.POST('/operator/statement-lines/{id}/settle', { params: { path: { id: settled.id }, header: { 'Idempotency-Key': key } }, body: settled.body }))).data),
    onSettled: (_, error, { id }) => (error && !isDecided(error) ? lookAgain() : lookBeside(lineCandidatesKey(id))),
  })
}
