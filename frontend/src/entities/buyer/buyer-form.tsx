import { Button, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAddBuyer, useEditBuyer, type Buyer, type NewBuyer } from './api'
import { outcomeOf, retryAt, sentence, showFieldErrors } from '@/api/errors'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { conflictsIn, type Conflict } from '@/entities/application/api'
import { isLost, sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { countryOptions } from '@/lib/countries'
import { countryName } from '@/lib/country-name'
import { amountHint } from '@/lib/amount-hint'
import { currencyOptions, editMoney, formatMoney, parseMoney } from '@/lib/money'
import { chosen, emailAddress, line, required } from '@/lib/schemas'
import { TextField } from '@/ui/fields'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Question } from '@/ui/question'
import { SelectField } from '@/ui/select-field'

/** Whether the days from invoice to payment are as many as the server takes. */
const isTerm = (days: string) => /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= 365

// The server's rules, so that everything that is wrong is said in one round.
const BuyerSchema = z
  .object({
    legalName: line(200),
    country: chosen,
    registrationNumber: line(200),
    contactName: line(100),
    contactEmail: emailAddress,
    volume: z.string().check(z.trim(), z.minLength(1, required)),
    currency: chosen,
    paymentTermsDays: z.string().check(z.trim(), z.minLength(1, required), z.refine((days) => days === '' || isTerm(days), { error: () => t`Enter 1 to 365 days.` })),
  })
  .check(
    z.refine(({ volume, currency }) => volume === '' || parseMoney(volume, currency) !== null, { path: ['volume'], error: ({ input }) => amountHint((input as { volume: string }).volume, (input as { currency: string }).currency, 250_000) }),
  )

const blank = { legalName: '', country: '', registrationNumber: '', contactName: '', contactEmail: '', volume: '', currency: 'EUR', paymentTermsDays: '30' }

/** A buyer as it is typed. */
export type BuyerValues = typeof blank

/** What is typed about a buyer and not sent yet. */
export interface Unfinished {
  /** Whom it is about; null for a new one. */
  id: string | null
  values: BuyerValues
  /** The buyer as it was read before that was typed. */
  before?: NewBuyer
  /** Whether the buyer was changed here when it was taken off the list elsewhere: it can be added again. */
  wasRemoved?: boolean
}

function valuesOf({ expectedYearlyVolume: { amount, currency }, paymentTermsDays, ...buyer }: NewBuyer): BuyerValues {
  const { legalName, country, registrationNumber, contactName, contactEmail } = buyer
  return { legalName, country, registrationNumber, contactName, contactEmail, volume: editMoney(amount, currency), currency, paymentTermsDays: String(paymentTermsDays) }
}

function bodyOf({ volume, currency, paymentTermsDays, ...rest }: BuyerValues): NewBuyer {
  return { ...rest, expectedYearlyVolume: { amount: parseMoney(volume, currency) ?? 0, currency }, paymentTermsDays: Number(paymentTermsDays) }
}

/** What can be changed of a buyer. */
function detailsOf({ legalName, country, registrationNumber, contactName, contactEmail, expectedYearlyVolume, paymentTermsDays }: Buyer): NewBuyer {
  return { legalName, country, registrationNumber, contactName, contactEmail, expectedYearlyVolume, paymentTermsDays }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const FIELDS = ['legalName', 'country', 'registrationNumber', 'contactName', 'contactEmail', 'expectedYearlyVolume', 'paymentTermsDays'] as const satisfies (keyof NewBuyer)[]

/** What a field became elsewhere while it was being changed here too. */
type Elsewhere = { [F in keyof NewBuyer]?: NewBuyer[F] | undefined }

function elsewhereIn(conflicts: Conflict[]): Elsewhere {
  return Object.fromEntries(conflicts.filter(({ field }) => (FIELDS as readonly string[]).includes(field)).map(({ field, theirs }) => [field, theirs]))
}

function told(field: keyof NewBuyer, value: unknown): string {
  if (field === 'country') return countryName(value as string)
  if (field !== 'expectedYearlyVolume') return String(value)
  const { amount, currency } = value as NewBuyer['expectedYearlyVolume']
  return formatMoney(amount, currency)
}

interface FormProps {
  /** The buyer; null for a new one. */
  buyer: Buyer | null
  /** What is known of a new one already. */
  known?: Partial<BuyerValues>
  /** What was typed at an earlier visit and not sent, or while the buyer was being added. */
  typed: Unfinished | null
  /** Whether the buyer was added from a form in which more was typed since. */
  wasAdded: boolean
  /** Keeps what is typed; it may be known only then what is kept already. */
  keep: (next: (now: Unfinished | null) => Unfinished | null) => void
  /** Something is typed here now. */
  begun: () => void
  idempotency: IdempotencyKey<NewBuyer>
  /** Put the form away; with the buyer when what was typed was saved, and not discarded. */
  done: (saved: Buyer | null) => void
  /** Go on with what was typed since the buyer was sent. */
  goOn: (unfinished: Unfinished) => void
}

/** A new buyer's form, or the one in which a buyer is changed. */
export function BuyerForm({ buyer, known, typed, wasAdded, keep, begun, idempotency, done, goOn }: FormProps) {
  const { t } = useLingui()
  const id = buyer?.id ?? null
  const [start] = useState<BuyerValues>(() => ({ ...blank, ...known }))
  const add = useAddBuyer(idempotency)
  const edit = useEditBuyer()
  const [asks, setAsks] = useState(false)
  const [hasAsked, setHasAsked] = useState(false)
  /** The buyer as it was when it was read. */
  const [before, setBefore] = useState(() => typed?.before ?? (buyer && detailsOf(buyer)))
  const [elsewhere, setElsewhere] = useState<Elsewhere>({})
  /** What was sent last, while the form still says it: what is not wanted any more is not sent again by itself. */
  const wanted = useRef<{ details: NewBuyer; values: BuyerValues } | null>(null)
  /** What was sent as a new buyer, and may have been added. */
  const unanswered = useRef<NewBuyer | null>(null)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const { register, control, handleSubmit, setError, clearErrors, setValue, getValues, setFocus, formState, subscribe } = useForm({
    resolver: zodResolver(BuyerSchema),
    defaultValues: typed?.values ?? (before ? valuesOf(before) : start),
  })
  const currency = useWatch({ control, name: 'currency' })
  const { errors } = formState
  const isSending = add.isPending || edit.isPending

  const keepValues = (values: BuyerValues) => {
    const isTyped = !isSame(values, before ? valuesOf(before) : start)
    keep((now) => (isTyped ? { id, values, ...(before ? { before } : {}), ...(id === null && now?.wasRemoved ? { wasRemoved: true } : {}) } : null))
  }
  const changed = useEffectEvent((values: BuyerValues) => {
    keepValues(values)
    begun()
    if (isSame(values, wanted.current?.values)) return
    wanted.current = null
    if (!isLost(add.error ?? edit.error)) return
    add.reset()
    edit.reset()
    clearErrors('root')
  })
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

  /** Adds a buyer. What was sent from here before and may have been added is settled first: it would be there twice. */
  const sendNew = async (details: NewBuyer): Promise<{ saved: Buyer; sent: NewBuyer }> => {
    const earlier = unanswered.current
    if (earlier && !isSame(earlier, details)) {
      try {
        return { saved: await add.mutateAsync(earlier), sent: earlier }
      } catch (error) {
        if (outcomeOf(error) !== 'refused') throw error
      }
    }
    unanswered.current = details
    try {
      return { saved: await add.mutateAsync(details), sent: details }
    } catch (error) {
      if (outcomeOf(error) === 'refused') unanswered.current = null
      throw error
    }
  }

  const send = async (details: NewBuyer, values: BuyerValues) => {
    try {
      const { saved, sent } = before === null || id === null ? await sendNew(details) : { saved: await edit.mutateAsync({ id, buyer: details, before }), sent: details }
      const now = { ...getValues() }
      setElsewhere({})
      if (isSame(sent, details) && isSame(now, values)) {
        // Not what another form keeps, where this one was left meanwhile.
        keep((kept) => (kept?.id === id && isSame(kept.values, values) ? null : kept))
        if (isThere.current) done(saved)
        return
      }
      const rest = { id: saved.id, values: now, before: detailsOf(saved) }
      keep((kept) => (kept?.id === id ? rest : kept))
      if (!isThere.current) return
      if (id === null) goOn(rest)
      else setBefore(rest.before)
    } catch (error) {
      const conflicts = elsewhereIn(conflictsIn(error))
      if (before && Object.keys(conflicts).length > 0) {
        // Saving once more is said with both in sight.
        const newest: NewBuyer = { ...before, ...(conflicts as Partial<NewBuyer>) }
        setElsewhere((all) => ({ ...all, ...conflicts }))
        setBefore(newest)
        keep((kept) => (kept?.id === id ? { ...kept, before: newest } : kept))
        setError('root', { message: t`Some details were changed elsewhere. Use the other value at each field, or save again to keep yours.` })
        return
      }
      const shown = showFieldErrors(error, setError, ['legalName', 'country', 'registrationNumber', 'contactName', 'contactEmail', 'paymentTermsDays'])
      if (!shown) setError('root', { message: wanted.current ? sentenceBeforeAgain(error) : sentence(error) })
    }
  }
  const submit = (values: BuyerValues) => {
    wanted.current = { details: bodyOf(values), values: { ...getValues() } }
    void send(wanted.current.details, wanted.current.values)
  }
  useAgainWhenBack(add.error ?? edit.error, () => {
    if (wanted.current) void send(wanted.current.details, wanted.current.values)
  })
  const take = (field: keyof NewBuyer) => {
    if (!before) return
    const theirs = valuesOf(before)
    const names = field === 'expectedYearlyVolume' ? (['volume', 'currency'] as const) : ([field] as const)
    for (const name of names) setValue(name, theirs[name], { shouldValidate: true })
    setElsewhere((all) => ({ ...all, [field]: undefined }))
    // The button goes.
    setFocus(names[0])
  }
  const cancel = () => {
    if (typed) setAsks(true)
    else done(null)
  }
  const about = (field: keyof NewBuyer, label: string, children: ReactNode) => (
    <Stack gap="2">
      {children}
      {elsewhere[field] === undefined ? null : (
        <HStack wrap="wrap" role="group" aria-label={t`${label}: changed elsewhere`}>
          <Text fontSize="sm" overflowWrap="anywhere">{t`Changed elsewhere to ${told(field, elsewhere[field])}.`}</Text>
          <Button
            size="xs"
            variant="outline"
            aria-label={t`Use the other: ${label}`}
            onClick={() => {
              take(field)
            }}
          >
            <Trans>Use the other</Trans>
          </Button>
        </HStack>
      )}
    </Stack>
  )

  return (
    <Stack asChild gap="4" p="4" borderWidth="1px" borderRadius="l2">
      <form onSubmit={(event) => void handleSubmit(submit)(event)} noValidate aria-label={id === null ? t`New buyer` : t`Edit buyer`}>
        <Heading as="h3" size="md">
          {id === null ? t`New buyer` : t`Edit buyer`}
        </Heading>
        {typed?.wasRemoved ? (
          <Notice status="warning">
            <Trans>This buyer was removed elsewhere while you were editing it. Add it again, or discard what you typed.</Trans>
          </Notice>
        ) : null}
        {wasAdded ? (
          <Notice status="info">
            <Trans>The buyer was added as you first sent it. Save your later changes.</Trans>
          </Notice>
        ) : null}
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          {about('legalName', t`Legal name of the buyer`, <TextField label={t`Legal name of the buyer`} autoFocus={typed === null || wasAdded} input={register('legalName')} error={errors.legalName?.message} />)}
          {about('country', t`Country`, <SelectField label={t`Country`} placeholder={t`Choose`} options={countryOptions()} input={register('country')} error={errors.country?.message} />)}
          {about('registrationNumber', t`Registration number`, <TextField label={t`Registration number`} input={register('registrationNumber')} error={errors.registrationNumber?.message} />)}
          {about('contactName', t`Contact person`, <TextField label={t`Contact person`} input={register('contactName')} error={errors.contactName?.message} />)}
          {about('contactEmail', t`Contact e-mail`, <TextField label={t`Contact e-mail`} type="email" inputMode="email" input={register('contactEmail')} error={errors.contactEmail?.message} />)}
          {about('paymentTermsDays', t`Payment terms in days`, <TextField label={t`Payment terms in days`} term="paymentTerms" inputMode="numeric" input={register('paymentTermsDays')} error={errors.paymentTermsDays?.message} />)}
          {about(
            'expectedYearlyVolume',
            t`Expected yearly volume`,
            <TextField label={t`Expected yearly volume`} term="expectedVolume" money={currency} isCurrencyBeside input={register('volume')} error={errors.volume?.message} help={t`Total of your invoices to this buyer in a year.`} />,
          )}
          <SelectField label={t`Currency`} options={currencyOptions} input={register('currency')} error={errors.currency?.message} />
        </SimpleGrid>
        <Failure sentence={errors.root?.message} until={retryAt(add.error ?? edit.error)} />
        {asks ? (
          <Question
            key="discard"
            question={t`Discard what you entered?`}
            yes={<Trans>Discard</Trans>}
            no={<Trans>Keep editing</Trans>}
            confirm={() => {
              keep((kept) => (kept?.id === id ? null : kept))
              done(null)
            }}
            leave={() => {
              setAsks(false)
              setHasAsked(true)
            }}
          />
        ) : (
          <HStack key="send" wrap="wrap">
            <Button type="submit" loading={isSending} loadingText={id === null ? t`Adding` : t`Saving`}>
              {id === null ? t`Add buyer` : t`Save buyer`}
            </Button>
            <Button variant="ghost" autoFocus={hasAsked} onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
            {typed ? (
              <Text color="fg.muted" fontSize="sm">
                {id === null ? t`Not added yet. Kept on this device.` : t`Not saved yet. Kept on this device.`}
              </Text>
            ) : null}
          </HStack>
        )}
      </form>
    </Stack>
  )
}
