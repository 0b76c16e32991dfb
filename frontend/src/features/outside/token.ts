import { useEffect, useState } from 'react'

const KEPT = 'confirmation'

/**
 * The secret of the link that was opened. It stands behind the `#`, which no server sees, and is taken out of the address at
 * once: neither the history nor whatever is opened from here has it. Reloading the page finds it in this tab.
 */
function taken(): string {
  const found = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!found) return sessionStorage.getItem(KEPT) ?? ''
  sessionStorage.setItem(KEPT, found)
  history.replaceState(history.state, '', location.pathname)
  return found
}

/** The same; another link that is opened in this tab counts from then on. */
export function useToken(): string {
  const [token, setToken] = useState(taken)
  useEffect(() => {
    const look = () => {
      setToken(taken())
    }
    addEventListener('hashchange', look)
    return () => {
      removeEventListener('hashchange', look)
    }
  }, [])
  return token
}
