import { msg, t as translated } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Schemas } from '@/api/client'
import { groupedIban } from '@/entities/company/labels'
import { accountOwners } from '@/entities/debtor/account-owner'
import { houseStopText } from '@/entities/receivable/house-checks'
import { lossCauses } from '@/entities/receivable/house-labels'
import { manualEvents } from '@/entities/ledger/accounts'
import { byCode, labelOrCode } from '@/lib/codes'
import { formatDay } from '@/lib/dates'
import { formatTold } from '@/lib/money'

interface Told {
  label: MessageDescriptor
  shown?: (value: string) => string
}

/** What is proposed of something that nobody changes: it is done or not. */
const all = byCode<string, Told>({
  payout: { label: msg`Payout`, shown: (value) => formatTold(value.slice(value.indexOf(' ') + 1)) },
  amount: { label: msg`Amount`, shown: formatTold },
  'payer.name': { label: msg`Account holder` },
  'payer.iban': { label: msg`IBAN`, shown: groupedIban },
  'payer.owner': { label: msg`Whose account`, shown: accountOwners.labelOf },
  debtor: { label: msg`Taken from`, shown: () => translated`the debtor’s credit` },
  receivable: { label: msg`Used for`, shown: () => translated`an invoice` },
  company: { label: msg`Passed on to`, shown: () => translated`the seller` },
  lossCause: { label: msg`Cause`, shown: lossCauses.labelOf },
  check: { label: msg`Check`, shown: (value) => houseStopText(value as Schemas['CheckCode']) },
  'receipt.payer': { label: msg`Allocates the receipt from` },
  'receipt.iban': { label: msg`IBAN of the payer`, shown: groupedIban },
  'receipt.text': { label: msg`Payment reference` },
  'receipt.on': { label: msg`Receipt of`, shown: formatDay },
  'receipt.amount': { label: msg`Amount of the receipt`, shown: formatTold },
  note: { label: msg`Note` },
  reason: { label: msg`Reason` },
  'ledger.reverses': { label: msg({ message: 'Reverses', context: 'ledger' }), shown: () => translated`an entry that was booked by hand` },
  'ledger.event': { label: msg`Event`, shown: manualEvents.labelOf },
  'ledger.reversesOn': { label: msg`Date of that entry`, shown: formatDay },
  'ledger.on': { label: msg({ message: 'Date', context: 'ledger' }), shown: (value) => (value === 'on_approval' ? translated`the day on which it is approved` : formatDay(value)) },
  'ledger.beside': { label: msg`Not the charge on a statement of`, shown: formatDay },
  'ledger.amount': { label: msg`Amount`, shown: formatTold },
})

/** A payout is told with its id, which says nothing to people: whom it is for is asked for. So is what is sent of it, to which account. */
export const payoutIn = ({ field, after }: Schemas['ApprovalChangeBody']): string | undefined => (field === 'payout' || field.startsWith('payout.') ? after?.split(' ')[0] : undefined)

/** A field that is told and not changed, as people read it; undefined for others. */
export function told({ field, before, after }: Schemas['ApprovalChangeBody']): { label: string; value: string } | undefined {
  const found = all.find(field)
  if (!found || before || !after) return undefined
  return { label: labelOrCode(found.label, field), value: found.shown ? found.shown(after) : after }
}

/** Whether it says something to people: the id of a receipt does not, what a release was warned of stands beside it, and in factoring a buyer’s share is always 0. */
export const isTelling = ({ field, before, after }: Schemas['ApprovalChangeBody']): boolean => field !== 'receipt' && field !== 'warnings' && (field !== 'terms.buyerShare' || isShare(before) || isShare(after))

const isShare = (share: string | null | undefined): boolean => Boolean(share) && share !== '0'
