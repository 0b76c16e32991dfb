import { Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '@/api/error'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useExecuted, useReturned, type BankAnswer } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { userQuery } from '@/entities/user/me'
import { useToday } from '@/entities/user/today'
import { after } from '@/lib/after'
import { editDay } from '@/lib/typed-day'
import { Failure } from '@/ui/failure'
import { useOpener } from '@/ui/opener'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { toast } from '@/ui/toasts'

/** What is wrong with each field: of a day that is none for what the bank did, which days are. */
function refusedOf(error: unknown, onDay: string): Record<string, string> {
  const codes = error instanceof ApiError ? error.problem?.fieldCodes?.on : undefined
  return { ...fieldErrors(error), ...(codes?.some(({ code }) => code === 'not_possible') ? { on: onDay } : {}) }
}

/** Today for the business, as it is typed, where that is not the machine's. */
function useBusinessDay(): string {
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

interface ReturnedProps {
  id: string
  /** Whom it is for, and how much. */
  name: string
  /** What it is for, and the account it was sent to. */
  about: string
  close: () => void
}

/** Marks a payout that came back. A dialog, as its row may be far from the head of the list, and it names the payout: rows are alike. */
export function ReturnedDialog({ id, name, about, close }: ReturnedProps) {
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
