const KEY = 'sentCode'

/** How long the identity provider takes a code it sent; after that the field for it would only mislead. */
const LIFE_MS = 5 * 60_000

interface SentCode {
  phone: string
  /** By which the identity provider knows it. */
  id: string
  /** In milliseconds since 1970. */
  at: number
}

/** Remembers in this tab that a code was sent, so that loading the page again does not lose the field for it. */
export function rememberCode(sent: SentCode): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sent))
  } catch {
    // The storage is shut: a reload asks for another code.
  }
}

/** The code that was sent to this phone and can still be typed in; null when there is none. */
export function sentCode(phone: string, now = Date.now()): SentCode | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<SentCode> | null
    const { id, at } = found ?? {}
    const isAlive = typeof id === 'string' && typeof at === 'number' && at <= now && now < at + LIFE_MS
    return isAlive && found?.phone === phone ? { phone, id, at } : null
  } catch {
    return null
  }
}

export function forgetCode(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
