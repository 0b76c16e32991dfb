import { useCallback, useSyncExternalStore } from 'react'
import { usePathname } from './navigation'
import { signal } from './signal'

const changed = signal()

const keyOf = (page: string) => `link:${page}`

/**
 * The secret of the link that was opened at this page. It stands behind the `#`, which no server sees, and is taken out of the
 * address at once: neither the history nor whatever is opened from here has it. Reloading the page finds it in this tab.
 */
function taken(page: string): string {
  const found = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!found) return sessionStorage.getItem(keyOf(page)) ?? ''
  sessionStorage.setItem(keyOf(page), found)
  history.replaceState(history.state, '', location.pathname + location.search)
  return found
}

function subscribe(listener: () => void): () => void {
  const stop = changed.subscribe(listener)
  addEventListener('hashchange', listener)
  return () => {
    stop()
    removeEventListener('hashchange', listener)
  }
}

/** The secret of the mailed link that led to where one is, or nothing; another link that is opened in this tab counts from then on. */
export function useLinkSecret(): string {
  const page = usePathname()
  return useSyncExternalStore(
    subscribe,
    useCallback(() => taken(page), [page]),
  )
}

/** The link that led to this page is done with. */
export function forgetLinkSecret(page: string): void {
  sessionStorage.removeItem(keyOf(page))
  changed.tell()
}
