import type { Receipt } from '@/entities/payment/house'

/** What most speaks for. */
export const suggestionOf = ({ suggestions }: Receipt) => suggestions?.[0]

const paysIn = (receipt: Receipt) => suggestionOf(receipt)?.receivables.map(({ id }) => id) ?? []

/** Whether what is suggested of a receipt is suggested of one of these others too: they are not matched together. */
export function paysWith(receipt: Receipt, others: readonly Receipt[]): boolean {
  const pays = paysIn(receipt)
  return others.some((other) => other.id !== receipt.id && paysIn(other).some((id) => pays.includes(id)))
}

/** No two independent signs speak for it. Of what is more than is open the server doesn’t say it, but one sign is one. */
export function isWeak(receipt: Receipt): boolean {
  const suggestion = suggestionOf(receipt)
  if (!suggestion || suggestion.isSure || suggestion.warns) return false
  const others = suggestion.signs.filter((sign) => sign !== 'too_much')
  return others.length === suggestion.signs.length || others.length < 2
}

/** Those that are ticked together with one tick: sure ones that need nothing of one another, the first ones first. */
export function sureTogether(receipts: readonly Receipt[]): ReadonlySet<string> {
  const taken: Receipt[] = []
  for (const receipt of receipts) {
    if (suggestionOf(receipt)?.isSure && !paysWith(receipt, taken)) taken.push(receipt)
  }
  return new Set(taken.map(({ id }) => id))
}

/** What these come to, by currency: nothing of what comes to nothing. */
export function sumsOf(receipts: readonly Receipt[], amountOf: (receipt: Receipt) => number): [string, number][] {
  const sums = new Map<string, number>()
  for (const receipt of receipts) sums.set(receipt.currency, (sums.get(receipt.currency) ?? 0) + amountOf(receipt))
  return [...sums].filter(([, sum]) => sum !== 0)
}
