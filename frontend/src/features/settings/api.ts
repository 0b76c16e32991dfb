import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

export type HouseSettings = Schemas['SettingsBody']
export type HouseAccount = Schemas['HouseAccountBody']

/** Everything but the accounts, without the version. */
export type Details = Omit<Schemas['ChangeSettingsBody'], 'version'>

/** Colleagues change the same: how soon one sees it. */
const LOOK_EVERY_MS = 30_000

const settingsQuery = queryOptions({
  queryKey: ['house-settings'],
  queryFn: async () => (await call((client) => client.GET('/operator/settings'))).data,
})

/** What is set for the house. */
export function useHouseSettings() {
  return useQuery({ ...settingsQuery, refetchInterval: LOOK_EVERY_MS })
}

/** Reads it again now. */
export function useReadSettings(): () => Promise<HouseSettings> {
  const queryClient = useQueryClient()
  return () => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })
}

/** Sets everything but the accounts, as it is to be, on what was seen. */
export function useChangeDetails() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: Schemas['ChangeSettingsBody']) => (await call((client) => client.PUT('/operator/settings', { body }))).data,
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
}

/** Sets the accounts the house is paid to, or proposes to; answers what waits for another admin, or null where they count at once. */
export function useChangeAccounts() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: Schemas['ChangeAccountsBody']) => {
      const { data } = await call((client) => client.PUT('/operator/settings/accounts', { body }))
      return { waiting: 'approval' in data ? data.approval : null }
    },
    onSettled: () => Promise.all([settingsQuery.queryKey, ['approvals']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
