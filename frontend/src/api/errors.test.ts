import { expect, test } from 'vitest'
import { problem } from '@/testing/data'
import { ApiError, NO_BODY } from './client'
import { isOutcomeUnknown, sentence } from './errors'

test('a failure this version has no sentence for is told as one all the same', () => {
  const body = { ...problem('internal', 500), code: 'something_new' as 'internal' }
  expect(sentence(new ApiError(500, body))).toBe('Something went wrong')
})

test('a write may have been done where nothing answered or the server failed, and not where it refused', () => {
  for (const status of [null, 500, 502, 503, 504]) expect(isOutcomeUnknown(new ApiError(status, NO_BODY))).toBe(true)
  for (const status of [400, 401, 409, 422, 429]) expect(isOutcomeUnknown(new ApiError(status, NO_BODY))).toBe(false)
  expect(isOutcomeUnknown(null)).toBe(false)
})
