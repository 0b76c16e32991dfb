import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'

type Schemas = components['schemas']
export type OperatorRole = Schemas['OperatorRole']
export type OperatorRight = Schemas['OperatorRight']

interface RoleTexts {
  label: MessageDescriptor
  /** What somebody in this role does. */
  help: MessageDescriptor
}

/** What an operator is to the house. */
export const operatorRoles = labels<OperatorRole, RoleTexts>({
  reviewer: { label: msg({ message: 'Reviewer', context: 'operator' }), help: msg`Reviews applications and buyers, and checks changed bank accounts.` },
  credit: { label: msg({ message: 'Credit', context: 'operator' }), help: msg`For limits and open amounts. Sees applications, but doesn’t decide on them.` },
  treasury: { label: msg({ message: 'Treasury', context: 'operator' }), help: msg`For payouts and receipts. Sees applications, but doesn’t decide on them.` },
  admin: { label: msg({ message: 'Admin', context: 'operator' }), help: msg`Proposes roles of operators, and approves what other admins propose. Doesn’t see applications.` },
  auditor: { label: msg({ message: 'Auditor', context: 'operator' }), help: msg`Sees everything and changes nothing.` },
})

/** The roles as a list, in words; empty where there is none. */
export const rolesText = (roles: readonly OperatorRole[]): string => roles.map(operatorRoles.labelOf).join(', ')

/** The role that lets one do this: whom to ask. */
const holders = {
  read_applications: 'reviewer',
  review: 'reviewer',
  decide_payee_accounts: 'reviewer',
  read_operators: 'admin',
  manage_operators: 'admin',
  move_clock: 'admin',
  manage_house: 'admin',
  read_receivables: 'credit',
  manage_receivables: 'credit',
  read_ledger: 'treasury',
  read_payments: 'treasury',
  manage_payments: 'treasury',
  book_entries: 'treasury',
  read_facilities: 'credit',
  manage_facilities: 'credit',
  manage_debtors: 'credit',
} as const satisfies Record<OperatorRight, OperatorRole>

export const holderOf = (right: OperatorRight): OperatorRole => holders[right]
