import { Button, Heading, HStack, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAddBuyer, useBuyers, type NewBuyer } from '@/api/buyers'
import { sentence, showFieldErrors } from '@/api/errors'
import { useIdempotencyKey, type IdempotencyKey } from '@/api/idempotency-key'
import { countryOptions } from '@/lib/countries'
import { currencyOptions, formatNumber, parseMoney } from '@/lib/money'
import { chosen, line, required } from '@/lib/schemas'
import { TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { SelectField } from '@/ui/select-field'
import { BuyerList } from './buyer-list'

const BuyerForm = z
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

/** The list of buyers, and adding one. */
export function Buyers({ mayAdd }: { mayAdd: boolean }) {
  const { t } = useLingui()
  const { data: buyers, error } = useBuyers()
  const [adding, setAdding] = useState(false)
  // Outlives the form: a buyer named again after closing it, because nobody knew the outcome, keeps its key.
  const idempotency = useIdempotencyKey<NewBuyer>()
  if (!buyers) return error ? <Notice status="error">{sentence(error)}</Notice> : <Skeleton height="20" aria-label={t`Loading the buyers`} data-loading />
  return (
    <Stack gap="4" id="buyers" tabIndex={-1} outline="none">
      {buyers.length === 0 ? <Text color="fg.muted">{mayAdd ? t`No buyers yet. Name the companies whose invoices you want to sell.` : t`No buyers were named.`}</Text> : <BuyerList buyers={buyers} />}
      {!mayAdd ? null : adding ? (
        <AddBuyer
          idempotency={idempotency}
          done={() => {
            setAdding(false)
          }}
        />
      ) : (
        <Button
          variant="outline"
          alignSelf="flex-start"
          onClick={() => {
            setAdding(true)
          }}
        >
          {buyers.length === 0 ? t`Add a buyer` : t`Add another buyer`}
        </Button>
      )}
    </Stack>
  )
}

function AddBuyer({ idempotency, done }: { idempotency: IdempotencyKey<NewBuyer>; done: () => void }) {
  const { t } = useLingui()
  const add = useAddBuyer(idempotency)
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(BuyerForm), defaultValues: blank })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ volume, currency, paymentTermsDays, ...buyer }) => {
    const amount = parseMoney(volume, currency) ?? 0
    try {
      await add.mutateAsync({ ...buyer, expectedYearlyVolume: { amount, currency }, paymentTermsDays: Number(paymentTermsDays) })
      done()
    } catch (error) {
      const shown = showFieldErrors(error, setError, ['legalName', 'country', 'registrationNumber', 'contactName', 'contactEmail', 'paymentTermsDays'])
      if (!shown) setError('root', { message: sentence(error) })
    }
  })

  return (
    <Stack asChild gap="4" p="4" borderWidth="1px" borderRadius="l2">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`New buyer`}>
        <Heading as="h3" size="md">
          <Trans>New buyer</Trans>
        </Heading>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField label={t`Legal name of the buyer`} autoFocus input={register('legalName')} error={errors.legalName?.message} />
          <SelectField label={t`Country`} placeholder={t`Choose`} options={countryOptions()} input={register('country')} error={errors.country?.message} />
          <TextField label={t`Registration number`} input={register('registrationNumber')} error={errors.registrationNumber?.message} />
          <TextField label={t`Contact person`} input={register('contactName')} error={errors.contactName?.message} />
          <TextField label={t`E-mail of the contact`} type="email" inputMode="email" input={register('contactEmail')} error={errors.contactEmail?.message} />
          <TextField label={t`Payment terms in days`} term="paymentTerms" inputMode="numeric" input={register('paymentTermsDays')} error={errors.paymentTermsDays?.message} />
          <TextField label={t`Expected yearly volume`} term="expectedVolume" inputMode="decimal" input={register('volume')} error={errors.volume?.message} help={t`Of the invoices to this buyer.`} />
          <SelectField label={t`Currency`} options={currencyOptions} input={register('currency')} error={errors.currency?.message} />
        </SimpleGrid>
        {errors.root?.message ? <Notice status="error">{errors.root.message}</Notice> : null}
        <HStack>
          <Button type="submit" loading={isSubmitting} loadingText={t`Adding`}>
            <Trans>Add the buyer</Trans>
          </Button>
          <Button variant="ghost" onClick={done}>
            <Trans>Cancel</Trans>
          </Button>
        </HStack>
      </form>
    </Stack>
  )
}
