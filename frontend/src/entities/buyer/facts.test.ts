import { expect, test } from 'vitest'
import { buyerFacts } from './facts'

test('what somebody typed is shown as it was typed', () => {
  const facts = { country: 'NL', registrationNumber: String.raw`A\x3EB`, expectedYearlyVolume: { amount: 100, currency: 'EUR' }, paymentTermsDays: 30 }
  expect(buyerFacts(facts)).toBe(String.raw`Netherlands · A\x3EB · €1.00 a year · 30 days`)
})
