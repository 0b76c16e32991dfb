import { expect, test } from 'vitest'
import { formatMonth, monthsUntil } from './months'

test('months are counted back over the years', () => {
  expect(monthsUntil('2027-02-28', 4)).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
  expect(monthsUntil('2027-01-01', 1)).toEqual(['2027-01'])
})

test('a month is told by its name', () => {
  expect(formatMonth('2027-01')).toBe('January 2027')
})
