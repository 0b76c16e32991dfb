import { t } from '@lingui/core/macro'
import { fieldErrors } from '@/api/errors'
import { unitOf, type TermsField } from '@/entities/facility/fields'
import type { Terms } from '@/entities/facility/terms'
import { amountHint } from '@/lib/amount-hint'
import { editMoney, editPercent, parseMoney, parsePercent } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'

/** What is asked: the time of the charges follows from the product. */
export type AskedField = Exclude<TermsField, 'discountTiming'>

/** Terms as they are typed. */
export type TermsValues = Record<AskedField, string>

/** What is offered where nothing is advertised: a start to be changed. */
export const usualTerms: Terms = {
  kind: 'factoring',
  currency: 'EUR',
  limit: 10_000_000,
  advanceRate: 8_000,
  discountRate: 900,
  dayCount: 'act_360',
  serviceFee: 100,
  serviceFeeMinimum: 500,
  payoutFee: 0,
  feeTax: 0,
  cover: 0,
  graceDays: 5,
  lateRate: 500,
  recourseAfterDays: 60,
  minDays: 1,
  maxDays: 120,
  maxInvoiceAgeDays: 60,
  concentration: 10_000,
  verification: 'first_of_debtor',
  notification: 'disclosed',
  buyerShare: 0,
}

/** Every field that is asked, in the order in which it is asked. */
export const askedFields = [
  'kind', 'currency', 'limit', 'advanceRate', 'concentration', 'discountRate', 'dayCount', 'serviceFee', 'serviceFeeMinimum', 'payoutFee', 'feeTax', 'buyerShare',
  'minDays', 'maxDays', 'maxInvoiceAgeDays', 'verification', 'verificationAbove', 'notification', 'graceDays', 'lateRate', 'recourseAfterDays', 'cover',
] as const satisfies readonly AskedField[]

/** A field as somebody would type it. */
function typed(field: AskedField, terms: Terms): string {
  const value = terms[field]
  if (value === null || value === undefined) return field === 'feeTax' || field === 'buyerShare' ? '0' : ''
  if (typeof value === 'string') return value
  const unit = unitOf(field)
  if (unit === 'money') return editMoney(value, terms.currency)
  return unit === 'percent' || unit === 'yearly' ? editPercent(value) : String(value)
}

export const valuesOf = (terms: Terms): TermsValues => Object.fromEntries(askedFields.map((field) => [field, typed(field, terms)])) as TermsValues

const WHOLE = /^\d{1,9}$/

/** What was typed as the server counts it; null when it is no such number. */
function counted(field: AskedField, { [field]: value, currency }: TermsValues): number | null {
  const compact = value.trim()
  switch (unitOf(field)) {
    case 'money':
      return parseMoney(compact, currency)
    case 'percent':
    case 'yearly':
      return parsePercent(compact)
    default:
      return WHOLE.test(compact) ? Number(compact) : null
  }
}

/** Whether a field says anything with the others as they are. */
export function isAsked(field: AskedField, { kind, verification }: Pick<TermsValues, 'kind' | 'verification'>): boolean {
  if (field === 'buyerShare') return kind === 'reverse_factoring'
  return field !== 'verificationAbove' || verification === 'above'
}

/** What the server takes at most: days of a term. */
const MOST_DAYS = 3_650
const WHOLE_SHARE = 10_000

/** Why a number is none for this field: all that is wrong is marked at once, before the server looks. */
function outside(field: AskedField, value: number, { minDays }: TermsValues): string | null {
  const between = (min: number, max: number) => {
    const [least, most] = [formatNumber(min), formatNumber(max)]
    return value < min || value > max ? t`Enter ${least} to ${most}.` : null
  }
  switch (field) {
    case 'limit':
      return value === 0 ? t`Enter an amount above 0.` : null
    case 'advanceRate':
    case 'concentration':
      return value === 0 || value > WHOLE_SHARE ? t`Enter more than 0 and at most 100 per cent.` : null
    case 'maxDays':
      return between(Math.min(Math.max(Number(minDays) || 1, 1), MOST_DAYS), MOST_DAYS)
    case 'minDays':
      return between(1, MOST_DAYS)
    default:
      break
  }
  const unit = unitOf(field)
  if (unit === 'percent' || unit === 'yearly') return value > WHOLE_SHARE ? t`Enter 0 to 100 per cent.` : null
  return unit === 'days' ? between(0, MOST_DAYS) : null
}

/** What cannot be read or is out of bounds, by field: whether the terms can be offered, the server says. */
export function unreadable(values: TermsValues): Partial<Record<AskedField, string>> {
  const wrong = (field: AskedField): string | null => {
    if (!isAsked(field, values)) return null
    if (values[field].trim() === '') return t`This is required.`
    const unit = unitOf(field)
    if (!unit) return null
    const value = counted(field, values)
    if (value !== null) return outside(field, value, values)
    if (/^[-\u2212]/.test(values[field].trim())) return t`Enter 0 or more.`
    if (unit === 'money') return amountHint(values[field], values.currency)
    return unit === 'percent' || unit === 'yearly' ? t`Enter per cent, such as 80 or ${formatNumber(12.5, 1)}.` : t`Enter a whole number.`
  }
  return Object.fromEntries(askedFields.flatMap((field) => {
    const said = wrong(field)
    return said === null ? [] : [[field, said]]
  }))
}

/** The terms that were typed; null while any of it cannot be read. */
export function termsOf(values: TermsValues): Terms | null {
  if (Object.keys(unreadable(values)).length > 0) return null
  const entries = askedFields.map((field): [AskedField, string | number | null] => {
    if (!isAsked(field, values)) return [field, field === 'buyerShare' ? 0 : null]
    return [field, unitOf(field) ? counted(field, values) : values[field]]
  })
  return Object.fromEntries(entries) as unknown as Terms
}

/** What the server refused of terms, by the fields of the form. */
export function refusedTerms(error: unknown): { field: AskedField; message: string }[] {
  const isShare = (name: string) => askedFields.some((field) => name === `terms.${field}` && ['percent', 'yearly'].includes(unitOf(field) ?? ''))
  return Object.entries(fieldErrors(error, isShare)).flatMap(([name, message]) => {
    const field = askedFields.find((one) => name === `terms.${one}`)
    return field ? [{ field, message }] : []
  })
}
