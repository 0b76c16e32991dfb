import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ApiError, type Schemas } from '@/api/client'
import { fieldErrors, isCancelled, sentence } from '@/api/errors'
import { isLost, sentenceBeforeAgain } from '@/api/reconnect'
import { byCode, labels } from '@/lib/codes'
import { text } from '@/lib/i18n'
import type { SmallField } from '@/ui/small-form'

/** Why something is not possible with a receivable now, for those who work for the house. */
const reasons = byCode<Schemas['NotPossibleReason'], MessageDescriptor>({
  wrong_status: msg`This isn’t possible at the receivable’s current status.`,
  held: msg`The receivable is on hold. Release it first.`,
  not_held: msg`The receivable isn’t on hold.`,
  disputed: msg`The receivable is disputed. Resolve the dispute first.`,
  not_disputed: msg`The receivable isn’t disputed.`,
  nothing_open: msg`All of it is paid or deducted.`,
  nothing_to_lift: msg`This check doesn’t stand in its way.`,
  no_document: msg`The invoice isn’t attached.`,
  only_by_credit_note: msg`In a programme this takes a credit note of the whole amount.`,
  house_enters: msg`Credit notes are entered here, not by the company.`,
  still_open: msg`Part of the receivable is still open.`,
  payout_waits: msg`The payout is on hold.`,
  nothing_to_pay: msg`Fees and discount would use up the advance, so there is nothing to pay out.`,
  too_large: msg`The amount is too large for these terms.`,
  no_days: msg`The receivable would be due before the payout.`,
  no_account: msg`The company has no bank account for payouts.`,
  no_payer_name: msg`The payer’s name is unknown, so the money can’t be sent back.`,
  no_payer_account: msg`The payer’s account is unknown, so the money can’t be sent back.`,
  in_programme: msg`This isn’t possible in a programme.`,
  rest_too_large: msg`In a programme you can close no more than banks keep of a payment.`,
  covered: msg`The terms cover part of the loss, so it can’t be charged back.`,
  too_early: msg`It’s too early for this.`,
  not_later: msg`Enter a day after the current due date.`,
  too_far: msg`No invoice may be due that far ahead.`,
  only_part: msg`The dispute is about part of the amount only.`,
  bank_answered: msg`Nothing of this batch waits for the bank any more.`,
  no_house_details: msg`We haven’t entered our details. Do so under Settings.`,
  no_house_account: msg`We have no bank account in this currency. Add one under Settings.`,
  no_iban: msg`A payee’s account has no IBAN or no holder. Pay this batch in online banking.`,
  no_payee_account: msg`A payee’s account has no holder, no number or no bank code. Pay this batch in online banking.`,
  undisclosed: msg`The seller’s debtors aren’t told about us under these terms, so they can’t be asked.`,
  no_contact: msg`The debtor has no contact. Add one on the debtor’s page first.`,
  undo_first: msg`Something happened to an invoice since. Undo that first.`,
  receipt_used: msg`This receipt was used. Undo what it was used for first.`,
  same_invoice: msg`Another receipt you selected was matched to the same invoice.`,
  charge_on_statement: msg`A statement already has a charge of this amount on this day, and it’s booked.`,
  bank_overdrawn: msg`More is taken out than there is at the bank.`,
  charge_near: msg`A statement already has a charge of this amount on a day close to this one.`,
  charge_given_back: msg`The bank gave this charge back. Reverse what it gave back first.`,
  same_money: msg`It may be the same money as another receipt. Check it by itself.`,
  receipt_near: msg`A statement already has a receipt of this amount on a day close to this one.`,
  takes_two: msg`You can’t undo this alone: someone else matched it, or something followed. Someone with the role Credit opens what it paid and chooses “Undo latest entry”.`,
  ending_waits: msg`Another ending of this invoice is proposed and waits for a second person. It is shown above: decide on it, or withdraw it, first.`,
  nothing_said: msg`This line isn’t allocated, so there is nothing to undo.`,
  only_by_its_maker: msg`Only the person who took it back can undo this.`,
  proven_by_balances: msg`The balances prove what this line is, so there is nothing to reopen.`,
  line_explained: msg`Someone said since what this line is. Take that back among the entries of its statement first.`,
  line_known: msg`Another line is known as this one, or may be. Reopen or decide that line first.`,
  payout_followed: msg`A payout followed from this line, or the line tells of one, so it can’t be reopened.`,
  not_by_hand: msg`Something else caused this entry. Undo that where it happened.`,
  is_reversal: msg`This entry reverses another one. Book what is right instead.`,
  reversed: msg`This entry is reversed already.`,
  entry_on_statement: msg`A line of a bank statement is allocated to this entry. Open the statement and undo that allocation first.`,
  entry_in_other_currency: msg`The entry is in another currency than its account, so it can’t be entered. Set it aside, and ask the bank.`,
  no_font: msg`A name has letters that no font of this instance has. Fonts are installed on the server.`,
  bank_would_refuse: msg`A bank would refuse this file. Check the payees’ names and accounts.`,
})

/** What stops a payout. */
const payoutStops = labels<Schemas['Stop']>({
  held: msg`A receivable is on hold.`,
  disputed: msg`A receivable is disputed.`,
  debtor_blocked: msg`A debtor is blocked.`,
  account_changing: msg`A seller’s new bank account waits for approval.`,
  seller_not_approved: msg`A seller isn’t approved.`,
  account_unwritable: msg`The name of a bank account is in letters that banks can’t carry.`,
})

/** What stops a payout, in words; empty where nothing was said. */
export function stopsOf(error: unknown): string[] {
  const problem = error instanceof ApiError ? error.problem : null
  return (problem?.stops ?? []).map((stop) => payoutStops.labelOf(stop))
}

/** What stops this one payout. */
export const stopsOfOne = labels<Schemas['Stop']>({
  held: msg`The receivable is on hold.`,
  disputed: msg`The receivable is disputed.`,
  debtor_blocked: msg`The debtor is blocked.`,
  account_changing: msg`The seller’s new bank account waits for approval.`,
  seller_not_approved: msg`The seller isn’t approved.`,
  account_unwritable: msg`The name of the bank account is in letters that banks can’t carry. The seller has to give it in Latin letters.`,
})

/** Why each payout that kept others from being released has to wait, by its id; empty where none was named. */
export function stoppedPayouts(error: unknown): ReadonlyMap<string, string> {
  const problem = error instanceof ApiError ? error.problem : null
  const why = ({ stops, approvalId }: Schemas['StoppedPayoutBody']) => (approvalId ? t`Its release is already waiting for approval.` : stops.map((stop) => stopsOfOne.labelOf(stop)).join(' '))
  return new Map((problem?.payouts ?? []).map((payout) => [payout.id, why(payout)]))
}

/** The day on which a statement has a charge that may be what was to be booked; null where that is not why it was refused. */
export function chargedOn(error: unknown): string | null {
  const problem = error instanceof ApiError ? error.problem : null
  return problem?.reason === 'charge_near' ? (problem.chargedOn ?? null) : null
}

/** The day on which a statement has a receipt that may be what was to be entered; null where that is not why it was refused. */
export function receivedOn(error: unknown): string | null {
  const problem = error instanceof ApiError ? error.problem : null
  return problem?.reason === 'receipt_near' ? (problem.receivedOn ?? null) : null
}

/** What to tell an operator about a refusal: the reason, and who could do it instead. */
export function houseRefusal(error: unknown): string {
  const problem = error instanceof ApiError ? error.problem : null
  const who = (problem?.people ?? []).map(({ name }) => name).join(', ')
  if (who) return [sentence(error), t`Who can: ${who}.`].join(' ')
  const stops = stopsOf(error)
  if (stops.length > 0) return [t`The payout is on hold.`, ...stops].join(' ')
  const number = problem?.reason === 'undo_first' ? problem.invoiceNumber : undefined
  if (number) return t`Undo what happened to invoice ${number} first.`
  const reason = problem?.reason ? reasons.find(problem.reason) : undefined
  return reason ? text(reason) : sentence(error)
}

/** What to tell of a failure beside the fields it concerns; nothing where they tell all of it. */
export function besideFields(error: unknown, fields: readonly SmallField[]): string | undefined {
  if (!error || isCancelled(error)) return undefined
  if (isLost(error)) return sentenceBeforeAgain(error)
  const refused = Object.entries(fieldErrors(error))
  if (refused.length === 0) return houseRefusal(error)
  const others = refused.filter(([name]) => !fields.some((field) => field.name === name)).map(([, sentence]) => sentence)
  return others.length > 0 ? others.join(' ') : undefined
}
