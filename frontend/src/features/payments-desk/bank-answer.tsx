import { useLingui } from '@lingui/react/macro'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useExecuted, useReturned, type BankAnswer } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { Failure } from '@/ui/failure'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { toast } from '@/ui/toasts'

interface BankFormProps {
  id: string
  close: () => void
}

/** A batch the bank carried out. */
export function Executed({ id, close }: BankFormProps) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<BankAnswer>()
  const executed = useExecuted(idempotency)
  const fields: SmallField[] = [{ name: 'on', kind: 'day', label: t`Day of execution` }]
  const send = (answer: BankAnswer) => {
    after(executed.mutateAsync(answer), () => {
      toast.success(t`Batch marked as executed`)
      close()
    })
  }
  useAgainWhenBack(executed.error, () => {
    if (executed.variables) send(executed.variables)
  })
  return (
    <SmallForm
      label={t`Mark as executed`}
      fields={fields}
      currency="EUR"
      refused={fieldErrors(executed.error)}
      isBusy={executed.isPending}
      busyText={t`Marking`}
      action={t`Mark as executed`}
      send={({ on }: SmallValues) => {
        send({ id, on: String(on) })
      }}
      cancel={close}
    >
      <Failure sentence={besideFields(executed.error, fields)} until={retryAt(executed.error)} />
    </SmallForm>
  )
}

/** A payout that came back. */
export function Returned({ id, close }: BankFormProps) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<BankAnswer & { reason: string }>()
  const returned = useReturned(idempotency)
  const fields: SmallField[] = [
    { name: 'on', kind: 'day', label: t`Day of return` },
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
    <SmallForm
      label={t`Mark as returned`}
      fields={fields}
      currency="EUR"
      refused={fieldErrors(returned.error)}
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
  )
}
