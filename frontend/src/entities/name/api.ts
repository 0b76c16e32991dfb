import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

export type Name = Schemas['NameBody']

/** The server tells so many at once. */
const MOST = 100

const readSome = async (ids: readonly string[]) => (await call((client) => client.GET('/operator/names', { params: { query: { ids: ids.join(',') } } }))).data

/** What these ids are called, however many they are. */
export async function readNames(ids: readonly (string | null | undefined)[]): Promise<ReadonlyMap<string, Name>> {
  const asked = [...new Set(ids.filter((id) => id !== null && id !== undefined))]
  const found: Name[] = []
  for (let begin = 0; begin < asked.length; begin += MOST) found.push(...(await readSome(asked.slice(begin, begin + MOST))))
  return new Map(found.map((name) => [name.id, name]))
}

/** What ids are called, as far as it is known: what is nobody's, or not to be seen, is not there. */
export function useNames(ids: readonly (string | null | undefined)[]): ReadonlyMap<string, Name> {
  const asked = [...new Set(ids.filter((id) => id !== null && id !== undefined))].sort().slice(0, MOST)
  const { data } = useQuery({
    queryKey: ['names', ...asked],
    queryFn: () => readSome(asked),
    enabled: asked.length > 0,
    staleTime: Infinity,
  })
  return new Map((data ?? []).map((name) => [name.id, name]))
}

/** A receivable with whose it is, anything else by its name. */
export const nameText = ({ name, seller }: Name): string => [name, seller].filter(Boolean).join(' · ')
