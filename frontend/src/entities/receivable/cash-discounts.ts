import { t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { formatPercent } from '@/lib/numbers'

/** What may come by when, one cash discount a line; null where there is none. */
export function discountsText(discounts: readonly Schemas['CashDiscountBody'][], currency: string): string | null {
  const lines = discounts.map(({ until, rate, comes }) => {
    const [share, day, amount] = [formatPercent(rate / 10_000, 2), formatDay(until), formatMoney(comes, currency)]
    return t`${share} until ${day}: ${amount} may come`
  })
  return lines.length > 0 ? lines.join('\n') : null
}
