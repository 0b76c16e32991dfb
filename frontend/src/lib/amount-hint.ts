import { t } from '@lingui/core/macro'
import { decimals, isTooLarge } from './money'
import { formatNumber } from './numbers'

/** What is wrong with what was typed for an amount. */
export function amountHint(text: string, currency: string): string {
  if (isTooLarge(text, currency)) return t`Enter a smaller amount.`
  const digits = decimals(currency)
  const example = formatNumber(digits === 0 ? 1_250 : 1_250.5, digits)
  return t`Enter an amount such as ${example}.`
}
