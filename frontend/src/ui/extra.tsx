import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'

/** How long until it is tried again; each time twice as long. */
const AGAIN_AFTER_MS = 2000
const TRIES = 6

interface ExtraProps<P> {
  load: () => Promise<{ default: ComponentType<P> }>
  props: P
  /** What stands there while it is loaded. */
  meanwhile?: ReactNode
  /** What stands there where it could not be loaded or shown. */
  instead?: ReactNode
}

/** What was loaded already needs no waiting. */
const loaded = new WeakMap<object, unknown>()

/**
 * A part of a screen that is loaded when it is needed. Where it does not come it is tried again, and where it breaks, the rest
 * of the screen stays. Not with `lazy`: that takes the screen along, and remembers for ever that something did not come.
 */
export function Extra<P extends object>({ load, props, meanwhile = null, instead = null }: ExtraProps<P>) {
  const [Part, setPart] = useState(() => loaded.get(load) as ComponentType<P> | undefined)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (Part || failures > TRIES) return undefined
    let isThere = true
    const attempt = async () => {
      try {
        const part = (await load()).default
        loaded.set(load, part)
        if (isThere) setPart(() => part)
      } catch {
        if (isThere) setFailures(failures + 1)
      }
    }
    const timer = setTimeout(() => void attempt(), failures === 0 ? 0 : AGAIN_AFTER_MS * 2 ** (failures - 1))
    return () => {
      isThere = false
      clearTimeout(timer)
    }
  }, [load, Part, failures])
  if (!Part) return failures === 0 ? meanwhile : instead
  return (
    <ErrorBoundary fallback={instead}>
      <Part {...props} />
    </ErrorBoundary>
  )
}
