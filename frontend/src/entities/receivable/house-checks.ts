import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { byCode } from '@/lib/codes'
import { text } from '@/lib/i18n'
import { daysText, figuresText, type Check } from './checks'

type Schemas = components['schemas']
type CheckCode = Schemas['CheckCode']

interface CheckTexts {
  passes: MessageDescriptor
  stops: MessageDescriptor
}

/** What a check says to those who decide: of the seller and the debtor, not to them. */
const checkTexts = byCode<CheckCode, CheckTexts>({
  facility_active: { passes: msg`The seller’s facility takes new invoices.`, stops: msg`No facility of the seller takes this invoice.` },
  company_approved: { passes: msg`The seller is approved.`, stops: msg`The seller isn’t approved.` },
  currency: { passes: msg`The invoice is in the facility’s currency.`, stops: msg`The seller has no facility in this currency.` },
  debtor_known: { passes: msg`The debtor is approved.`, stops: msg`The debtor isn’t approved yet.` },
  debtor_state: { passes: msg`The debtor isn’t blocked.`, stops: msg`The debtor is blocked.` },
  tenor: { passes: msg`The time until the due date is within the terms.`, stops: msg`The time until the due date is outside the terms.` },
  not_due: { passes: msg`The invoice isn’t due yet.`, stops: msg`The invoice is already due.` },
  invoice_age: { passes: msg`The invoice is recent enough.`, stops: msg`The invoice is too old.` },
  invoice_attached: { passes: msg`The invoice is attached.`, stops: msg`The invoice isn’t attached.` },
  plausible: { passes: msg`The invoice and due dates fit together.`, stops: msg`The invoice and due dates don’t fit together.` },
  as_invoiced: { passes: msg`The invoice says what its e-invoice says.`, stops: msg`The invoice doesn’t say what its e-invoice says.` },
  not_own_debtor: { passes: msg`Seller and debtor are independent.`, stops: msg`Seller and debtor belong together.` },
  already_assigned: { passes: msg`The invoice names no other assignee.`, stops: msg`The invoice seems to be assigned to someone else.` },
  already_sold: { passes: msg`It corrects no invoice that was sold.`, stops: msg`It corrects an invoice that was sold.` },
  payment_means: { passes: msg`The debtor transfers what it owes.`, stops: msg`The debtor transfers nothing: the invoice is collected, or was paid.` },
  first_of_debtor: { passes: msg`Not the first invoice to this debtor, or no verification needed.`, stops: msg`First invoice of this seller to this debtor.` },
  verification_above: { passes: msg`No verification needed for this amount.`, stops: msg`The amount needs verification.` },
  duplicate_exact: { passes: msg`The invoice wasn’t sold before.`, stops: msg`An invoice with this number was already sold.` },
  duplicate_similar: { passes: msg`No other invoice is like it.`, stops: msg`Another invoice is like it.` },
  dilution_history: { passes: msg`Few deductions from earlier invoices to this debtor.`, stops: msg`Many deductions from earlier invoices to this debtor.` },
  facility_limit: { passes: msg`The advance fits under the facility’s limit.`, stops: msg`The advance doesn’t fit under the facility’s limit.` },
  debtor_limit: { passes: msg`The invoice fits under the debtor’s limit.`, stops: msg`The invoice doesn’t fit under the debtor’s limit.` },
  concentration: { passes: msg`The advance fits under the concentration limit for one debtor.`, stops: msg`The advance doesn’t fit under the concentration limit.` },
})

/** What a check says to the house; in the server's words where only a newer one knows it. */
export function houseCheckText(check: Check): string {
  const { code, outcome, verified, cure, message } = check
  if (verified) return t`Verified.`
  if (cure === 'await_limit' && code === 'debtor_limit') return t`The debtor has no limit in this currency yet.`
  const days = daysText(check)
  if (days) return days
  const known = checkTexts.find(code)
  return known ? text(outcome === 'pass' ? known.passes : known.stops) : message
}

/** What a check says that stands in the way. */
export function houseStopText(code: CheckCode): string {
  const known = checkTexts.find(code)
  return known ? text(known.stops) : code
}

const figureOf = ({ figures }: Check, name: Schemas['FigureName']) => figures.find((figure) => figure.name === name)

/** What was compared, in words; null where there are no figures. */
export function houseFiguresText(check: Check, currency: string): string | null {
  switch (check.code) {
    case 'currency': {
      const currencies = figureOf(check, 'currencies')?.currencies?.join(', ')
      return currencies ? t`The seller has a facility in ${currencies}.` : null
    }
    case 'first_of_debtor': {
      const before = figureOf(check, 'bought_before')?.count
      return before === undefined ? null : plural(before, { 0: 'No invoice to this debtor bought before.', one: '# invoice to this debtor bought before.', other: '# invoices to this debtor bought before.' })
    }
    case 'not_own_debtor': {
      const people = figureOf(check, 'shared_people')?.count
      return people ? plural(people, { one: '# person is in both companies.', other: '# people are in both companies.' }) : null
    }
    case 'already_assigned': {
      const type = figureOf(check, 'type_code')?.count?.toString()
      return type === undefined ? null : t`The e-invoice is of type ${type}: sold to someone else.`
    }
    default:
      return figuresText(check, currency)
  }
}

/** The receivables a check found beside this one. */
export const othersOf = (check: Check): readonly string[] => figureOf(check, 'others')?.receivables ?? []
