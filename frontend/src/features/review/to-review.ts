import { t } from '@lingui/core/macro'
import type { Case, Document, Noticed } from './api'
import type { Seen } from './seen'

/** Those that count: a replaced one is history. */
export const standing = (found: Case): Document[] => found.onboarding.documents.filter(({ replacedAt }) => !replacedAt)

export const seenDocument = (id: string) => `document:${id}`

/** The version that lies before the reviewer. */
const version = ({ submissions }: Case) => submissions.at(-1)?.number ?? 0

export const seenChanges = (found: Case) => `changes:${version(found)}`
export const seenNotice = (found: Case, { code, field, params }: Noticed) => `notice:${version(found)}:${code}:${field ?? ''}:${JSON.stringify(params)}`

/**
 * What the applicant changed since the version before, where there are two to compare. While an answer is awaited, and after a
 * decision, the server compares with the last version: that is what lies here, or what is being replaced.
 */
export function changesOf(found: Case): Case['since'] {
  return found.since && found.since.number < version(found) ? found.since : null
}

/** A part of the work on a case: what it is, how far it is, and the next of it. */
export interface Part {
  part: 'documents' | 'buyers' | 'changes' | 'noticed'
  label: string
  done: number
  all: number
  /** The first that is not done: the id of a document or of a buyer. */
  next: string | null
}

function part(name: Part['part'], label: string, items: { id: string; isDone: boolean }[]): Part[] {
  const next = items.find(({ isDone }) => !isDone)?.id ?? null
  return items.length === 0 ? [] : [{ part: name, label, done: items.filter(({ isDone }) => isDone).length, all: items.length, next }]
}

/**
 * What this reviewer still has to look at before a decision. It reminds and forbids nothing. A document is done once it was
 * opened here and somebody has judged it.
 */
export function partsToReview(found: Case, seen: Seen): Part[] {
  const { allowedActions } = found
  const isJudged = allowedActions.includes('judge_documents')
  const since = changesOf(found)
  return [
    // They are to be looked at after the decision as well: it may have been made without.
    ...(found.noticed.length > 0
      ? part('noticed', t`Notices`, found.noticed.map((notice) => ({ id: seenNotice(found, notice), isDone: seen.has(seenNotice(found, notice)) })))
      : []),
    ...(isJudged && since ? part('changes', t`Changes since version ${since.number}`, [{ id: seenChanges(found), isDone: seen.has(seenChanges(found)) }]) : []),
    ...(isJudged ? part('documents', t`Documents`, standing(found).map(({ id, verdict }) => ({ id, isDone: verdict !== 'pending' && seen.has(seenDocument(id)) }))) : []),
    ...(allowedActions.includes('decide_buyers') ? part('buyers', t`Buyers`, found.buyers.map(({ id, status }) => ({ id, isDone: status !== 'pending' }))) : []),
  ]
}
