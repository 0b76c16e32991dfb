import { afterEach, expect, test, vi } from 'vitest'
import { loadTexts } from './i18n'
import { editDay, parseDay } from './typed-day'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A browser and texts of this language. */
async function speak(tag: string) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([tag])
  await loadTexts(tag.startsWith('de') ? 'de' : 'en')
}

test.each([
  ['de-DE', '31.12.2026'],
  ['en-GB', '31/12/2026'],
  ['en-US', '12/31/2026'],
  ['en-CA', '2026-12-31'],
])('in %s a day is written %s, and read so again', async (tag, written) => {
  await speak(tag)
  expect(editDay('2026-12-31')).toBe(written)
  expect(parseDay(written)).toBe('2026-12-31')
})

test.each([
  ['de-DE', '1.2.2026', '2026-02-01'],
  ['de-DE', '01022026', '2026-02-01'],
  ['de-DE', '1. Februar 2026', '2026-02-01'],
  ['de-DE', '3. März 2026', '2026-03-03'],
  ['de-DE', '5 May 2026', '2026-05-05'],
  ['en-US', '1/2/2026', '2026-01-02'],
  ['en-US', '01022026', '2026-01-02'],
  ['en-US', 'Feb 1, 2026', '2026-02-01'],
  ['en-US', '31.12.2026', '2026-12-31'],
  ['en-GB', '1-2-2026', '2026-02-01'],
  ['en-GB', ' 1 / 2 / 2026 ', '2026-02-01'],
  ['en-GB', '12/31/2026', '2026-12-31'],
  ['en-GB', '2026-02-01', '2026-02-01'],
  ['en-GB', '2026/2/1', '2026-02-01'],
  ['en-GB', '20260201', '2026-02-01'],
  ['en-GB', '2026-02-01T00:00:00Z', '2026-02-01'],
] as const)('in %s, %s is %s', async (tag, typed, day) => {
  await speak(tag)
  expect(parseDay(typed)).toBe(day)
})

test.each(['', '31.02.2026', '29.02.2023', '1.1.26', '1.1.', '12', '2026', 'soon', '1 Smarch 2026', '2026-13-01', '00000000', '1.1.20261'])('%s is no day', async (typed) => {
  await speak('de-DE')
  expect(parseDay(typed)).toBeNull()
})

test('what is no day is shown as it was typed', () => {
  expect(editDay('31.02.')).toBe('31.02.')
  expect(editDay('2026-02-31')).toBe('2026-02-31')
})
