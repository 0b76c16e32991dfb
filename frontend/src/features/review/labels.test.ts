import { expect, test } from 'vitest'
import { deed } from '@/entities/audit/deeds'
import { fieldLabel, noticeText, valueLabel } from './labels'

test('fields are called what people call them', () => {
  expect(fieldLabel('company.legalName')).toBe('Legal name')
  expect(fieldLabel('people[1].bornOn')).toBe('Person 2: Date of birth')
  expect(fieldLabel('requested.bank_statement')).toBe('Last bank statement')
  expect(fieldLabel('something.new')).toBe('something.new')
})

test('the codes of closed sets are read as words', () => {
  expect(valueLabel('company.legalForm', 'sole_trader')).toBe('Sole trader')
  expect(valueLabel('people[0].roles', 'director, owner')).toBe('Director, Owns 25% or more')
  expect(valueLabel('status', '2')).toBe('Onboarding approved')
  expect(valueLabel('status', 'declined')).toBe('Declined')
  expect(valueLabel('company.legalName', 'director')).toBe('director')
})

test('what somebody did is told in words, and by its code where there are none', () => {
  expect(deed('approved')).toBe('approved the application')
  expect(deed('case_taken')).toBe('assigned the case to themselves')
  expect(deed('something_new')).toBe('something_new')
})

test.each([
  ['vat_check_digit_wrong', { country: 'DE' }, 'The check digit of this VAT number (Germany) is wrong.'],
  ['iban_country_differs', { iban: 'NL', country: 'DE' }, 'The bank account is in another country (Netherlands) than the company (Germany).'],
  ['shares_incomplete', { percent: '62.5', minimumPercent: 75 }, 'The shares named add up to 62.5%, less than 75%.'],
  ['same_document', { kind: 'bank_statement', other: 'annual_accounts' }, 'The same file was uploaded twice: as Last bank statement and as Latest annual accounts.'],
  ['something_new', {}, 'something_new'],
])('the notice %s is a sentence with what belongs to it', (code, params, sentence) => {
  expect(noticeText({ code: code as Parameters<typeof noticeText>[0]['code'], params: params as Record<string, string> })).toBe(sentence)
})
