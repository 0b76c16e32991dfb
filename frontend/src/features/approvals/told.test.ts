import { expect, test } from 'vitest'
import { limitCurrency } from '@/entities/approval/labels'
import { isTelling, told } from './told'

test.each([
  ['payout', '019a-1 8000.00 EUR', 'Payout', '€8,000.00'],
  ['lossCause', 'insolvency', 'Cause', 'Insolvency'],
  ['lossCause', 'other', 'Cause', 'Another cause'],
  ['check', 'already_sold', 'Check', 'It corrects an invoice that was sold.'],
  ['lossCause', 'something new', 'Cause', 'something new'],
  ['ledger.event', 'bank_charge', 'Event', 'Bank charge'],
  ['ledger.on', '2027-01-04', 'Date', 'Jan 4, 2027'],
  ['ledger.on', 'on_approval', 'Date', 'the day on which it is approved'],
  ['ledger.beside', '2027-01-05', 'Not the charge on a statement of', 'Jan 5, 2027'],
  ['ledger.reversesOn', '2027-01-04', 'Date of that entry', 'Jan 4, 2027'],
  ['receipt.payer', 'Baltic Foods B.V.', 'Allocates the receipt from', 'Baltic Foods B.V.'],
  ['receipt.amount', '660.11 EUR', 'Amount of the receipt', '€660.11'],
  ['payer.owner', 'seller', 'Whose account', 'A seller’s, not the debtor’s'],
  ['payer.iban', 'NL91ABNA0417164300', 'IBAN', 'NL91 ABNA 0417 1643 00'],
  ['debtor', '019a-1', 'Taken from', 'the debtor’s credit'],
  ['note', 'As agreed', 'Note', 'As agreed'],
])('%s %s is told as people say it', (field, after, label, value) => {
  expect(told({ field, before: null, after })).toEqual({ label, value })
})

test('what is changed, or unknown, is not told', () => {
  expect(told({ field: 'note', before: 'Once', after: 'Then' })).toBeUndefined()
  expect(told({ field: 'something', before: null, after: 'Then' })).toBeUndefined()
})

test('an id alone says nothing to people', () => {
  expect(isTelling({ field: 'receipt', before: null, after: '019a-1' })).toBe(false)
  expect(isTelling({ field: 'amount', before: null, after: '8.00 EUR' })).toBe(true)
})

test('a limit is in a currency', () => {
  expect(limitCurrency('limits.EUR')).toBe('EUR')
  expect(limitCurrency('limits.other')).toBeUndefined()
})
