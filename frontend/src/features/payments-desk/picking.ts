import type { Receipt } from '@/entities/payment/house'

/** What most speaks for. */
export const suggestionOf = ({ suggestions }: Receipt) => suggestions?.[0]

/** Why two suggestions are not matched together. */
export type Clash = 'same_invoice' | 'same_money'

const mayBeOne = (one: Receipt, other: Receipt) => one.twinId === other.id || Boolean(one.togetherIds?.includes(other.id))

const paysIn = (receipt: Receipt) => suggestionOf(receipt)?.receivables.map(({ id }) => id) ?? []

/** Why the suggestion of one receipt is not matched together with those of others; nothing where it can be. */
export function clashOf(receipt: Receipt, others: readonly Receipt[]): Clash | null {
  const rest = others.filter(({ id }) => id !== receipt.id)
  const pays = paysIn(receipt)
  if (rest.some((other) => mayBeOne(receipt, other) || mayBeOne(other, receipt))) return 'same_money'
  return rest.some((other) => paysIn(other).some((id) => pays.includes(id))) ? 'same_invoice' : null
}

/** Another receipt may be the same money. */
export const mayBeTwice = ({ twinId, togetherIds }: Receipt): boolean => Boolean(twinId) || Boolean(togetherIds?.length)

/** No two independent signs speak for it. Of what is more than is open the server doesn’t say it, but one sign is one. */
export function isWeak(receipt: Receipt): boolean {
  const suggestion = suggestionOf(receipt)
  if (!suggestion || suggestion.isSure || suggestion.warns) return false
  const others = suggestion.signs.filter((sign) => sign !== 'too_much')
  return others.length === suggestion.signs.length || others.length < 2
}

/** Two signs agree, and it is not perhaps the same money as another one. */
const isSure = (receipt: Receipt): boolean => Boolean(suggestionOf(receipt)?.isSure) && !mayBeTwice(receipt)

/** Those that are ticked together with one tick: sure ones that need nothing of one another, the first ones first. */
export function sureTogether(receipts: readonly Receipt[]): ReadonlySet<string> {
  const taken: Receipt[] = []
  for (const receipt of receipts) {
    if (isSure(receipt) && clashOf(receipt, taken) === null) taken.push(receipt)
  }
  return new Set(taken.map(({ id }) => id))
}

/** What these come to, by currency: nothing of what comes to nothing. */
export function sumsOf(receipts: readonly Receipt[], amountOf: (receipt: Receipt) => number): [string, number][] {
  const sums = new Map<string, number>()
  for (const receipt of receipts) sums.set(receipt.currency, (sums.get(receipt.currency) ?? 0) + amountOf(receipt))
  return [...sums].filter(([, sum]) => sum !== 0)
}
