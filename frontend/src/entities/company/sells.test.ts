import { expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { buys, isPaid, onlySupplies, sells } from './sells'

const wants = (...codes: string[]) => ({ wants: codes as components['schemas']['Want'][] })

test.each([
  [wants(), true, false],
  [wants('seller'), true, false],
  [wants('buyer'), false, false],
  [wants('supplier'), false, true],
  [wants('supplier', 'seller'), true, false],
  [wants('supplier', 'buyer'), false, false],
  [wants('something_new'), true, false],
  [wants('supplier', 'something_new'), true, false],
  [undefined, true, false],
])('a company that %o sells: %s, and only supplies: %s', (company, isSeller, isSupplier) => {
  expect([sells(company), onlySupplies(company)]).toEqual([isSeller, isSupplier])
})

test.each([
  [wants('buyer'), true, false],
  [wants('supplier'), false, true],
  [wants('seller', 'buyer'), true, true],
  [undefined, false, true],
])('a company that %o lets its suppliers be paid early: %s, and is paid itself: %s', (company, isBuyer, isPayee) => {
  expect([buys(company), isPaid(company)]).toEqual([isBuyer, isPayee])
})
