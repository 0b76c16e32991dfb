import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/api/client'
import { useIdempotencyKey } from '@/api/idempotency-key'

/** Moves business time ahead; whatever is on the screen may be another then. */
export function useMoveClock() {
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey<string>()
  return useMutation({
    mutationFn: (to: string) => idempotency.send(to, (key) => call((client) => client.POST('/operator/clock', { body: { to }, params: { header: { 'Idempotency-Key': key } } }))),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
