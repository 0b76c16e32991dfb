import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { t as translated } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure, fieldErrors, outcomeOf } from '@/api/errors'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { useRule, type Ruling } from '@/entities/approval/api'
import { approvalTitle, endsAccess, isReversal, type Approval, type ApprovalAction } from '@/entities/approval/labels'
import { byCode } from '@/lib/codes'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { formatTold } from '@/lib/money'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { TextArea } from '@/ui/text-area'
import { Proposed } from './proposed'
import { UnknownChange } from './unknown-change'

interface RulingDialogProps {
  approval: Approval
  verdict: Ruling['verdict']
  idempotency: IdempotencyKey<Ruling>
  focusAfter: () => HTMLElement | null
  close: () => void
  /** It was decided. */
  decided: (approval: Approval) => void
  /** It was not, for a reason the page tells; answers whether it does. */
  failed: (error: unknown) => boolean
}

const LONGEST_NOTE = 2000

/** Repeats exactly what is going to happen before it does, and sends it once however often it is tried. */
export function RulingDialog({ approval, verdict, idempotency, focusAfter, close, decided, failed }: RulingDialogProps) {
  const { t } = useLingui()
  const rule = useRule(idempotency)
  // What lay here when the dialog was opened is what is decided on.
  const [seen] = useState(approval)
  const [note, setNote] = useState('')
  const last = idempotency.unsettled()
  const unsettled = last?.id === approval.id && last.verdict === verdict ? last : null
  const send = async () => {
    const body = { hash: seen.hash, note: note.trim() === '' ? null : note }
    try {
      decided(await rule.mutateAsync(unsettled ?? { id: seen.id, verdict, body }))
    } catch (error) {
      if (failed(error)) close()
    }
  }
  const isExplained = unsettled !== null && outcomeOf(rule.error) === 'unknown'
  const problems = Object.values(fieldErrors(rule.error))
  const isApproval = verdict === 'approve'
  const effect = effectOf(seen)
  const action = isApproval ? t({ message: 'Approve change', context: 'approval' }) : t`Refuse change`
  useAskBeforeLeaving(note.trim() !== '' || rule.isPending, action)
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      scrollBehavior="inside"
      size="lg"
      finalFocusEl={focusAfter}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{action}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body tabIndex={0}>
              <Stack gap="5">
                <Dialog.Description as="div">
                  <Stack gap="2">
                    <Text fontWeight="medium" overflowWrap="anywhere">
                      {approvalTitle(seen)}
                    </Text>
                    {effect === undefined ? <UnknownChange /> : <Text>{isApproval ? effect : t`Nothing changes. The same change can be proposed again.`}</Text>}
                  </Stack>
                </Dialog.Description>
                <Proposed approval={seen} />
                {unsettled ? (
                  <Notice status="warning">
                    <Trans>We don’t know whether your decision was saved. “Try again” sends it unchanged; it can’t count twice.</Trans>
                  </Notice>
                ) : isApproval ? null : (
                  <Labelled label={t`Note`} optional help={t`Visible to everyone who sees this change.`}>
                    <TextArea
                      rows={3}
                      maxLength={LONGEST_NOTE}
                      value={note}
                      onChange={(event) => {
                        setNote(event.target.value)
                      }}
                    />
                  </Labelled>
                )}
                {rule.isError && !isExplained ? <Failure {...failure(rule.error)} {...(problems.length > 0 ? { sentence: problems.join(' ') } : {})} /> : null}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              {effect === undefined ? null : isApproval ? (
                <MainAction loading={rule.isPending} onClick={() => void send()}>
                  {unsettled ? t`Try again` : action}
                </MainAction>
              ) : (
                <Button variant="outline" colorPalette="red" loading={rule.isPending} onClick={() => void send()}>
                  {unsettled ? t`Try again` : action}
                </Button>
              )}
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** What happens at once when this is approved; undefined for what only a newer server knows. */
const effectOf = (approval: Approval): string | undefined => effects.find(approval.action)?.(approval)

const effects = byCode<ApprovalAction, (approval: Approval) => string>({
  change_operator_roles: (approval) => {
    const about = formatTold(approval.about)
    return endsAccess(approval) ? translated`${about} loses access at once. All their sessions end.` : translated`The roles take effect at once.`
  },
  change_bank_account: () => translated`From now on we pay to this account. The company’s owners are told by e-mail.`,
  change_house_accounts: () => translated`From now on payers are told these accounts.`,
  book_ledger_entry: (approval) => {
    const about = formatTold(approval.about)
    if (isReversal(approval)) return translated`The entry of ${about} is reversed at once: what it booked is taken back.`
    return translated`${about} is booked at once. What was wrong can only be reversed.`
  },
  propose_terms: () => translated`The terms are offered to the company and take effect once it accepts them. Its owners and approvers are told by e-mail.`,
  change_debtor_limits: () => translated`The change takes effect at once.`,
  merge_debtors: () => translated`From now on both are one debtor. This can’t be undone.`,
  change_supplier_rate: () => translated`The rate applies to what the supplier sells from now on. What was sold keeps its price.`,
  release_payouts: () => translated`The payouts are released at once. What the companies owe is kept back.`,
  send_back: () => translated`The payout is released at once, to the account it was paid from.`,
  write_off: () => translated`The invoice is written off at once. We bear the part that is covered.`,
  undo_fact: () => translated`What was booked is reversed at once.`,
  lift_duplicate: () => translated`The invoice can be sold although the check stands in the way.`,
  give_up: () => translated`The company no longer owes us this amount. We book it as a loss.`,
  undo_give_up: () => translated`The company owes us again what was waived last. Our loss is reversed.`,
  undo_part: () => translated`The money lies in suspense again. What it paid is open or owed again.`,
})
