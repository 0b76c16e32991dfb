import { useLocation } from 'wouter'
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
