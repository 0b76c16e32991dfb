import { expect, test } from 'vitest'
import { currencyOptions } from '@/lib/money'
import { currencyOf } from './currency'

test.each([['DE', 'EUR'], ['GB', 'GBP'], ['US', 'USD'], ['CH', 'CHF'], ['QZ', null], ['', null], [null, null]])('the currency of %s is %s', (country, currency) => {
  expect(currencyOf(country)).toBe(currency)
})

test('only currencies are named that can be chosen', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const found = letters.flatMap((one) => letters.flatMap((other) => currencyOf(one + other) ?? []))
  const offered = currencyOptions.map(({ value }) => value)
  expect(new Set(found)).toEqual(new Set(offered))
})
