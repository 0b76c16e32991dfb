import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@/api/error'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useExecuted, type BankAnswer } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { userQuery } from '@/entities/user/me'
import { useToday } from '@/entities/user/today'
import { after } from '@/lib/after'
import { editDay } from '@/lib/typed-day'
import { Failure } from '@/ui/failure'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { toast } from '@/ui/toasts'

/** What is wrong with each field: of a day that is none for what the bank did, which days are. */
export function refusedOf(error: unknown, onDay: string): Record<string, string> {
  const codes = error instanceof ApiError ? error.problem?.fieldCodes?.on : undefined
  return { ...fieldErrors(error), ...(codes?.some(({ code }) => code === 'not_possible') ? { on: onDay } : {}) }
}

/** Today for the business, as it is typed, where that is not the machine's. */
export function useBusinessDay(): string {
  const { data } = useQuery({ ...userQuery, enabled: false })
  return data?.businessTime ? editDay(data.businessTime.slice(0, 10)) : ''
}

interface ExecutedProps {
  id: string
  close: () => void
}

/** A batch the bank carried out. */
export function Executed({ id, close }: ExecutedProps) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<BankAnswer>()
  const executed = useExecuted(idempotency)
  const [today, initial] = [useToday(), useBusinessDay()]
  const fields: SmallField[] = [{ name: 'on', kind: 'day', label: t`Day of execution`, today, initial }]
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
      refused={refusedOf(executed.error, t`Use a day on or after the release, and not after today.`)}
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
