import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { debtorStates, type DebtorState } from './labels'

export type Debtor = Schemas['DebtorBody']

const debtorsKey = ['debtors'] as const
const debtorQuery = (id: string) =>
  queryOptions({
    queryKey: [...debtorsKey, 'one', id],
    queryFn: async () => (await call((client) => client.GET('/operator/debtors/{id}', { params: { path: { id } } }))).data,
    retry: false,
  })

/** The state an address names; undefined for anything else. */
export const debtorStateOf = (text: string | null): DebtorState | undefined => debtorStates.codes.find((state) => state === text)

/** Those of a state, or all, the one made last first; `after` is where a page begins. */
export function useDebtors({ state, after }: { state: DebtorState | undefined; after: string | null }) {
  return useQuery({
    queryKey: [...debtorsKey, 'list', state ?? null, after],
    queryFn: () => call((client) => client.GET('/operator/debtors', { params: { query: { ...(state ? { state } : {}), ...(after ? { after } : {}) } } })),
    placeholderData: keepPreviousData,
  })
}

export function useDebtor(id: string) {
  return useQuery(debtorQuery(id))
}

/** A debtor as it is to be, and as it was seen. */
export type DebtorChange = Schemas['ChangeDebtorBody'] & { id: string }

/** Changes a debtor; answers what waits for a second person, or null where all of it counts at once. */
export function useChangeDebtor(idempotency: IdempotencyKey<DebtorChange>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: DebtorChange): Promise<Schemas['WaitingBody'] | null> =>
      idempotency.send(change, async (key) => {
        const { id, ...body } = change
        const { data } = await call((client) => client.PUT('/operator/debtors/{id}', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))
        return 'approval' in data ? data.approval : null
      }),
    onSettled: () => Promise.all([debtorsKey, ['approvals'], ['names']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
