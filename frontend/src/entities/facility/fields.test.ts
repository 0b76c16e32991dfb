import { expect, test } from 'vitest'
import { someTerms } from '@/testing/financing'
import { houseTermsGroups, termLabel, termsFieldOf, termValue } from './fields'

const rows = (changes: Partial<typeof someTerms> = {}) => Object.fromEntries(houseTermsGroups({ ...someTerms, ...changes }).flatMap((group) => group.rows.map(({ id, value }) => [id, value])))

test.each([
  ['limit', '100000000', 'EUR', '€1,000,000.00'],
  ['limit', '100000000', 'JPY', '¥100,000,000'],
  ['limit', '100000000', null, '100,000,000 in the currency’s smallest unit'],
  ['advanceRate', '8000', 'EUR', '80%'],
  ['discountRate', '1225', 'EUR', '12.25% a year'],
  ['graceDays', '1', 'EUR', '1 day'],
  ['dayCount', 'act_360', 'EUR', 'Actual days, 360 a year'],
  ['notification', 'something_new', 'EUR', 'something_new'],
  ['somethingNew', '5', 'EUR', '5'],
])('the term %s of %s in %s is told as %s', (field, value, currency, told) => {
  expect(termValue(field, value, currency)).toBe(told)
})

test('every field of the terms is told to the house, but for what the heading says', () => {
  const shown = rows({ kind: 'reverse_factoring' })
  expect(Object.keys(someTerms).filter((field) => !(field in shown))).toEqual(['kind', 'currency'])
  expect(Object.keys(someTerms).map((field) => termLabel(field)).filter((label) => label in someTerms)).toEqual([])
})

test('what nobody asks for is left out', () => {
  expect(rows({ verification: 'always', verificationAbove: null })).not.toHaveProperty('verificationAbove')
  expect(rows()).not.toHaveProperty('buyerShare')
})

test('the field of a proposal is the terms’ own', () => {
  expect(termsFieldOf('terms.limit')).toBe('limit')
  expect(termsFieldOf('limits.EUR')).toBeUndefined()
})
