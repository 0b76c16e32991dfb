import { expect, test } from 'vitest'
import { formatSince } from './dates'

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 minute'],
  [3599, '59 minutes'],
  [3600, '1 hour'],
  [86_399, '23 hours'],
  [3 * 86_400 + 5, '3 days'],
])('%d seconds ago is %s', (seconds, text) => {
  const now = Date.parse('2026-06-15T12:00:00Z')
  expect(formatSince(new Date(now - seconds * 1000).toISOString(), now)).toBe(text)
})
