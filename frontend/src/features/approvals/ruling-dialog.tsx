import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { t as translated } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure, fieldErrors, outcomeOf } from '@/api/errors'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { useRule, type Ruling } from '@/entities/approval/api'
import { approvalTitle, endsAccess, type Approval } from '@/entities/approval/labels'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { formatTold } from '@/lib/money'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { TextArea } from '@/ui/text-area'
import { Proposed } from './proposed'

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
                    <Text>{isApproval ? effectOf(seen) : t`Nothing changes. The same change can be proposed again.`}</Text>
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
              {isApproval ? (
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

/** What happens at once when this is approved. */
function effectOf(approval: Approval): string {
  const { action } = approval
  const about = formatTold(approval.about)
  if (action === 'change_bank_account') return translated`From now on we pay to this account. The company’s owners are told by e-mail.`
  if (action === 'change_house_accounts') return translated`From now on payers are told these accounts.`
  if (action === 'propose_terms') return translated`The terms are offered to the company and count once it accepts them. Its owners and approvers are told by e-mail.`
  if (action === 'change_debtor_limits') return translated`The change counts at once.`
  if (action === 'merge_debtors') return translated`From now on both are one debtor. This can’t be undone.`
  if (action === 'change_supplier_rate') return translated`The rate applies to what the supplier sells from now on. What was sold keeps its price.`
  if (action === 'release_payouts') return translated`The payouts are released at once. What the companies owe is kept back.`
  if (action === 'send_back') return translated`The payout is released at once, to the account it was paid from.`
  if (action === 'write_off') return translated`The invoice is written off at once. We bear the part that is covered.`
  if (action === 'undo_fact') return translated`What was booked is reversed at once.`
  if (action === 'lift_duplicate') return translated`The invoice can be sold although the check stands in the way.`
  if (action === 'give_up') return translated`The company no longer owes us this amount. We book it as a loss.`
  if (action === 'undo_give_up') return translated`The company owes us again what was waived last. Our loss is reversed.`
  if (action === 'undo_part') return translated`The money lies in suspense again. What it paid is open or owed again.`
  if (action === 'book_ledger_entry') return translated`${about} is booked at once. What was wrong can only be reversed.`
  if (endsAccess(approval)) return translated`${about} loses access at once. All their sessions end.`
  return translated`The roles count at once.`
}
