import { expect, test } from 'vitest'
import { discountsText } from './cash-discounts'

test('each cash discount says what may come by when', () => {
  const discounts = [
    { until: '2027-01-09', rate: 300, off: 3_570, comes: 115_430 },
    { until: '2027-01-16', rate: 225, off: 2_678, comes: 116_322 },
  ]
  expect(discountsText(discounts, 'EUR')).toBe('3% until Jan 9, 2027: €1,154.30 may come\n2.25% until Jan 16, 2027: €1,163.22 may come')
  expect(discountsText([], 'EUR')).toBeNull()
})
