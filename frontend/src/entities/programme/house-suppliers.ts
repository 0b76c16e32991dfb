import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'

/** A supplier of a programme, as the house sees it. */
export type ProgrammeSupplier = Schemas['ProgrammeSupplierBody']

/** The suppliers of a programme, the one invited last first. What is decided on facilities may be decided on these. */
export function useProgrammeSuppliers(facility: string) {
  return useInfiniteQuery({
    queryKey: ['house-facilities', 'suppliers', facility],
    queryFn: ({ pageParam }) => call((client) => client.GET('/operator/facilities/{id}/suppliers', { params: { path: { id: facility }, query: pageParam ? { after: pageParam } : {} } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? null,
  })
}

/** The rate a supplier is to have, and how it was seen. */
export type SupplierRate = Schemas['SupplierRateRequest'] & { id: string }

/** Gives a supplier another rate; answers what waits for a second person, or null where it counts at once. */
export function useChangeRate(idempotency: IdempotencyKey<SupplierRate>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: SupplierRate): Promise<Schemas['WaitingBody'] | null> =>
      idempotency.send(change, async (key) => {
        const { id, ...body } = change
        const answer = await call((client) => client.POST('/operator/suppliers/{id}/rate', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))
        return answer?.data.approval ?? null
      }),
    // Also after an error it may have been done.
    onSettled: () => Promise.all([['house-facilities'], ['approvals']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
