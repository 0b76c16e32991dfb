import { expect, test } from 'vitest'
import { groupIban, ibanHint, taxNumberHint } from './account-hints'
import { groupSortCode, routingNumberHint, sortCodeHint } from './account-numbers'

test.each([
  ['', 'Starts with the country code. Spaces are fine.'],
  ['DE8', 'Germany: 19 characters to go.'],
  ['de89 3704 0044 0532 0130 0', 'Germany: 1 character to go.'],
  ['DE89 3704 0044 0532 0130 00', 'Germany: complete, the check digits match.'],
  ['DE88370400440532013000', 'Germany: the check digits don’t match. Check the IBAN against your bank statement.'],
  ['DE893704004405320130001', 'Germany: 1 character too many.'],
  ['US12', 'No IBAN starts with US.'],
  ['12', 'No IBAN starts with 12.'],
])('of the IBAN %s is said: %s', (typed, hint) => {
  expect(ibanHint(typed)).toBe(hint)
})

test.each([
  ['DE136695976', 'VAT number from Germany; the check digits match.'],
  ['DE 136 695 976', 'VAT number from Germany; the check digits match.'],
  ['DE136695977', 'This looks like a VAT number from Germany, but the check digits don’t match.'],
  ['12/345/67890', 'With country code, such as DE136695976, or the number your tax office uses.'],
])('of the tax number %s is said: %s', (typed, hint) => {
  expect(taxNumberHint(typed)).toBe(hint)
})

test.each([
  ['', 'Six digits, such as 12-34-56.', ''],
  ['6', '5 digits to go.', '6'],
  ['6016', '2 digits to go.', '60-16'],
  ['601613', 'Complete.', '60-16-13'],
  ['60 16 13', 'Complete.', '60-16-13'],
  ['60-16-1', '1 digit to go.', '60-16-1'],
  ['6016131', '1 digit too many.', '6016131'],
  ['60-x', 'Digits only.', '60-x'],
])('of the sort code %s is said: %s', (typed, hint, grouped) => {
  expect(sortCodeHint(typed)).toBe(hint)
  expect(groupSortCode(typed)).toBe(grouped)
})

test.each([
  ['', 'Nine digits, at the bottom left of a cheque.'],
  ['02100', '4 digits to go.'],
  ['021000021', 'Complete, the check digit matches.'],
  ['021000022', 'The check digit doesn’t match. Check the number against your bank statement.'],
])('of the routing number %s is said: %s', (typed, hint) => {
  expect(routingNumberHint(typed)).toBe(hint)
})

test.each([
  ['de89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['DE89 3704', 'DE89 3704'],
  ['DE88370400440532013000', 'DE88370400440532013000'],
  ['', ''],
])('the IBAN %s is shown as %s', (typed, shown) => {
  expect(groupIban(typed)).toBe(shown)
})
