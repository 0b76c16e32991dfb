import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { holderOf, type OperatorRight, type OperatorRole } from './roles'

export type Operator = Schemas['OperatorBody']

/** Colleagues change the same list: how soon one sees it. */
const LOOK_EVERY_MS = 30_000

export const operatorsKey = ['operators'] as const
const operatorsQuery = queryOptions({
  queryKey: operatorsKey,
  queryFn: async () => (await call((client) => client.GET('/operator/operators'))).data,
})

/** What whoever is signed in is to the house; nothing for everybody else. */
export function useMyPlace(): Schemas['OperatorPlaceBody'] {
  const { data } = useQuery({ ...userQuery, enabled: false })
  return data?.operator ?? NOBODY
}

const NOBODY: Schemas['OperatorPlaceBody'] = { roles: [], rights: [] }

/** Whether the roles of whoever is signed in let them do this. */
export function useOperatorMay(right: OperatorRight): boolean {
  return useMyPlace().rights.includes(right)
}

/** Whether it is known that whoever is signed in works for the house and may not do this. */
export function useLooksOnly(right: OperatorRight): boolean {
  const { roles, rights } = useMyPlace()
  return roles.length > 0 && !rights.includes(right)
}

/** Everybody who works for the house, or did; asked for only where one may read it. */
export function useOperators() {
  const may = useOperatorMay('read_operators')
  return useQuery({ ...operatorsQuery, enabled: may, refetchInterval: LOOK_EVERY_MS })
}

interface Holders {
  role: OperatorRole
  /** By name; empty where one may not read who they are, or nobody is. */
  names: string[]
  /** Whether it is known who they are. */
  isKnown: boolean
}

/** Who can do what one may not oneself. */
export function useHolders(right: OperatorRight): Holders {
  const { data } = useOperators()
  const role = holderOf(right)
  return { role, names: (data ?? []).filter(({ roles, isYou }) => !isYou && roles.includes(role)).map(({ name }) => name), isKnown: data !== undefined }
}

/** The change of somebody's roles, with those they had when one looked. */
interface RolesChange {
  id: string
  roles: OperatorRole[]
  seen: OperatorRole[]
}

/** Changes an operator's roles; answers what waits for another admin, or null where it counts at once. */
export function useChangeRoles() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: RolesChange): Promise<Schemas['WaitingBody'] | null> => {
      const answer = await call((client) => client.PUT('/operator/operators/{id}/roles', { params: { path: { id } }, body }))
      return answer?.data.approval ?? null
    },
    onSettled: () => Promise.all([['operators'], ['approvals'], userQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
