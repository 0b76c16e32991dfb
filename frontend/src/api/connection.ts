import { useEffect, useEffectEvent } from 'react'

type Listener = () => void

/** Whether the API can be reached, as the calls find out. */
class Connection {
  private isLost = false
  private readonly listeners = new Set<Listener>()

  lost(): void {
    this.set(true)
  }

  reached(): void {
    this.set(false)
  }

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  snapshot = (): boolean => this.isLost

  private set(isLost: boolean): void {
    if (this.isLost === isLost) return
    this.isLost = isLost
    this.listeners.forEach((listener) => {
      listener()
    })
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
