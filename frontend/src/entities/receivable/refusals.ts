import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ApiError, type Schemas } from '@/api/client'
import { sentence } from '@/api/errors'
import { byCode } from '@/lib/codes'
import { config } from '@/lib/config'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'

/** Why something is not possible with an invoice now; null where only the house does it. */
const reasons = byCode<Schemas['NotPossibleReason'], MessageDescriptor | null>({
  wrong_status: msg`This isn’t possible at the invoice’s current status.`,
  held: msg`We’re looking at this invoice. Try again later.`,
  disputed: msg`Your buyer disputes this invoice. Clear that up first.`,
  no_document: msg`Attach the invoice first.`,
  only_by_credit_note: msg`In a programme this takes a credit note of the whole amount.`,
  house_enters: msg`We enter credit notes. Send it to us.`,
  nothing_to_pay: msg`Fees and discount would use up the advance, so there is nothing to pay out.`,
  too_large: msg`The amount is too large for these terms.`,
  no_days: msg`The invoice would be due before we could pay you.`,
  no_account: msg`Add a bank account for payouts first.`,
  in_programme: msg`This isn’t possible in a programme.`,
  rest_too_large: null,
  too_early: msg`It’s too early for this.`,
  still_open: null,
  not_held: null,
  not_disputed: null,
  nothing_open: null,
  nothing_to_lift: null,
  payout_waits: null,
  no_payer_name: null,
  no_payer_account: null,
  covered: null,
  not_later: null,
  too_far: msg`No invoice may be due that far ahead.`,
  only_part: null,
  bank_answered: null,
  no_house_account: null,
  no_house_details: msg({ message: 'We haven’t entered our details yet. Write to {support} for this paper.' }),
  no_iban: null,
  no_payee_account: null,
  undisclosed: msg`Your buyers aren’t told about us under your terms.`,
  no_contact: msg`We don’t know whom to ask at your buyer.`,
  no_font: msg({ message: 'A name has letters that we can’t print yet. Write to {support}, and we add them.' }),
  bank_would_refuse: null,
  undo_first: null,
  receipt_used: null,
  same_invoice: null,
  same_money: null,
  receipt_near: null,
  bank_overdrawn: null,
  charge_on_statement: null,
  charge_near: null,
  charge_given_back: null,
  takes_two: null,
  ending_waits: null,
  nothing_said: null,
  only_by_its_maker: null,
  proven_by_balances: null,
  line_explained: null,
  line_known: null,
  payout_followed: null,
  entry_in_other_currency: null,
  not_by_hand: null,
  is_reversal: null,
  reversed: null,
  entry_on_statement: null,
})

/** Which limit was reached, and what would fit under it; what a buyer may owe is told to nobody. */
function limitText({ ceiling, fits }: Schemas['LimitReachedBody'], currency: string): string {
  const room = typeof fits === 'number' ? formatMoney(fits, currency) : null
  switch (ceiling) {
    case 'facility_limit':
      return room ? t`The advance doesn’t fit under your facility’s limit today: ${room} is left.` : t`The advance doesn’t fit under the facility’s limit today.`
    case 'concentration':
      return room ? t`The advance doesn’t fit under the concentration limit today: ${room} is left.` : t`The advance doesn’t fit under the concentration limit today.`
    case 'debtor_limit':
      return t`The invoice doesn’t fit under the limit for this buyer today.`
    default:
      return t`This doesn’t fit under a limit today.`
  }
}

/** What to tell a person about a refusal that concerns an invoice: the reason, and who could do it instead. */
export function refusal(error: unknown, currency: string): string {
  const problem = error instanceof ApiError ? error.problem : null
  return (problem ? known(problem, currency) : null) ?? sentence(error)
}

/** The same of one among several. */
export function refusalOf(problem: Schemas['ProblemBody'], currency: string): string {
  return known(problem, currency) ?? (problem.code === 'offer_changed' ? t`The offer has changed. Look at it again.` : sentence(new ApiError(problem.status, problem)))
}

function known(problem: Schemas['ProblemBody'], currency: string): string | null {
  if (problem.code === 'four_eyes') {
    const names = (problem.people ?? []).map(({ name }) => name).join(', ')
    return names ? t`You entered this invoice, so a colleague has to accept the offer: ${names}.` : t`You entered this invoice, so a colleague has to accept the offer.`
  }
  if (problem.limit) return limitText(problem.limit, currency)
  const reason = problem.reason ? reasons.find(problem.reason) : null
  if (reason) return text(reason, { support: config().house.supportEmail })
  return problem.code === 'facility_inactive' ? t`Your facility takes no new invoices at the moment.` : null
}
