import { Dialog } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useBringBack, type BroughtBack } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Failure } from '@/ui/failure'
import { toast } from '@/ui/toasts'

export interface AskedBringBack {
  receiptId: string
  amount: string
  payer: string
}

interface BringBackProps extends AskedBringBack {
  close: () => void
  focusAfter: (opener: HTMLElement | null) => HTMLElement | null
}

/** Asks before a receipt comes back that one took back. */
export function BringBack({ receiptId, amount, payer, close, focusAfter }: BringBackProps) {
  const { t } = useLingui()
  const bring = useBringBack(useIdempotencyKey<BroughtBack>())
  const send = (brought: BroughtBack) => {
    after(bring.mutateAsync(brought), () => {
      toast.success(t`The receipt is in suspense again`)
      close()
    })
  }
  useAgainWhenBack(bring.error, () => {
    if (bring.variables) send(bring.variables)
  })
  return (
    <ConfirmDialog title={t`Bring receipt back`} action={<Trans>Bring back</Trans>} isBusy={bring.isPending} busyText={t`Saving`} confirm={() => { send({ id: receiptId }) }} close={close} focusAfter={focusAfter}>
      <Dialog.Description overflowWrap="anywhere"><Trans>You took {amount} from {payer} back. Did the money come after all? It then lies in suspense again.</Trans></Dialog.Description>
      <Failure sentence={besideFields(bring.error, [])} until={retryAt(bring.error)} />
    </ConfirmDialog>
  )
}
