import { expect, test } from 'vitest'
import { someTerms } from '@/testing/financing'
import { askedFields, termsOf, unreadable, usualTerms, valuesOf } from './terms-values'

test('what is typed comes back as the terms it was', () => {
  const { discountTiming: _, ...asked } = someTerms
  expect(termsOf(valuesOf(someTerms))).toEqual(asked)
  expect(valuesOf(someTerms)).toMatchObject({ limit: '1000000', advanceRate: '80', serviceFee: '1.5', serviceFeeMinimum: '5', verificationAbove: '20000', graceDays: '5' })
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

test('what is not asked is not sent', () => {
  const terms = termsOf({ ...valuesOf(someTerms), verification: 'always', verificationAbove: 'rubbish', buyerShare: '50' })
  expect(terms).toMatchObject({ verificationAbove: null, buyerShare: 0 })
  expect(termsOf({ ...valuesOf(someTerms), kind: 'reverse_factoring', buyerShare: '50' })).toMatchObject({ buyerShare: 5_000 })
})

test('every field of the terms is asked but the one that follows, and the usual terms are whole', () => {
  expect([...askedFields, 'discountTiming'].toSorted()).toEqual(Object.keys(someTerms).toSorted())
  expect(unreadable(valuesOf(usualTerms))).toEqual({})
})
