/** What an invoice is sold for. Amounts in minor units of one currency, rates in basis points. */
export interface Sale {
  face: number
  advanceRate: number
  /** A year. */
  discountRate: number
  /** Days a year has for the discount: act/360 or act/365. */
  basis: 360 | 365
  /** A share of the face. */
  serviceFee: number
  /** From payout until the invoice is paid. */
  days: number
  /** In arrears the charges come off what is paid at the end, in advance off what is paid now. */
  charges: 'in_arrears' | 'in_advance'
}

export interface Price {
  advance: number
  reserve: number
  discount: number
  serviceFee: number
  cost: number
  /** To the seller at once. */
  now: number
  /** To the seller once the invoice is paid. */
  later: number
  /** Cost in basis points of the face. */
  costOfFace: number
  /** Simple annual rate in basis points: cost ÷ payout × 365 ÷ days. Null where nothing is paid now or nothing waits. */
  apr: number | null
}

/** The one rounding there is: half a unit goes up. */
function halfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator))
}

const WHOLE = 10_000n

/** The price of one sale. Each part is rounded half up once; what is left over stays in the reserve, so that the parts always add up to the face. */
export function price({ face, advanceRate, discountRate, basis, serviceFee: feeRate, days, charges }: Sale): Price {
  const [whole, rate, time] = [BigInt(face), BigInt(discountRate), BigInt(days)]
  const advance = halfUp(whole * BigInt(advanceRate), WHOLE)
  const reserve = face - advance
  const serviceFee = halfUp(whole * BigInt(feeRate), WHOLE)
  const discount = halfUp(BigInt(advance) * time * rate, WHOLE * BigInt(basis))
  const cost = discount + serviceFee
  const [now, later] = charges === 'in_arrears' ? [advance, reserve - cost] : [advance - cost, reserve]
  const hasRate = now > 0 && days > 0
  return {
    advance,
    reserve,
    discount,
    serviceFee,
    cost,
    now,
    later,
    costOfFace: face > 0 ? halfUp(BigInt(cost) * WHOLE, whole) : 0,
    apr: hasRate ? halfUp(BigInt(cost) * 365n * WHOLE, BigInt(now) * time) : null,
  }
}
