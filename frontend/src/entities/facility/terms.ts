import { plural, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import type { Term } from '@/lib/glossary'
import { formatMoney } from '@/lib/money'
import { formatNumber, formatPercent } from '@/lib/numbers'
import { dayCounts, discountTimings, notifications, verificationRules } from './labels'

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
const inHours = (count: number) => plural(count, { one: '# hour', other: '# hours' })

/** Every term as people read it, in groups: what is signed is shown whole. */
export function termsGroups(terms: Terms): TermsGroup[] {
  const money = (minor: number) => formatMoney(minor, terms.currency)
  const yearly = (points: number) => {
    const rate = percent(points)
    return t`${rate} a year`
  }
  const [least, most] = [formatNumber(terms.minDays), inDays(terms.maxDays)]
  const isProgramme = terms.kind === 'reverse_factoring'
  const above = terms.verificationAbove
  const verified = terms.verification === 'above' && typeof above === 'number' ? money(above) : null
  return [
    {
      id: 'limit',
      title: t`How much`,
      rows: [
        { id: 'limit', label: t({ message: 'Limit', context: 'terms' }), value: money(terms.limit), term: 'limit' },
        { id: 'advanceRate', label: t`Advance rate`, value: percent(terms.advanceRate), term: 'advance' },
        { id: 'concentration', label: t`Most for one buyer`, value: percent(terms.concentration) },
      ],
    },
    {
      id: 'price',
      title: t`What it costs`,
      rows: [
        { id: 'discountRate', label: t({ message: 'Discount', context: 'price' }), value: yearly(terms.discountRate), term: 'discount' },
        { id: 'dayCount', label: t`How days are counted`, value: dayCounts.labelOf(terms.dayCount) },
        ...(terms.discountTiming ? [{ id: 'discountTiming', label: t`Charges are taken`, value: discountTimings.labelOf(terms.discountTiming) }] : []),
        { id: 'serviceFee', label: t({ message: 'Service fee', context: 'price' }), value: percent(terms.serviceFee), term: 'serviceFee' as const },
        { id: 'serviceFeeMinimum', label: t`Minimum service fee per invoice`, value: money(terms.serviceFeeMinimum) },
        { id: 'payoutFee', label: t`Payout fee`, value: money(terms.payoutFee) },
        { id: 'feeTax', label: t`Tax on fees`, value: percent(terms.feeTax ?? 0) },
        ...(isProgramme ? [{ id: 'buyerShare', label: t`Your share of the discount`, value: percent(terms.buyerShare ?? 0) }] : []),
      ],
    },
    {
      id: 'invoices',
      title: t`Which invoices`,
      rows: [
        { id: 'days', label: t`From payout to due date`, value: t`${least} to ${most}` },
        { id: 'maxInvoiceAgeDays', label: t`From invoice date to submission`, value: atMostDays(terms.maxInvoiceAgeDays) },
        { id: 'verification', label: t({ message: 'Verification', context: 'terms' }), value: verified ? t`Invoices above ${verified}` : verificationRules.labelOf(terms.verification), term: 'verification' },
        { id: 'notification', label: t`Notice to buyers`, value: notifications.labelOf(terms.notification) },
        { id: 'offerHours', label: t`Offers are valid`, value: atMostHours(terms.offerHours) },
      ],
    },
    {
      id: 'late',
      title: t`When a buyer pays late or not at all`,
      rows: [
        { id: 'graceDays', label: t`Grace days after the due date`, value: inDays(terms.graceDays) },
        { id: 'lateRate', label: t`Late charge after that`, value: yearly(terms.lateRate) },
        { id: 'recourseAfterDays', label: terms.cover > 0 ? t`Counts as a default after the due date` : t`May go back to you after the due date`, value: inDays(terms.recourseAfterDays), term: 'recourse' },
        { id: 'cover', label: t({ message: 'Cover', context: 'terms' }), value: percent(terms.cover), term: 'cover' },
      ],
    },
  ]
}

function atMostDays(count: number): string {
  const days = inDays(count)
  return t`at most ${days}`
}

function atMostHours(count: number): string {
  const hours = inHours(count)
  return t`at most ${hours}`
}
