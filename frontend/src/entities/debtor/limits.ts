import { t } from '@lingui/core/macro'
import { formatMoney } from '@/lib/money'

/** How much a debtor may owe. A limit of nothing says what it does: read as an amount alone it could be taken for none, and none for no end. */
export function limitText(amount: number | null | undefined, currency: string): string {
  if (amount === null || amount === undefined) return t({ message: 'none set', context: 'limit' })
  const sum = formatMoney(amount, currency)
  return amount === 0 ? t`${sum}, so nothing more is bought` : sum
}

/** What a change of a limit is from and to: one that is taken away is a limit of nothing. */
export function limitChange({ before, after }: { before?: string | null | undefined; after?: string | null | undefined }, currency: string): [string, string] {
  return [limitText(before ? Number(before) : null, currency), limitText(Number(after ?? 0), currency)]
}

interface Limited {
  state: string
  limits: readonly { amount: number }[]
}

/** Whether nothing more is bought of what it owes for want of a limit alone, whatever its status says. */
export const isWithoutLimit = ({ state, limits }: Limited) => state !== 'blocked' && limits.every(({ amount }) => amount === 0)
