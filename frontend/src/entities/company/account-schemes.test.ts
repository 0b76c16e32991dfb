import { expect, test } from 'vitest'
import { usualScheme } from './account-schemes'

const NONE = { holder: '', iban: '', sortCode: '', routingNumber: '', accountNumber: '', bic: '', currency: '' }

test.each([
  [{}, 'DE', 'iban'],
  [{}, '', 'iban'],
  [{}, 'GB', 'sortCode'],
  [{}, 'JE', 'sortCode'],
  [{}, 'US', 'routingNumber'],
  [{ iban: 'DE89' }, 'GB', 'iban'],
  [{ sortCode: '60-16-13' }, 'DE', 'sortCode'],
  [{ routingNumber: '021000021' }, 'DE', 'routingNumber'],
  [{ accountNumber: '1', bic: 'DEUTDEFF' }, 'US', 'bic'],
  [{ accountNumber: '1' }, 'GB', 'sortCode'],
  [{ accountNumber: '1' }, 'VN', 'bic'],
] as const)('of %o in %s the form shows %s', (given, country, scheme) => {
  expect(usualScheme({ ...NONE, ...given }, country)).toBe(scheme)
})
