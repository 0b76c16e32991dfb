import { Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import { retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useReturned, type BankAnswer } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { useToday } from '@/entities/user/today'
import { after } from '@/lib/after'
import { Failure } from '@/ui/failure'
import { useOpener } from '@/ui/opener'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { toast } from '@/ui/toasts'
import { refusedOf, useBusinessDay } from './bank-answer'

interface ReturnedProps {
  id: string
  /** Its payee and amount. */
  name: string
  /** What it is for, and the account it was sent to. */
  about: string
  close: () => void
}

/** Marks a payout that came back. A dialog, as its row may be far from the head of the list, and it names the payout: rows are alike. */
export default function ReturnedDialog({ id, name, about, close }: ReturnedProps) {
  const { t } = useLingui()
  const opener = useOpener()
  const idempotency = useIdempotencyKey<BankAnswer & { reason: string }>()
  const returned = useReturned(idempotency)
  const [today, initial] = [useToday(), useBusinessDay()]
  const fields: SmallField[] = [
    { name: 'on', kind: 'day', label: t`Day of return`, today, initial },
    { name: 'reason', kind: 'line', label: t`Reason the bank gives` },
  ]
  const send = (answer: BankAnswer & { reason: string }) => {
    after(returned.mutateAsync(answer), () => {
      toast.success(t`Marked as returned`)
      close()
    })
  }
  useAgainWhenBack(returned.error, () => {
    if (returned.variables) send(returned.variables)
  })
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      scrollBehavior="inside"
      finalFocusEl={opener}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{t`Mark as returned: ${name}`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="4" pb="4">
                <Dialog.Description overflowWrap="anywhere">{about}</Dialog.Description>
                <Text><Trans>A returned payout is due again.</Trans></Text>
                <SmallForm
                  label={t`Mark as returned: ${name}`}
                  fields={fields}
                  currency="EUR"
                  refused={refusedOf(returned.error, t`Use a day on or after the release, and not after today.`)}
                  isBusy={returned.isPending}
                  busyText={t`Marking`}
                  action={t`Mark as returned`}
                  isDestructive
                  send={({ on, reason }: SmallValues) => {
                    send({ id, on: String(on), reason: String(reason) })
                  }}
                  cancel={close}
                >
                  <Failure sentence={besideFields(returned.error, fields)} until={retryAt(returned.error)} />
                </SmallForm>
              </Stack>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
