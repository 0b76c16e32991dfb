import { t } from '@lingui/core/macro'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'

interface Held {
  currency: string
  /** By the ledger, in minor units. */
  bank: number
  /** What the bank’s last statement ends with; absent where there is none. */
  statement?: { on: string; amount: number } | null
  /** What left by the ledger and stands on no statement. */
  untold?: number
  inTransit: number
}

/** What stands beneath what is available at the bank: what it is made of. Null where it is what the ledger says. */
export function fundsText({ currency, bank, statement, untold = 0, inTransit }: Held): string | null {
  const [held, underWay] = [formatMoney(bank, currency), formatMoney(inTransit, currency)]
  // What people entered since is on no statement yet: no more is promised than the bank said last, less what left since.
  if (statement && statement.amount - untold < bank) {
    const [told, day] = [formatMoney(statement.amount, currency), formatDay(statement.on)]
    if (untold > 0) {
      const gone = formatMoney(untold, currency)
      return inTransit === 0
        ? t`${told} by the bank’s statement of ${day}, less ${gone} entered as paid out, which no statement shows; the ledger has ${held}`
        : t`${told} by the bank’s statement of ${day}, less ${gone} entered as paid out, which no statement shows, and ${underWay} released and not yet debited; the ledger has ${held}`
    }
    return inTransit === 0
      ? t`${told} by the bank’s statement of ${day}; the ledger has ${held}`
      : t`${told} by the bank’s statement of ${day}, less ${underWay} released and not yet debited; the ledger has ${held}`
  }
  return inTransit === 0 ? null : t`${held} less ${underWay} released and not yet debited`
}
