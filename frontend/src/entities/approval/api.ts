import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { userQuery } from '@/entities/user/me'
import type { Approval } from './labels'

const approvalsKey = ['approvals'] as const

/** Colleagues decide on the same: how soon one sees it in the list, and at the edge of the screen. */
const LOOK_EVERY_MS = 10_000
const COUNT_EVERY_MS = 30_000

/** The changes one's roles let one see: those that wait, the longest waiting first, or the others, the newest first. */
export function useApprovals(ended: boolean, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...approvalsKey, 'list', ended],
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/approvals', { params: { query: { ...(ended ? { ended } : {}), ...(pageParam ? { after: pageParam } : {}) } } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? null,
    refetchInterval: LOOK_EVERY_MS,
    enabled,
  })
}

/** How many wait for a decision of whoever is signed in; undefined until it is known. */
export function useWaiting(enabled: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: [...approvalsKey, 'waiting'],
    queryFn: async () => (await call((client) => client.GET('/operator/approvals'))).waiting,
    refetchInterval: COUNT_EVERY_MS,
    enabled,
    retry: false,
  })
  return enabled ? data : undefined
}

/** What waits for a second person and concerns this debtor, receivable or facility; none until it is known. */
export function useApprovalsAbout(about: string): Approval[] {
  const { data } = useQuery({
    queryKey: [...approvalsKey, 'about', about],
    queryFn: async () => (await call((client) => client.GET('/operator/approvals', { params: { query: { about } } }))).data,
    refetchInterval: COUNT_EVERY_MS,
    retry: false,
  })
  return data ?? []
}

/** What was decided may be anything: roles of one's own, an account in a case. */
function useAfterwards() {
  const queryClient = useQueryClient()
  return () => Promise.all([approvalsKey, ['operators'], ['review'], ['debtors'], ['house-facilities'], ['house-settings'], userQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** A decision as it is sent. */
export interface Ruling {
  id: string
  verdict: 'approve' | 'refuse'
  body: Schemas['RulingBody']
}

/** Decides on what was seen; sent twice under one key, it is decided once. */
export function useRule(idempotency: IdempotencyKey<Ruling>) {
  const afterwards = useAfterwards()
  return useMutation({
    mutationFn: async (ruling: Ruling): Promise<Approval> => {
      const { id, verdict, body } = ruling
      const answer = await idempotency.send(ruling, (key) => {
        const sent = { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }
        return call((client) => (verdict === 'approve' ? client.POST('/operator/approvals/{id}/approve', sent) : client.POST('/operator/approvals/{id}/refuse', sent)))
      })
      return answer.data
    },
    onSettled: afterwards,
  })
}

/** Takes back what one proposed oneself. */
export function useWithdraw() {
  const afterwards = useAfterwards()
  return useMutation({
    mutationFn: async (id: string): Promise<Approval> => (await call((client) => client.POST('/operator/approvals/{id}/withdraw', { params: { path: { id } } }))).data,
    onSettled: afterwards,
  })
}
