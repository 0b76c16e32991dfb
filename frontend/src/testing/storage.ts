import { vi } from 'vitest'

/** A browser that keeps nothing more, until `vi.unstubAllGlobals`. */
export function fillStorage(): void {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const real = localStorage
  vi.stubGlobal('localStorage', {
    setItem,
    getItem: (key: string) => real.getItem(key),
    removeItem: (key: string) => {
      real.removeItem(key)
    },
    clear: () => {
      real.clear()
    },
  })
}
