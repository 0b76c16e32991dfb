import { expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import { problem } from '@/testing/data'
import { someTerms } from '@/testing/financing'
import { askedFields, refusedTerms, termsOf, unreadable, usualTerms, valuesOf } from './terms-values'

test('what is typed comes back as the terms it was', () => {
  const { discountTiming: _, ...asked } = someTerms
  expect(termsOf(valuesOf(someTerms))).toEqual(asked)
  expect(valuesOf(someTerms)).toMatchObject({ limit: '1,000,000.00', advanceRate: '80', serviceFee: '1.5', serviceFeeMinimum: '5.00', verificationAbove: '20,000.00', graceDays: '5' })
})

test('per cent may be typed with a comma or a point, and amounts with groups', () => {
  expect(termsOf({ ...valuesOf(someTerms), discountRate: '12,5', serviceFee: '0.25 %', limit: '1.250.000,50' })).toMatchObject({ discountRate: 1_250, serviceFee: 25, limit: 125_000_050 })
})

test('amounts are in the units of their currency', () => {
  expect(termsOf({ ...valuesOf(someTerms), currency: 'JPY', limit: '1000', serviceFeeMinimum: '5', verificationAbove: '7' })).toMatchObject({ limit: 1_000, serviceFeeMinimum: 5, verificationAbove: 7 })
})

test('what cannot be read is said at its field, and nothing is offered then', () => {
  const values = { ...valuesOf(someTerms), advanceRate: 'most', limit: '', graceDays: '2.5', payoutFee: 'ten' }
  expect(unreadable(values)).toEqual({
    limit: 'This is required.', advanceRate: 'Enter per cent, such as 80 or 12.5.', payoutFee: 'Enter an amount such as 1,250.50.', graceDays: 'Enter a whole number.',
  })
  expect(termsOf(values)).toBeNull()
})

test('all that is out of bounds is said at once, in the units in which it is typed', () => {
  const values = { ...valuesOf(someTerms), limit: '0', advanceRate: '120', concentration: '0', discountRate: '-5', serviceFee: '100.5', minDays: '0', maxDays: '4000', payoutFee: '-1', graceDays: '-1' }
  expect(unreadable(values)).toEqual({
    limit: 'Enter an amount above 0.',
    advanceRate: 'Enter more than 0 and at most 100 per cent.',
    concentration: 'Enter more than 0 and at most 100 per cent.',
    discountRate: 'Enter 0 or more.',
    serviceFee: 'Enter 0 to 100 per cent.',
    minDays: 'Enter 1 to 3,650.',
    maxDays: 'Enter 1 to 3,650.',
    payoutFee: 'Enter 0 or more.',
    graceDays: 'Enter 0 or more.',
  })
  expect(unreadable({ ...valuesOf(someTerms), minDays: '30', maxDays: '20' })).toEqual({ maxDays: 'Enter 30 to 3,650.' })
  expect(unreadable({ ...valuesOf(someTerms), limit: '9'.repeat(20), concentration: '100', advanceRate: '0.01', serviceFee: '0' })).toEqual({ limit: 'Enter a smaller amount.' })
})

test('a range the server has in basis points is told in per cent', () => {
  const fields = { 'terms.concentration': ['x'], 'terms.maxDays': ['y'] }
  const fieldCodes = { 'terms.concentration': [{ code: 'out_of_range', params: { min: 1, max: 10_000 } }], 'terms.maxDays': [{ code: 'out_of_range', params: { min: 1, max: 3_650 } }] }
  const refused = new ApiError(422, { ...problem('invalid_input', 422), fields, fieldCodes } as never)
  expect(refusedTerms(refused)).toEqual([{ field: 'concentration', message: 'Enter 0.01% to 100%.' }, { field: 'maxDays', message: 'Enter 1 to 3,650.' }])
})

test('what is not asked is not sent', () => {
  const terms = termsOf({ ...valuesOf(someTerms), verification: 'always', verificationAbove: 'rubbish', buyerShare: '50' })
  expect(terms).toMatchObject({ verificationAbove: null, buyerShare: 0 })
  expect(termsOf({ ...valuesOf(someTerms), kind: 'reverse_factoring', buyerShare: '50' })).toMatchObject({ buyerShare: 5_000 })
})

test('every field of the terms is asked but the one that follows, and the usual terms are whole', () => {
  expect([...askedFields, 'discountTiming'].toSorted()).toEqual(Object.keys(someTerms).toSorted())
  expect(unreadable(valuesOf(usualTerms))).toEqual({})
})
