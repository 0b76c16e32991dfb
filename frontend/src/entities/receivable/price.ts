import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { discountWord } from '@/lib/discount'
import { byCode, labels } from '@/lib/codes'
import { formatDay } from '@/lib/dates'
import type { Term } from '@/lib/glossary'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { formatNumber, formatPercent } from '@/lib/numbers'

type Schemas = components['schemas']
export type Offer = Schemas['ReceivableOfferBody']
export type CurvePoint = Schemas['CurvePointBody']
type PriceLine = Schemas['PriceLineBody']
type StatementLine = Schemas['StatementLineBody']
type Kind = Schemas['FacilityKind']

/** Basis points as people read them. */
export const percentOf = (points: number) => formatPercent(points / 10_000, 2)

/** What came of the face of what was sold, in minor units: what is neither open nor credited or deducted. Nothing can be said without the price it was bought for. */
export const paidOf = ({ offer, position }: { offer?: Pick<Offer, 'face'> | null | undefined; position?: Pick<Schemas['PositionBody'], 'open' | 'diluted'> | null | undefined }) => (offer && position ? Math.max(0, offer.face - position.diluted - position.open) : 0)

/** An amount of an offer, by what it is. */
interface Part {
  id: string
  label: string
  amount: string
  isSum?: boolean
}

/** What an invoice is split into beside the payout: the rest, the cost and its tax; and the invoice amount, where they add up to it. */
export function offerParts(offers: readonly Pick<Offer, 'face' | 'payout' | 'release' | 'cost' | 'tax'>[], currency: string, words: { release: string; owed: string; total: string }, showsRelease: boolean): Part[] {
  const sum = (of: (offer: Pick<Offer, 'face' | 'payout' | 'release' | 'cost' | 'tax'>) => number) => offers.reduce((total, offer) => total + of(offer), 0)
  const [face, payout, release, cost, tax] = [sum((offer) => offer.face), sum((offer) => offer.payout), sum((offer) => offer.release), sum((offer) => offer.cost), sum((offer) => offer.tax)]
  const part = (id: string, label: string, amount: number) => ({ id, label, amount: formatMoney(amount, currency) })
  return [
    ...(showsRelease || release !== 0 ? [part('release', release < 0 ? words.owed : words.release, Math.abs(release))] : []),
    part('cost', t`What it costs`, cost),
    ...(tax > 0 ? [part('tax', t`Tax on the fees`, tax)] : []),
    ...(release >= 0 && face > 0 && payout + release + cost + tax === face ? [{ ...part('face', words.total, face), isSum: true }] : []),
  ]
}

interface LineTexts {
  label: MessageDescriptor
  /** The word of the trade behind it. */
  term?: Term
}

/** The figures of a price. */
export const offerLines = labels<Schemas['OfferLine'], LineTexts>({
  face: { label: msg`Invoice amount`, term: 'face' },
  advance: { label: msg({ message: 'Advance', context: 'price' }), term: 'advance' },
  reserve: { label: msg({ message: 'Reserve', context: 'price' }), term: 'reserve' },
  service_fee: { label: msg({ message: 'Service fee', context: 'price' }), term: 'serviceFee' },
  service_fee_tax: { label: msg`Tax on the service fee` },
  payout_fee: { label: msg`Payout fee` },
  payout_fee_tax: { label: msg`Tax on the payout fee` },
  discount: { label: msg({ message: 'Discount', context: 'price' }), term: 'discount' },
  payout: { label: msg({ message: 'Payout', context: 'price' }), term: 'payout' },
  release: { label: msg`Release when your buyer pays` },
  cost: { label: msg({ message: 'Cost', context: 'price' }) },
})

const partLabel = (code: PriceLine['code'], kind: Kind) => (code === 'discount' ? discountWord(kind) : offerLines.labelOf(code))

/** What a line is called; in the server's words where only a newer one knows it. */
export const lineLabel = ({ code, label }: Pick<PriceLine, 'code' | 'label'>, kind: Kind) => (offerLines.find(code) ? partLabel(code, kind) : label)

const confirmedInPlaceOf = (invoiced: string) => t`as confirmed, in place of ${invoiced}`

/** How the amount of a line comes about: why this cent. What is nothing is left out of a sum. `invoiced`: what the invoice itself says. */
export function formulaText({ code, amount, formula }: Pick<PriceLine, 'code' | 'amount' | 'formula'>, { lines, currency }: Pick<Offer, 'lines' | 'currency'>, kind: Kind, invoiced = amount): string {
  const money = (minor: number) => formatMoney(minor, currency)
  const nameOf = (part: PriceLine['code']) => partLabel(part, kind)
  const isSomething = (part: PriceLine['code']) => lines.find((line) => line.code === part)?.amount !== 0
  switch (formula.kind) {
    case 'given':
      if (code !== 'face') return t`as in your terms`
      if (amount === invoiced) return t`as on the invoice`
      return confirmedInPlaceOf(money(invoiced))
    case 'share': {
      const [share, of] = [percentOf(formula.share), money(formula.of)]
      return t`${share} of ${of}`
    }
    case 'at_least': {
      const [share, of, minimum] = [percentOf(formula.share), money(formula.of), money(formula.minimum)]
      return t`the minimum of ${minimum}, as ${share} of ${of} would be less`
    }
    case 'time': {
      const [of, days, rate, basis] = [money(formula.of), plural(formula.days, { one: '# day', other: '# days' }), percentOf(formula.rate), formatNumber(formula.basis)]
      return t`${of} × ${days} × ${rate} ÷ ${basis}`
    }
    case 'less':
      return [formula.from, ...formula.less.filter(isSomething)].map(nameOf).join(' − ')
    case 'sum':
      return formula.lines.filter(isSomething).map(nameOf).join(' + ')
    default:
      return ''
  }
}

/** What changes between the release that was offered and what came of it. */
const statementLines = byCode<Schemas['StatementLineCode'], MessageDescriptor>({
  offered: msg`Release as offered`,
  executed: msg`Payout executed on another day`,
  extended: msg`Due date extended`,
  paid: msg`Paid on other days than the due date`,
  late: msg`Late charge`,
  credited: msg`Credit notes`,
  deducted: msg`Deductions`,
  charged_back: msg({ message: 'Charged back', context: 'settlement' }),
  not_covered: msg`Written off and not covered`,
  settled: msg({ message: 'Settlement', context: 'statement' }),
})

export function statementLabel({ code, label, to }: Pick<StatementLine, 'code' | 'label' | 'to'>): string {
  // Nobody paid: what was open ended in another way.
  if (code === 'paid' && !to) return t`Closed on another day than the due date`
  const known = statementLines.find(code)
  return known ? text(known) : label
}

/** What the release of an offer is made of, each part with its amount; null where it is told in another way. */
function releaseParts({ lines, currency }: Pick<Offer, 'lines' | 'currency'>, kind: Kind): string | null {
  const formula = lines.find(({ code }) => code === 'release')?.formula
  if (formula?.kind !== 'less') return null
  const parts = [formula.from, ...formula.less].flatMap((part) => {
    const line = lines.find(({ code }) => code === part)
    return line && line.amount !== 0 ? [`${lineLabel(line, kind)} ${formatMoney(line.amount, currency)}`] : []
  })
  return parts.join(' − ')
}

/** What is behind a line of a statement: the parts of what was offered, days and a rate; null where there is nothing. */
export function statementCause({ code, from, to, rate }: Pick<StatementLine, 'code' | 'from' | 'to' | 'rate'>, offer: Offer | null | undefined, kind: Kind): string | null {
  if (code === 'offered') return offer ? releaseParts(offer, kind) : null
  const [first, last] = [from ? formatDay(from) : null, to ? formatDay(to) : null]
  if (first && last) return t`${last} instead of ${first}`
  if (first && rate !== null && rate !== undefined) {
    const yearly = percentOf(rate)
    return t`${yearly} a year from ${first}`
  }
  return first ? t`from ${first}` : null
}
