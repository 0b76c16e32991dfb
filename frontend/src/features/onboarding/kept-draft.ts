import { tab } from '@/lib/tab'
import type { FormValues } from './form-values'
import { withAnswers } from './merge'
import { openFields, type Unanswered } from './save-changes'

/** What is typed, and what of it the server has. */
export interface Kept {
  values: FormValues
  /** As it was typed when it was saved. */
  saved: FormValues
  /** As the server told it. */
  base: FormValues
  /** What was sent and not answered. */
  unanswered: Unanswered
}

const prefix = (user: string) => `onboardingDraft:${user}:`

/** Keeps on this device what the server does not have; answers whether it could: the storage may be full or shut. */
export function keepDraft(user: string, kept: Kept): boolean {
  const key = prefix(user) + tab
  try {
    if (openFields(kept).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

/** The form as the server has it, with what was typed on this device since: only that is newer. */
export function takeDrafts(user: string, server: FormValues): Kept {
  const start: Kept = { values: server, saved: server, base: server, unanswered: {} }
  try {
    // Of the first version, which told nobody apart by an id: what it kept cannot be put together with what others typed.
    localStorage.removeItem(`onboardingDraft:${user}`)
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix(user)))
      .reduce((now, key) => {
        const found = read(key)
        localStorage.removeItem(key)
        if (!found) return now
        const fields = openFields(found)
        const kept = { values: withAnswers(now.values, found.values, fields), saved: now.saved, base: withAnswers(now.base, found.base, fields), unanswered: { ...now.unanswered, ...found.unanswered } }
        keepDraft(user, kept)
        return kept
      }, start)
  } catch {
    return start
  }
}

function read(key: string): Kept | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null && 'values' in stored && 'saved' in stored && 'base' in stored ? ({ unanswered: {}, ...stored } as Kept) : null
  } catch {
    return null
  }
}
