import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { addDays, formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { AmountList } from '@/ui/amount-list'
import { Section } from '@/ui/page'
import { percentOf } from './price'

type Late = Schemas['LatenessBody']

interface LatenessProps {
  late: Late
  kind: Schemas['FacilityKind']
  currency: string
  /** Who reads it: the one who sold it, or who bought it. */
  reader: 'seller' | 'house'
  /** The day from which the days are counted. */
  dueOn: string
}

/** What it costs that it was not paid in time, and what comes of it. */
export function Lateness({ late, kind, currency, reader, dueOn }: LatenessProps) {
  const { t } = useLingui()
  const money = (minor: number) => formatMoney(minor, currency)
  const [since, rate, gets] = [formatDay(late.lateFrom), percentOf(late.lateRate), late.release >= 0]
  const paid = reader === 'house'
    ? gets ? t`If it’s paid today, the seller receives` : t`If it’s paid today, the seller owes us`
    : gets ? t`If your buyer pays today, you receive` : t`If your buyer pays today, you owe us`
  return (
    <Section title={<Plural value={late.days} one="Overdue by # day" other="Overdue by # days" />} lead={<Remedy late={late} currency={currency} reader={reader} dueOn={dueOn} />}>
      <AmountList
        label={t`What the delay costs`}
        rows={[
          { id: 'late', label: t`Late charge so far`, more: late.lateRate > 0 ? t`${rate} a year from ${since}` : t`None is agreed.`, amount: money(late.late) },
          ...(late.discount > 0 ? [{ id: 'discount', label: kind === 'reverse_factoring' ? t({ message: plural(late.days, { one: 'Discount for # more day', other: 'Discount for # more days' }), context: 'programme' }) : <Plural value={late.days} one="Discount for # more day" other="Discount for # more days" />, more: t`since the due date`, amount: money(late.discount) }] : []),
          { id: 'perDay', label: t`Each further day costs`, amount: money(late.perDay) },
          { id: 'release', label: paid, amount: money(Math.abs(late.release)), isSum: true },
        ]}
      />
    </Section>
  )
}

/** What becomes of it if nobody pays, and from when. */
function Remedy({ late: { remedy, remedyFrom, sellerOwes, days }, currency, reader, dueOn }: Omit<LatenessProps, 'kind'>) {
  const [from, owes] = [formatDay(remedyFrom), formatMoney(sellerOwes ?? 0, currency)]
  const house = reader === 'house'
  // What has been possible for days does not begin today.
  const isPossible = remedyFrom <= addDays(dueOn, days)
  if (remedy === 'charge_back') {
    const owing = sellerOwes === 0 ? (house ? <Trans>The seller would then owe us nothing.</Trans> : <Trans>You would then owe us nothing.</Trans>) : house ? <Trans>The seller would then owe us {owes}.</Trans> : <Trans>You would then owe us {owes}.</Trans>
    if (isPossible) return house ? <><Trans>If nobody pays, you can charge it back now.</Trans> {owing}</> : <><Trans>Please ask your buyer when they will pay. If nobody pays, we may charge it back at any time now.</Trans> {owing}</>
    return house ? <><Trans>If nobody pays, you can charge it back from {from}.</Trans> {owing}</> : <><Trans>Please ask your buyer when they will pay. If nobody pays, we may charge it back from {from}.</Trans> {owing}</>
  }
  return house ? (
    <Trans>If nobody pays, it counts as a default from {from}, and we bear our share of the loss.</Trans>
  ) : (
    <Trans>If nobody pays, we bear our share of the loss. It counts as a default from {from}.</Trans>
  )
}
