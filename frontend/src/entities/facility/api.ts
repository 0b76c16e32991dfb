import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'

export type Facility = Schemas['FacilityBody']
export type Availability = Schemas['AvailabilityBody']

/** What is available under a facility of the company's own, whose limit it may know. */
export type OwnAvailability = Availability & { limit: number; inUse: number }

export function isOwn(availability: Availability): availability is OwnAvailability {
  return typeof availability.limit === 'number'
}

const facilitiesQuery = queryOptions({
  queryKey: ['facilities'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/facilities'))).data,
})

const availabilityQuery = queryOptions({
  queryKey: ['availability'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/availability'))).data,
})

/** The company's agreements, the one proposed last first. */
export function useFacilities(enabled = true) {
  return useQuery({ ...facilitiesQuery, enabled })
}

/** What can be had now under each. */
export function useAvailability() {
  return useQuery(availabilityQuery)
}

/** Other terms change the offers too; also after an error it may have been done. */
function useLookAgain() {
  const queryClient = useQueryClient()
  return () => Promise.all([facilitiesQuery.queryKey, availabilityQuery.queryKey, ['receivables']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Exactly these terms, with a name typed under them. */
export type Signed = Schemas['AcceptTermsBody'] & { id: string }

/** Accepts terms as they were seen; sent twice under one key, they are accepted once. */
export function useAcceptTerms(idempotency: IdempotencyKey<Signed>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (signed: Signed) =>
      idempotency.send(signed, async (key) => {
        const { id, ...body } = signed
        return (await call((client) => client.POST('/semi-private/facilities/{id}/accept-terms', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))).data
      }),
    onSettled,
  })
}

/** An agreement as it was seen. */
export interface SeenFacility {
  id: string
  version: number
}

/** Declines the terms that wait; those that rule go on ruling. */
export function useDeclineTerms(idempotency: IdempotencyKey<SeenFacility>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (seen: SeenFacility) =>
      idempotency.send(seen, async (key) => {
        const { id, version } = seen
        return (await call((client) => client.POST('/semi-private/facilities/{id}/decline-terms', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body: { version } }))).data
      }),
    onSettled,
  })
}
