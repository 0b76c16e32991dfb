import { afterEach, expect, test, vi } from 'vitest'
import { formatDay, formatDays, formatAgo } from './dates'
import { chooseLanguage, formatting, i18n, preferredLanguage } from './i18n'
import { formatMoney } from './money'
import { formatPercent } from './numbers'

const speaking = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)

afterEach(() => chooseLanguage('en'))

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr-FR', 'de'], 'de'],
  [['fr-FR'], 'en'],
  [[], 'en'],
])('a browser that prefers %s gets %s', (tags, code) => {
  speaking(...tags)
  expect(preferredLanguage()).toBe(code)
})

test('a language that was chosen stays, and the page says which it is', async () => {
  speaking('fr-FR')
  await chooseLanguage('de')
  expect(preferredLanguage()).toBe('de')
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['de', 'ltr'])
  localStorage.setItem('language', 'toString')
  expect(preferredLanguage()).toBe('en')
})

test.each([
  [['de-DE', 'de'], 'en-GB', '31 Jan 2026'],
  [['de-DE', 'en-US'], 'en-US', 'Jan 31, 2026'],
  [['de-DE', 'en'], 'en', 'Jan 31, 2026'],
])('in English a browser of %s has days written as in %s', async (tags, locale, day) => {
  speaking(...tags)
  await chooseLanguage('en')
  expect(formatting()).toBe(locale)
  expect(formatDay('2026-01-31')).toBe(day)
})

test('numbers, days and amounts are written as the language and the region have it', async () => {
  speaking('en-GB', 'de-CH')
  expect(formatting()).toBe('en-GB')
  expect(formatDay('2026-01-31')).toBe('31 Jan 2026')
  await chooseLanguage('de')
  expect([i18n.locale, formatting()]).toEqual(['de', 'de-CH'])
  speaking('fr-FR')
  expect(formatDay('2026-01-31')).toBe('31.01.2026')
  expect(formatMoney(123_456_789, 'EUR')).toBe('1.234.567,89\u00a0€')
  expect(formatPercent(0.625, 1)).toBe('62,5\u00a0%')
  expect(formatDays(30)).toBe('30 Tage')
  expect(formatAgo('2026-01-01T00:00:00Z', Date.parse('2026-01-03T01:00:00Z'))).toBe('vor 2 Tagen')
})
