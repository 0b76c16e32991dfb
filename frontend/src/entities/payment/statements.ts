import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { useLookAgain } from './house'
import { openLinesKey, statementsKey } from './keys'

export type BankStatement = Schemas['StatementBody']

/** A line of it. */
export type BankLine = Schemas['BankLineBody']

/** How soon one sees how far an import has come. */
const LOOK_EVERY_MS = 1_000

/** What the bank says of our accounts, what was imported last first, page by page. */
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

/** What a line is said to be. */
export interface Settled {
  id: string
  as: Schemas['SettleLineBody']['as']
}

/** Says what money that went out was for. */
export function useSettle(idempotency: IdempotencyKey<Settled>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (settled: Settled) =>
      idempotency.send(settled, async (key) => (await call((client) => client.POST('/operator/statement-lines/{id}/settle', { params: { path: { id: settled.id }, header: { 'Idempotency-Key': key } }, body: { as: settled.as } }))).data),
    onSettled,
  })
}
