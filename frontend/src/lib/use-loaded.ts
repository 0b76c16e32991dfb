import { useEffect, useState } from 'react'

/** How long until it is tried again; each time twice as long. */
const AGAIN_AFTER_MS = 2000
const TRIES = 6

/** What was loaded already needs no waiting. */
const loaded = new WeakMap<object, unknown>()

interface Loaded<T> {
  part: T | undefined
  failures: number
}

/** A part of the client that is loaded when it is needed, null until then. Where it does not come it is tried again. */
export function useLoaded<T>(load: (() => Promise<T>) | null): Loaded<T> {
  const [part, setPart] = useState<T | undefined>(() => (load ? (loaded.get(load) as T | undefined) : undefined))
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!load || part || failures > TRIES) return undefined
    let isThere = true
    const attempt = async () => {
      try {
        const came = await load()
        loaded.set(load, came)
        if (isThere) setPart(() => came)
      } catch {
        if (isThere) setFailures(failures + 1)
      }
    }
    const timer = setTimeout(() => void attempt(), failures === 0 ? 0 : AGAIN_AFTER_MS * 2 ** (failures - 1))
    return () => {
      isThere = false
      clearTimeout(timer)
    }
  }, [load, part, failures])
  return { part, failures }
}
