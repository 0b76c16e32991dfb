export interface Signal {
  /** Says that something has changed. */
  tell: () => void
  /** Answers how to stop listening. */
  subscribe: (listener: () => void) => () => void
}

export function signal(): Signal {
  const listeners = new Set<() => void>()
  return {
    tell: () => {
      listeners.forEach((listener) => {
        listener()
      })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Does it each time everything is taken off this device, in whichever tab. For modules: it is never taken back. */
export function onceEmptied(act: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null && localStorage.length === 0) act()
  })
}

/** For what is kept on this device, under a name or, without one, any: whichever tab changes it, every tab is told. */
export function storageSignal(name?: string): Signal {
  const { tell, subscribe } = signal()
  return {
    tell,
    subscribe: (listener) => {
      const inOtherTab = ({ key }: StorageEvent) => {
        if (name === undefined || key === name || key === null) listener()
      }
      const stop = subscribe(listener)
      window.addEventListener('storage', inOtherTab)
      return () => {
        stop()
        window.removeEventListener('storage', inOtherTab)
      }
    },
  }
}
