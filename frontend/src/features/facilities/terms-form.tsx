import { Box, Button, Grid, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { retryAt } from '@/api/errors'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { optionsOf, termLabel, termOf, termsParts, termValue, unitOf, type Unit } from '@/entities/facility/fields'
import type { Terms } from '@/entities/facility/terms'
import { text } from '@/lib/i18n'
import { currencyOptions } from '@/lib/money'
import { Failure } from '@/ui/failure'
import { TextField } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { MainAction } from '@/ui/main-action'
import { SelectField } from '@/ui/select-field'
import { StickyActions } from '@/ui/sticky-actions'
import { Quote } from './quote'
import { isAsked, refusedTerms, termsOf, unreadable, type AskedField, type TermsValues } from './terms-values'

/** What a field says of its unit. */
function useUnits(): Record<Exclude<Unit, 'money'>, string> {
  const { t } = useLingui()
  return { percent: '%', yearly: t`% a year`, days: t`days` }
}

const resolver: Resolver<TermsValues> = (values) => {
  const errors = Object.fromEntries(Object.entries(unreadable(values)).map(([field, message]) => [field, { type: 'unreadable', message }]))
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

interface TermsFormProps {
  label: string
  initial: TermsValues
  /** Those that rule, in whose place these are to be: what was is said, and product and currency stay. */
  ruling?: Terms | null
  /** Above the fields: whom they are for. */
  children?: ReactNode
  /** Hears of every change, so that nothing typed is lost. */
  keep: (values: TermsValues) => void
  send: (terms: Terms) => Promise<unknown>
  /** What product and currency mean, where they are asked. */
  agreement?: ReactNode
  /** What becomes of it, beside the button. */
  note?: ReactNode
  /** How the last attempt ended. */
  error: unknown
  /** Why it failed, where that can be said better than by its code. */
  explain?: (error: unknown) => string | null
  action: ReactNode
  cancel: () => void
}

/** Every term of a facility, and beside them what they come to. */
export function TermsForm({ label, initial, ruling, children, keep, send, agreement, note, error, explain, action, cancel }: TermsFormProps) {
  const { t } = useLingui()
  const { register, control, handleSubmit, setError, setValue, formState, subscribe } = useForm<TermsValues>({ resolver, defaultValues: initial, mode: 'onTouched' })
  const { errors, isSubmitting } = formState
  const values = useWatch({ control }) as TermsValues
  const units = useUnits()
  const terms = termsOf(values)
  const changed = useEffectEvent((now: TermsValues) => {
    keep(now)
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: now }) => {
          changed(now)
        },
      }),
    [subscribe],
  )
  const submit = handleSubmit(async (typed) => {
    const whole = termsOf(typed)
    if (!whole) return
    try {
      await send(whole)
    } catch (failed) {
      const refused = refusedTerms(failed)
      refused.forEach(({ field, message }, index) => {
        setError(field, { message }, { shouldFocus: index === 0 })
      })
      if (refused.length === 0) setError('root', { message: explain?.(failed) ?? sentenceBeforeAgain(failed) })
    }
  })
  useAgainWhenBack(error, () => void submit())
  const kind = register('kind', {
    onChange: ({ target }: { target: { value: string } }) => {
      // A programme pays and bears the whole: a start, which the server checks.
      if (target.value === 'reverse_factoring') for (const field of ['advanceRate', 'cover', 'concentration'] as const) setValue(field, '100')
    },
  })
  const nameOfTerm = (name: AskedField) => termLabel(name, values.kind === 'reverse_factoring' ? 'reverse_factoring' : 'factoring')
  const field = (name: AskedField) => {
    const options = optionsOf(name)
    const was = ruling?.[name]
    const before = was === null || was === undefined ? null : termValue(name, was, ruling?.currency)
    const now = terms?.[name]
    const help = before !== null && terms && now !== was ? t`Until now: ${before}` : undefined
    if (options.length > 0) return <SelectField key={name} label={termLabel(name)} term={termOf(name)} options={options} help={help} input={register(name)} error={errors[name]?.message} />
    const unit = unitOf(name)
    return (
      <TextField
        key={name}
        label={unit && unit !== 'money' ? `${nameOfTerm(name)} (${units[unit]})` : nameOfTerm(name)}
        term={termOf(name)}
        help={help}
        money={unit === 'money' ? values.currency : undefined}
        inputMode={unit === 'days' ? 'numeric' : 'decimal'}
        autoComplete="off"
        fontVariantNumeric="tabular-nums"
        input={register(name)}
        error={errors[name]?.message}
      />
    )
  }
  const isGiven = ruling !== null && ruling !== undefined
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 24rem' }} gap={{ base: '8', xl: '10' }} alignItems="start">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label={label}>
        <Stack gap="6">
          {children}
          {isGiven ? null : (
            <FormGroup title={<Trans>Agreement</Trans>} lead={agreement ?? <Trans>The company must have applied for it. It stays as long as the facility.</Trans>}>
              <SelectField label={termLabel('kind')} options={optionsOf('kind')} input={kind} error={errors.kind?.message} />
              <SelectField label={termLabel('currency')} options={currencyOptions} input={register('currency')} error={errors.currency?.message} />
            </FormGroup>
          )}
          {termsParts.map(({ id, title, fields }) => (
            <FormGroup key={id} title={text(title)}>
              {fields.filter((name) => name !== 'discountTiming').filter((name) => isAsked(name, values)).map(field)}
            </FormGroup>
          ))}
          <Failure sentence={errors.root?.message} until={retryAt(error)} />
          <StickyActions>
            <Button variant="ghost" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
            <HStack wrap="wrap" justify="flex-end">
              <Text color="fg.muted" textStyle="label">
                {note ?? <Trans>A second person approves it before the company sees it.</Trans>}
              </Text>
              <MainAction type="submit" loading={isSubmitting} loadingText={t`Sending`}>
                {action}
              </MainAction>
            </HStack>
          </StickyActions>
        </Stack>
      </form>
      <Box position={{ xl: 'sticky' }} top={{ xl: 'calc(var(--top-bar, 4rem) + 1rem)' }} minW="0">
        <Quote terms={terms} />
      </Box>
    </Grid>
  )
}
