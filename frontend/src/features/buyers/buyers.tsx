import { Button, Heading, HStack, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAddBuyer, useBuyers, useEditBuyer, useRemoveBuyer, type Buyer, type NewBuyer } from '@/api/buyers'
import { sentence, showFieldErrors } from '@/api/errors'
import { useIdempotencyKey, type IdempotencyKey } from '@/api/idempotency-key'
import { isLost, useAgainWhenBack } from '@/api/reconnect'
import { useMe } from '@/api/user'
import { countryOptions } from '@/lib/countries'
import { BUYER_DRAFT, useKept } from '@/lib/kept'
import { currencyOptions, editMoney, formatNumber, parseMoney } from '@/lib/money'
import { chosen, line, required } from '@/lib/schemas'
import { TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { SelectField } from '@/ui/select-field'
import { BuyerList } from './buyer-list'

const BuyerSchema = z
  .object({
    legalName: line(200),
    country: chosen,
    registrationNumber: line(200),
    contactName: line(100),
    contactEmail: line(254),
    volume: z.string().check(z.trim(), z.minLength(1, required)),
    currency: chosen,
    paymentTermsDays: z.string().check(z.trim(), z.regex(/^\d{1,3}$/, { error: () => t`Give the days between invoice and payment, such as 30.` })),
  })
  .check(
    z.refine(({ volume, currency }) => volume === '' || parseMoney(volume, currency) !== null, { path: ['volume'], error: () => t`Enter an amount such as ${formatNumber(250_000)}.` }),
  )

const blank = { legalName: '', country: '', registrationNumber: '', contactName: '', contactEmail: '', volume: '', currency: 'EUR', paymentTermsDays: '30' }

type Values = typeof blank

/** What is typed about a buyer and not sent yet. */
interface Unfinished {
  /** Whom it is about; null for a new one. */
  id: string | null
  values: Values
}

function valuesOf({ expectedYearlyVolume: { amount, currency }, paymentTermsDays, ...buyer }: Buyer): Values {
  const { legalName, country, registrationNumber, contactName, contactEmail } = buyer
  return { legalName, country, registrationNumber, contactName, contactEmail, volume: editMoney(amount, currency), currency, paymentTermsDays: String(paymentTermsDays) }
}

/** The list of buyers, adding one, and changing them until they are handed in. */
export function Buyers({ mayAdd, mayEdit = false }: { mayAdd: boolean; mayEdit?: boolean }) {
  const { t } = useLingui()
  const { data: buyers, error } = useBuyers()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<Unfinished>(BUYER_DRAFT, user)
  /** Whose form is open; null for a new buyer's. */
  const [opened, setOpened] = useState<{ id: string | null } | undefined>(undefined)
  // Outlives the form: a buyer named again after closing it, because nobody knew the outcome, keeps its key.
  const idempotency = useIdempotencyKey<NewBuyer>()
  if (!buyers) return error ? <Notice status="error">{sentence(error)}</Notice> : <Skeleton height="20" aria-label={t`Loading the buyers`} data-loading />
  // An unfinished one stands where it was left.
  const open = opened ?? (kept && (kept.id === null || buyers.some(({ id }) => id === kept.id)) ? { id: kept.id } : undefined)
  const done = () => {
    keep(null)
    setOpened(undefined)
  }
  const form = (id: string | null) => {
    const start = buyers.find((buyer) => buyer.id === id)
    const typed = kept?.id === id ? kept.values : null
    return <BuyerForm key={id} id={id} start={start ? valuesOf(start) : blank} typed={typed} keep={(values) => { keep(values && { id, values }) }} idempotency={idempotency} done={done} />
  }
  return (
    <Stack gap="4" id="buyers" tabIndex={-1} outline="none">
      {buyers.length === 0 ? (
        <Text color="fg.muted">{mayAdd ? t`No buyers yet. Name the companies whose invoices you want to sell.` : t`No buyers were named.`}</Text>
      ) : (
        <BuyerList
          buyers={buyers}
          actions={(buyer) => {
            if (!mayEdit) return null
            if (open?.id === buyer.id) return form(buyer.id)
            return (
              <Actions
                buyer={buyer}
                edit={() => {
                  setOpened({ id: buyer.id })
                }}
                isBusy={open !== undefined}
              />
            )
          }}
        />
      )}
      {mayAdd && open?.id === null ? form(null) : null}
      {mayAdd && !open ? (
        <Button
          variant="outline"
          alignSelf="flex-start"
          onClick={() => {
            setOpened({ id: null })
          }}
        >
          {buyers.length === 0 ? t`Add a buyer` : t`Add another buyer`}
        </Button>
      ) : null}
    </Stack>
  )
}

/** Changing a buyer and taking it off the list, which asks first. */
function Actions({ buyer: { id, legalName }, edit, isBusy }: { buyer: Buyer; edit: () => void; isBusy: boolean }) {
  const { t } = useLingui()
  const remove = useRemoveBuyer()
  const [asks, setAsks] = useState(false)
  useAgainWhenBack(remove.error, () => {
    remove.mutate(id)
  })
  return (
    <Stack gap="2">
      {asks ? (
        <HStack wrap="wrap" role="group" aria-label={t`Remove ${legalName}?`}>
          <Text overflowWrap="anywhere">{t`Remove ${legalName}?`}</Text>
          <Button
            size="sm"
            variant="outline"
            colorPalette="red"
            autoFocus
            loading={remove.isPending}
            onClick={() => {
              remove.mutate(id)
            }}
          >
            <Trans>Remove</Trans>
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setAsks(false)
            }}
          >
            <Trans>Keep</Trans>
          </Button>
        </HStack>
      ) : (
        <HStack>
          {isBusy ? null : (
            <Button size="sm" variant="outline" aria-label={t`Edit ${legalName}`} onClick={edit}>
              <Trans>Edit</Trans>
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            aria-label={t`Remove ${legalName}`}
            onClick={() => {
              setAsks(true)
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        </HStack>
      )}
      {remove.isError ? <Notice status="error">{sentence(remove.error)}</Notice> : null}
    </Stack>
  )
}

interface FormProps {
  /** Whom it is about; null for a new one. */
  id: string | null
  start: Values
  /** What was typed at an earlier visit and not sent. */
  typed: Values | null
  keep: (values: Values | null) => void
  idempotency: IdempotencyKey<NewBuyer>
  done: () => void
}

function BuyerForm({ id, start, typed, keep, idempotency, done }: FormProps) {
  const { t } = useLingui()
  const add = useAddBuyer(idempotency)
  const edit = useEditBuyer()
  const [asks, setAsks] = useState(false)
  const { register, handleSubmit, setError, formState, subscribe } = useForm({ resolver: zodResolver(BuyerSchema), defaultValues: typed ?? start })
  const { errors, isSubmitting } = formState
  const isTyped = (values: Values) => JSON.stringify(values) !== JSON.stringify(start)
  const keepTyped = useEffectEvent((values: Values) => {
    keep(isTyped(values) ? values : null)
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          keepTyped(values)
        },
      }),
    [subscribe],
  )

  const submit = handleSubmit(async ({ volume, currency, paymentTermsDays, ...rest }) => {
    const amount = parseMoney(volume, currency) ?? 0
    const buyer: NewBuyer = { ...rest, expectedYearlyVolume: { amount, currency }, paymentTermsDays: Number(paymentTermsDays) }
    try {
      await (id === null ? add.mutateAsync(buyer) : edit.mutateAsync({ id, buyer }))
      done()
    } catch (error) {
      const shown = showFieldErrors(error, setError, ['legalName', 'country', 'registrationNumber', 'contactName', 'contactEmail', 'paymentTermsDays'])
      if (!shown) setError('root', { message: isLost(error) ? t`Connection lost. We’ll try again as soon as you’re back online.` : sentence(error) })
    }
  })
  useAgainWhenBack(add.error ?? edit.error, () => void submit())
  const cancel = () => {
    if (typed) setAsks(true)
    else done()
  }

  return (
    <Stack asChild gap="4" p="4" borderWidth="1px" borderRadius="l2">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label={id === null ? t`New buyer` : t`Edit the buyer`}>
        <Heading as="h3" size="md">
          {id === null ? t`New buyer` : t`Edit the buyer`}
        </Heading>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField label={t`Legal name of the buyer`} autoFocus={typed === null} input={register('legalName')} error={errors.legalName?.message} />
          <SelectField label={t`Country`} placeholder={t`Choose`} options={countryOptions()} input={register('country')} error={errors.country?.message} />
          <TextField label={t`Registration number`} input={register('registrationNumber')} error={errors.registrationNumber?.message} />
          <TextField label={t`Contact person`} input={register('contactName')} error={errors.contactName?.message} />
          <TextField label={t`E-mail of the contact`} type="email" inputMode="email" input={register('contactEmail')} error={errors.contactEmail?.message} />
          <TextField label={t`Payment terms in days`} term="paymentTerms" inputMode="numeric" input={register('paymentTermsDays')} error={errors.paymentTermsDays?.message} />
          <TextField label={t`Expected yearly volume`} term="expectedVolume" inputMode="decimal" input={register('volume')} error={errors.volume?.message} help={t`Of the invoices to this buyer.`} />
          <SelectField label={t`Currency`} options={currencyOptions} input={register('currency')} error={errors.currency?.message} />
        </SimpleGrid>
        {errors.root?.message ? <Notice status="error">{errors.root.message}</Notice> : null}
        {asks ? (
          <HStack wrap="wrap" role="group" aria-label={t`Discard what you typed?`}>
            <Text>{t`Discard what you typed?`}</Text>
            <Button variant="outline" colorPalette="red" autoFocus onClick={done}>
              <Trans>Discard</Trans>
            </Button>
            <Button
              variant="ghost"
              onClick={() => {
                setAsks(false)
              }}
            >
              <Trans>Keep editing</Trans>
            </Button>
          </HStack>
        ) : (
          <HStack wrap="wrap">
            <Button type="submit" loading={isSubmitting} loadingText={id === null ? t`Adding` : t`Saving`}>
              {id === null ? t`Add the buyer` : t`Save the buyer`}
            </Button>
            <Button variant="ghost" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
            {typed ? (
              <Text color="fg.muted" fontSize="sm">
                {id === null ? t`Not added yet; kept on this device.` : t`Not saved yet; kept on this device.`}
              </Text>
            ) : null}
          </HStack>
        )}
      </form>
    </Stack>
  )
}
