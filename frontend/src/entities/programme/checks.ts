import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { fieldErrors, sentence } from '@/api/errors'
import { ApiError } from '@/api/client'
import { figureOf, isOpen, type Check } from '@/entities/receivable/checks'
import { refusalOf } from '@/entities/receivable/refusals'
import { byCode } from '@/lib/codes'
import { formatDay, formatDays } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatNumber } from '@/lib/numbers'
import type { Payable } from './payables'

const notNow = msg`Your supplier can’t be paid early at the moment.`
const notTaken = msg`Your programme takes no new payables at the moment.`
const noRoom = msg`It doesn’t fit under your programme’s limit today.`

/** What keeps a payable from being paid early, as its buyer reads it: of its supplier only what the list of suppliers tells too. */
const stops = byCode<Schemas['CheckCode'], MessageDescriptor>({
  facility_active: notTaken,
  company_approved: notNow,
  currency: msg`You have no programme in this currency.`,
  debtor_known: notTaken,
  debtor_state: notTaken,
  tenor: msg`The time until the due date isn’t as agreed.`,
  not_due: msg`It is already due.`,
  invoice_age: msg`The invoice is too old.`,
  invoice_attached: notNow,
  plausible: msg`Check the dates: the due date has to be a business day after the invoice date.`,
  as_invoiced: notNow,
  not_own_debtor: notNow,
  already_assigned: notNow,
  already_sold: notNow,
  payment_means: notNow,
  first_of_debtor: notNow,
  verification_above: notNow,
  duplicate_exact: msg`An invoice with this number was already paid early.`,
  duplicate_similar: msg`We’re looking at this payable.`,
  dilution_history: notNow,
  facility_limit: noRoom,
  debtor_limit: noRoom,
  concentration: noRoom,
})

/** Where what helps says more than the check: the supplier has something to do, or there is no programme. */
const cures: Partial<Record<Schemas['Cure'], MessageDescriptor>> = {
  join_programme: msg`Your supplier isn’t in your programme yet.`,
  complete_onboarding: msg`Your supplier’s application isn’t approved yet.`,
}

/** What was agreed on the days to the due date, and from when on it is kept. */
function tenor(check: Check): string | null {
  const [between, least, most] = (['days', 'min_days', 'max_days'] as const).map((name) => figureOf(check, name)?.count)
  if (between === undefined || least === undefined || most === undefined) return null
  if (between < 0) return t`The due date has passed, so it can’t be paid early.`
  const [now, from, to, passes] = [formatDays(between), formatNumber(least), formatDays(most), figureOf(check, 'passes_from')?.day]
  const agreed = t`The time from payout to due date is ${now}; agreed are ${from} to ${to}.`
  const day = passes ? formatDay(passes) : null
  return day ? `${agreed} ${t`It can be paid early from ${day}.`}` : agreed
}

function stopOf(check: Check): string {
  const { code, cure } = check
  // The list of suppliers says more: another company has the place.
  if (code === 'facility_active' && cure === 'contact_house') return text(notNow)
  const agreed = code === 'tenor' ? tenor(check) : null
  return agreed ?? text((cure && cures[cure]) ?? stops.find(code) ?? notNow)
}

/** What stands in the way of early payment, each sentence once; nothing where all is well. */
export function stopsOf({ checks }: Pick<Payable, 'checks'>): string[] {
  return [...new Set(checks.filter(isOpen).map(stopOf))]
}

/** The statuses in which its supplier may still be paid early. */
const early: readonly string[] = ['draft', 'submitted', 'offered'] satisfies Schemas['ReceivableStatus'][]

/** What keeps it from being paid early, where that is still to come. */
export const stopsNow = (payable: Pick<Payable, 'status' | 'checks'>) => (early.includes(payable.status) ? stopsOf(payable) : [])

/** Why a payable was not approved or lowered. */
export function payableRefusal(problem: Schemas['ProblemBody'], currency: string): string {
  if (problem.code === 'four_eyes') {
    const names = (problem.people ?? []).map(({ name }) => name).join(', ')
    return names ? t`You entered this payable, so a colleague has to approve it: ${names}.` : t`You entered this payable, so a colleague has to approve it.`
  }
  // What cannot be promised, such as a due date that has passed by now.
  const wrong = Object.values(fieldErrors(new ApiError(problem.status, problem)))
  if (wrong.length > 0) return wrong.join(' ')
  if (problem.limit) return text(noRoom)
  if (problem.reason === 'wrong_status') return t`This isn’t possible at the payable’s current status.`
  if (problem.code === 'facility_inactive') return text(notTaken)
  return refusalOf(problem, currency)
}

/** Why one of several was not approved: where somebody was faster, that. */
export function approvalRefusal(problem: Schemas['ProblemBody'], currency: string): string {
  return wasDone(problem) ? t`It was already approved, discarded or changed.` : payableRefusal(problem, currency)
}

/** Whether it is not there to be approved any more. */
export const wasDone = ({ code, reason }: Schemas['ProblemBody']) => reason === 'wrong_status' || code === 'not_found'

/** The same of what went wrong with one. */
export function payableFailure(error: unknown, currency: string): string {
  return error instanceof ApiError && error.problem ? payableRefusal(error.problem, currency) : sentence(error)
}
