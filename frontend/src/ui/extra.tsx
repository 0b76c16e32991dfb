import type { ComponentType, ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useLoaded } from '@/lib/use-loaded'

interface ExtraProps<P> {
  load: () => Promise<{ default: ComponentType<P> }>
  props: P
  /** What stands there while it is loaded. */
  meanwhile?: ReactNode
  /** What stands there where it could not be loaded or shown. */
  instead?: ReactNode
}

/**
 * A part of a screen that is loaded when it is needed. Where it does not come it is tried again, and where it breaks, the rest
 * of the screen stays. Not with `lazy`: that takes the screen along, and remembers for ever that something did not come.
 */
export function Extra<P extends object>({ load, props, meanwhile = null, instead = null }: ExtraProps<P>) {
  const { part, failures } = useLoaded(load)
  if (!part) return failures === 0 ? meanwhile : instead
  const Part = part.default
  return (
    <ErrorBoundary fallback={instead}>
      <Part {...props} />
    </ErrorBoundary>
  )
}
