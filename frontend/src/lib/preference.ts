import { useSyncExternalStore } from 'react'
import { storageSignal } from './signal'

interface Preference<T extends string> {
  get: () => T
  set: (value: T) => void
  /** Tells of every change, in whichever tab it was made; answers how to stop listening. */
  subscribe: (listener: () => void) => () => void
  use: () => T
}

/** A choice kept on this device and followed by all its tabs. The first of the values holds until another is chosen. */
export function preference<T extends string>(name: string, values: readonly [T, ...T[]]): Preference<T> {
  const { tell, subscribe } = storageSignal(name)
  /** Where the device keeps nothing, the choice holds until the page is left. */
  let unkept: T | undefined
  const get = () => {
    const stored = unkept ?? localStorage.getItem(name)
    return values.find((value) => value === stored) ?? values[0]
  }
  const set = (value: T) => {
    unkept = undefined
    try {
      localStorage.setItem(name, value)
    } catch {
      unkept = value
    }
    tell()
  }
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) }
}
