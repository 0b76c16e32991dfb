import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { byCode, labels, labelOrCode, type Labels } from '@/lib/codes'
import type { Term } from '@/lib/glossary'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { formatNumber, formatPercent } from '@/lib/numbers'
import { discountWord } from '@/lib/discount'
import { dayCounts, discountTimings, facilityKinds } from './labels'
import type { Terms, TermsGroup } from './terms'

type Schemas = components['schemas']
export type TermsField = keyof Terms

/** The terms as the house speaks of them: sellers and debtors are others. What the company reads is in `terms.ts`. */
export const houseNotifications = labels<Schemas['Notification']>({
  disclosed: msg`The debtor is told and pays us`,
  undisclosed: msg`The debtor pays the seller, who forwards the money`,
})

export const houseVerificationRules = labels<Schemas['VerificationRule']>({
  always: msg`Every invoice`,
  first_of_debtor: msg`The first invoice to each debtor`,
  above: msg`Invoices above an amount`,
  never: msg({ message: 'Never', context: 'verification' }),
})

/** In what a field is told and typed. */
export type Unit = 'percent' | 'yearly' | 'money' | 'days'

interface FieldTexts {
  label: MessageDescriptor
  term?: Term
  /** Its unit, or the codes it is one of; a currency is neither. */
  unit?: Unit
  codes?: Labels<string>
}

/** Every field of the terms. */
const fields = byCode<TermsField, FieldTexts>({
  kind: { label: msg`Product`, codes: facilityKinds },
  currency: { label: msg`Currency` },
  limit: { label: msg({ message: 'Limit', context: 'terms' }), unit: 'money', term: 'limit' },
  advanceRate: { label: msg`Advance rate`, unit: 'percent', term: 'advance' },
  concentration: { label: msg`Concentration limit`, unit: 'percent' },
  discountRate: { label: msg({ message: 'Discount', context: 'price' }), unit: 'yearly', term: 'discount' },
  dayCount: { label: msg`How days are counted`, codes: dayCounts },
  discountTiming: { label: msg`Fees charged`, codes: discountTimings },
  serviceFee: { label: msg({ message: 'Service fee', context: 'price' }), unit: 'percent', term: 'serviceFee' },
  serviceFeeMinimum: { label: msg`Minimum service fee per invoice`, unit: 'money' },
  payoutFee: { label: msg`Payout fee`, unit: 'money' },
  feeTax: { label: msg`Tax on fees`, unit: 'percent' },
  buyerShare: { label: msg`The buyer’s share of the discount`, unit: 'percent' },
  minDays: { label: msg`Minimum tenor`, unit: 'days' },
  maxDays: { label: msg`Maximum tenor`, unit: 'days' },
  maxInvoiceAgeDays: { label: msg`Maximum invoice age at submission`, unit: 'days' },
  verification: { label: msg({ message: 'Verification', context: 'terms' }), codes: houseVerificationRules, term: 'verification' },
  verificationAbove: { label: msg`Verified above`, unit: 'money' },
  notification: { label: msg`Notice to debtors`, codes: houseNotifications },
  graceDays: { label: msg`Grace days after the due date`, unit: 'days' },
  lateRate: { label: msg`Late charge after that`, unit: 'yearly' },
  recourseAfterDays: { label: msg`Days after the due date until recourse or default`, unit: 'days', term: 'recourse' },
  cover: { label: msg({ message: 'Cover', context: 'terms' }), unit: 'percent', term: 'cover' },
})

interface Part {
  id: string
  title: MessageDescriptor
  fields: readonly TermsField[]
}

/** In which order, and what belongs together. */
export const termsParts: readonly Part[] = [
  { id: 'limit', title: msg`How much`, fields: ['limit', 'advanceRate', 'concentration'] },
  { id: 'price', title: msg`What it costs`, fields: ['discountRate', 'dayCount', 'discountTiming', 'serviceFee', 'serviceFeeMinimum', 'payoutFee', 'feeTax', 'buyerShare'] },
  { id: 'invoices', title: msg`Which invoices`, fields: ['minDays', 'maxDays', 'maxInvoiceAgeDays', 'verification', 'verificationAbove', 'notification'] },
  { id: 'late', title: msg`When a debtor pays late or not at all`, fields: ['graceDays', 'lateRate', 'recourseAfterDays', 'cover'] },
]

/** What a field is told by beside its label: the word of the trade, its unit, the codes it is one of. */
export const unitOf = (field: string): Unit | undefined => fields.find(field)?.unit
export const termOf = (field: string): Term | undefined => fields.find(field)?.term
export const optionsOf = (field: string): { value: string; label: string }[] => fields.find(field)?.codes?.options() ?? []

export const termLabel = (field: string, kind?: Terms['kind']): string => (field === 'discountRate' ? discountWord(kind) : labelOrCode(fields.find(field)?.label, field))

const NUMBER = /^-?\d+$/

/** A term as people read it. An amount needs its currency: without one it is told in minor units. */
export function termValue(field: string, value: string | number, currency: string | null | undefined): string {
  const { unit, codes } = fields.find(field) ?? {}
  if (codes) return codes.labelOf(String(value))
  if (!unit || !NUMBER.test(String(value))) return String(value)
  const count = Number(value)
  switch (unit) {
    case 'percent':
      return formatPercent(count / 10_000, 2)
    case 'yearly': {
      const rate = formatPercent(count / 10_000, 2)
      return t`${rate} a year`
    }
    case 'days':
      return plural(count, { one: '# day', other: '# days' })
    case 'money': {
      if (currency) return formatMoney(count, currency)
      const minor = formatNumber(count)
      return t`${minor} in the currency’s smallest unit`
    }
  }
}

/** Whether a field says anything for what the agreement is for. */
function isAsked(field: TermsField, { kind, verification }: Pick<Terms, 'kind' | 'verification'>): boolean {
  if (field === 'buyerShare') return kind === 'reverse_factoring'
  return field !== 'verificationAbove' || verification === 'above'
}

/** Every term as the house reads it. */
export function houseTermsGroups(terms: Terms): TermsGroup[] {
  return termsParts.map(({ id, title, fields: of }) => ({
    id,
    title: text(title),
    rows: of
      .filter((field) => isAsked(field, terms))
      .flatMap((field) => {
        const value = terms[field] ?? (field === 'feeTax' || field === 'buyerShare' ? 0 : null)
        const term = fields.find(field)?.term
        return value === null ? [] : [{ id: field, label: termLabel(field, terms.kind), value: termValue(field, value, terms.currency), ...(term ? { term } : {}) }]
      }),
  }))
}

/** The changes of a proposal that are of terms, by the field they name; undefined for other fields. */
export const termsFieldOf = (field: string): string | undefined => /^terms\.(\w+)$/.exec(field)?.[1]
