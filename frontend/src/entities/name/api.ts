import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

export type Name = Schemas['NameBody']

/** The server tells so many at once. */
const MOST = 100

/** What ids are called, as far as it is known: what is nobody's, or not to be seen, is not there. */
export function useNames(ids: readonly (string | null | undefined)[]): ReadonlyMap<string, Name> {
  const asked = [...new Set(ids.filter((id) => id !== null && id !== undefined))].sort().slice(0, MOST)
  const { data } = useQuery({
    queryKey: ['names', ...asked],
    queryFn: async () => (await call((client) => client.GET('/operator/names', { params: { query: { ids: asked.join(',') } } }))).data,
    enabled: asked.length > 0,
    staleTime: Infinity,
  })
  return new Map((data ?? []).map((name) => [name.id, name]))
}

/** A receivable with whose it is, anything else by its name. */
export const nameText = ({ name, seller }: Name): string => [name, seller].filter(Boolean).join(' · ')
