import { formatMoney } from '@/lib/money'

/** What invoices come to, in each currency. */
export function sumOf(invoices: readonly { currency: string; face: number }[]): string {
  const sums = new Map<string, number>()
  for (const { currency, face } of invoices) sums.set(currency, (sums.get(currency) ?? 0) + face)
  return [...sums].sort().map(([currency, sum]) => formatMoney(sum, currency)).join(' + ')
}
