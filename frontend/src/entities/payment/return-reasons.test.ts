import { afterEach, expect, test } from 'vitest'
import { loadTexts } from '@/lib/i18n'
import { accountFailedText, cameBackText } from './house-labels'
import { bankReason } from './return-reasons'

afterEach(() => loadTexts('en'))

test.each([
  ['AC04', 'The account is closed (AC04)', 'Das Bankkonto ist aufgelöst (AC04)'],
  [' AC04. ', 'The account is closed (AC04)', 'Das Bankkonto ist aufgelöst (AC04)'],
  ['MD07 see letter.', 'The account holder has died (MD07): “see letter”', 'Der Kontoinhaber ist verstorben (MD07): „see letter“'],
  ['AC04: account closed', 'The account is closed (AC04)', 'Das Bankkonto ist aufgelöst (AC04)'],
  ['AC06: ask the holder', 'The account is blocked (AC06): “ask the holder”', 'Das Bankkonto ist gesperrt (AC06): „ask the holder“'],
  ['ZZ99', 'ZZ99', 'ZZ99'],
  ['AC044', 'AC044', 'AC044'],
  ['Account closed', 'Account closed', 'Account closed'],
])('of %j people read %s', async (said, english, german) => {
  expect(bankReason(said)).toBe(english)
  await loadTexts('de')
  expect(bankReason(said)).toBe(german)
})

test('what is said of an account and of a payout that came back has the words too', () => {
  expect(accountFailedText({ on: '2027-02-17', reason: 'AC06' })).toBe('The last payment to this account came back on Feb 17, 2027: The account is blocked (AC06)')
  expect(cameBackText('AC01')).toBe('Returned before: The account number is wrong (AC01)')
})
