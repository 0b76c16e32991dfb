import { Button, HStack, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { Awaits } from '@/entities/approval/awaits'
import { useSendBack, type Receipt, type SentBack } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { Failure } from '@/ui/failure'
import { Panel } from '@/ui/page'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { toast } from '@/ui/toasts'

/** Sends what nobody can explain back to the account it came from. */
export function SendBack({ receipt: { id, returnable, currency, payer } }: { receipt: Receipt }) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<SentBack>()
  const sendBack = useSendBack(idempotency)
  const [isOpen, setOpen] = useState(false)
  const [waiting, setWaiting] = useState<Schemas['WaitingBody'] | null>(null)
  const isKnown = Boolean(payer.name && payer.iban)
  const fields: SmallField[] = [
    { name: 'amount', kind: 'money', label: t`Amount`, initial: returnable },
    { name: 'note', kind: 'text', label: t`Why it goes back` },
    // The bank told no account: people say where to.
    ...(isKnown ? [] : [{ name: 'account.holder', kind: 'line', label: t`Account holder`, initial: payer.name ?? '' }, { name: 'account.iban', kind: 'line', label: t`IBAN` }] satisfies SmallField[]),
  ]
  const send = (sent: SentBack) => {
    after(sendBack.mutateAsync(sent), (answer) => {
      setOpen(false)
      if ('waiting' in answer) setWaiting(answer.waiting)
      else toast.success(t`Sent back to the payer`)
    })
  }
  useAgainWhenBack(sendBack.error, () => {
    if (sendBack.variables) send(sendBack.variables)
  })
  const close = () => {
    sendBack.reset()
    setOpen(false)
  }
  return (
    <Stack gap="4">
      {waiting ? <Awaits waiting={waiting} /> : null}
      {isOpen ? (
        <Panel>
          <SmallForm
            label={t`Send back`}
            fields={fields}
            currency={currency}
            refused={fieldErrors(sendBack.error)}
            isBusy={sendBack.isPending}
            busyText={t`Sending back`}
            action={t`Send back`}
            isDestructive
            send={({ amount, note, 'account.holder': holder, 'account.iban': iban }: SmallValues) => {
              setWaiting(null)
              send({ id, body: { amount: Number(amount), note: String(note), ...(isKnown ? {} : { account: { holder: String(holder), iban: String(iban) } }) } })
            }}
            cancel={close}
          >
            <Failure sentence={besideFields(sendBack.error, fields)} until={retryAt(sendBack.error)} />
          </SmallForm>
        </Panel>
      ) : (
        <HStack>
          <Button variant="outline" size="sm" onClick={() => { setOpen(true) }}>
            <Trans>Send back</Trans>
          </Button>
        </HStack>
      )}
    </Stack>
  )
}
