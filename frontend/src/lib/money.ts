import { formatting } from './i18n'

/** How many decimals a currency has, by the browser's data. */
export function decimals(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** Minor units as people read them. */
export function formatMoney(amountMinor: number, currency: string): string {
  const digits = decimals(currency)
  return new Intl.NumberFormat(formatting(), { style: 'currency', currency }).format(amountMinor / 10 ** digits)
}

/** Minor units in whole units of the currency, where the small change tells nothing. */
export function formatRounded(amountMinor: number, currency: string): string {
  const amount = amountMinor / 10 ** decimals(currency)
  return new Intl.NumberFormat(formatting(), { style: 'currency', currency, minimumFractionDigits: 0, maximumFractionDigits: 0 }).format(amount)
}

/** A number as people read it. */
export function formatNumber(value: number, decimals = 0): string {
  return new Intl.NumberFormat(formatting(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)
}

/** A share of the whole in per cent, such as 62 %. */
export function formatPercent(share: number, mostDecimals = 0): string {
  return new Intl.NumberFormat(formatting(), { style: 'percent', maximumFractionDigits: mostDecimals }).format(share)
}

/** What somebody typed, in minor units; null when it is no amount. Both 1,234.50 and 1.234,50 are understood. */
export function parseMoney(text: string, currency: string): number | null {
  const digits = decimals(currency)
  const compact = text.replace(/[\s'’\u00a0\u202f]/g, '')
  const match = /^(\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*)?|\d+)(?:[.,](\d*))?$/.exec(compact)
  if (!match) return null
  const [, whole = '', , fraction = ''] = match
  if (fraction.length > digits) return null
  const minor = Number(whole.replace(/[.,]/g, '')) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
  return Number.isSafeInteger(minor) ? minor : null
}

/** Minor units as somebody would type them. */
export function editMoney(amountMinor: number, currency: string): string {
  const digits = decimals(currency)
  const whole = amountMinor / 10 ** digits
  return whole.toLocaleString(formatting(), { useGrouping: false, minimumFractionDigits: Number.isInteger(whole) ? 0 : digits, maximumFractionDigits: digits, numberingSystem: 'latn' })
}

/** An amount the server tells as text, such as 1000.00 EUR, as people read it; anything else as it is. */
export function formatTold(text: string): string {
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? []
  return amount && currency ? formatMoney(Math.round(Number(amount) * 10 ** decimals(currency)), currency) : text
}

/** Per cent as somebody typed it, such as 80 or 12.5, in basis points; null when it is none. */
export function parsePercent(text: string): number | null {
  // Both have two decimals.
  return parseMoney(text.replace('%', ''), 'EUR')
}

/** Basis points as somebody would type them in per cent. */
export function editPercent(points: number): string {
  return (points / 100).toLocaleString(formatting(), { useGrouping: false, maximumFractionDigits: 2, numberingSystem: 'latn' })
}

/** The currencies offered first: the ones invoices are mostly written in. */
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'RON', 'AED', 'AUD', 'CAD', 'CNY', 'HKD', 'INR', 'JPY', 'KES', 'MXN', 'NGN', 'NZD', 'SGD', 'TRY', 'VND', 'ZAR']
export const currencyOptions = currencies.map((code) => ({ value: code, label: code }))
