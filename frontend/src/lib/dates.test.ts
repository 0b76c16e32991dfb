import { expect, test } from 'vitest'
import { formatAgo, formatSince } from './dates'
import { loadTexts } from './i18n'

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

test('what lies back is told as the language has it', async () => {
  const now = Date.parse('2026-06-15T12:00:00Z')
  const said = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now)
  expect([60, 7200, 3 * 86_400].map(said)).toEqual(['1 minute ago', '2 hours ago', '3 days ago'])
  await loadTexts('de')
  expect([60, 7200, 3 * 86_400].map(said)).toEqual(['vor 1 Minute', 'vor 2 Stunden', 'vor 3 Tagen'])
})
