import { useMemo, useSyncExternalStore } from 'react'
import { storageSignal } from '@/lib/signal'

/** Of so many cases it is remembered; the one looked at longest ago goes first. */
const MOST = 100
const keyOf = (user: string) => `reviewSeen:${user}`

const { tell, subscribe } = storageSignal()

type Kept = [id: string, seen: string[]][]

function read(stored: string | null): Kept {
  try {
    const kept: unknown = JSON.parse(stored ?? '[]')
    const isEntry = (entry: unknown) => Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1])
    return Array.isArray(kept) ? (kept as Kept).filter(isEntry) : []
  } catch {
    return []
  }
}

export interface Seen {
  has: (what: string) => boolean
  mark: (what: string) => void
  unmark: (what: string) => void
}

/**
 * What this reviewer has looked at in a case, kept on this device. A document never changes, so that it is seen once; what belongs
 * to a version says which.
 */
export function useSeen(user: string | undefined, id: string): Seen {
  const stored = useSyncExternalStore(subscribe, () => (user ? localStorage.getItem(keyOf(user)) : null))
  return useMemo(() => {
    const now = new Set(read(stored).find(([one]) => one === id)?.[1])
    const change = (edit: (seen: Set<string>) => void) => {
      if (!user) return
      const kept = read(localStorage.getItem(keyOf(user)))
      const seen = new Set(kept.find(([one]) => one === id)?.[1])
      edit(seen)
      const next: Kept = [...kept.filter(([one]) => one !== id), [id, [...seen]]]
      try {
        localStorage.setItem(keyOf(user), JSON.stringify(next.slice(-MOST)))
      } catch {
        // The device is full: it reminds of something seen, and nothing depends on it.
      }
      tell()
    }
    return {
      has: (what) => now.has(what),
      mark: (what) => {
        if (!now.has(what)) change((seen) => seen.add(what))
      },
      unmark: (what) => {
        change((seen) => seen.delete(what))
      },
    }
  }, [stored, user, id])
}
