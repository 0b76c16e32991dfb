import type { components } from './schema'

export type Problem = components['schemas']['ProblemBody']

/** What a failed response is rejected with when it has no body: for programs; people read `sentence`. */
// eslint-disable-next-line lingui/no-unlocalized-strings
export const NO_BODY = 'Something went wrong'

/** A failed call: the server's problem where it sent one, a sentence where it did not. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number | null
  readonly body: Problem | typeof NO_BODY
  /** When it may be tried again, in milliseconds since 1970, where the server asked for patience. */
  readonly retryAt: number | null

  /** `status` is null when no answer came at all. */
  constructor(status: number | null, body: unknown, retryAfterSeconds: string | null = null) {
    const known = isProblem(body) ? body : NO_BODY
    super(typeof known === 'string' ? known : known.detail)
    this.status = status
    this.body = known
    const seconds = Number(retryAfterSeconds ?? Number.NaN)
    this.retryAt = status === 429 && Number.isFinite(seconds) ? Date.now() + seconds * 1000 : null
  }

  get problem(): Problem | null {
    return typeof this.body === 'string' ? null : this.body
  }

  /** Whether no answer came at all: it may have been done all the same. */
  get isUnanswered(): boolean {
    return this.status === null
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}
