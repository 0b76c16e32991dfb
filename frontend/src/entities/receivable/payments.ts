import { t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'

/** What came for an invoice and on which day, the earliest first; null where nothing did. */
export function paidText({ payments }: Pick<Schemas['PositionBody'], 'payments'>, currency: string, reader: 'seller' | 'house'): string | null {
  const told = payments.map(({ on, amount, by }) => {
    const [day, sum] = [formatDay(on), formatMoney(amount, currency)]
    if (by !== 'seller') return t`${sum} on ${day}`
    return reader === 'seller' ? t`${sum} on ${day}, from you` : t`${sum} on ${day}, through the seller`
  })
  return told.length > 0 ? told.join(' · ') : null
}
