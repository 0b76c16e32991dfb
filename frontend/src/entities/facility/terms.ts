import { plural, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { discountWord } from '@/lib/discount'
import type { Term } from '@/lib/glossary'
import { formatMoney } from '@/lib/money'
import { formatNumber, formatPercent } from '@/lib/numbers'
import { dayCounts, discountTimings, notifications, programmeVerificationRules, verificationRules } from './labels'

export type Terms = components['schemas']['TermsBody']

export interface TermsRow {
  id: string
  label: string
  value: string
  term?: Term
}

export interface TermsGroup {
  id: string
  title: string
  rows: TermsRow[]
}

const percent = (points: number) => formatPercent(points / 10_000, 2)
const inDays = (count: number) => plural(count, { one: '# day', other: '# days' })

/** Every term as who signs reads it, in groups: what is signed is shown whole. A programme’s are its buyer’s to read, without those that mean nothing in one. */
export function termsGroups(terms: Terms): TermsGroup[] {
  return terms.kind === 'reverse_factoring' ? ofProgramme(terms) : ofFactoring(terms)
}

const amountIn = ({ currency }: Terms) => (minor: number) => formatMoney(minor, currency)

function yearly(points: number): string {
  const rate = percent(points)
  return t`${rate} a year`
}

const limitRow = (terms: Terms): TermsRow => ({ id: 'limit', label: t({ message: 'Limit', context: 'terms' }), value: amountIn(terms)(terms.limit), term: 'limit' })

/** The charges, whoever bears them. */
function charges(terms: Terms): TermsRow[] {
  const money = amountIn(terms)
  return [
    { id: 'discountRate', label: discountWord(terms.kind), value: yearly(terms.discountRate), term: 'discount' },
    { id: 'dayCount', label: t`How days are counted`, value: dayCounts.labelOf(terms.dayCount) },
    ...(terms.discountTiming ? [{ id: 'discountTiming', label: t`Fees charged`, value: discountTimings.labelOf(terms.discountTiming) }] : []),
    { id: 'serviceFee', label: t({ message: 'Service fee', context: 'price' }), value: percent(terms.serviceFee), term: 'serviceFee' },
    { id: 'serviceFeeMinimum', label: t`Minimum service fee per invoice`, value: money(terms.serviceFeeMinimum) },
    { id: 'payoutFee', label: t`Payout fee`, value: money(terms.payoutFee) },
    { id: 'feeTax', label: t`Tax on fees`, value: percent(terms.feeTax ?? 0) },
  ]
}

/** How long there is from a payout to the due date. */
function daysRow({ minDays, maxDays }: Terms): TermsRow {
  const [least, most] = [formatNumber(minDays), inDays(maxDays)]
  return { id: 'days', label: t`Tenor from payout to due date`, value: t`${least} to ${most}` }
}

/** What counts from when on where payment is late. */
const lateRows = ({ graceDays, lateRate }: Terms): TermsRow[] => [
  { id: 'graceDays', label: t`Grace days after the due date`, value: inDays(graceDays) },
  { id: 'lateRate', label: t`Late charge after that`, value: yearly(lateRate) },
]

/** Above which amount each is verified, where the rule is an amount. */
function verifiedAbove(terms: Terms): string | null {
  const { verification, verificationAbove: above } = terms
  return verification === 'above' && typeof above === 'number' ? amountIn(terms)(above) : null
}

function ofFactoring(terms: Terms): TermsGroup[] {
  const verified = verifiedAbove(terms)
  return [
    {
      id: 'limit',
      title: t`How much`,
      rows: [
        limitRow(terms),
        { id: 'advanceRate', label: t`Advance rate`, value: percent(terms.advanceRate), term: 'advance' },
        { id: 'concentration', label: t`Concentration limit per buyer`, value: percent(terms.concentration) },
      ],
    },
    { id: 'price', title: t`What it costs`, rows: charges(terms) },
    {
      id: 'invoices',
      title: t`Which invoices`,
      rows: [
        daysRow(terms),
        { id: 'maxInvoiceAgeDays', label: t`From invoice date to submission`, value: atMostDays(terms.maxInvoiceAgeDays) },
        { id: 'verification', label: t({ message: 'Verification', context: 'terms' }), value: verified ? t`Invoices above ${verified}` : verificationRules.labelOf(terms.verification), term: 'verification' },
        { id: 'notification', label: t`Notice to buyers`, value: notifications.labelOf(terms.notification) },
      ],
    },
    {
      id: 'late',
      title: t`When a buyer pays late or not at all`,
      rows: [
        ...lateRows(terms),
        { id: 'recourseAfterDays', label: terms.cover > 0 ? t`Counts as a default after the due date` : t`May go back to you after the due date`, value: inDays(terms.recourseAfterDays), term: 'recourse' },
        coverRow(terms),
      ],
    },
  ]
}

/** Who bears it where a debtor cannot pay: without cover that is who sold, which is said in words. */
const coverRow = ({ cover }: Terms): TermsRow =>
  cover > 0
    ? { id: 'cover', label: t({ message: 'Cover', context: 'terms' }), value: percent(cover), term: 'cover' }
    : { id: 'cover', label: t`Recourse to you`, value: t({ message: 'Yes', context: 'recourse' }), term: 'recourse' }

/** There is one buyer, which pays us what it approved: no share of it, and no notice. */
function ofProgramme(terms: Terms): TermsGroup[] {
  const verified = verifiedAbove(terms)
  return [
    { id: 'limit', title: t`How much`, rows: [limitRow(terms), { id: 'advanceRate', label: t`Part of a payable that is paid early`, value: percent(terms.advanceRate) }] },
    { id: 'price', title: t`What early payment costs your supplier`, rows: [...charges(terms), { id: 'buyerShare', label: t`Your share of the discount`, value: percent(terms.buyerShare ?? 0) }] },
    {
      id: 'invoices',
      title: t`Which payables`,
      rows: [
        daysRow(terms),
        { id: 'maxInvoiceAgeDays', label: t`From invoice date to your approval`, value: atMostDays(terms.maxInvoiceAgeDays) },
        { id: 'verification', label: t({ message: 'Verification', context: 'terms' }), value: verified ? t`Payables above ${verified}` : programmeVerificationRules.labelOf(terms.verification) },
      ],
    },
    {
      id: 'late',
      title: t`When you pay late or not at all`,
      rows: [
        ...lateRows(terms),
        { id: 'recourseAfterDays', label: t`Counts as a default after the due date`, value: inDays(terms.recourseAfterDays) },
        { id: 'cover', label: t`Your suppliers keep of what they were paid`, value: percent(terms.cover) },
      ],
    },
  ]
}

function atMostDays(count: number): string {
  const days = inDays(count)
  return t`at most ${days}`
}
