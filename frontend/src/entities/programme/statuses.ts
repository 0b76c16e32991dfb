import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import type { ReceivableStatus } from '@/entities/receivable/statuses'
import { labels, type Badged } from '@/lib/codes'
import { formatDay } from '@/lib/dates'
import { text } from '@/lib/i18n'

interface StatusTexts extends Badged {
  /** What it means for the company that is to pay. */
  means: MessageDescriptor
}

const approved = msg({ message: 'Approved', context: 'payable' })
const paidEarly = msg`Paid early: pay us`
const payYourself = msg`Pay your supplier yourself`
const payUs = msg`Your supplier chose early payment. Pay us on the due date.`

/** Where a payable stands, for the buyer. */
export const payableStatuses = labels<Schemas['ReceivableStatus'], StatusTexts>({
  draft: { label: msg`To approve`, palette: 'orange', means: msg`Not approved yet. Your supplier doesn’t see it.` },
  submitted: { label: approved, palette: 'blue', means: msg`You promised to pay. Your supplier can’t be paid early yet.` },
  offered: { label: approved, palette: 'blue', means: msg`You promised to pay. Your supplier can choose to be paid early.` },
  accepted: { label: msg`Early payment on its way: pay us`, palette: 'purple', means: payUs },
  funded: { label: paidEarly, palette: 'purple', means: payUs },
  settled: { label: msg({ message: 'Paid', context: 'payable' }), palette: 'green', means: msg`You have nothing left to pay.` },
  charged_back: { label: payYourself, palette: 'gray', means: msg`It went back to your supplier. Pay them.` },
  written_off: { label: msg({ message: 'Unpaid', context: 'payable' }), palette: 'red', means: msg`We closed it as unpaid.` },
  rejected: { label: payYourself, palette: 'gray', means: msg`It can’t be paid early. Pay your supplier yourself, as agreed.` },
  withdrawn: { label: msg({ message: 'Cancelled', context: 'payable' }), palette: 'gray', means: msg`It was cancelled before it was paid early. There is nothing to pay.` },
  lapsed: { label: payYourself, palette: 'gray', means: msg`It wasn’t paid early. Pay your supplier yourself, as agreed.` },
})

/** What the status of a payable means today: of a day that has passed none says that it is still to come. */
export function payableMeans({ status, figures: { dueOn } }: Pick<Schemas['ReceivableBody'], 'status' | 'figures'>, today: string): string | null {
  const known = payableStatuses.find(status)
  if (!known) return null
  if (dueOn >= today) return text(known.means)
  const day = formatDay(dueOn)
  switch (status) {
    case 'accepted':
    case 'funded':
      return t`Your supplier chose early payment. Pay us: it was due on ${day}.`
    case 'rejected':
      return t`It can’t be paid early. It was due to your supplier on ${day}.`
    case 'lapsed':
      return t`It wasn’t paid early. It was due to your supplier on ${day}.`
    default:
      return text(known.means)
  }
}

interface PayableView {
  label: MessageDescriptor
  /** None for all. */
  statuses: readonly ReceivableStatus[]
}

/** What a list of payables is looked at by. */
export const payableViews: readonly PayableView[] = [
  { label: msg({ message: 'All', context: 'payables' }), statuses: [] },
  { label: msg`To approve`, statuses: ['draft'] },
  { label: msg({ message: 'Approved', context: 'payables' }), statuses: ['submitted', 'offered'] },
  { label: msg({ message: 'Early payment on its way', context: 'payables' }), statuses: ['accepted'] },
  { label: msg({ message: 'Paid early', context: 'payables' }), statuses: ['funded'] },
  { label: msg({ message: 'Closed', context: 'payables' }), statuses: ['settled', 'charged_back', 'written_off', 'rejected', 'withdrawn', 'lapsed'] },
]
