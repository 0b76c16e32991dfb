import { expect, test } from 'vitest'
import { formatAgo } from './dates'
import { loadTexts } from './i18n'

const now = Date.parse('2026-06-15T12:00:00Z')
const said = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now)

test.each([
  [0, 'this minute'],
  [59, 'this minute'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [3 * 86_400 + 5, '3 days ago'],
])('%d seconds ago is %s', (seconds, text) => {
  expect(said(seconds)).toBe(text)
})

test('what lies back is told as the language has it', async () => {
  await loadTexts('de')
  expect([0, 60, 7200, 86_400, 3 * 86_400].map(said)).toEqual(['in dieser Minute', 'vor 1 Minute', 'vor 2 Stunden', 'vor 1 Tag', 'vor 3 Tagen'])
})
