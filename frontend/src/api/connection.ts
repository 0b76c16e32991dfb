import { useEffect, useEffectEvent } from 'react'
import { signal } from '@/lib/signal'

/** Whether the API can be reached, as the calls find out. */
class Connection {
  private isLost = false
  private readonly changed = signal()
  readonly subscribe = this.changed.subscribe

  lost(): void {
    this.set(true)
  }

  reached(): void {
    this.set(false)
  }

  snapshot = (): boolean => this.isLost

  private set(isLost: boolean): void {
    if (this.isLost === isLost) return
    this.isLost = isLost
    this.changed.tell()
  }
}

export const connection = new Connection()

/** Does something each time the API can be reached again. */
export function useOnReconnect(action: () => void): void {
  const act = useEffectEvent(action)
  useEffect(
    () =>
      connection.subscribe(() => {
        if (!connection.snapshot()) act()
      }),
    [],
  )
}
