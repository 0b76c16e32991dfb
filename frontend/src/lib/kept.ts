import { useCallback, useMemo, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const tell = () => {
  listeners.forEach((listener) => {
    listener()
  })
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** What somebody typed and has not sent: kept on this device, for them alone, until it is. */
export function useKept<T>(what: string, user: string | undefined): [T | null, (value: T | null) => void] {
  const key = `${what}:${user ?? ''}`
  const stored = useSyncExternalStore(subscribe, () => (user ? localStorage.getItem(key) : null))
  const value = useMemo(() => {
    try {
      return stored === null ? null : (JSON.parse(stored) as T)
    } catch {
      return null
    }
  }, [stored])
  const keep = useCallback(
    (next: T | null) => {
      if (!user) return
      try {
        if (next === null) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Full or shut: it stays on the screen at least.
      }
      tell()
    },
    [key, user],
  )
  return [value, keep]
}

/** Where an unfinished buyer is kept. */
export const BUYER_DRAFT = 'buyerDraft'
