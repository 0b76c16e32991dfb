import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { retryAt, showFieldErrors } from '@/api/errors'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import type { NewReceivable, Receivable } from '@/entities/receivable/api'
import { useInvoiceDays } from '@/entities/user/today'
import { formatDay } from '@/lib/dates'
import { amountHint } from '@/lib/amount-hint'
import { currencyOptions, editMoney, formatMoney, parseMoney } from '@/lib/money'
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
import { LivePrice } from './live-price'

const day = z.string().check(z.trim(), z.minLength(1, required), z.refine((value) => value === '' || parseDay(value) !== null, { error: () => t`Enter a valid date.` }))

// What the server takes, so that everything that is wrong is said in one round. Whether it can be sold, the checks say.
const InvoiceSchema = z
  .object({
    buyerId: chosen,
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

export const blankInvoice = { buyerId: '', invoiceNumber: '', issuedOn: '', dueOn: '', face: '', currency: 'EUR', orderReference: '', note: '' }

/** An invoice as it is typed. */
export type Values = typeof blankInvoice

export const FIELDS = ['buyerId', 'invoiceNumber', 'issuedOn', 'dueOn', 'face', 'currency', 'orderReference', 'note'] as const satisfies (keyof Values)[]

export function valuesOf({ buyerId, invoiceNumber, issuedOn, dueOn, face, currency, orderReference, note }: Receivable): Values {
  return { buyerId: buyerId ?? '', invoiceNumber, issuedOn, dueOn, face: editMoney(face, currency), currency, orderReference: orderReference ?? '', note: note ?? '' }
}

export function bodyOf({ buyerId, invoiceNumber, issuedOn, dueOn, face, currency, orderReference, note }: Values): NewReceivable {
  return { buyerId, invoiceNumber, issuedOn, dueOn, face: parseMoney(face, currency) ?? 0, currency, orderReference: orderReference || null, note: note || null }
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What was typed, as people read it. */
function told(field: keyof Values, values: Values): string {
  const value = values[field]
  if (field === 'issuedOn' || field === 'dueOn') return parseDay(value) ? formatDay(value) : value
  if (field !== 'face') return value
  const amount = parseMoney(value, values.currency)
  return amount === null ? value : formatMoney(amount, values.currency)
}

interface InvoiceFormProps {
  label: string
  /** Whom it can be addressed to; one for a draft, whose buyer stays. */
  buyers: readonly { value: string; label: string }[]
  initial: Values
  /** What a field became elsewhere while it was being changed here too. */
  elsewhere?: Partial<Values>
  /** Hears of every change, so that nothing typed is lost. */
  keep?: (values: Values) => void
  send: (values: Values) => Promise<unknown>
  /** How the last attempt ended. */
  error: unknown
  action: ReactNode
  busyText: string
  cancel: () => void
  /** Beside the buttons. */
  hint?: ReactNode
}

/** The facts of an invoice. */
export function InvoiceForm({ label, buyers, initial, elsewhere = {}, keep, send, error, action, busyText, cancel, hint }: InvoiceFormProps) {
  const { t } = useLingui()
  const { register, control, handleSubmit, setError, setValue, formState, subscribe } = useForm<Values>({ resolver: zodResolver(InvoiceSchema), defaultValues: initial })
  const { errors, isSubmitting } = formState
  const [face, dueOn, currency] = useWatch({ control, name: ['face', 'dueOn', 'currency'] })
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
  const both = (field: keyof Values, name: string, children: ReactNode) => {
    const theirs = elsewhere[field]
    if (theirs === undefined) return children
    const value = told(field, { ...initial, ...elsewhere })
    return (
      <Stack gap="2">
        {children}
        <HStack wrap="wrap" role="group" aria-label={t`${name}: changed elsewhere`}>
          <Text textStyle="label" overflowWrap="anywhere">{value ? t`Changed elsewhere to ${value}.` : t`Cleared elsewhere.`}</Text>
          <Button
            size="xs"
            variant="outline"
            aria-label={t`Use the other: ${name}`}
            onClick={() => {
              setValue(field, theirs, { shouldValidate: true })
            }}
          >
            <Trans>Use the other</Trans>
          </Button>
        </HStack>
      </Stack>
    )
  }
  const examples = useInvoiceDays()
  const date = (field: 'issuedOn' | 'dueOn', name: string) =>
    both(
      field,
      name,
      <Controller
        control={control}
        name={field}
        render={({ field: { ref, ...input } }) => <DateField {...input} inputRef={ref} label={name} example={examples[field]} error={errors[field]?.message} />}
      />,
    )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={label}>
      <Stack gap="6">
        <FormGroup title={<Trans>Who pays</Trans>} lead={<Trans>The company you sent the invoice to.</Trans>} isSingle>
          <SelectField label={t`Buyer`} options={buyers} {...(buyers.length === 1 ? {} : { placeholder: t`Choose` })} input={register('buyerId')} error={errors.buyerId?.message} />
        </FormGroup>
        <FormGroup title={<Trans>What it says</Trans>} lead={<Trans>As printed on the invoice.</Trans>}>
          {both('invoiceNumber', t`Invoice number`, <TextField label={t`Invoice number`} autoComplete="off" spellCheck={false} input={register('invoiceNumber')} error={errors.invoiceNumber?.message} />)}
          {both('orderReference', t`Order reference`, <TextField label={t`Order reference`} optional autoComplete="off" spellCheck={false} input={register('orderReference')} error={errors.orderReference?.message} />)}
          {date('issuedOn', t`Invoice date`)}
          {date('dueOn', t`Due date`)}
          {both('face', t`Total with tax`, <TextField label={t`Total with tax`} term="face" money={currency} isCurrencyBeside input={register('face')} error={errors.face?.message} />)}
          {both('currency', t`Currency`, <SelectField label={t`Currency`} options={currencyOptions} input={register('currency')} error={errors.currency?.message} />)}
        </FormGroup>
        <LivePrice face={face} dueOn={dueOn} currency={currency} />
        <FormGroup title={<Trans>For us</Trans>} lead={<Trans>What we should know about this invoice.</Trans>} isSingle>
          {both(
            'note',
            t`Note`,
            <Labelled label={t`Note`} optional error={errors.note?.message}>
              <TextArea rows={3} {...register('note')} />
            </Labelled>,
          )}
        </FormGroup>
        <Failure sentence={errors.root?.message} until={retryAt(error)} />
        <StickyActions>
          <Button variant="ghost" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          <HStack wrap="wrap" justify="flex-end">
            {hint}
            <MainAction type="submit" loading={isSubmitting} loadingText={busyText}>
              {action}
            </MainAction>
          </HStack>
        </StickyActions>
      </Stack>
    </form>
  )
}
