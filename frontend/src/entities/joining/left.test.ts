import { expect, test } from 'vitest'
import type { Requirement } from '@/entities/application/api'
import { leftOf } from './left'

const missing = (field: string, code: Requirement['code'] = 'missing'): Requirement => ({ field, message: field, code, params: {} })
const NOTHING = { missing: [], refused: {}, open: [], unfinished: [] }
const fields = (parts: Partial<Parameters<typeof leftOf>[0]>) => leftOf({ ...NOTHING, ...parts }).map(({ field }) => field)

test('nothing is left where nothing is asked for, refused, unsaved or unfinished', () => {
  expect(leftOf(NOTHING)).toEqual([])
})

test('what is refused is missing at the server too and counts once, and its reason is the one that is told', () => {
  const left = leftOf({ ...NOTHING, missing: [missing('company.taxNumber')], refused: { 'company.taxNumber': 'Too long.' } })
  expect(left).toEqual([{ field: 'company.taxNumber', message: 'Too long.', isWrong: true }])
})

test('what a person lacks and what the list of people lacks are two things', () => {
  expect(fields({ missing: [missing('people'), missing('people')], refused: { 'people[0].bornOn': 'x' } })).toHaveLength(3)
})

test('answers that are not saved count once a step, where nothing else is said of them', () => {
  expect(fields({ missing: [missing('company.legalName')], open: ['company.legalName', 'company.website', 'company.industry', 'bankAccount.iban'] })).toEqual([
    'company.legalName',
    'company.website',
    'bankAccount.iban',
  ])
})

test('it stands in the order of the form, whatever it is', () => {
  const left = { missing: [missing('documents.bank_statement'), missing('company.wants')], refused: { 'bankAccount.iban': 'x' }, unfinished: [{ field: 'buyers', message: 'x' }] }
  expect(fields(left)).toEqual(['company.wants', 'bankAccount.iban', 'buyers', 'documents.bank_statement'])
})

test('what contradicts is wrong, what is not there yet is not', () => {
  const left = leftOf({ ...NOTHING, missing: [missing('company.incorporatedOn', 'inconsistent'), missing('company.city')] })
  expect(left.map(({ isWrong }) => isWrong)).toEqual([true, false])
})
