import { t } from '@lingui/core/macro'
import { decimals, isTooLarge, otherMark } from './money'
import { formatNumber } from './numbers'

/** What is wrong with what was typed for an amount. */
export function amountHint(text: string, currency: string, sample?: number): string {
  if (isTooLarge(text, currency)) return t`Enter a smaller amount.`
  const other = otherMark(text, currency)
  if (other) return t`Enter the amount in ${currency}, not in ${other}.`
  const digits = decimals(currency)
  const value = sample ?? (digits === 0 ? 1_250 : 1_250.5)
  const example = formatNumber(value, Number.isInteger(value) ? 0 : digits)
  return t`Enter an amount such as ${example}.`
}
