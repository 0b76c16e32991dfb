import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { userQuery } from '@/entities/user/me'

export type Buyer = Schemas['BuyerBody']
export type NewBuyer = Schemas['NewBuyerBody']

export const buyersKey = ['buyers'] as const

const buyersQuery = queryOptions({
  queryKey: buyersKey,
  queryFn: async () => (await call((client) => client.GET('/semi-private/buyers'))).data,
})

/** The list of buyers every screen shares: it starts empty and grows by one at a time. */
export function useBuyers() {
  return useQuery(buyersQuery)
}

/** What an attempt to change the list may have changed, after an error too: it may have been done all the same. */
function useLookAgain() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: buyersQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['onboarding'] }),
    ])
}

/** Appends one buyer; sent twice under one key, it is added once. */
export function useAddBuyer(idempotency: IdempotencyKey<NewBuyer>) {
  const queryClient = useQueryClient()
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (buyer: NewBuyer) =>
      idempotency.send(buyer, async (key) => (await call((client) => client.POST('/semi-private/buyers', { body: buyer, params: { header: { 'Idempotency-Key': key } } }))).data),
    onSuccess: (added) => {
      queryClient.setQueryData(buyersQuery.queryKey, (list) => (list && !list.some(({ id }) => id === added.id) ? [...list, added] : list))
    },
    onSettled,
  })
}

/** A buyer as it is to be, and as it was read: what was changed elsewhere since, the server keeps or names as a conflict. */
export interface BuyerEdit {
  id: string
  buyer: NewBuyer
  before: NewBuyer
}

/** Changes a buyer until the application is handed in. */
export function useEditBuyer() {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: async ({ id, buyer, before }: BuyerEdit) =>
      (await call((client) => client.PUT('/semi-private/buyers/{id}', { params: { path: { id } }, body: { ...buyer, before } }))).data,
    onSettled,
  })
}

/** Takes a buyer off the list until the application is handed in; one who is gone already is gone. */
export function useRemoveBuyer() {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await call((client) => client.DELETE('/semi-private/buyers/{id}', { params: { path: { id } } }))
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSettled,
  })
}
