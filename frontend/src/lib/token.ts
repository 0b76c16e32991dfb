const KEY = 'accessToken'

/** The stored access token, if its expiry lies ahead. */
export function storedToken(now: number = Date.now()): string | null {
  const token = localStorage.getItem(KEY)
  return token && isValidToken(token, now) ? token : null
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token)
}

export function clearToken(): void {
  localStorage.removeItem(KEY)
}

/** Whether a change of the storage, made by another tab, is one of the token. */
export function isTokenChange(event: StorageEvent): boolean {
  return event.key === KEY || event.key === null
}

/** A token counts only while its `exp`, in seconds, lies ahead. */
export function isValidToken(token: string, now: number): boolean {
  const expiry = expiresAt(token)
  return expiry !== null && now < expiry
}

/** When the token expires, in milliseconds; null for what is no token. */
export function expiresAt(token: string): number | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const json: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const exp = typeof json === 'object' && json !== null && 'exp' in json ? json.exp : null
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : null
  } catch {
    return null
  }
}
