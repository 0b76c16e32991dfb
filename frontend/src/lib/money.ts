import { numberFormat, shown } from './formatters'
import { formatting } from './i18n'

/** How many decimals a currency has, by the browser's data. */
export function decimals(currency: string): number {
  try {
    return numberFormat({ style: 'currency', currency }, 'en').resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** Minor units as people read them. */
export function formatMoney(amountMinor: number, currency: string): string {
  return shown(numberFormat({ style: 'currency', currency }), amountMinor / 10 ** decimals(currency))
}

/** Minor units in whole units of the currency, where the small change tells nothing. */
export function formatRounded(amountMinor: number, currency: string): string {
  return shown(numberFormat({ style: 'currency', currency, minimumFractionDigits: 0, maximumFractionDigits: 0 }), amountMinor / 10 ** decimals(currency))
}

/** The sign of the language shown that stands between thousands; a point or a comma where it is one of them. */
const groupingSign = () => numberFormat({ useGrouping: true }).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value

const blanks = /[\s'’\u00a0\u202f\u2060]/g

/** How a currency is written: its code, and its signs in the languages of the client. */
function marksOf(currency: string): string[] {
  const locales = [formatting(), 'en', 'de']
  const signs = locales.flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => numberFormat({ style: 'currency', currency, currencyDisplay }, locale).formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''),
  )
  return [currency, ...signs].map((mark) => mark.replace(blanks, '').toLowerCase())
}

/** What was typed without blanks, and what of it is no part of a number: in front of the digits or behind them. */
export function splitMark(text: string): { front: string; digits: string; behind: string } {
  const [, front = '', digits = '', behind = ''] = /^(\D*)(\d(?:[\d.,]*\d)?)(\D*)$/.exec(text.replace(blanks, '')) ?? [undefined, '', text, '']
  return behind === '.' || behind === ',' ? { front, digits: digits + behind, behind: '' } : { front, digits, behind }
}

/** The first of the marks that were typed with an amount that is none of its currency. */
function strangeMark({ front, behind }: { front: string; behind: string }, currency: string): string | undefined {
  return [front, behind].find((mark) => mark !== '' && !marksOf(currency).includes(mark.toLowerCase()))
}

/** What was typed without the mark of the currency; null where another mark stands there. */
function withoutMark(text: string, currency: string): { digits: string; isBehind: boolean } | null {
  const split = splitMark(text)
  return strangeMark(split, currency) === undefined ? { digits: split.digits, isBehind: split.behind !== '' } : null
}

/** The mark of another currency than that of the field, as it was typed with an amount; null where there is none. One sign may be that of several currencies. */
export function otherMark(text: string, currency: string): string | null {
  const split = splitMark(text)
  const mark = split.digits === '' ? undefined : strangeMark(split, currency)
  return mark && [...currencies, mark.toUpperCase()].some((one) => isCurrency(one) && marksOf(one).includes(mark.toLowerCase())) ? mark : null
}

const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** The digits that were typed, before and behind the decimal sign; null where they are no number, or could be two. */
function digitsOf(text: string): { whole: string; fraction: string } | null {
  const compact = text.replace(blanks, '')
  const signs = compact.match(/[.,]/g) ?? []
  if (!/^\d+(?:[.,]\d+)*[.,]?$/.test(compact)) return null
  const [first = '', last = first] = [signs[0], signs.at(-1)]
  const groups = (whole: string) => (whole.includes(first) && first !== '' ? new RegExp(`^(?:\\d{1,3}(?:\\${first}\\d{3})+|\\d{1,2}(?:\\${first}\\d{2})*\\${first}\\d{3})$`).test(whole) : /^\d+$/.test(whole))
  if (first !== last || signs.length === 1) {
    const at = compact.lastIndexOf(last)
    const [whole, fraction] = signs.length === 0 ? [compact, ''] : [compact.slice(0, at), compact.slice(at + 1)]
    // With one sign and three digits behind it, only the language says which of the two it is.
    if (signs.length === 1 && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && first === groupingSign()) return { whole: whole + fraction, fraction: '' }
    return groups(whole) && (signs.length < 2 || first !== last) ? { whole: whole.replace(/[.,]/g, ''), fraction } : null
  }
  return groups(compact) ? { whole: compact.replace(/[.,]/g, ''), fraction: '' } : null
}

/** What somebody typed, in minor units and however large; null when it is no amount, or could be two. */
function typedMinor(text: string, currency: string): number | null {
  const digits = decimals(currency)
  const amount = withoutMark(text, currency)
  const typed = amount && digitsOf(amount.digits)
  if (!typed) return null
  // With its mark behind it, as in 20.000 €, an amount is written the way in which a point stands between thousands.
  if (amount.isBehind && typed.fraction.length === 3 && digits < 3 && /^[1-9]\d{0,2}\.\d{3}$/.test(amount.digits)) return Number(typed.whole + typed.fraction) * 10 ** digits
  // Two noughts too many are left from another currency; three could be thousands.
  const fraction = digits < 2 && typed.fraction === '00' ? '' : typed.fraction
  if (fraction.length > digits) return null
  return Number(typed.whole) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
}

/**
 * What somebody typed, in minor units; null when it is no amount. The code or the sign of the currency may stand with it. Both 1,234.50 and 1.234,50 are understood; of one sign with
 * three digits behind it, as in 12.345, the language shown says what it means, and where that is more decimals than the currency
 * has, it is no amount.
 */
export function parseMoney(text: string, currency: string): number | null {
  const minor = typedMinor(text, currency)
  return minor !== null && minor <= MOST_MINOR ? minor : null
}

/** The most the server takes, in minor units: 10 to the power of 15. */
const MOST_MINOR = 1_000_000_000_000_000

/** Whether what was typed is an amount that is larger than any can be. */
export function isTooLarge(text: string, currency: string): boolean {
  return (typedMinor(text, currency) ?? 0) > MOST_MINOR
}

/** Minor units as they stand in a field: with signs between the thousands, and all decimals. */
export function editMoney(amountMinor: number, currency: string): string {
  const digits = decimals(currency)
  return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits, numberingSystem: 'latn' }).format(amountMinor / 10 ** digits)
}

/** An amount the server tells as text, such as 1000.00 EUR, as people read it; anything else as it is. */
export function formatTold(text: string): string {
  const read = readTold(text)
  return read ? formatMoney(read.amount, read.currency) : text
}

/** The same in minor units; null for anything else. */
function readTold(text: string): { amount: number; currency: string } | null {
  const [, amount, currency] = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? []
  return amount && currency ? { amount: Math.round(Number(amount) * 10 ** decimals(currency)), currency } : null
}

/** Per cent as somebody typed it, such as 80 or 12.5, in basis points; null when it is none. */
export function parsePercent(text: string): number | null {
  const { front, digits, behind } = splitMark(text.replace('%', ''))
  // Both have two decimals.
  return front + behind === '' ? parseMoney(digits, 'EUR') : null
}

/** Basis points as somebody would type them in per cent. */
export function editPercent(points: number): string {
  return numberFormat({ useGrouping: false, maximumFractionDigits: 2, numberingSystem: 'latn' }).format(points / 100)
}

/** The currencies offered first: the ones invoices are mostly written in. */
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'RON', 'AED', 'AUD', 'CAD', 'CNY', 'HKD', 'INR', 'JPY', 'KES', 'MXN', 'NGN', 'NZD', 'SGD', 'TRY', 'VND', 'ZAR']
export const currencyOptions = currencies.map((code) => ({ value: code, label: code }))
