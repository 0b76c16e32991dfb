import type { FormValues } from './form-values'
import { changedFields, withAnswers } from './merge'

/** What is typed, and what of it the server has. */
export interface Kept {
  values: FormValues
  /** As it was typed when it was saved. */
  saved: FormValues
  /** As the server told it. */
  base: FormValues
}

/** Each tab keeps what was typed in it: another's is not its own to forget. */
const tab = crypto.randomUUID()
const prefix = (user: string) => `onboardingDraft:${user}:`

/** Keeps on this device what the server does not have. */
export function keepDraft(user: string, kept: Kept): void {
  const key = prefix(user) + tab
  if (changedFields(kept.saved, kept.values).length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(kept))
}

/** The form as the server has it, with what was typed on this device since: only that is newer. */
export function takeDrafts(user: string, server: FormValues): Kept {
  const start: Kept = { values: server, saved: server, base: server }
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix(user)))
    .reduce((now, key) => {
      const found = read(key)
      localStorage.removeItem(key)
      if (!found) return now
      const fields = changedFields(found.saved, found.values)
      const kept = { values: withAnswers(now.values, found.values, fields), saved: now.saved, base: withAnswers(now.base, found.base, fields) }
      keepDraft(user, kept)
      return kept
    }, start)
}

function read(key: string): Kept | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null && 'values' in stored && 'saved' in stored && 'base' in stored ? (stored as Kept) : null
  } catch {
    return null
  }
}
