import { useSyncExternalStore } from 'react'
import { signal } from '@/lib/signal'

/** Files of this browser that the server does not have. */
export interface FileCounts {
  underWay: number
  failed: number
  unsorted: number
}

let counts: FileCounts = { underWay: 0, failed: 0, unsorted: 0 }
const { tell, subscribe } = signal()

/** Tells every screen how many files are under way, failed, or without a kind; how far they are is no news here. */
export function countFiles(now: FileCounts): void {
  if (now.underWay === counts.underWay && now.failed === counts.failed && now.unsorted === counts.unsorted) return
  counts = now
  tell()
}

export function useFileCounts(): FileCounts {
  return useSyncExternalStore(subscribe, () => counts)
}
