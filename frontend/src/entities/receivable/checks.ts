import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { byCode, labels } from '@/lib/codes'
import { formatDay } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { formatNumber, formatPercent } from '@/lib/numbers'
import { suppliedChecks, suppliedCures, suppliersOwn, type CheckTexts } from './supplied'

type Schemas = components['schemas']
export type Check = Schemas['CheckBody']
type CheckCode = Schemas['CheckCode']
type FigureName = Schemas['FigureName']
type Cure = Schemas['Cure']

/** Whose check it is: of a payable its supplier reads other things, for the buyer entered it. */
type Told = Pick<Schemas['ReceivableBody'], 'kind' | 'debtorName'>

const isSupplied = (told: Told | undefined) => told?.kind === 'reverse_factoring'

const checkTexts = byCode<CheckCode, CheckTexts>({
  facility_active: { passes: msg`Your facility takes new invoices.`, stops: msg`No facility takes this invoice.` },
  company_approved: { passes: msg`Your company is approved.`, stops: msg`Your company isn’t approved.` },
  currency: { passes: msg`The invoice is in your facility’s currency.`, stops: msg`You have no facility in this currency.` },
  debtor_known: { passes: msg`We approved the buyer.`, stops: msg`We haven’t approved this buyer.` },
  debtor_state: { passes: msg`We buy invoices to this buyer.`, stops: msg`We don’t buy invoices to this buyer at the moment.` },
  tenor: { passes: msg`The time until the due date is as agreed.`, stops: msg`The time until the due date isn’t as agreed.` },
  not_due: { passes: msg`The invoice isn’t due yet.`, stops: msg`The invoice is already due.` },
  invoice_age: { passes: msg`The invoice is recent enough.`, stops: msg`The invoice is too old.` },
  invoice_attached: { passes: msg`The invoice is attached.`, stops: msg`The invoice isn’t attached.` },
  plausible: { passes: msg`The invoice and due dates fit together.`, stops: msg`The invoice and due dates don’t fit together.` },
  as_invoiced: { passes: msg`The invoice says what its e-invoice says.`, stops: msg`The invoice doesn’t say what its e-invoice says.` },
  not_own_debtor: { passes: msg`You and the buyer are independent.`, stops: msg`You and the buyer belong together.` },
  already_assigned: { passes: msg`The invoice isn’t assigned to anyone else.`, stops: msg`The invoice seems to be assigned to someone else.` },
  already_sold: { passes: msg`It corrects no invoice that was sold.`, stops: msg`It corrects an invoice you sold.` },
  payment_means: { passes: msg`Your buyer transfers what it owes.`, stops: msg`Your buyer transfers nothing: the invoice is collected, or was paid.` },
  first_of_debtor: { passes: msg`Not the first invoice to this buyer, or no verification needed.`, stops: msg`This is the first invoice to this buyer, so we verify it.` },
  verification_above: { passes: msg`No verification needed for this amount.`, stops: msg`We verify invoices of this amount.` },
  duplicate_exact: { passes: msg`The invoice wasn’t sold before.`, stops: msg`An invoice with this number was already sold.` },
  duplicate_similar: { passes: msg`No other invoice is like it.`, stops: msg`We’re looking at this invoice.` },
  dilution_history: { passes: msg`Few deductions from earlier invoices to this buyer.`, stops: msg`Many deductions from earlier invoices to this buyer, so we verify it.` },
  facility_limit: { passes: msg`The advance fits under the facility’s limit.`, stops: msg`The advance doesn’t fit under the facility’s limit today.` },
  debtor_limit: { passes: msg`The invoice fits under the limit for this buyer.`, stops: msg`The invoice doesn’t fit under the limit for this buyer today.` },
  concentration: { passes: msg`The advance fits under the concentration limit.`, stops: msg`The advance doesn’t fit under the concentration limit today.` },
})

const raisesAny = msg`It’s more than the whole limit, so it won’t fit later either. Contact us about a higher limit.`

/** What makes a check pass, and whether the company can do something about it itself. */
const cureTexts = labels<Cure, { label: MessageDescriptor; isOurs: boolean }>({
  ask_for_facility: { label: msg`Contact us to agree on a facility.`, isOurs: true },
  await_facility: { label: msg`Your facility takes no new invoices at the moment. Contact us about it.`, isOurs: false },
  join_programme: { label: msg`Join your buyer’s programme first.`, isOurs: true },
  complete_onboarding: { label: msg`Complete your application.`, isOurs: true },
  await_buyer_approval: { label: msg`We’re reviewing this buyer. You don’t need to do anything.`, isOurs: false },
  wait: { label: msg`You don’t need to do anything: it passes with time.`, isOurs: false },
  attach_invoice: { label: msg`Attach the invoice.`, isOurs: true },
  correct_invoice: { label: msg`Correct the invoice. If it is submitted, withdraw it and enter it again.`, isOurs: true },
  tell_of_correction: { label: msg`Tell us what changes: we enter it as a credit note or a new due date. To replace the invoice you sold, ask us to take that back first.`, isOurs: true },
  await_verification: { label: msg`We’re verifying the invoice. You don’t need to do anything.`, isOurs: false },
  await_receipts: { label: msg`There’ll be room as your buyers pay.`, isOurs: false },
  await_room: { label: msg`There may be room later. Contact us if you need it sooner.`, isOurs: false },
  await_limit: { label: msg`We decide on it and e-mail you once you can accept the offer. You don’t need to do anything.`, isOurs: false },
  raise_limit: { label: raisesAny, isOurs: true },
  contact_house: { label: msg`Contact us.`, isOurs: true },
})

/** Where something is more than all of a limit: of which one. */
const raiseTexts: Partial<Record<CheckCode, MessageDescriptor>> = {
  facility_limit: msg`It’s more than the facility’s whole limit, so it won’t fit later either. Contact us about a higher limit.`,
  concentration: msg`It’s more than the whole concentration limit, so it won’t fit later either. Contact us about a higher one.`,
}

/** What helps where one only has to wait: nothing of that is so while something else never fits. */
const waiting: readonly Cure[] = ['wait', 'await_buyer_approval', 'await_verification', 'await_receipts', 'await_room', 'await_limit']

/** Whether one of its checks says that it fits under a limit neither today nor later. */
export const neverFits = (told: (Told & { checks?: readonly Check[] }) | undefined) => told?.checks?.some((check) => isOpen(check) && cureOf(check, told) === 'raise_limit') ?? false

/** Whether a check stands in the way of a sale today. */
export const isOpen = ({ outcome, verified }: Pick<Check, 'outcome' | 'verified'>) => outcome !== 'pass' && !verified

/** Whether an offer cannot be accepted today for this: it fits under no limit. */
export const isCap = ({ outcome }: Pick<Check, 'outcome'>) => outcome === 'cap'

/** What helps of what the server says helps: a supplier can do little about what its buyer entered. */
function cureOf({ code, cure }: Check, told: Told | undefined): Cure | null {
  if (!cure || !isSupplied(told) || !cureTexts.find(cure)) return cure ?? null
  return suppliedCures.includes(cure) && (cure !== 'contact_house' || suppliersOwn.includes(code)) ? cure : null
}

/** Whether the company itself can do something that makes it pass. */
export function isOurs(check: Check, told?: Told): boolean {
  const cure = isOpen(check) ? cureOf(check, told) : null
  return Boolean(cure && cureTexts.find(cure)?.isOurs)
}

/** Of days that are not plausible, what of them is not: the days stand beside it. Null where one of them is missing, or the due date is before the invoice date. */
export function daysText(check: Check): string | null {
  if (check.code !== 'plausible' || check.outcome === 'pass') return null
  const [issued, due, today] = all(check, ['issued_on', 'due_on', 'today'], ({ day }) => day) ?? []
  if (!issued || !due || !today || due < issued) return null
  return issued > today ? t`The invoice date is after today.` : t`The due date isn’t a business day.`
}

/** What a check says; in the server's words where only a newer one knows it. */
export function checkText(check: Check, told?: Told): string {
  const { code, outcome, verified, cure, message } = check
  if (verified) return t`We verified the invoice.`
  if (cure === 'await_limit' && code === 'debtor_limit') return t`We haven’t set a limit for this buyer yet.`
  const days = daysText(check)
  if (days) return days
  const known = (isSupplied(told) ? suppliedChecks[code] : undefined) ?? checkTexts.find(code)
  return known ? text(outcome === 'pass' ? known.passes : known.stops) : message
}

/** What makes it pass; null where nothing has to be done, or nothing helps. Of a draft nobody verifies anything yet. */
export function cureText(check: Check, told?: Told & { isDraft?: boolean; checks?: readonly Check[] }): string | null {
  const cure = cureOf(check, told)
  if (cure && waiting.includes(cure) && neverFits(told)) return null
  if (cure === 'raise_limit') return text(raiseTexts[check.code] ?? raisesAny)
  if (told?.isDraft && cure === 'await_verification') return t`We verify it once you’ve submitted it.`
  if (told?.isDraft && check.code === 'invoice_age' && cure === 'contact_house') return t`Check the invoice date. If it is right, contact us.`
  const from = figureOf(check, 'passes_from')?.day
  if (cure === 'wait' && from) {
    const day = formatDay(from)
    return t`You don’t need to do anything: it passes from ${day}.`
  }
  const debtorName = told?.debtorName
  if (cure === 'correct_invoice' && isSupplied(told)) return debtorName ? t`Ask ${debtorName} to correct it.` : t`Ask your buyer to correct it.`
  return cure ? cureTexts.labelOf(cure) : null
}

/** With these nothing else that is done about an invoice sells it. An old invoice is none of them: its date may be wrong. */
const inVain: readonly Cure[] = ['contact_house', 'tell_of_correction', 'await_facility']

/** What keeps an invoice from being sold whatever else there is to do about it; null where nothing does. */
export function stopText(told: Told & { status: Schemas['ReceivableStatus']; checks: readonly Check[] }): string | null {
  if (isSupplied(told)) return null
  const stop = told.checks.find((check) => check.outcome === 'block' && isOpen(check) && check.code !== 'invoice_age' && check.cure && inVain.includes(check.cure))
  if (!stop) return null
  const cure = cureText(stop, { ...told, isDraft: told.status === 'draft' })
  return stop.cure === 'await_facility' ? cure : [checkText(stop, told), cure].filter(Boolean).join(' ')
}

/** One of the figures the server compared. */
export function figureOf(check: Pick<Check, 'figures'>, name: FigureName) {
  return check.figures.find((figure) => figure.name === name)
}

const inDays = (count: number) => plural(count, { one: '# day', other: '# days' })

type Teller = (check: Check, currency: string) => string | null

/** The values of these figures, where the check has all of them. */
function all<N extends FigureName, V>(check: Check, names: readonly N[], read: (figure: Schemas['FigureBody']) => V | undefined): V[] | null {
  const found = names.map((name) => figureOf(check, name)).map((figure) => figure && read(figure))
  return found.every((value) => value !== undefined) ? (found as V[]) : null
}

const amounts = (check: Check, names: readonly FigureName[], currency: string) => all(check, names, ({ amount }) => amount)?.map((amount) => formatMoney(amount, currency)) ?? null
const days = (check: Check, names: readonly FigureName[]) => all(check, names, ({ day }) => day)?.map(formatDay) ?? null

const fits: Teller = (check, currency) => {
  const [wanted, available] = amounts(check, ['wanted', 'available'], currency) ?? []
  return wanted && available ? t`It takes ${wanted}; ${available} is available.` : null
}

const directDebit = msg`To be collected by direct debit.`
const byCard = msg`To be paid by card.`
const otherMeans = msg`Not to be paid by transfer.`

/** How an invoice is to be paid, by the codes of UNTDID 4461. */
const meansTexts: Partial<Record<number, MessageDescriptor>> = {
  10: msg`To be paid in cash.`,
  48: byCard,
  49: directDebit,
  54: byCard,
  55: byCard,
  59: directDebit,
  68: msg`To be paid through an online payment service.`,
  97: msg`To be cleared against what you owe your buyer.`,
}

/** What was compared; a code that is not here has no figures worth a sentence. */
const tellers = byCode<CheckCode, Teller | null>({
  facility_active: null,
  company_approved: null,
  currency: (check) => {
    const currencies = figureOf(check, 'currencies')?.currencies?.join(', ')
    return currencies ? t`You have a facility in ${currencies}.` : null
  },
  debtor_known: null,
  debtor_state: null,
  tenor: (check) => {
    const [due, least, most] = all(check, ['days', 'min_days', 'max_days'], ({ count }) => count) ?? []
    if (due === undefined || least === undefined || most === undefined) return null
    if (due < 0) return t`The due date has passed.`
    const [from, to, between] = [formatNumber(least), inDays(most), inDays(due)]
    return t`${between} from payout to due date; agreed are ${from} to ${to}.`
  },
  not_due: (check) => {
    const [due] = days(check, ['due_on']) ?? []
    return due ? t`Due on ${due}.` : null
  },
  invoice_age: (check) => {
    const [age, most] = all(check, ['days', 'max_days'], ({ count }) => count)?.map(inDays) ?? []
    return age && most ? t`${age} from the invoice date to submission; agreed are at most ${most}.` : null
  },
  invoice_attached: null,
  plausible: (check) => {
    const [issued, due] = days(check, ['issued_on', 'due_on']) ?? []
    return issued && due ? t`Invoice date ${issued}, due on ${due}.` : null
  },
  as_invoiced: (check, currency) => {
    const [face, issued, due] = [amounts(check, ['face'], currency)?.[0], days(check, ['issued_on'])?.[0], days(check, ['due_on'])?.[0]]
    return face && issued && due ? t`The e-invoice says: ${face}, issued on ${issued}, due on ${due}.` : null
  },
  not_own_debtor: null,
  already_assigned: null,
  already_sold: (check) => {
    const numbers = figureOf(check, 'invoice_numbers')?.numbers?.join(', ')
    return numbers ? t`Sold before: ${numbers}.` : null
  },
  payment_means: (check) => {
    const code = figureOf(check, 'means_code')?.count
    return code === undefined ? null : text(meansTexts[code] ?? otherMeans)
  },
  first_of_debtor: (check) => {
    const before = figureOf(check, 'bought_before')?.count
    return before === undefined ? null : plural(before, { 0: 'No invoice to this buyer bought before.', one: '# invoice to this buyer bought before.', other: '# invoices to this buyer bought before.' })
  },
  verification_above: (check, currency) => {
    const [face, above] = amounts(check, ['face', 'above'], currency) ?? []
    return face && above ? t`The invoice total is ${face}; we verify invoices above ${above}.` : null
  },
  duplicate_exact: null,
  duplicate_similar: null,
  dilution_history: (check, currency) => {
    const [faces, diluted] = amounts(check, ['faces', 'diluted'], currency) ?? []
    const share = figureOf(check, 'max_share')?.share
    if (!faces || !diluted || share === undefined) return null
    const most = formatPercent(share / 10_000, 2)
    return t`${diluted} deducted from ${faces}; above ${most} we verify.`
  },
  facility_limit: fits,
  debtor_limit: fits,
  concentration: fits,
})

/** What was compared, with the figures the server sent; null where there are none. A supplier has no facility to compare with. */
export function figuresText(check: Check, currency: string, told?: Told): string | null {
  if (isSupplied(told) && check.code === 'currency') return null
  return tellers.find(check.code)?.(check, currency) ?? null
}
