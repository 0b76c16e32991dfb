import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { decimals } from '@/lib/money'
import type { Facility } from './api'
import { type HouseAction, houseStatuses } from './house-labels'
import type { Terms } from './terms'

const houseKey = ['house-facilities'] as const
const facilityQuery = (id: string) =>
  queryOptions({
    queryKey: [...houseKey, 'one', id],
    queryFn: async () => (await call((client) => client.GET('/operator/facilities/{id}', { params: { path: { id } } }))).data,
    retry: false,
  })

export type FacilityStatus = Schemas['FacilityStatus']

/** The status an address names; undefined for anything else. */
export const facilityStatusOf = (text: string | null): FacilityStatus | undefined => houseStatuses.codes.find((status) => status === text)

interface Filter {
  status: FacilityStatus | undefined
  companyId: string | null
  /** Where a page begins. */
  after: string | null
}

/** A page of agreements. */
export const readHouseFacilities = ({ status, companyId, after }: Filter) =>
  call((client) => client.GET('/operator/facilities', { params: { query: { ...(status ? { status } : {}), ...(companyId ? { companyId } : {}), ...(after ? { after } : {}) } } }))

/** The agreements with all companies, the one proposed last first. */
export function useHouseFacilities({ status, companyId, after }: Filter) {
  return useQuery({
    queryKey: [...houseKey, 'list', status ?? null, companyId, after],
    queryFn: () => readHouseFacilities({ status, companyId, after }),
    placeholderData: keepPreviousData,
  })
}

export function useHouseFacility(id: string) {
  return useQuery(facilityQuery(id))
}

function useLookAgain() {
  const queryClient = useQueryClient()
  return () => Promise.all([houseKey, ['approvals']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Terms for a company that gets a facility with them, or for one that has it. */
export type Offered = { companyId: string; terms: Terms } | { id: string; version: number; terms: Terms }

/** What became of it: a facility with these terms, or what waits for a second person. */
export type OfferOutcome = { facility: Facility } | { waiting: Schemas['WaitingBody'] }

/** Offers terms; sent twice under one key, they are offered once. */
export function useOfferTerms(idempotency: IdempotencyKey<Offered>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (offered: Offered): Promise<OfferOutcome> =>
      idempotency.send(offered, async (key) => {
        const header = { 'Idempotency-Key': key }
        const { data } =
          'id' in offered
            ? await call((client) => client.POST('/operator/facilities/{id}/terms', { params: { path: { id: offered.id }, header }, body: { version: offered.version, terms: offered.terms } }))
            : await call((client) => client.POST('/operator/facilities', { params: { header }, body: offered }))
        return 'approval' in data ? { waiting: data.approval } : { facility: data }
      }),
    onSettled,
  })
}

/** An act on a facility as it was seen. */
export interface Act {
  id: string
  action: HouseAction
  version: number
  note: string | null
}

/** Acts on a facility; sent twice under one key, it is done once. */
export function useAct(idempotency: IdempotencyKey<Act>) {
  const queryClient = useQueryClient()
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (act: Act) =>
      idempotency.send(act, async (key) => {
        const { id, action, version, note } = act
        const sent = { params: { path: { id }, header: { 'Idempotency-Key': key } }, body: { version, note } }
        const answer = await call((client) => {
          switch (action) {
            case 'withdraw':
              return client.POST('/operator/facilities/{id}/withdraw', sent)
            case 'suspend':
              return client.POST('/operator/facilities/{id}/suspend', sent)
            case 'resume':
              return client.POST('/operator/facilities/{id}/resume', sent)
            case 'close':
              return client.POST('/operator/facilities/{id}/close', sent)
          }
        })
        return answer.data
      }),
    onSuccess: (facility) => {
      queryClient.setQueryData(facilityQuery(facility.id).queryKey, facility)
    },
    onSettled,
  })
}

const advertisedKey = ['advertised-terms'] as const

/** The terms that are shown to everybody: what the house usually offers. */
export function useAdvertisedTerms() {
  return useQuery({ queryKey: advertisedKey, queryFn: async () => (await call((client) => client.GET('/operator/terms/advertised'))).data, retry: false })
}

/** Advertises terms, in place of those of the same product and currency. */
export function useAdvertise() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (terms: Terms) => {
      await call((client) => client.PUT('/operator/terms/advertised', { body: { terms } }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: advertisedKey }),
  })
}

const DAY_MS = 86_400_000

/** An invoice as it is often sold. */
export const example = { face: 10_000, days: 45 } as const

/** What terms would come to for the example, from today on, by the code that prices invoices; null asks nothing. */
export function useExampleQuote(terms: Terms | null) {
  const clock = useQuery({ queryKey: ['clock'], queryFn: async () => (await call((client) => client.GET('/operator/clock'))).data.now, staleTime: 3_600_000, retry: false })
  const payoutOn = clock.data?.slice(0, 10)
  const quote = useQuery({
    queryKey: ['example-quote', terms, payoutOn],
    queryFn: async () => {
      if (!terms || !payoutOn) throw new Error('Nothing is asked')
      const dueOn = new Date(Date.parse(payoutOn) + example.days * DAY_MS).toISOString().slice(0, 10)
      const face = example.face * 10 ** decimals(terms.currency)
      return (await call((client) => client.POST('/operator/quote', { body: { terms, face, payoutOn, dueOn } }))).data.offer
    },
    enabled: terms !== null && payoutOn !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
  return { ...quote, error: clock.error ?? quote.error }
}
