import { Box, Button, Flex, HStack, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError, type Schemas } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { useChangeDebtor, type Debtor, type DebtorChange } from '@/entities/debtor/api'
import { debtorStates } from '@/entities/debtor/labels'
import { limitText } from '@/entities/debtor/limits'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { amountHint } from '@/lib/amount-hint'
import { currencyOptions, editMoney, parseMoney } from '@/lib/money'
import { atMost, chosen, emailAddress, required } from '@/lib/schemas'
import { Failure } from '@/ui/failure'
import { TextField } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { PlusIcon } from '@/ui/icons'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { SelectField } from '@/ui/select-field'
import { StickyActions } from '@/ui/sticky-actions'

const limit = z
  .object({ currency: chosen, amount: z.string().check(z.trim(), z.minLength(1, required)) })
  .check(z.refine(({ currency, amount }) => amount === '' || parseMoney(amount, currency) !== null, { path: ['amount'], error: ({ input }) => amountHint((input as { amount: string }).amount, (input as { currency: string }).currency) }))

/** One that is left blank is asked for elsewhere. */
const plausible = z.refine<string>((value) => value === '' || z.safeParse(emailAddress, value).success, { error: () => t`Enter an e-mail address such as name@example.com.` })

/** A contact is whole or not there, and one that is there cannot be taken away. */
const schemaOf = (hasContact: boolean) => {
  const contact = { contactName: z.string().check(z.trim(), atMost(200)), contactEmail: z.string().check(z.trim(), plausible) }
  const missing = (field: 'contactName' | 'contactEmail', other: 'contactName' | 'contactEmail') =>
    z.refine<Values>((values) => values[field] !== '' || (!hasContact && values[other] === ''), { path: [field], error: required.error })
  return z.object({ state: chosen, limits: z.array(limit), ...contact }).check(missing('contactName', 'contactEmail'), missing('contactEmail', 'contactName'))
}

interface Values {
  state: string
  limits: { currency: string; amount: string }[]
  contactName: string
  contactEmail: string
}

const valuesOf = ({ state, limits, contact }: Debtor): Values => ({
  state,
  limits: limits.map(({ amount, currency }) => ({ currency, amount: editMoney(amount, currency) })),
  contactName: contact?.name ?? '',
  contactEmail: contact?.email ?? '',
})

function changeOf({ id, version }: Debtor, { state, limits, contactName, contactEmail }: Values): DebtorChange {
  return {
    id,
    version,
    state: state as Schemas['DebtorState'],
    limits: limits.map(({ currency, amount }) => ({ currency, amount: parseMoney(amount, currency) ?? 0 })),
    // Without one it stays as it is.
    contact: contactName && contactEmail ? { name: contactName, email: contactEmail } : null,
  }
}

/** Where the server’s fields stand in this form. */
function placeOf(field: string): 'state' | 'contactName' | 'contactEmail' | `limits.${number}.${'amount' | 'currency'}` | null {
  const [, place, part] = /^limits\[(\d+)\]\.(amount|currency)$/.exec(field) ?? []
  if (place && part) return `limits.${Number(place)}.${part as 'amount' | 'currency'}`
  return field === 'state' ? 'state' : field === 'contact.name' ? 'contactName' : field === 'contact.email' ? 'contactEmail' : null
}

/** What came of a change. */
export interface Outcome {
  /** What waits for a second person. */
  waiting: Schemas['WaitingBody'] | null
  /** Whether something else was changed, which counts already. */
  savedMore: boolean
}

interface DebtorFormProps {
  debtor: Debtor
  refresh: () => Promise<Debtor | undefined>
  cancel: () => void
  end: (outcome: Outcome) => void
}

/** Status, limits and contact of a debtor. */
export function DebtorForm({ debtor, refresh, cancel, end }: DebtorFormProps) {
  const { t } = useLingui()
  const change = useChangeDebtor(useIdempotencyKey<DebtorChange>())
  // What stood there when it was opened is what is changed, until a colleague was faster.
  const [seen, setSeen] = useState(debtor)
  const [isStale, setStale] = useState(false)
  const { register, control, handleSubmit, setError, formState } = useForm<Values>({ resolver: zodResolver(schemaOf(seen.contact !== null && seen.contact !== undefined)), defaultValues: valuesOf(debtor) })
  const limits = useWatch({ control, name: 'limits' })
  const { fields, append, remove } = useFieldArray({ control, name: 'limits' })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`Change debtor`)
  const submit = handleSubmit(async (values) => {
    const now = valuesOf(seen)
    const savedMore = values.state !== now.state
    try {
      setStale(false)
      end({ waiting: await change.mutateAsync(changeOf(seen, values)), savedMore })
    } catch (error) {
      if (error instanceof ApiError && error.problem?.code === 'stale_version') {
        const latest = await refresh()
        if (latest) setSeen(latest)
        setStale(latest !== undefined)
        if (latest) return
      }
      const refused = Object.entries(fieldErrors(error)).flatMap(([field, message]) => {
        const place = placeOf(field)
        return place ? [{ place, message }] : []
      })
      refused.forEach(({ place, message }, index) => {
        setError(place, { message }, { shouldFocus: index === 0 })
      })
      if (refused.length === 0) setError('root', { message: sentenceBeforeAgain(error) })
    }
  })
  useAgainWhenBack(change.error, () => void submit())
  const currencies = [...new Set([...seen.limits.map(({ currency }) => currency), ...currencyOptions.map(({ value }) => value)])].map((value) => ({ value, label: value }))
  const limitName = (number: number) => t({ message: `Limit ${number}`, context: 'debtor' })
  const removeName = (number: number) => t`Remove limit ${number}`
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Change debtor`}>
      <Stack gap="6">
        {isStale ? <Latest debtor={seen} /> : null}
        <FormGroup title={<Trans>Buying</Trans>} lead={<Trans>Takes effect at once.</Trans>} isSingle>
          <SelectField label={t`Status`} options={debtorStates.options()} input={register('state')} error={errors.state?.message} />
        </FormGroup>
        <FormGroup title={<Trans>Limits</Trans>} lead={<Trans>One for each currency. Other limits wait for a second person.</Trans>} isSingle>
          {fields.map((field, place) => (
            <Flex key={field.id} gap="3" align="flex-start" wrap="wrap" role="group" aria-label={limitName(place + 1)}>
              <Box flex="0 1 8rem">
                <SelectField label={t`Currency`} options={currencies} input={register(`limits.${place}.currency`)} error={errors.limits?.[place]?.currency?.message} />
              </Box>
              <Box flex="1 1 10rem">
                <TextField label={t`Amount`} money={limits[place]?.currency ?? ''} isCurrencyBeside input={register(`limits.${place}.amount`)} error={errors.limits?.[place]?.amount?.message} />
              </Box>
              <Button
                variant="outline"
                mt="7"
                aria-label={removeName(place + 1)}
                onClick={() => {
                  remove(place)
                }}
              >
                <Trans>Remove</Trans>
              </Button>
            </Flex>
          ))}
          {fields.length === 0 ? (
            <Text color="fg.muted">
              <Trans>Without a limit we buy nothing that this debtor owes.</Trans>
            </Text>
          ) : null}
          <HStack>
            <Button
              variant="outline"
              onClick={() => {
                append({ currency: currencies[0]?.value ?? '', amount: '' })
              }}
            >
              <PlusIcon width="4" height="4" /> <Trans>Add limit</Trans>
            </Button>
          </HStack>
        </FormGroup>
        <FormGroup title={<Trans>Contact for notices</Trans>} lead={<Trans>Who is told that receivables were assigned to us. Another contact waits for a second person.</Trans>}>
          <TextField label={t`Name`} optional={!seen.contact} autoComplete="off" input={register('contactName')} error={errors.contactName?.message} />
          <TextField label={t`E-mail`} optional={!seen.contact} type="email" autoComplete="off" input={register('contactEmail')} error={errors.contactEmail?.message} />
        </FormGroup>
        <Failure sentence={errors.root?.message} until={retryAt(change.error)} />
        <StickyActions>
          <Button variant="ghost" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          <MainAction type="submit" loading={isSubmitting} loadingText={t`Saving`}>
            <Trans>Save changes</Trans>
          </MainAction>
        </StickyActions>
      </Stack>
    </form>
  )
}

/** What a colleague made of it meanwhile: what is typed here would take its place. */
function Latest({ debtor: { state, limits, contact } }: { debtor: Debtor }) {
  const { t } = useLingui()
  const [status, amounts, who] = [debtorStates.labelOf(state), limits.map(({ amount, currency }) => limitText(amount, currency)).join(' · ') || t({ message: 'None set', context: 'limits' }), contact ? `${contact.name}, ${contact.email}` : '–']
  return (
    <Notice status="warning" title={t`A colleague changed this debtor in the meantime`}>
      <Text>
        <Trans>Saved now: status {status}; limits {amounts}; contact {who}.</Trans>
      </Text>
      <Text>
        <Trans>Check what you entered. Saving again replaces what is saved.</Trans>
      </Text>
    </Notice>
  )
}
