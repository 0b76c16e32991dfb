import { msg, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from '@/lib/codes'
import { manualEvents } from '@/entities/ledger/accounts'
import type { OperatorRight } from '@/entities/operator/roles'
import { formatTold } from '@/lib/money'

type Schemas = components['schemas']
export type Approval = Schemas['ApprovalBody']
export type ApprovalAction = Schemas['ApprovalAction']

/** Where a proposed change stands. */
export const approvalStates = labels<Schemas['ApprovalState'], Badged>({
  pending: { label: msg({ message: 'Waiting', context: 'approval' }), palette: 'orange' },
  approved: { label: msg({ message: 'Approved', context: 'approval' }), palette: 'green' },
  refused: { label: msg({ message: 'Refused', context: 'approval' }), palette: 'red' },
  withdrawn: { label: msg({ message: 'Withdrawn', context: 'approval' }), palette: 'gray' },
  expired: { label: msg({ message: 'Expired', context: 'approval' }), palette: 'gray' },
  outdated: { label: msg({ message: 'Out of date', context: 'approval' }), palette: 'gray' },
})

/** What it takes to decide on each. */
const rights: Record<ApprovalAction, OperatorRight> = {
  change_operator_roles: 'manage_operators',
  change_bank_account: 'decide_payee_accounts',
  change_house_accounts: 'manage_house',
  book_ledger_entry: 'book_entries',
  propose_terms: 'manage_facilities',
  change_debtor_limits: 'manage_debtors',
  merge_debtors: 'manage_debtors',
  change_supplier_rate: 'manage_facilities',
  release_payouts: 'manage_payments',
  send_back: 'manage_payments',
  write_off: 'manage_receivables',
  undo_fact: 'manage_receivables',
  lift_duplicate: 'manage_receivables',
  give_up: 'manage_receivables',
  undo_give_up: 'manage_receivables',
  undo_part: 'manage_receivables',
}

/** What it takes to decide on this; undefined for what only a newer server knows. */
export const decidedWith = (action: ApprovalAction): OperatorRight | undefined => (Object.hasOwn(rights, action) ? rights[action] : undefined)

const ROLES = 'operatorRoles'

/** The codes of roles, as the trail writes them: with commas between. */
export const roleCodes = (codes: string | null | undefined): Schemas['OperatorRole'][] => (codes ? (codes.split(',').map((code) => code.trim()) as Schemas['OperatorRole'][]) : [])

/** How the roles of an operator would change, where that is what is proposed. */
export function rolesChange({ changes }: Pick<Approval, 'changes'>): Record<'added' | 'removed' | 'kept', Schemas['OperatorRole'][]> | null {
  const change = changes.find(({ field }) => field === ROLES)
  if (!change) return null
  const [before, after] = [roleCodes(change.before), roleCodes(change.after)]
  return { added: after.filter((role) => !before.includes(role)), removed: before.filter((role) => !after.includes(role)), kept: after.filter((role) => before.includes(role)) }
}

/** Whether it would leave an operator without any role. */
export function endsAccess(approval: Pick<Approval, 'changes'>): boolean {
  const roles = rolesChange(approval)
  return roles !== null && roles.added.length + roles.kept.length === 0
}

/** The currency of a debtor’s limit; undefined for other fields. */
export const limitCurrency = (field: string): string | undefined => /^limits\.([A-Z]{3})$/.exec(field)?.[1]

const afterOf = ({ changes }: Pick<Approval, 'changes'>, of: string): string | undefined => changes.find(({ field }) => field === of)?.after ?? undefined

/** Whether an entry that was booked by hand is to be reversed. */
export const isReversal = (approval: Pick<Approval, 'changes'>): boolean => afterOf(approval, 'ledger.reverses') !== undefined

/** Which invoice is bought in spite of what a check finds, as a title. */
function liftTitle(approval: Pick<Approval, 'changes'>, about: string): string {
  switch (afterOf(approval, 'check')) {
    case 'duplicate_exact':
      return about ? t`Buy an invoice of ${about} though its number was already sold` : t`Buy an invoice though its number was already sold`
    case 'already_sold':
      return about ? t`Buy an invoice of ${about} though it corrects one that was sold` : t`Buy an invoice though it corrects one that was sold`
    case 'payment_means':
      return about ? t`Buy an invoice of ${about} though its debtor doesn’t transfer the money` : t`Buy an invoice though its debtor doesn’t transfer the money`
    default:
      return about ? t`Lift a check on an invoice of ${about}` : t`Lift a check on an invoice`
  }
}

/** Of what only a newer server knows; what this version knows has its own case. */
const unknownTitle = (action: never): string => t`Unknown change: ${String(action)}`

/** What is proposed, as a title. */
export function approvalTitle(approval: Pick<Approval, 'action' | 'about' | 'changes'>): string {
  const { action, changes } = approval
  // Of some it is an amount.
  const about = formatTold(approval.about)
  switch (action) {
    case 'change_operator_roles':
      if (!about) return t`Change an operator’s roles`
      return endsAccess(approval) ? t`End ${about}’s access` : t`Change ${about}’s roles`
    case 'change_bank_account':
      return about ? t`Change ${about}’s bank account` : t`Change a company’s bank account`
    case 'change_house_accounts':
      return t`Change our own bank accounts`
    case 'book_ledger_entry': {
      const event = afterOf(approval, 'ledger.event')
      const what = event ? manualEvents.labelOf(event) : ''
      if (isReversal(approval)) return what ? t`Reverse ${about} booked by hand: ${what}` : t`Reverse ${about} booked by hand`
      return what ? t`Book ${about} by hand: ${what}` : t`Book ${about} by hand`
    }
    case 'propose_terms':
      if (changes.some(({ before }) => before)) return about ? t`Offer other terms to ${about}` : t`Offer other terms to a company`
      return about ? t`Offer terms to ${about}` : t`Offer terms to a company`
    case 'change_debtor_limits':
      if (changes.every(({ field }) => field.startsWith('contact.'))) return about ? t`Change the contact of ${about}` : t`Change a debtor’s contact`
      return about ? t`Change the limits of ${about}` : t`Change a debtor’s limits`
    case 'merge_debtors':
      return about ? t`Merge ${about} into another debtor` : t`Merge two debtors`
    case 'change_supplier_rate':
      return about ? t`Change the rate of ${about}` : t`Change a supplier’s rate`
    case 'release_payouts':
      return about ? t`Release payouts of ${about}` : t`Release payouts`
    case 'send_back':
      return about ? t`Send back ${about}` : t`Send money back`
    case 'write_off':
      return about ? t`Write off an invoice of ${about}` : t`Write off an invoice`
    case 'undo_fact':
      return about ? t`Undo the latest entry on an invoice of ${about}` : t`Undo the latest entry on an invoice`
    case 'lift_duplicate':
      return liftTitle(approval, about)
    case 'give_up': {
      const amount = formatTold(afterOf(approval, 'amount') ?? '')
      if (about && amount) return t`Waive ${about}’s debt of ${amount}`
      return about ? t`Waive ${about}’s debt` : t`Waive a company’s debt`
    }
    case 'undo_give_up':
      return about ? t`Undo a waived debt of ${about}` : t`Undo a waived debt`
    case 'undo_part':
      return about ? t`Undo what ${about} was used for` : t`Undo what a receipt was used for`
    default:
      return unknownTitle(action)
  }
}
