import { expect, test } from 'vitest'
import { deed, fieldLabel, valueLabel } from './labels'

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
