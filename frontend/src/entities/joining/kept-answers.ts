import { useMemo, useSyncExternalStore } from 'react'
import { storageSignal } from '@/lib/signal'
import type { Unsaved } from './left'

/** Where what is typed in the form and not saved is kept on this device, for one person. */
export const draftPlace = (user: string) => `onboardingDraft:${user}:`

/** Says that what is kept has changed. */
export const { tell: tellKept, subscribe } = storageSignal()

/** Forgets it all: where they go, there is another form. */
export function forgetKept(user: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPlace(user))) localStorage.removeItem(key)
  tellKept()
}

function keptOf(user: string): string {
  try {
    return JSON.stringify(Object.keys(localStorage).filter((key) => key.startsWith(draftPlace(user))).map((key) => localStorage.getItem(key)))
  } catch {
    return '[]'
  }
}

/** What is kept, as far as screens other than the form need to know it. */
function read(kept: string): Unsaved {
  const all = (JSON.parse(kept) as string[]).map((one) => {
    try {
      return JSON.parse(one) as Partial<Unsaved> | null
    } catch {
      return null
    }
  })
  return { refused: Object.assign({}, ...all.map((one) => one?.refused ?? {})) as Record<string, string>, open: all.flatMap((one) => one?.open ?? []) }
}

/** The answers that are kept on this device because the server does not have them. */
export function useKeptAnswers(user: string): Unsaved {
  const kept = useSyncExternalStore(subscribe, () => keptOf(user))
  return useMemo(() => read(kept), [kept])
}
