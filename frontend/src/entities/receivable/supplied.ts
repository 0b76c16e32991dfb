import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'

/** What a check says where it passes, and where it does not. */
export interface CheckTexts {
  passes: MessageDescriptor
  stops: MessageDescriptor
}

/** Where its supplier reads of a payable something else than a seller of its invoice: the programme is the buyer’s. */
export const suppliedChecks: Partial<Record<Schemas['CheckCode'], CheckTexts>> = {
  facility_active: { passes: msg`Your buyer’s programme takes this invoice.`, stops: msg`Your buyer’s programme doesn’t take this invoice at the moment.` },
  currency: { passes: msg`The invoice is in the programme’s currency.`, stops: msg`Your buyer has no programme in this currency.` },
  debtor_known: { passes: msg`We approved the buyer.`, stops: msg`We pay no invoices of this buyer early at the moment.` },
  debtor_state: { passes: msg`We pay invoices of this buyer early.`, stops: msg`We pay no invoices of this buyer early at the moment.` },
  duplicate_exact: { passes: msg`The invoice wasn’t paid early before.`, stops: msg`An invoice with this number was already paid early.` },
  facility_limit: { passes: msg`The invoice fits under the programme’s limit.`, stops: msg`The invoice doesn’t fit under the programme’s limit today.` },
  concentration: { passes: msg`The invoice fits under the programme’s concentration limit.`, stops: msg`The invoice doesn’t fit under the programme’s concentration limit today.` },
}

/** What its supplier can do about it; with the others it has to do nothing, or can do nothing. */
export const suppliedCures: readonly Schemas['Cure'][] = ['join_programme', 'complete_onboarding', 'wait', 'await_verification', 'await_room', 'await_limit', 'correct_invoice', 'contact_house']

/** The checks about which a supplier can talk to us; the other ones are the buyer’s. */
export const suppliersOwn: readonly Schemas['CheckCode'][] = ['facility_active', 'company_approved', 'not_own_debtor', 'already_assigned', 'duplicate_exact']
