import { expect, test } from 'vitest'
import { callingCode, countries, toE164 } from './countries'

test('a number is understood with and without its country code', () => {
  expect(toE164('0151 12345678', 'DE')).toBe('+4915112345678')
  expect(toE164('+49 151 12345678', 'DE')).toBe('+4915112345678')
  expect(toE164('0912 345 678', 'VN')).toBe('+84912345678')
})

test.each([['5551234', 'US'], ['+1', 'US'], ['+4915112345678', 'FR'], ['', 'DE']])('%s is no number of %s', (text, country) => {
  expect(toE164(text, country)).toBeNull()
})

test('every country has a name and a calling code', () => {
  expect(countries.length).toBeGreaterThan(230)
  expect(countries.every(({ name, code, callingCode: dial }) => name !== code && /^\+\d{1,3}$/.test(dial))).toBe(true)
  expect(callingCode('GB')).toBe('+44')
})
