import { expect, test } from 'vitest'
import { callingCode, countries, countryOf, recode, toE164 } from './countries'
import { loadTexts } from './i18n'

test('a number is understood with and without its country code', () => {
  expect(toE164('0151 12345678', 'DE')).toBe('+4915112345678')
  expect(toE164('+49 151 12345678', 'DE')).toBe('+4915112345678')
  expect(toE164('0912 345 678', 'VN')).toBe('+84912345678')
})

test.each([['5551234', 'US'], ['+1', 'US'], ['+4915112345678', 'FR'], ['', 'DE']])('%s is no number of %s', (text, country) => {
  expect(toE164(text, country)).toBeNull()
})

test('every country has a name and a calling code', () => {
  expect(countries().length).toBeGreaterThan(230)
  expect(countries().every(({ name, code, callingCode: dial }) => name !== code && /^\+\d{1,3}$/.test(dial))).toBe(true)
  expect(callingCode('GB')).toBe('+44')
})

test.each([
  ['+44 7', 'DE', 'GB'],
  ['+49 151', 'DE', null],
  ['+1 416 555', 'US', null],
  ['+7 9', 'DE', 'RU'],
  ['0151 1', 'GB', null],
  ['+', 'GB', null],
])('%s typed in %s is of %s', (phone, country, other) => {
  expect(countryOf(phone, country)).toBe(other)
})

test('a number begun with a calling code takes that of the country chosen after it', () => {
  expect(recode('+49 151 123', 'DE', 'FR')).toBe('+33 151 123')
  expect(recode('0151 123', 'DE', 'FR')).toBe('0151 123')
  expect(recode('', 'DE', 'FR')).toBe('')
})

test('countries are called as in the language of the texts, and sorted so', async () => {
  await loadTexts('de')
  const names = countries().map(({ name }) => name)
  expect(names).toContain('Deutschland')
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'))
})
