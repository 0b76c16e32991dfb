import { ApiError } from '@/api/client'

/** Why what was typed is not saved, and what follows from it. */
export interface Setback {
  /** `unsaved`: no answer came. `waiting`: the server cannot now. `failed`: it will not, however often it is asked. */
  state: 'unsaved' | 'waiting' | 'failed'
  /** How long until it is tried again, in milliseconds; null for what would only be refused again. */
  after: number | null
  error: unknown
}

/** How long until a save that failed is tried again; longer each time the server fails. */
const RETRY_AFTER_MS = 4000
const AT_MOST_MS = 60_000

/** What a failed save means, the how many-th in a row. */
export function setbackOf(error: unknown, times: number, now: number): Setback {
  const longer = Math.min(RETRY_AFTER_MS * 2 ** (times - 1), AT_MOST_MS)
  if (!(error instanceof ApiError)) return { state: 'waiting', after: longer, error }
  if (error.status === null) return { state: 'unsaved', after: RETRY_AFTER_MS, error }
  if (error.retryAt !== null) return { state: 'waiting', after: Math.max(RETRY_AFTER_MS, error.retryAt - now), error }
  if (error.status >= 500 || MAY_PASS.includes(error.status)) return { state: 'waiting', after: longer, error }
  return { state: 'failed', after: null, error }
}

/** Too slow, too often. */
const MAY_PASS = [408, 429]
