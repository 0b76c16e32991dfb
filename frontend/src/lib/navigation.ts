import { createElement, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Router, useLocation, type NavigateOptions } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'

export { Link, Redirect, Route, Switch, useParams, useSearchParams as useQuery } from 'wouter'

/** Where one is, without query and fragment. */
export function usePathname(): string {
  return useLocation()[0]
}

/** Whether one is at a path or below it. */
export const isAt = (path: string, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`)

/** Goes somewhere else. */
export function useNavigate(): (to: string, options?: { replace?: boolean }) => void {
  return useLocation()[1]
}

/** The fragment of the address with its #, also when nothing else of it changes. */
export function useHash(): string {
  return useLocationProperty(() => window.location.hash)
}

/**
 * Asks before what stands in it is left for another path. What the client does by itself takes the place of where one is, as after
 * something was sent or the session ended: that is asked nothing.
 */
export function NavigationGuard({ ask, children }: { ask: (go: () => void) => void; children: ReactNode }) {
  const pathname = usePathname()
  const here = useRef(pathname)
  useLayoutEffect(() => {
    here.current = pathname
  }, [pathname])
  const [aroundNav] = useState(() => (navigate: (to: string, options?: NavigateOptions) => void, to: string, options?: NavigateOptions) => {
    const [path] = to.split(/[?#]/)
    if (options?.replace || !path || path === here.current) navigate(to, options)
    else ask(() => { navigate(to, options) })
  })
  return createElement(Router, { aroundNav, children })
}
