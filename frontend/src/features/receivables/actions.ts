import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import type { Examined, HouseAction, HouseBodies } from '@/entities/receivable/house'
import { houseStopText } from '@/entities/receivable/house-checks'
import { disputeResolutions, evidenceKinds, lossCauses } from '@/entities/receivable/house-labels'
import { disputeReasons } from '@/entities/receivable/statuses'
import { byCode } from '@/lib/codes'
import type { SmallField, SmallValues } from '@/ui/small-form'

interface ActionTexts<Name extends string = string> {
  /** The button that opens the form, its title, and the button that sends it. */
  label: MessageDescriptor
  /** What happens when it is sent. */
  does: MessageDescriptor
  busy: MessageDescriptor
  done: MessageDescriptor
  fields: (receivable: Examined) => SmallField<Name>[]
  isDestructive?: true
}

/** The checks that can be lifted. */
const liftable = ['duplicate_exact', 'already_sold', 'payment_means'] as const satisfies readonly Schemas['Liftable'][]

type Fields<A extends HouseAction> = Exclude<keyof HouseBodies[A], 'version' | 'currency'> & string

const amount = (initial?: number): SmallField<'amount'> => ({ name: 'amount', kind: 'money', label: t`Amount`, ...(initial === undefined ? {} : { initial }) })
const note = (): SmallField<'note'> => ({ name: 'note', kind: 'text', label: t`Note`, optional: true, help: t`Colleagues see it, the seller doesn’t.` })
const openOf = ({ position, figures }: Examined) => position?.open ?? figures.face

/** Every action, with what it asks for: in the order in which they are offered. */
const table: { [A in HouseAction]: ActionTexts<Fields<A>> } = {
  verify: {
    label: msg`Record verification`,
    does: msg`The checks look at what was confirmed. A smaller amount or a later due date counts from then on.`,
    busy: msg`Recording`,
    done: msg`Verification recorded`,
    fields: ({ figures, documents }) => [
      { name: 'kind', kind: 'choice', label: t`How it was verified`, options: evidenceKinds.options() },
      { ...amount(figures.face), label: t`Confirmed amount` },
      { name: 'dueOn', kind: 'day', label: t`Confirmed due date`, optional: true },
      ...(documents.length > 0 ? [{ name: 'file' as const, kind: 'choice' as const, label: t({ message: 'Document', context: 'evidence' }), optional: true, options: documents.map(({ id, name }) => ({ value: id, label: name })) }] : []),
      note(),
    ],
  },
  ask_debtor: {
    label: msg`Ask the debtor`,
    does: msg`The debtor’s contact gets an e-mail with a link to confirm or dispute the invoice. It works for 14 days.`,
    busy: msg`Sending`,
    done: msg`Debtor asked`,
    fields: () => [],
  },
  lift_duplicate: {
    label: msg`Lift a check`,
    does: msg`The invoice can be bought although the check stands in the way. A second person has to approve it.`,
    busy: msg`Proposing`,
    done: msg`Check lifted`,
    fields: ({ checks }) => [
      { name: 'check', kind: 'choice', label: t`Check`, options: liftable.filter((code) => checks.some((check) => check.code === code && check.outcome === 'block')).map((value) => ({ value, label: houseStopText(value) })) },
      { ...note(), optional: false, label: t`Why it can be bought all the same` },
    ],
  },
  extend: {
    label: msg`Extend due date`,
    does: msg`The discount runs on until the new due date.`,
    busy: msg`Extending`,
    done: msg`Due date extended`,
    fields: () => [{ name: 'dueOn', kind: 'day', label: t`New due date` }, note()],
  },
  credit_note: {
    label: msg`Enter credit note`,
    does: msg`Reduces what the debtor owes.`,
    busy: msg`Entering`,
    done: msg`Credit note entered`,
    fields: () => [{ name: 'on', kind: 'day', label: t`Date of the credit note` }, amount(), { name: 'reason', kind: 'line', label: t`Reason` }],
  },
  paid_to_seller: {
    label: msg`Debtor paid the seller`,
    does: msg`The amount stays open until the seller forwards it, or we keep it back from its next payouts.`,
    busy: msg`Recording`,
    done: msg`Payment to the seller recorded`,
    fields: (receivable) => [amount(openOf(receivable)), note()],
  },
  use_credit: {
    label: msg`Use debtor’s credit`,
    does: msg`What the debtor paid too much elsewhere pays this receivable.`,
    busy: msg`Using`,
    done: msg`Credit used`,
    fields: () => [amount()],
  },
  dispute: {
    label: msg`Enter dispute`,
    does: msg`The seller is told. A payout waits until the dispute is resolved.`,
    busy: msg`Entering`,
    done: msg`Dispute entered`,
    fields: (receivable) => [{ ...amount(openOf(receivable)), label: t`Disputed amount` }, { name: 'reason', kind: 'choice', label: t`Reason`, options: disputeReasons.options() }, note()],
  },
  resolve: {
    label: msg`Resolve dispute`,
    does: msg`The dispute ends. What the debtor doesn’t have to pay is a deduction, or goes back to the seller.`,
    busy: msg`Resolving`,
    done: msg`Dispute resolved`,
    fields: () => [{ name: 'resolution', kind: 'choice', label: t`How it ended`, options: disputeResolutions.options() }],
  },
  hold: {
    label: msg`Put on hold`,
    does: msg`It isn’t offered, sold or paid out until you release it. The seller only sees that we’re looking at it.`,
    busy: msg`Putting on hold`,
    done: msg`Put on hold`,
    fields: () => [note()],
  },
  release: {
    label: msg({ message: 'Release hold', context: 'receivable' }),
    does: msg`It continues where it stood.`,
    busy: msg`Releasing`,
    done: msg({ message: 'Hold released', context: 'receivable' }),
    fields: () => [],
  },
  close_short: {
    label: msg`Settle with shortfall`,
    does: msg`What is open becomes a deduction, in a programme our loss, and the receivable is settled.`,
    busy: msg`Settling`,
    done: msg`Settled with shortfall`,
    fields: () => [note()],
    isDestructive: true,
  },
  charge_back: {
    label: msg`Charge back`,
    does: msg`What is open goes back to the seller, who owes us what the reserve doesn’t cover.`,
    busy: msg`Charging back`,
    done: msg`Charged back to the seller`,
    fields: () => [note()],
    isDestructive: true,
  },
  write_off: {
    label: msg`Write off`,
    does: msg`What is open is a loss. We bear the part the terms cover. A second person has to approve it.`,
    busy: msg`Proposing`,
    done: msg({ message: 'Written off', context: 'done' }),
    fields: ({ wouldEnd }) => {
      // Each cause has its day.
      const causes = wouldEnd.flatMap(({ action, cause }) => (action === 'write_off' && cause ? [cause as string] : []))
      return [{ name: 'cause', kind: 'choice', label: t({ message: 'Cause', context: 'write-off' }), options: lossCauses.options().filter(({ value }) => causes.includes(value)) }, note()]
    },
    isDestructive: true,
  },
  give_up: {
    label: msg`Waive debt`,
    does: msg`The seller no longer owes us this amount for it. We book it as a loss. A second person has to approve it.`,
    busy: msg`Proposing`,
    done: msg`Debt waived`,
    fields: () => [amount(), note()],
    isDestructive: true,
  },
  undo_give_up: {
    label: msg`Undo waiver`,
    does: msg`The seller owes us again what was waived last for it. A second person has to approve it.`,
    busy: msg`Proposing`,
    done: msg`Waiver undone`,
    fields: () => [note()],
    isDestructive: true,
  },
  undo: {
    label: msg`Undo latest entry`,
    does: msg`The latest entry is reversed; nothing is deleted. A second person has to approve it.`,
    busy: msg`Proposing`,
    done: msg`Latest entry undone`,
    fields: () => [note()],
    isDestructive: true,
  },
  reject: {
    label: msg({ message: 'Decline', context: 'receivable' }),
    does: msg`We don’t buy it. The seller reads the reason.`,
    busy: msg`Declining`,
    done: msg({ message: 'Receivable declined', context: 'done' }),
    fields: () => [{ name: 'reason', kind: 'text', label: t`Reason`, help: t`The seller sees it.` }],
    isDestructive: true,
  },
}

export const houseActions = byCode<HouseAction, ActionTexts>(table)

/** What is sent: the values of the form, as of the version that was seen. */
export function bodyOf(action: HouseAction, { version, currency }: Examined, values: SmallValues): HouseBodies[HouseAction] {
  const body = { version, ...values, ...(action === 'give_up' ? { currency } : {}) }
  // The table above asks for what each body takes, and the form for what is required.
  return body as HouseBodies[HouseAction]
}
