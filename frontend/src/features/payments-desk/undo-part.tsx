import { Button, Dialog, Portal, Stack } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, type Schemas } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { Awaits } from '@/entities/approval/awaits'
import { useUndoPart, type Receipt, type UndonePart } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { useOpener } from '@/ui/opener'
import { SmallForm, type SmallField } from '@/ui/small-form'
import { toast } from '@/ui/toasts'

export interface AskedPart {
  receiptId: string
  part: Receipt['allocations'][number]
  /** How much of the receipt is for the same. */
  seen: number
  name: string
  currency: string
}

interface UndoPartProps extends AskedPart {
  close: () => void
  focusAfter: (opener: HTMLElement | null) => HTMLElement | null
}

/** Undoes what a part of a receipt was used for: the money lies in suspense again. */
export function UndoPart({ receiptId, part, seen, name, currency, close, focusAfter }: UndoPartProps) {
  const { t } = useLingui()
  const undo = useUndoPart(useIdempotencyKey<UndonePart>())
  const opener = useOpener()
  const [waiting, setWaiting] = useState<Schemas['WaitingBody'] | null>(null)
  const amount = formatMoney(seen, currency)
  const isUndoneThere = undo.error instanceof ApiError && undo.error.problem?.reason === 'undo_first'
  const fields: SmallField[] = [{ name: 'note', kind: 'text', label: t`Why it was for something else` }]
  const send = (undone: UndonePart) => {
    after(undo.mutateAsync(undone), (answer) => {
      if ('waiting' in answer) {
        setWaiting(answer.waiting)
        return
      }
      close()
      toast.success(t`Undone. The money lies in suspense again.`)
    })
  }
  useAgainWhenBack(undo.error, () => {
    if (undo.variables) send(undo.variables)
  })
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      scrollBehavior="inside"
      finalFocusEl={() => focusAfter(opener())}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{t`Undo: ${name}`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="4" pb="4">
                {waiting ? (
                  <>
                    <Awaits waiting={waiting} />
                    <Button variant="outline" alignSelf="end" onClick={close}>
                      <Trans>Close</Trans>
                    </Button>
                  </>
                ) : (
                  <>
                    <Dialog.Description><Trans>{amount} lies in suspense again. What it paid is open or owed again.</Trans></Dialog.Description>
                    <SmallForm
                      label={t`Undo: ${name}`}
                      fields={fields}
                      currency={currency}
                      refused={fieldErrors(undo.error)}
                      isBusy={undo.isPending}
                      busyText={t`Undoing`}
                      action={t`Undo`}
                      isDestructive
                      send={({ note }) => {
                        send({ id: receiptId, body: { allocationId: part.id, amount: seen, note: String(note) } })
                      }}
                      cancel={close}
                    >
                      <Failure sentence={besideFields(undo.error, fields)} until={retryAt(undo.error)} />
                      {part.receivableId && isUndoneThere ? <LinkButton size="sm" variant="outline" alignSelf="start" to={receivablePath(part.receivableId)}><Trans>Open what it paid</Trans></LinkButton> : null}
                    </SmallForm>
                  </>
                )}
              </Stack>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
