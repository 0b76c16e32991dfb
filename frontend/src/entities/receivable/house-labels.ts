import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from '@/lib/codes'
import { advanceStates, receivableStatuses, type ReceivableStatus } from './statuses'

type Schemas = components['schemas']

/** Where a receivable stands, in the words of the house that buys it. */
export const houseStatuses = labels<ReceivableStatus, Badged>({
  draft: { label: msg({ message: 'Draft', context: 'receivable' }), palette: 'gray' },
  submitted: { label: msg({ message: 'To verify', context: 'receivable' }), palette: 'orange' },
  offered: { label: msg({ message: 'Offered', context: 'receivable' }), palette: 'purple' },
  accepted: { label: msg({ message: 'Accepted', context: 'receivable' }), palette: 'blue' },
  funded: { label: msg({ message: 'Funded', context: 'receivable' }), palette: 'green' },
  settled: { label: msg({ message: 'Settled', context: 'receivable' }), palette: 'green' },
  charged_back: { label: msg({ message: 'Charged back', context: 'receivable' }), palette: 'red' },
  written_off: { label: msg({ message: 'Written off', context: 'receivable' }), palette: 'red' },
  rejected: { label: msg({ message: 'Declined', context: 'receivable' }), palette: 'red' },
  withdrawn: { label: msg({ message: 'Withdrawn', context: 'receivable' }), palette: 'gray' },
  lapsed: { label: msg({ message: 'Lapsed', context: 'receivable' }), palette: 'gray' },
})

/** What the amount of an advance is called that did not come back yet, by where its money is. */
export const houseAdvanceOut = labels<Schemas['AdvanceState']>({
  on_its_way: msg`Outstanding advance: ordered, not confirmed by the bank yet`,
  sent: msg`Outstanding advance`,
  due_again: msg`Outstanding advance: returned by the bank, to be paid again`,
})

interface Stands {
  status: ReceivableStatus
  /** By which lists find it, where the checks make another status of it now. */
  listedAs?: ReceivableStatus | null | undefined
  position?: Schemas['PositionBody'] | null | undefined
}

/** What says where a receivable stands: once its advance was ordered, where that money is. */
export const houseStandingOf = ({ status, listedAs, position }: Stands) => (position?.advance ? { labels: advanceStates, code: position.advance } : { labels: houseStatuses, code: listedAs ?? status })

/** The same in words. */
export function houseStandingText(receivable: Stands): string {
  const { labels, code } = houseStandingOf(receivable)
  return labels.labelOf(code)
}

interface HouseView {
  label: MessageDescriptor
  /** None for all. */
  statuses: readonly ReceivableStatus[]
}

/** What the list is looked at by. */
export const houseViews: readonly HouseView[] = [
  { label: msg({ message: 'All', context: 'receivables' }), statuses: [] },
  { label: msg({ message: 'To verify', context: 'receivables' }), statuses: ['submitted'] },
  { label: msg({ message: 'Offered', context: 'receivables' }), statuses: ['offered'] },
  { label: msg({ message: 'Accepted', context: 'receivables' }), statuses: ['accepted'] },
  { label: msg({ message: 'Funded', context: 'receivables' }), statuses: ['funded'] },
  { label: msg({ message: 'Closed', context: 'receivables' }), statuses: ['settled', 'charged_back', 'written_off'] },
  { label: msg({ message: 'Declined, withdrawn or lapsed', context: 'receivables' }), statuses: ['rejected', 'withdrawn', 'lapsed'] },
]

/** Statuses in which something is open that a receipt can pay. */
export const OPEN: readonly ReceivableStatus[] = ['accepted', 'funded']
/** Statuses in which what is paid belongs to the seller. */
export const NOT_OURS: readonly ReceivableStatus[] = receivableStatuses.codes.filter((code) => !['draft', 'accepted', 'funded', 'settled', 'written_off'].includes(code))

/** What a verification rests on. */
export const evidenceKinds = labels<Schemas['EvidenceKind']>({
  debtor_confirmed: msg`Confirmed by the debtor`,
  call: msg`Phone call`,
  portal: msg`Debtor’s portal`,
  document: msg({ message: 'Document', context: 'evidence' }),
})

/** How a dispute can be ended by the house. */
export const disputeResolutions = labels<Schemas['DisputeResolution']>({
  won: msg`The debtor has to pay all of it`,
  partly_lost: msg`The debtor keeps the disputed amount`,
  lost: msg`The debtor doesn’t have to pay`,
})

/** Why a receivable is written off. */
export const lossCauses = labels<Schemas['LossCause']>({
  insolvency: msg({ message: 'Insolvency', context: 'write-off' }),
  default: msg({ message: 'Default', context: 'write-off' }),
  other: msg({ message: 'Another cause', context: 'write-off' }),
})

/** How a dispute ended. */
export const disputeEnds = labels<Schemas['DisputeEnd']>({
  won: msg`The debtor has to pay all of it`,
  partly_lost: msg`The debtor keeps the disputed amount`,
  lost: msg`The debtor doesn’t have to pay`,
  paid: msg`The debtor paid all of it`,
  closed: msg`The invoice was closed before it ended`,
})
