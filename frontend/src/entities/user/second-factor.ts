import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callOnce } from '@/api/client'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { userQuery } from './me'

const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/auth/second-factor'))).data,
})

/** Whether two-factor sign-in is on, and how many recovery codes are left. */
export function useSecondFactor() {
  return useQuery(secondFactorQuery)
}

/** Completes with a code the sign-in that a token began. */
export async function passCode(token: string, code: string): Promise<string> {
  return (await callOnce((client) => client.POST('/semi-private/auth/second-factor', { body: { code }, headers: { authorization: `Bearer ${token}` } }))).token
}

/** Completes a sign-in with a code. */
export function usePassSecondFactor() {
  return useMutation({
    mutationFn: async (code: string) => (await call((client) => client.POST('/semi-private/auth/second-factor', { body: { code } }))).token,
  })
}

/** Begins to switch it on: what an authenticator app needs. */
export function useBeginSecondFactor() {
  const idempotency = useIdempotencyKey<null>()
  return useMutation({
    mutationFn: async () =>
      (await idempotency.send(null, (key) => call((client) => client.POST('/semi-private/auth/second-factor/enrolment', { params: { header: { 'Idempotency-Key': key } } })))).data,
  })
}

/** Switches the one that was begun on with its first code. */
export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: async (first: { id: string; code: string }) =>
      (await call((client) => client.POST('/semi-private/auth/second-factor/confirmation', { body: first }))).data,
  })
}

/** Switches it off with a code. */
export function useRemoveSecondFactor() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call((client) => client.POST('/semi-private/auth/second-factor/removal', { body: { code } })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
      ]),
  })
}
