import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { onceEmptied, storageSignal } from './signal'
import { tab } from './tab'

const { tell, subscribe } = storageSignal()

/** Where something was kept when this tab first looked. What comes later is being typed in another tab. */
const found = new Map<string, string[]>()
/** What is being typed here and is blank: nothing that was found comes up in its place. */
const blank = new Set<string>()
onceEmptied(() => {
  found.clear()
  blank.clear()
})

function ofOthers(place: string): string[] {
  const keys = found.get(place) ?? Object.keys(localStorage).filter((key) => key === place || key.startsWith(`${place}:`))
  found.set(place, keys)
  return keys
}

/** Where what is kept stands: this tab's own place, or one it was left in. */
function keyOf(place: string): string {
  const own = `${place}:${tab}`
  const others = ofOthers(place)
  if (blank.has(place) || localStorage.getItem(own) !== null) return own
  return others.find((key) => localStorage.getItem(key) !== null) ?? own
}

function read<T>(stored: string | null): T | null {
  try {
    return stored === null ? null : (JSON.parse(stored) as T)
  } catch {
    return null
  }
}

type Next<T> = T | null | ((now: T | null) => T | null)

/**
 * What somebody typed and has not sent: kept on this device, for them alone, until it is. What an earlier visit left is shown
 * first; once it is changed here, it is this tab's.
 */
export function useKept<T extends object>(what: string, user: string | undefined): [T | null, (next: Next<T>) => void] {
  const place = `${what}:${user ?? ''}`
  const stored = useSyncExternalStore(subscribe, () => (user ? localStorage.getItem(keyOf(place)) : null))
  const value = useMemo(() => read<T>(stored), [stored])
  const keep = useCallback(
    (next: Next<T>) => {
      if (!user) return
      const key = keyOf(place)
      const now = read<T>(localStorage.getItem(key))
      const kept = typeof next === 'function' ? next(now) : next
      if (kept !== null && kept === now) return
      const own = `${place}:${tab}`
      try {
        if (kept !== null) localStorage.setItem(own, JSON.stringify(kept))
        if (kept === null || key !== own) localStorage.removeItem(key)
        if (kept === null) blank.add(place)
        else blank.delete(place)
      } catch {
        // The device is full: it stands on the screen all the same.
      }
      tell()
    },
    [place, user],
  )
  return [value, keep]
}
