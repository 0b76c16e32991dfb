import { Dialog } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError } from '@/api/error'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useOperatorMay } from '@/entities/operator/api'
import { useEnterReceipt, type NewReceipt } from '@/entities/payment/house'
import { besideFields, receivedOn } from '@/entities/receivable/house-refusals'
import { useMe } from '@/entities/user/me'
import { useToday } from '@/entities/user/today'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { useKept } from '@/lib/kept'
import { currencyOptions, formatMoney } from '@/lib/money'
import { useNavigate } from '@/lib/navigation'
import { ConfirmDialog, type QuestionProps } from '@/ui/confirm-dialog'
import { Failure } from '@/ui/failure'
import { Section } from '@/ui/page'
import { SmallForm, type SmallField, type SmallValues, type Typed } from '@/ui/small-form'
import { toast } from '@/ui/toasts'
import { matchingPath } from './views'

const textOf = (value: string | number | null | undefined) => (value ? String(value).replace(/\s+/g, ' ') : null)

/** Enters a receipt by hand; what it pays is said next. */
export default function EnterReceipt() {
  const { t } = useLingui()
  const may = useOperatorMay('manage_payments')
  const navigate = useNavigate()
  const idempotency = useIdempotencyKey<NewReceipt>()
  const enter = useEnterReceipt(idempotency)
  const today = useToday()
  const [kept, keep] = useKept<Typed>('receiptDraft', useMe().userDetails?.id)
  const [near, setNear] = useState<{ body: NewReceipt; on: string } | null>(null)
  const fields: SmallField[] = [
    { name: 'on', kind: 'day', label: t`Booked on`, help: t`The bank’s booking day.`, today },
    { name: 'amount', kind: 'money', label: t`Amount` },
    { name: 'currency', kind: 'choice', label: t`Currency`, options: currencyOptions, initial: 'EUR' },
    { name: 'payer.name', kind: 'line', label: t`Payer`, optional: true },
    { name: 'payer.iban', kind: 'line', label: t`IBAN of the payer`, help: t`Leave it empty if the payer has no IBAN.`, optional: true },
    { name: 'text', kind: 'text', label: t`Payment reference`, optional: true },
  ]
  const send = (body: NewReceipt) => {
    const done = enter.mutateAsync(body)
    done.catch((error: unknown) => {
      const on = receivedOn(error)
      if (on) setNear({ body, on })
    })
    after(done, ({ id }) => {
      keep(null)
      toast.success(t`Receipt entered`)
      navigate(matchingPath(id))
    })
  }
  useAgainWhenBack(enter.error, () => {
    if (enter.variables) send(enter.variables)
  })
  if (!may) return null
  const codes = enter.error instanceof ApiError ? enter.error.problem?.fieldCodes?.on : undefined
  // It is asked about instead.
  const failed = receivedOn(enter.error) ? null : enter.error
  const isAhead = codes?.some(({ code }) => code === 'not_possible')
  return (
    <Section title={t`Enter receipt`} lead={t`It is booked at once. Say next what it pays.`}>
      <SmallForm
        label={t`Enter receipt`}
        fields={fields}
        currency="EUR"
        refused={{ ...fieldErrors(enter.error), ...(isAhead ? { on: t`Enter today or an earlier day.` } : {}) }}
        isBusy={enter.isPending}
        busyText={t`Entering`}
        action={t`Enter receipt`}
        kept={[kept, keep]}
        send={(values: SmallValues) => {
          send({
            on: String(values.on),
            amount: Number(values.amount),
            currency: String(values.currency),
            payer: { name: textOf(values['payer.name']), iban: textOf(values['payer.iban'])?.replace(/\s/g, '') ?? null },
            text: textOf(values.text),
            receivables: [],
          })
        }}
      >
        <Failure sentence={besideFields(failed, fields)} until={retryAt(failed)} />
      </SmallForm>
      {near ? (
        <AnotherReceipt {...near} isBusy={enter.isPending} confirm={() => { send({ ...near.body, isAnother: true }) }} close={() => { enter.reset(); setNear(null) }}>
          <Failure sentence={besideFields(failed, [])} until={retryAt(failed)} />
        </AnotherReceipt>
      ) : null}
    </Section>
  )
}

type AnotherReceiptProps = Omit<QuestionProps, 'focusAfter'> & { body: NewReceipt; on: string }

/** Asks before a receipt is entered that a statement perhaps has. */
function AnotherReceipt({ body, on, children, ...dialog }: AnotherReceiptProps) {
  const { t } = useLingui()
  const [receipt, day] = [formatMoney(body.amount, body.currency), formatDay(on)]
  return (
    <ConfirmDialog {...dialog} title={t`A statement has a receipt of this amount`} action={<Trans>Enter it as another one</Trans>} busyText={t`Entering`} focusAfter={(opener) => opener}>
      <Dialog.Description>
        <Trans>A receipt of {receipt} is on a statement, on {day}. If it’s the same money, don’t enter it again: match that one. If it’s another one, enter it.</Trans>
      </Dialog.Description>
      {children}
    </ConfirmDialog>
  )
}
