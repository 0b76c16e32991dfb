import { msg } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { labels } from '@/lib/codes'

/** What is done at the end of a date. */
export const steps = labels<Schemas['EndOfDayStep']>({
  checks: msg`Check offers again`,
  lapse: msg`End offers that are too late`,
  letters: msg`Write letters to debtors`,
  invoices: msg`Invoice fees with tax`,
  overdue: msg`Find what is overdue`,
  positions: msg`Record what is open`,
  balances: msg`Compare balances and limits`,
})

/** Why a step failed. */
export const failures = labels<Schemas['FailureCode']>({
  unavailable: msg`Something it needs didn’t answer.`,
  journal: msg`The journal isn’t what was sealed.`,
  balance: msg`A balance isn’t what was posted.`,
  payout: msg`A payout comes of nothing, or isn’t what the ledger sent.`,
  due: msg`What is due for a receivable isn’t what the ledger owes for it.`,
  receipt: msg`What is kept of a receipt isn’t what its parts leave.`,
  position: msg`What is kept of a receivable isn’t what happened to it.`,
  tax_number: msg`Fees with tax can’t be invoiced: the house has no details or no tax number in its settings.`,
  letters: msg`Fees with tax can’t be invoiced: no font of this instance has all letters of a company’s name and address.`,
  exposure: msg`What is in use of a limit isn’t what the receivables have in use.`,
})

/** How long something is overdue. */
export const buckets = labels<Schemas['AgeingBucket']>({
  not_due: msg`Not due`,
  days_1_30: msg`1–30 days`,
  days_31_60: msg`31–60 days`,
  days_61_90: msg`61–90 days`,
  over_90: msg`Over 90 days`,
})
