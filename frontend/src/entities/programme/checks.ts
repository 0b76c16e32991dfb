import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { sentence } from '@/api/errors'
import { ApiError } from '@/api/client'
import { isOpen, type Check } from '@/entities/receivable/checks'
import { refusalOf } from '@/entities/receivable/refusals'
import { byCode } from '@/lib/codes'
import { text } from '@/lib/i18n'
import type { Payable } from './payables'

const notNow = msg`Your supplier can’t be paid early at the moment.`
const noRoom = msg`It doesn’t fit under your programme’s limit today.`

/** What keeps a payable from being paid early, as its buyer reads it: of its supplier nothing is told. */
const stops = byCode<Schemas['CheckCode'], MessageDescriptor>({
  facility_active: msg`Your programme takes no new payables at the moment.`,
  company_approved: notNow,
  currency: msg`You have no programme in this currency.`,
  debtor_known: msg`Your programme takes no new payables at the moment.`,
  debtor_state: msg`Your programme takes no new payables at the moment.`,
  tenor: msg`The time until the due date isn’t as agreed.`,
  not_due: msg`It is already due.`,
  invoice_age: msg`The invoice is too old.`,
  invoice_attached: notNow,
  plausible: msg`Check the dates: the due date has to be a business day after the invoice date.`,
  not_own_debtor: notNow,
  already_assigned: notNow,
  first_of_debtor: notNow,
  verification_above: notNow,
  duplicate_exact: msg`An invoice with this number was already paid early.`,
  duplicate_similar: msg`We’re looking at this payable.`,
  dilution_history: notNow,
  facility_limit: noRoom,
  debtor_limit: noRoom,
  concentration: noRoom,
})

/** What stands in the way of early payment, each sentence once; nothing where all is well. */
export function stopsOf({ checks }: Pick<Payable, 'checks'>): string[] {
  return [...new Set(checks.filter(isOpen).map(({ code }: Check) => text(stops.find(code) ?? notNow)))]
}

/** Why a payable was not approved or lowered. */
export function payableRefusal(problem: Schemas['ProblemBody'], currency: string): string {
  if (problem.code === 'four_eyes') {
    const names = (problem.people ?? []).map(({ name }) => name).join(', ')
    return names ? t`You entered this payable, so a colleague has to approve it: ${names}.` : t`You entered this payable, so a colleague has to approve it.`
  }
  if (problem.limit) return text(noRoom)
  if (problem.reason === 'wrong_status') return t`This isn’t possible at the payable’s current status.`
  if (problem.code === 'facility_inactive') return t`Your programme takes no new payables at the moment.`
  return refusalOf(problem, currency)
}

/** The same of what went wrong with one. */
export function payableFailure(error: unknown, currency: string): string {
  return error instanceof ApiError && error.problem ? payableRefusal(error.problem, currency) : sentence(error)
}
