import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from '@/lib/codes'

type Schemas = components['schemas']

interface StatusTexts extends Badged {
  /** What it means for whoever is paid. */
  means: MessageDescriptor
}

/** Where a payout stands. */
export const payoutStatuses = labels<Schemas['PayoutStatus'], StatusTexts>({
  due: { label: msg({ message: 'Planned', context: 'payout' }), palette: 'orange', means: msg`We plan to send it on this day.` },
  released: { label: msg({ message: 'On its way', context: 'payout' }), palette: 'blue', means: msg`We ordered it from our bank.` },
  executed: { label: msg({ message: 'Sent', context: 'payout' }), palette: 'green', means: msg`Our bank sent it to your account.` },
  returned: { label: msg({ message: 'Returned', context: 'payout' }), palette: 'red', means: msg`It came back and isn’t in your bank account. Another payout takes its place.` },
  cancelled: { label: msg({ message: 'Cancelled', context: 'payout' }), palette: 'gray', means: msg`It won’t be sent.` },
})

/** Why a payout to the company waits. */
export const payoutStops = labels<Schemas['Stop']>({
  held: msg`We’re checking this invoice.`,
  disputed: msg`Your buyer disputes the invoice. We wait until that is cleared up.`,
  debtor_blocked: msg`We’re not paying for this buyer’s invoices at the moment.`,
  account_changing: msg`We’re checking your new bank account.`,
  seller_not_approved: msg`Your company’s approval isn’t in effect.`,
  account_unwritable: msg`The account holder’s name has letters that banks can’t carry. Give it in Latin letters.`,
})

/** Everything that stops a payout, in words. */
export const stopsText = ({ stops }: Pick<Schemas['PayoutBody'], 'stops'>) => stops.map((stop) => payoutStops.labelOf(stop)).join(' ')

/** What a payout is for. */
export const payoutPurposes = labels<Schemas['Purpose']>({
  advance: msg({ message: 'Advance', context: 'payout' }),
  release: msg({ message: 'Release of the reserve', context: 'payout' }),
  passed_on: msg({ message: 'Money that was yours', context: 'payout' }),
  sent_back: msg({ message: 'Sent back', context: 'payout' }),
  discount_returned: msg({ message: 'Discount returned', context: 'payout' }),
  debt_returned: msg({ message: 'What you had paid of a debt that no longer exists', context: 'payout' }),
  buyer_share: msg({ message: 'Your share of the discount', context: 'payout' }),
})
