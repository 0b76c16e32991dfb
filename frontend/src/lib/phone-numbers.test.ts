import { getCountries } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { countryCodes } from './countries'
import { callingCode, countryOf, recode, toE164 } from './phone-numbers'

test('the countries are those with a numbering plan and an assigned code', () => {
  // Ascension, Tristan da Cunha and Kosovo have plans, but no assigned ISO code.
  expect(countryCodes).toEqual(getCountries().filter((code) => !['AC', 'TA', 'XK'].includes(code)))
  expect(countryCodes.every((code) => /^\+\d{1,3}$/.test(callingCode(code)))).toBe(true)
  expect(callingCode('GB')).toBe('+44')
})

test('a number is understood with and without its country code', () => {
  expect(toE164('0151 12345678', 'DE')).toBe('+4915112345678')
  expect(toE164('+49 151 12345678', 'DE')).toBe('+4915112345678')
  expect(toE164('0912 345 678', 'VN')).toBe('+84912345678')
})

test.each([['5551234', 'US'], ['+1', 'US'], ['+4915112345678', 'FR'], ['', 'DE']])('%s is no number of %s', (text, country) => {
  expect(toE164(text, country)).toBeNull()
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
