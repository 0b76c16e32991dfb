import { msg } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { labels } from '@/lib/codes'

export type MatchSign = Schemas['MatchSign']

/** What speaks for it that a receipt pays something, or against it, in words. */
export const matchSigns = labels<MatchSign>({
  reference: msg({ message: 'Our reference', context: 'match' }),
  invoice_numbers: msg({ message: 'Invoice number', context: 'match' }),
  payer_account: msg({ message: 'Paid from this account before', context: 'match' }),
  payer_remembered: msg({ message: 'Matched for this payer before', context: 'match' }),
  payer_name: msg({ message: 'Same payer', context: 'match' }),
  payer_name_begun: msg({ message: 'Payer’s name begins alike', context: 'match' }),
  seller: msg({ message: 'Paid by the seller', context: 'match' }),
  exact_amount: msg({ message: 'Exactly this amount', context: 'match' }),
  several_add_up: msg({ message: 'Adds up exactly', context: 'match' }),
  cash_discount: msg({ message: 'Less the cash discount', context: 'match' }),
  credit_note: msg({ message: 'Less a credit note', context: 'match' }),
  bank_charges: msg({ message: 'Less bank charges', context: 'match' }),
  part_payment: msg({ message: 'Part payment', context: 'match' }),
  too_much: msg({ message: 'More than is open', context: 'match' }),
  other_payer: msg({ message: 'Another debtor’s payer', context: 'match' }),
  names_closed: msg({ message: 'Names another one, which is closed', context: 'match' }),
  names_another: msg({ message: 'Leaves out what the payer names', context: 'match' }),
  number_within_word: msg({ message: 'Number within a longer word', context: 'match' }),
  came_back: msg({ message: 'Returned payout', context: 'match' }),
  may_be_twice: msg({ message: 'Perhaps booked already', context: 'match' }),
  stopped: msg({ message: 'On hold or disputed', context: 'match' }),
})

/** Those that speak against it. */
const AGAINST: readonly MatchSign[] = ['other_payer', 'stopped', 'names_closed', 'names_another', 'number_within_word', 'came_back', 'may_be_twice']

export const warns = (sign: MatchSign): boolean => AGAINST.includes(sign)
