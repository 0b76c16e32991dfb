import { expect, test } from 'vitest'
import { ApiError } from '@/api/client'
import type { Schemas } from '@/api/client'
import { problem } from '@/testing/data'
import { setbackOf } from './setback'

const failed = (code: Schemas['ErrorCode'], status: number, retryAfter: string | null = null) => new ApiError(status, problem(code, status), retryAfter)

test.each([
  ['no answer came', new ApiError(null, null), 9, 'unsaved', 4000],
  ['the server failed', failed('internal', 500), 1, 'waiting', 4000],
  ['it failed again', failed('internal', 500), 3, 'waiting', 16_000],
  ['it fails for long', failed('unavailable', 503), 20, 'waiting', 60_000],
  ['it was too slow', failed('request_timeout', 408), 1, 'waiting', 4000],
  ['it said nothing of how long', failed('too_many_requests', 429), 2, 'waiting', 8000],
  ['something broke here', new Error('broken'), 1, 'waiting', 4000],
  ['it may not be changed', failed('not_editable', 409), 1, 'failed', null],
  ['it is not theirs', failed('forbidden', 403), 1, 'failed', null],
  ['it fits no field', failed('invalid_input', 422), 1, 'failed', null],
] as const)('a save that failed is tried again where that can help, and later each time: %s', (_, error, times, state, after) => {
  expect(setbackOf(error, times, Date.now())).toEqual({ state, after, error })
})

test('a server that says when is asked again then', () => {
  const after = setbackOf(failed('too_many_requests', 429, '90'), 1, Date.now()).after ?? 0
  expect(after).toBeGreaterThan(89_000)
  expect(after).toBeLessThanOrEqual(90_000)
})
