import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'

type Schemas = components['schemas']

const kinds = labels<Schemas['FactKind']>({
  received: msg`Money received`,
  rejected: msg({ message: 'Declined', context: 'fact' }),
  funded: msg`Payout released`,
  executed: msg({ message: 'Payout executed', context: 'fact' }),
  returned: msg`Payout returned`,
  credited: msg({ message: 'Credit note', context: 'fact' }),
  deducted: msg({ message: 'Deduction', context: 'fact' }),
  cash_discount: msg({ message: 'Cash discount, with the payment it was granted on', context: 'fact' }),
  paid_to_seller: msg`Paid to the seller`,
  extended: msg`Due date extended`,
  closed_short: msg`Settled with shortfall`,
  charged_back: msg({ message: 'Charged back', context: 'fact' }),
  written_off: msg({ message: 'Written off', context: 'fact' }),
})

/** The newest that happened to a receivable: what it is, over which amount, and of which day. */
export const newestText = ({ kind, amount, on }: Schemas['NewestBody'], currency: string): string =>
  [kinds.labelOf(kind), typeof amount === 'number' ? formatMoney(amount, currency) : null, formatDay(on)].filter(Boolean).join(' · ')
