import { expect, test } from 'vitest'
import { ibanHint, taxNumberHint } from './account-hints'

test.each([
  ['', 'Begins with two letters of the country. Spaces do not matter.'],
  ['DE8', 'Germany: 19 characters to go.'],
  ['de89 3704 0044 0532 0130 0', 'Germany: 1 character to go.'],
  ['DE89 3704 0044 0532 0130 00', 'Germany: complete, and the check digits match.'],
  ['DE88370400440532013000', 'Germany: the check digits do not match. Compare it with your bank statement.'],
  ['DE893704004405320130001', 'Germany: 1 character too many.'],
  ['US12', 'No country has IBANs that begin with US.'],
  ['12', 'No country has IBANs that begin with 12.'],
])('of the IBAN %s is said: %s', (typed, hint) => {
  expect(ibanHint(typed)).toBe(hint)
})

test.each([
  ['DE136695976', 'A VAT number of Germany; the check digits match.'],
  ['DE 136 695 976', 'A VAT number of Germany; the check digits match.'],
  ['DE136695977', 'It looks like a VAT number of Germany, but the check digits do not match.'],
  ['12/345/67890', 'With the letters of the country, such as DE136695976, or the number the tax office uses.'],
])('of the tax number %s is said: %s', (typed, hint) => {
  expect(taxNumberHint(typed)).toBe(hint)
})
