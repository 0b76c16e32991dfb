import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { statusNumber } from '@/entities/application/status'

export type Desk = Schemas['DeskBody']
export type EndOfDay = Schemas['EndOfDayBody']

const deskKey = ['desk'] as const

/** Money moves while somebody looks. */
const LOOK_EVERY_MS = 60_000

/** What the house begins its day with, as far as one's roles let one see it. */
export function useDesk() {
  return useQuery({ queryKey: deskKey, queryFn: async () => (await call((client) => client.GET('/operator/desk'))).data, refetchInterval: LOOK_EVERY_MS })
}

/** How many applications wait for a review: those of the queue. */
export function useToReview(enabled: boolean) {
  const status = statusNumber('pending')
  return useQuery({
    queryKey: ['review', 'queue', 'count'],
    queryFn: async () => (await call((client) => client.GET('/operator/applications', { params: { query: { status } } }))).data.counts[status] ?? 0,
    refetchInterval: LOOK_EVERY_MS,
    enabled,
  })
}

/** Tries again what failed at the end of a date; done twice, it does no harm. */
export function useRetry() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (date: string): Promise<EndOfDay> => (await call((client) => client.POST('/operator/end-of-day/{date}/retry', { params: { path: { date } } }))).data,
    // After an error too: it may have gone on all the same.
    onSettled: () => queryClient.invalidateQueries({ queryKey: deskKey }),
  })
}
