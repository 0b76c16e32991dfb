const PREFIX = 'onboardingStatusSeen:'

/** The status this person dismissed last in this visit; null before the first time. */
export function seenStatus(user: string): number | null {
  const seen = sessionStorage.getItem(PREFIX + user)
  return seen === null ? null : Number(seen)
}

export function rememberSeenStatus(user: string, status: number): void {
  sessionStorage.setItem(PREFIX + user, String(status))
}

/** Signing in anew tells the status anew. */
export function forgetSeenStatus(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
