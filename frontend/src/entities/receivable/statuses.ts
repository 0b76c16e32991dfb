import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { byCode, labels, type Badged } from '@/lib/codes'

type Schemas = components['schemas']
export type ReceivableStatus = Schemas['ReceivableStatus']

interface StatusTexts extends Badged {
  /** What it means for the company that sells. */
  means: MessageDescriptor
}

/** Where an invoice stands. */
export const receivableStatuses = labels<ReceivableStatus, StatusTexts>({
  draft: { label: msg({ message: 'Draft', context: 'invoice' }), palette: 'primary', means: msg`Not submitted yet. Only your company sees it.` },
  submitted: { label: msg({ message: 'Submitted', context: 'invoice' }), palette: 'orange', means: msg`We can’t make an offer yet. The checks show why.` },
  offered: { label: msg({ message: 'Offer ready', context: 'invoice' }), palette: 'purple', means: msg`Our offer is ready. You decide whether to sell.` },
  accepted: { label: msg({ message: 'Sold', context: 'invoice' }), palette: 'blue', means: msg`You sold this invoice. We haven’t paid it out yet.` },
  funded: { label: msg({ message: 'Funded', context: 'invoice' }), palette: 'green', means: msg`We’ve paid you. The invoice closes once your buyer has paid.` },
  settled: { label: msg({ message: 'Settled', context: 'invoice' }), palette: 'green', means: msg`Your buyer has nothing left to pay. The settlement shows how it came about.` },
  charged_back: { label: msg({ message: 'Charged back', context: 'invoice' }), palette: 'red', means: msg`The invoice wasn’t paid and went back to you.` },
  written_off: { label: msg({ message: 'Written off', context: 'invoice' }), palette: 'red', means: msg`The invoice was closed as a loss. The settlement shows who bears what.` },
  rejected: { label: msg({ message: 'Declined', context: 'invoice' }), palette: 'red', means: msg`We didn’t buy this invoice.` },
  withdrawn: { label: msg({ message: 'Withdrawn', context: 'invoice' }), palette: 'gray', means: msg`The invoice was taken back before it was sold.` },
  lapsed: { label: msg({ message: 'Lapsed', context: 'invoice' }), palette: 'gray', means: msg`The due date came too close before the invoice was sold.` },
})

/** The same for a supplier, whose buyer entered and approved it. */
const suppliedStatuses = labels<ReceivableStatus, StatusTexts>({
  draft: { label: msg({ message: 'Draft', context: 'invoice' }), palette: 'primary', means: msg`Your buyer hasn’t approved it yet.` },
  submitted: { label: msg`Approved, can’t be paid early yet`, palette: 'orange', means: msg`Your buyer promised to pay on the due date. The checks show why it can’t be paid early yet.` },
  offered: { label: msg({ message: 'Offer ready', context: 'invoice' }), palette: 'purple', means: msg`Our offer is ready. You decide whether to be paid early.` },
  accepted: { label: msg({ message: 'Sold', context: 'invoice' }), palette: 'blue', means: msg`You sold this invoice. We haven’t paid it out yet.` },
  funded: { label: msg({ message: 'Funded', context: 'invoice' }), palette: 'green', means: msg`We’ve paid you. The invoice closes once your buyer has paid.` },
  settled: { label: msg({ message: 'Settled', context: 'invoice' }), palette: 'green', means: msg`Your buyer has nothing left to pay. The settlement shows how it came about.` },
  charged_back: { label: msg({ message: 'Charged back', context: 'invoice' }), palette: 'red', means: msg`The invoice wasn’t paid and went back to you.` },
  written_off: { label: msg({ message: 'Written off', context: 'invoice' }), palette: 'red', means: msg`The invoice was closed as a loss. The settlement shows who bears what.` },
  rejected: { label: msg`Not paid early`, palette: 'gray', means: msg`We don’t pay it early. Your buyer pays you on the due date.` },
  withdrawn: { label: msg({ message: 'Cancelled', context: 'payable' }), palette: 'gray', means: msg`Your buyer cancelled it before it was paid early.` },
  lapsed: { label: msg`Not paid early`, palette: 'gray', means: msg`It wasn’t paid early. Your buyer pays you on the due date.` },
})

/** Whether it was sold and is at its end. */
export const isClosed = (status: ReceivableStatus) => status === 'settled' || status === 'charged_back' || status === 'written_off'

/** Where the money of an advance is once it was ordered, as a status of the invoice. */
export const advanceStates = labels<Schemas['AdvanceState'], StatusTexts>({
  on_its_way: { label: msg({ message: 'Payout on its way', context: 'invoice' }), palette: 'blue', means: msg`Your payout is on its way: our bank hasn’t confirmed it yet.` },
  sent: { label: msg({ message: 'Funded', context: 'invoice' }), palette: 'green', means: msg`We’ve paid you. The invoice closes once your buyer has paid.` },
  due_again: { label: msg({ message: 'Payout returned', context: 'invoice' }), palette: 'red', means: msg`Your payout came back from the bank and is due again.` },
})

/** What the statuses of an invoice are called for the company that is to be paid. */
export const statusesOf = (kind: Schemas['FacilityKind']) => (kind === 'reverse_factoring' ? suppliedStatuses : receivableStatuses)

/** What the amount of an advance is called that did not come back yet, by where its money is. */
export const advanceOut = labels<Schemas['AdvanceState']>({
  on_its_way: msg`Advance before fees; its payout is on its way`,
  sent: msg`Outstanding advance`,
  due_again: msg`Advance before fees; its payout was returned`,
})

interface Stands {
  kind: Schemas['FacilityKind']
  status: ReceivableStatus
  /** By which lists find it, where the checks make another status of it now. */
  listedAs?: ReceivableStatus | null | undefined
  position?: Schemas['PositionBody'] | null | undefined
}

/** What says where an invoice stands: once its advance was ordered, where that money is. What a check changes now is told beside it, for lists find it by this. */
export const standingOf = ({ kind, status, listedAs, position }: Stands) => (position?.advance ? { labels: advanceStates, code: position.advance } : { labels: statusesOf(kind), code: listedAs ?? status })

/** What the checks make now of an invoice that is listed as something else; null where they change nothing. */
export function changedByChecks({ status, listedAs }: Pick<Stands, 'status' | 'listedAs'>): { label: string; palette: string } | null {
  if (!listedAs) return null
  return status === 'offered' ? { label: t`Can be offered now`, palette: 'green' } : { label: t`Stopped by a check`, palette: 'orange' }
}

/** The same in words. */
export function standingText(invoice: Stands): string {
  const { labels, code } = standingOf(invoice)
  return labels.labelOf(code)
}

/** Why a debtor does not want to pay. */
export const disputeReasons = labels<Schemas['DisputeReason']>({
  duplicate: msg`The invoice was sent twice`,
  wrong_total: msg`Wrong total`,
  wrong_tax: msg`Wrong tax`,
  wrong_order: msg`Wrong order`,
  not_delivered: msg`Not delivered`,
  defective: msg`Goods or services are defective`,
  already_paid: msg`Already paid`,
  contract_ended: msg`The contract had ended`,
  other: msg({ message: 'Another reason', context: 'dispute' }),
})

/** Why an invoice that passes every check has no price. */
export const noOfferReasons = byCode<Schemas['NoOffer'], MessageDescriptor>({
  nothing_to_pay: msg`Fees and discount would use up the advance, so there is nothing to pay out.`,
  too_large: msg`The amount is too large for these terms.`,
  no_days: msg`The invoice would be due before we could pay you.`,
})
