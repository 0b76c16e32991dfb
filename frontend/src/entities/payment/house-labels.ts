import { msg, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from '@/lib/codes'
import { formatDay } from '@/lib/dates'
import { bankReason } from './return-reasons'

type Schemas = components['schemas']

/** Where a payout stands, in the words of the house that pays it. */
export const housePayoutStatuses = labels<Schemas['PayoutStatus'], Badged>({
  due: { label: msg({ message: 'Due', context: 'payouts' }), palette: 'orange' },
  released: { label: msg({ message: 'Released', context: 'payouts' }), palette: 'blue' },
  executed: { label: msg({ message: 'Executed', context: 'payouts' }), palette: 'green' },
  returned: { label: msg({ message: 'Returned', context: 'payouts' }), palette: 'red' },
  cancelled: { label: msg({ message: 'Cancelled', context: 'payouts' }), palette: 'gray' },
})

/** What a payout is for, in the words of the house. */
export const housePurposes = labels<Schemas['Purpose']>({
  advance: msg({ message: 'Advance', context: 'payouts' }),
  release: msg({ message: 'Release of the reserve', context: 'payouts' }),
  passed_on: msg({ message: 'Passed on to the seller', context: 'payouts' }),
  sent_back: msg({ message: 'Sent back to the payer', context: 'payouts' }),
  discount_returned: msg({ message: 'Discount returned', context: 'payouts' }),
  debt_returned: msg({ message: 'Debt payment returned', context: 'payouts' }),
  buyer_share: msg({ message: 'The buyer’s share of the discount', context: 'payouts' }),
})

/** That the last payment to an account came back. */
export function accountFailedText({ on, reason }: Schemas['AccountFailedBody']): string {
  const [day, why] = [formatDay(on), reason ? bankReason(reason) : null]
  return why ? t`The last payment to this account came back on ${day}: ${why}` : t`The last payment to this account came back on ${day}. The bank gave no reason.`
}

/** Why what is paid once more came back, as far as the bank says. */
export function cameBackText(reason: string | null | undefined): string {
  const why = reason ? bankReason(reason) : null
  return why ? t`Returned before: ${why}` : t`Returned before. The bank gave no reason.`
}
