import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { paths } from '@/lib/paths'
import { onStored, store, stored } from '@/lib/stored'
import { statusNamed, statusTabs } from './status'

/** Filters of the operators' queue under a name, kept in this browser for the operator who saved them. */
export interface View {
  id: string
  name: string
  /** What stands in the queue’s address behind the `?`, without the page. */
  query: string
}

export const MOST_VIEWS = 10
/** Of a name, in characters. */
export const LONGEST_NAME = 40

/** What need not be said. */
const STANDARD = { mine: 'false', unassigned: 'false', sort: 'waiting', order: 'asc' }

/** One form for all addresses that show the same: whatever the order of their parameters, the page, and what is said or left out. What is not known stays. */
export function filtersOf(query: URLSearchParams | string): string {
  const filters = new URLSearchParams(query)
  filters.delete('cursor')
  const words = filters.get('search')?.trim()
  if (words) filters.set('search', words)
  else filters.delete('search')
  if (!words && !filters.has('status')) filters.set('status', 'pending')
  const status = statusNamed(filters.get('status'))
  const tab = statusTabs.find((one) => one.status === status)
  if (tab) filters.set('status', tab.name)
  for (const [name, value] of Object.entries(STANDARD)) if (filters.get(name) === value) filters.delete(name)
  // One cannot be on a case that nobody is on: the queue looks for one's own.
  if (filters.get('mine') === 'true') filters.delete('unassigned')
  filters.sort()
  return filters.toString()
}

/** The filters everybody has. */
const builtIn = new Set([...statusTabs.map(({ name }) => `status=${name}`), 'mine=true', 'unassigned=true'].map((query) => filtersOf(query)))

export const isBuiltIn = (query: URLSearchParams | string): boolean => builtIn.has(filtersOf(query))

/** Where a view leads. */
export const viewPath = ({ query }: View): string => `${paths.review}?${query}`

/** Whether one is looking at a view. */
export const isViewAt = ({ query }: View, pathname: string, now: URLSearchParams): boolean => pathname === paths.review && filtersOf(query) === filtersOf(now)

const plain = (name: string) => name.trim().normalize('NFC').toLocaleLowerCase()

/** What is wrong with a name, beside those that are taken; null for a good one. */
export function wrongName(name: string, taken: readonly string[]): 'blank' | 'long' | 'taken' | null {
  if (!plain(name)) return 'blank'
  if ([...name.trim()].length > LONGEST_NAME) return 'long'
  return taken.some((one) => plain(one) === plain(name)) ? 'taken' : null
}

/** A name made of what the filters say, as much of it as fits; blank where that is taken. */
export function suggestName(said: readonly string[], taken: readonly string[]): string {
  const fitting = said.reduce((name, part) => (name === '' ? [...part].slice(0, LONGEST_NAME).join('') : [...name, ...part].length + 3 > LONGEST_NAME ? name : `${name} · ${part}`), '')
  return wrongName(fitting, taken) ? '' : fitting.trim()
}

function isView(one: unknown): one is View {
  const { id, name, query } = (one ?? {}) as Partial<Record<keyof View, unknown>>
  return typeof id === 'string' && typeof name === 'string' && typeof query === 'string' && plain(name) !== '' && !isBuiltIn(query)
}

/** What was kept, as far as it can be read; of two views of the same the first. */
function read(kept: string | null): View[] {
  try {
    const found: unknown = JSON.parse(kept ?? '[]')
    const views = Array.isArray(found) ? found.filter(isView) : []
    return views.filter(({ id, query }, place) => views.findIndex((one) => one.id === id || filtersOf(one.query) === filtersOf(query)) === place)
  } catch {
    return []
  }
}

export interface Views {
  all: View[]
  /** These answer whether the browser kept the change; where it did not, it holds until the page is left. */
  save: (name: string, query: URLSearchParams) => boolean
  rename: (view: View, name: string) => boolean
  remove: (view: View) => boolean
  /** Puts back what was removed, where it stood. */
  putBack: (view: View, place: number) => boolean
}

/** The views of an operator, followed over all tabs; none of nobody. */
export function useViews(user: string | undefined): Views {
  const key = `views:${user ?? ''}`
  const subscribe = useCallback((listener: () => void) => onStored(key, listener), [key])
  const kept = useSyncExternalStore(subscribe, () => (user ? stored(key) : null))
  return useMemo(() => {
    // Another tab may have written meanwhile.
    const change = (edit: (views: View[]) => View[]) => store(key, JSON.stringify(edit(read(stored(key)))))
    return {
      all: read(kept),
      save: (name, query) => {
        const filters = new URLSearchParams(query)
        filters.delete('cursor')
        return change((views) => [...views, { id: crypto.randomUUID(), name: name.trim(), query: filters.toString() }])
      },
      rename: ({ id }, name) => change((views) => views.map((view) => (view.id === id ? { ...view, name: name.trim() } : view))),
      remove: ({ id }) => change((views) => views.filter((view) => view.id !== id)),
      putBack: (view, place) => change((views) => [...views.slice(0, place), view, ...views.slice(place)]),
    }
  }, [key, kept])
}
