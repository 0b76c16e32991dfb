import { onStored, store, stored } from '@/lib/stored'

const NAME = 'onboardingStatusSeen:'

/** The status this person dismissed last, in whichever tab and however often they signed in since; null before the first time. */
export function seenStatus(user: string): number | null {
  const seen = stored(NAME + user)
  return seen === null ? null : Number(seen)
}

export function rememberSeenStatus(user: string, status: number): void {
  store(NAME + user, String(status))
}

/** Tells when it was dismissed, also in another tab. */
export const onSeenStatus = (user: string, listener: () => void): (() => void) => onStored(NAME + user, listener)
