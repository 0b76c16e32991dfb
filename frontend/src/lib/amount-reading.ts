import { t } from '@lingui/core/macro'
import { editMoney, formatMoney, parseMoney, splitMark } from './money'

/** An amount that was typed, as it is written with signs between its thousands and all its decimals; null when it is none. */
export function groupedMoney(text: string, currency: string): string | null {
  const minor = parseMoney(text, currency)
  return minor === null ? null : editMoney(minor, currency)
}

/** Whether others would read what was typed as another amount: one sign with three digits behind it. */
export function isReadTwoWays(text: string, currency: string): boolean {
  return parseMoney(text, currency) !== null && /^[1-9]\d{0,2}[.,]\d{3}$/.test(splitMark(text).digits)
}

/** How an amount is read that others would read otherwise; null where there is no doubt. */
export function readingOf(text: string, currency: string): string | null {
  if (!isReadTwoWays(text, currency)) return null
  const amount = formatMoney(parseMoney(text, currency) ?? 0, currency)
  return t`Read as ${amount}`
}
