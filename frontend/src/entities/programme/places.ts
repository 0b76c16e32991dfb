import { msg } from '@lingui/core/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { labels } from '@/lib/codes'

/** A place in a buyer's programmes, as the supplier sees it. */
export type SupplierPlace = Schemas['SupplierPlaceBody']
export type AutomaticMode = Schemas['AutomaticMode']

const placesKey = ['supplier-programmes'] as const

/** The programmes the company is a supplier in. */
export function usePlaces(isAsked: boolean) {
  return useQuery({ queryKey: placesKey, queryFn: async () => (await call((client) => client.GET('/semi-private/supplier-programmes'))).data, enabled: isAsked })
}

/** Which payables are to be paid early without asking. */
export interface Automatic {
  mode: AutomaticMode
  above: Schemas['MoneyBody'] | null
}

/** What that would have come to in the last 30 days; nothing is asked while it is off or not told yet. */
export function useAutomaticPreview(id: string, { mode, above }: Automatic) {
  const query = { mode, ...(mode === 'above' && above ? { above: above.amount, currency: above.currency } : {}) }
  return useQuery({
    queryKey: [...placesKey, id, 'preview', query],
    queryFn: async () => (await call((client) => client.GET('/semi-private/supplier-programmes/{id}/automatic', { params: { path: { id }, query } }))).data,
    enabled: mode === 'all' || (mode === 'above' && above !== null),
    placeholderData: keepPreviousData,
  })
}

export type SetAutomatic = Schemas['AutomaticBody'] & { id: string }

function useLookAgain() {
  const queryClient = useQueryClient()
  // Also after an error it may have been done.
  return () => Promise.all([placesKey, ['receivables']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export function useSetAutomatic(idempotency: IdempotencyKey<SetAutomatic>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (set: SetAutomatic) =>
      idempotency.send(set, async (key) => {
        const { id, ...body } = set
        return (await call((client) => client.PUT('/semi-private/supplier-programmes/{id}/automatic', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))).data
      }),
    onSettled,
  })
}

/** Leaves a programme; what was paid early runs its course. */
export function useLeaveProgramme(idempotency: IdempotencyKey<{ id: string; version: number }>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (seen: { id: string; version: number }) =>
      idempotency.send(seen, async (key) => {
        const { id, version } = seen
        return (await call((client) => client.POST('/semi-private/supplier-programmes/{id}/leave', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body: { version } }))).data
      }),
    onSettled,
  })
}

export const automaticModes = labels<AutomaticMode>({
  off: msg({ message: 'Off', context: 'automatic' }),
  all: msg({ message: 'Every invoice', context: 'automatic' }),
  above: msg({ message: 'From an amount', context: 'automatic' }),
})
