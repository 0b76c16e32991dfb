import { useSyncExternalStore } from 'react'
import { onStored, store, stored } from './stored'

interface Preference<T extends string> {
  get: () => T
  set: (value: T) => void
  /** Tells of every change, in whichever tab it was made; answers how to stop listening. */
  subscribe: (listener: () => void) => () => void
  use: () => T
}

/** A choice kept on this device and followed by all its tabs. The first of the values holds until another is chosen. */
export function preference<T extends string>(name: string, values: readonly [T, ...T[]]): Preference<T> {
  const get = () => {
    const kept = stored(name)
    return values.find((value) => value === kept) ?? values[0]
  }
  const subscribe = (listener: () => void) => onStored(name, listener)
  const set = (value: T) => {
    store(name, value)
  }
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) }
}
