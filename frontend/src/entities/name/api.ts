import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

export type Name = Schemas['NameBody']

type Id = string | null | undefined

/** The server answers for so many at once. */
const MOST = 100

const readPart = async (ids: readonly string[]) => (await call((client) => client.GET('/operator/names', { params: { query: { ids: ids.join(',') } } }))).data

/** What is asked for together, until it is sent. */
let together: { ids: Set<string>; names: Promise<Name[]> } | null = null

/** What these ids are called. What a screen asks for in many places at once is one request: each row by itself would be as many as there are rows. */
async function readSome(ids: readonly string[]): Promise<Name[]> {
  const request = (together ??= begun())
  for (const id of ids) request.ids.add(id)
  const wanted = new Set(ids)
  return (await request.names).filter(({ id }) => wanted.has(id))
}

function begun() {
  const ids = new Set<string>()
  const sent = async () => {
    await new Promise((soon) => setTimeout(soon))
    together = null
    return (await Promise.all(partsOf([...ids]).map(readPart))).flat()
  }
  return { ids, names: sent() }
}

/** The ids in the order they come in, so that further rows leave the parts before them as they are. */
function partsOf(ids: readonly Id[]): string[][] {
  const asked = [...new Set(ids.filter((id) => id !== null && id !== undefined))]
  return Array.from({ length: Math.ceil(asked.length / MOST) }, (_, part) => asked.slice(part * MOST, (part + 1) * MOST))
}

/** What these ids are called, however many they are. */
export async function readNames(ids: readonly Id[]): Promise<ReadonlyMap<string, Name>> {
  const found: Name[] = []
  for (const part of partsOf(ids)) found.push(...(await readSome(part)))
  return new Map(found.map((name) => [name.id, name]))
}

/** Every name that was read before, whichever list asked for it. */
const readBefore = (queryClient: QueryClient): Name[] => queryClient.getQueriesData<Name[]>({ queryKey: ['names'] }).flatMap(([, names]) => names ?? [])

/**
 * What ids are called, as far as it is known: what is nobody's, or not to be seen, is not there. While more are read, the names
 * that are known stay.
 */
export function useNames(ids: readonly Id[]): ReadonlyMap<string, Name> {
  const queryClient = useQueryClient()
  const parts = partsOf(ids)
  const read = useQueries({
    queries: parts.map((part) => ({ queryKey: ['names', ...part], queryFn: () => readSome(part), staleTime: Infinity })),
  })
  const isComplete = read.every(({ isSuccess }) => isSuccess)
  const names = [...(isComplete ? [] : readBefore(queryClient)), ...read.flatMap(({ data }) => data ?? [])]
  return new Map(names.map((name) => [name.id, name]))
}

/** A receivable with whose it is, anything else by its name. */
export const nameText = ({ name, seller }: Name): string => [name, seller].filter(Boolean).join(' · ')
