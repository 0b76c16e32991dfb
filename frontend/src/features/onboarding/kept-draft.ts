import { draftPlace as prefix, tellKept } from '@/entities/joining/kept-answers'
import { tab } from '@/lib/tab'
import { byPlace, type FormValues } from './form-values'
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
  /** What the server would not take, and why. */
  refused: Readonly<Record<string, string>>
}

/** Keeps on this device what the server does not have; answers whether it could: the storage may be full or shut. */
export function keepDraft(user: string, kept: Kept): boolean {
  const key = prefix(user) + tab
  try {
    const open = openFields(kept).map((field) => byPlace(field, kept.values))
    if (open.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ ...kept, open }))
    tellKept()
    return true
  } catch {
    return false
  }
}

/** The form as the server has it, with what was typed on this device since: only that is newer. */
export function takeDrafts(user: string, server: FormValues): Kept {
  const start: Kept = { values: server, saved: server, base: server, unanswered: {}, refused: {} }
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
        const kept = { values: withAnswers(now.values, found.values, fields), saved: now.saved, base: withAnswers(now.base, found.base, fields), unanswered: { ...now.unanswered, ...found.unanswered }, refused: now.refused }
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
    return typeof stored === 'object' && stored !== null && 'values' in stored && 'saved' in stored && 'base' in stored ? ({ unanswered: {}, ...stored, refused: {} } as Kept) : null
  } catch {
    return null
  }
}
