import { expect, test } from 'vitest'
import { price, type Sale } from './price'

const factoring: Sale = { face: 1_000_000, advanceRate: 8_000, discountRate: 1_200, basis: 360, serviceFee: 150, days: 45, charges: 'in_arrears' }
const programme: Sale = { ...factoring, advanceRate: 10_000, serviceFee: 0, charges: 'in_advance' }

test.each<[string, Sale, object]>([
  ['1: factoring, paid on the day', factoring, { advance: 800_000, reserve: 200_000, discount: 12_000, serviceFee: 15_000, now: 800_000, later: 173_000, cost: 27_000, costOfFace: 270, apr: 2_738 }],
  ['4: a programme, 20 days', { ...programme, face: 100_000, discountRate: 600, days: 20 }, { discount: 333, now: 99_667, later: 0 }],
  ['5: a programme, 14 days', { ...programme, discountRate: 2_400, days: 14 }, { discount: 9_333, now: 990_667, later: 0 }],
  ['6: 90 % by act/365', { ...factoring, advanceRate: 9_000, discountRate: 1_825, basis: 365 }, { advance: 900_000, discount: 20_250, serviceFee: 15_000, later: 64_750 }],
  ['7: 90 days by act/360', { ...programme, face: 10_000_000, discountRate: 500, days: 90 }, { discount: 125_000 }],
  ['7: 90 days by act/365', { ...programme, face: 10_000_000, discountRate: 500, days: 90, basis: 365 }, { discount: 123_288 }],
])('the contract’s example %s comes out to the cent', (_, sale, expected) => {
  expect(price(sale)).toMatchObject(expected)
})

test('half a cent goes up, and what rounding leaves over stays in the reserve', () => {
  expect(price({ ...factoring, face: 101, advanceRate: 5_000, serviceFee: 0, discountRate: 0 })).toMatchObject({ advance: 51, reserve: 50 })
  expect(price({ ...factoring, face: 333, advanceRate: 3_333, serviceFee: 0, discountRate: 0 })).toMatchObject({ advance: 111, reserve: 222 })
})

test('now, later and the cost always add up to the invoice', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const sale: Sale = {
      face: (seed * 7_919) % 9_999_991,
      advanceRate: (seed * 37) % 10_001,
      discountRate: (seed * 53) % 4_000,
      basis: seed % 2 ? 360 : 365,
      serviceFee: (seed * 11) % 500,
      days: seed % 121,
      charges: seed % 3 ? 'in_arrears' : 'in_advance',
    }
    const { now, later, cost, advance, reserve } = price(sale)
    expect(now + later + cost, JSON.stringify(sale)).toBe(sale.face)
    expect(advance + reserve).toBe(sale.face)
  }
})

test('amounts beyond what a float holds between steps stay exact', () => {
  expect(price({ ...programme, face: 9_000_000_000_000_001, discountRate: 1, days: 360 })).toMatchObject({ discount: 900_000_000_000, now: 8_999_100_000_000_001 })
})

test('without days or without a payout there is no annual rate, and nothing fails', () => {
  expect(price({ ...factoring, days: 0 }).apr).toBeNull()
  expect(price({ ...factoring, face: 0 })).toMatchObject({ now: 0, later: 0, cost: 0, costOfFace: 0, apr: null })
})
