import { expect, test } from 'vitest'
import { aHeldLine } from '@/testing/bank'
import { amountOf, movedText } from './held-reasons'

test('what went out is below zero, also where the file alone says so', () => {
  const legible = { on: null, valueOn: null, amount: '27.27 EUR', amountMinor: 2_727, direction: 'DBIT', other: { name: 'Odd GmbH', iban: null }, text: null, raw: '<Ntry/>' } as const
  const odd = aHeldLine({ why: 'unreadable', amount: null, other: null, legible })
  expect(amountOf(odd)).toBe('−27.27 EUR')
  expect(amountOf({ ...odd, legible: { ...legible, amount: '-27.27 EUR' } })).toBe('−27.27 EUR')
  expect(movedText(odd)).toBe('27.27 EUR to Odd GmbH')
  expect(amountOf({ ...odd, legible: { ...legible, direction: 'CRDT' } })).toBe('27.27 EUR')
  expect(amountOf(aHeldLine({ amount: -2_727 }))).toBe('−\u2060€27.27')
})
