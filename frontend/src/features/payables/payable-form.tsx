import { Button, HStack, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { retryAt, showFieldErrors } from '@/api/errors'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import type { NewPayable, Payable } from '@/entities/programme/payables'
import { useInvoiceDays } from '@/entities/user/today'
import { amountHint } from '@/lib/amount-hint'
import { currencyOptions, editMoney, parseMoney } from '@/lib/money'
import { atMost, chosen, line, required } from '@/lib/schemas'
import { parseDay } from '@/lib/typed-day'
import { DateField } from '@/ui/date-field'
import { Failure } from '@/ui/failure'
import { Labelled, TextField } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { MainAction } from '@/ui/main-action'
import { SelectField } from '@/ui/select-field'
import { StickyActions } from '@/ui/sticky-actions'
import { TextArea } from '@/ui/text-area'

const day = z.string().check(z.trim(), z.minLength(1, required), z.refine((value) => value === '' || parseDay(value) !== null, { error: () => t`Enter a valid date.` }))

// What the server takes. Whether it can be paid early, the checks say.
const PayableSchema = z
  .object({
    supplierId: chosen,
    invoiceNumber: line(100),
    issuedOn: day,
    dueOn: day,
    face: z.string().check(z.trim(), z.minLength(1, required)),
    currency: chosen,
    orderReference: z.string().check(z.trim(), atMost(200)),
    note: z.string().check(z.trim(), atMost(2000)),
  })
  .check(
    z.refine(({ issuedOn, dueOn }) => (parseDay(dueOn) ?? '9999') > (parseDay(issuedOn) ?? ''), { path: ['dueOn'], error: () => t`Enter a day after the invoice date.` }),
    z.refine(({ face, currency }) => face === '' || (parseMoney(face, currency) ?? 0) > 0, { path: ['face'], error: ({ input }) => amountHint((input as { face: string }).face, (input as { currency: string }).currency) }),
  )

export const blankPayable = { supplierId: '', invoiceNumber: '', issuedOn: '', dueOn: '', face: '', currency: 'EUR', orderReference: '', note: '' }

/** A payable as it is typed. */
export type Values = typeof blankPayable

export const FIELDS = ['supplierId', 'invoiceNumber', 'issuedOn', 'dueOn', 'face', 'currency', 'orderReference', 'note'] as const satisfies (keyof Values)[]

export function valuesOf({ supplierId, invoiceNumber, issuedOn, dueOn, face, currency, orderReference, note }: Payable): Values {
  return { supplierId: supplierId ?? '', invoiceNumber, issuedOn, dueOn, face: editMoney(face, currency), currency, orderReference: orderReference ?? '', note: note ?? '' }
}

export function bodyOf({ supplierId, invoiceNumber, issuedOn, dueOn, face, currency, orderReference, note }: Values): NewPayable {
  return { supplierId, invoiceNumber, issuedOn, dueOn, face: parseMoney(face, currency) ?? 0, currency, orderReference: orderReference || null, note: note || null }
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

interface PayableFormProps {
  label: string
  /** Whom it can be owed to; one for a draft, whose supplier stays. */
  suppliers: readonly { value: string; label: string }[]
  initial: Values
  /** Hears of every change, so that nothing typed is lost. */
  keep?: (values: Values) => void
  send: (values: Values) => Promise<unknown>
  /** How the last attempt ended. */
  error: unknown
  action: ReactNode
  cancel: () => void
  /** Beside the buttons. */
  hint?: ReactNode
}

/** The facts of a payable. */
export function PayableForm({ label, suppliers, initial, keep, send, error, action, cancel, hint }: PayableFormProps) {
  const { t } = useLingui()
  const { register, control, handleSubmit, setError, formState, subscribe } = useForm<Values>({ resolver: zodResolver(PayableSchema), defaultValues: initial })
  const currency = useWatch({ control, name: 'currency' })
  const { errors, isSubmitting } = formState
  const changed = useEffectEvent((values: Values) => keep?.(values))
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          changed(values)
        },
      }),
    [subscribe],
  )
  const submit = handleSubmit(async (values) => {
    try {
      await send(values)
    } catch (failed) {
      if (!showFieldErrors(failed, setError, FIELDS)) setError('root', { message: sentenceBeforeAgain(failed) })
    }
  })
  useAgainWhenBack(error, () => void submit())
  const examples = useInvoiceDays()
  const date = (field: 'issuedOn' | 'dueOn', name: string) => (
    <Controller control={control} name={field} render={({ field: { ref, ...input } }) => <DateField {...input} inputRef={ref} label={name} example={examples[field]} error={errors[field]?.message} />} />
  )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={label}>
      <Stack gap="6">
        <FormGroup title={<Trans>Whom you owe</Trans>} lead={<Trans>The supplier that sent you the invoice.</Trans>} isSingle>
          <SelectField label={t`Supplier`} options={suppliers} {...(suppliers.length === 1 ? {} : { placeholder: t`Choose` })} input={register('supplierId')} error={errors.supplierId?.message} />
        </FormGroup>
        <FormGroup title={<Trans>What it says</Trans>} lead={<Trans>As printed on the invoice.</Trans>}>
          <TextField label={t`Invoice number`} autoComplete="off" spellCheck={false} input={register('invoiceNumber')} error={errors.invoiceNumber?.message} />
          <TextField label={t`Order reference`} optional autoComplete="off" spellCheck={false} input={register('orderReference')} error={errors.orderReference?.message} />
          {date('issuedOn', t`Invoice date`)}
          {date('dueOn', t`Due date`)}
          <TextField label={t`Total with tax`} term="face" money={currency} isCurrencyBeside input={register('face')} error={errors.face?.message} help={t`Less any credit note you have already.`} />
          <SelectField label={t`Currency`} options={currencyOptions} input={register('currency')} error={errors.currency?.message} />
        </FormGroup>
        <FormGroup title={<Trans>Note</Trans>} lead={<Trans>What matters about this invoice. Your supplier and we can read it.</Trans>} isSingle>
          <Labelled label={t`Note`} optional error={errors.note?.message}>
            <TextArea rows={3} {...register('note')} />
          </Labelled>
        </FormGroup>
        <Failure sentence={errors.root?.message} until={retryAt(error)} />
        <StickyActions>
          <Button variant="ghost" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          <HStack wrap="wrap" justify="flex-end">
            {hint}
            <MainAction type="submit" loading={isSubmitting} loadingText={t`Saving`}>
              {action}
            </MainAction>
          </HStack>
        </StickyActions>
      </Stack>
    </form>
  )
}
