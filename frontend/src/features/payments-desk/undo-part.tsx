import { Box, Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { Awaits } from '@/entities/approval/awaits'
import { useUndoPart, type UndonePart } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { Failure } from '@/ui/failure'
import { Panel } from '@/ui/page'
import { SmallForm, type SmallField } from '@/ui/small-form'
import { toast } from '@/ui/toasts'

/** Undoes what a part of a receipt was used for: the money lies in suspense again. */
export function UndoPart({ receiptId, partId, name, currency }: { receiptId: string; partId: string; name: string; currency: string }) {
  const { t } = useLingui()
  const undo = useUndoPart(useIdempotencyKey<UndonePart>())
  const [isOpen, setOpen] = useState(false)
  const [waiting, setWaiting] = useState<Schemas['WaitingBody'] | null>(null)
  const fields: SmallField[] = [{ name: 'note', kind: 'text', label: t`Why it was for something else` }]
  const send = (undone: UndonePart) => {
    after(undo.mutateAsync(undone), (answer) => {
      setOpen(false)
      if ('waiting' in answer) setWaiting(answer.waiting)
      else toast.success(t`Undone. The money lies in suspense again.`)
    })
  }
  useAgainWhenBack(undo.error, () => {
    if (undo.variables) send(undo.variables)
  })
  const close = () => {
    undo.reset()
    setOpen(false)
  }
  if (waiting) return <Awaits waiting={waiting} />
  if (!isOpen) {
    return (
      <Button variant="plain" size="xs" ms="2" aria-label={t`Undo: ${name}`} onClick={() => { setOpen(true) }}>
        <Trans>Undo</Trans>
      </Button>
    )
  }
  return (
    <Box mt="2">
      <Panel>
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
            send({ id: receiptId, body: { allocationId: partId, note: String(note) } })
          }}
          cancel={close}
        >
          <Failure sentence={besideFields(undo.error, fields)} until={retryAt(undo.error)} />
        </SmallForm>
      </Panel>
    </Box>
  )
}
