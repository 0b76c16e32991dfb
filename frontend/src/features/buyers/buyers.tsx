import { Button, Heading, HStack, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAddBuyer, useBuyers } from '@/api/buyers'
import { sentence, showFieldErrors } from '@/api/errors'
import { countries } from '@/lib/countries'
import { useIdempotencyKey } from '@/lib/idempotency-key'
import { currencies, parseMoney } from '@/lib/money'
import { chosen, line, required } from '@/lib/schemas'
import { SelectField, TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
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
    paymentTermsDays: z.string().check(z.trim(), z.regex(/^\d{1,3}$/, 'Give the days between invoice and payment, such as 30.')),
  })
  .check(
    z.refine(({ volume, currency }) => volume === '' || parseMoney(volume, currency) !== null, { path: ['volume'], message: 'Enter an amount such as 250,000.' }),
  )

const blank = { legalName: '', country: '', registrationNumber: '', contactName: '', contactEmail: '', volume: '', currency: 'EUR', paymentTermsDays: '30' }

/** The list of buyers, and adding one. */
export function Buyers({ mayAdd }: { mayAdd: boolean }) {
  const { data: buyers, error } = useBuyers()
  const [adding, setAdding] = useState(false)
  if (!buyers) return error ? <Notice status="error">{sentence(error)}</Notice> : <Skeleton height="20" aria-label="Loading the buyers" />
  return (
    <Stack gap="4" id="buyers" tabIndex={-1} outline="none">
      {buyers.length === 0 ? <Text color="fg.muted">{mayAdd ? 'No buyers yet. Name the companies whose invoices you want to sell.' : 'No buyers were named.'}</Text> : <BuyerList buyers={buyers} />}
      {!mayAdd ? null : adding ? (
        <AddBuyer
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
          {buyers.length === 0 ? 'Add a buyer' : 'Add another buyer'}
        </Button>
      )}
    </Stack>
  )
}

function AddBuyer({ done }: { done: () => void }) {
  const add = useAddBuyer()
  const key = useIdempotencyKey()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(BuyerForm), defaultValues: blank })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ volume, currency, paymentTermsDays, ...buyer }) => {
    const amount = parseMoney(volume, currency) ?? 0
    const named = { ...buyer, expectedYearlyVolume: { amount, currency }, paymentTermsDays: Number(paymentTermsDays) }
    try {
      await add.mutateAsync({ key: key(named), buyer: named })
      done()
    } catch (error) {
      const shown = showFieldErrors(error, setError, ['legalName', 'country', 'registrationNumber', 'contactName', 'contactEmail', 'paymentTermsDays'])
      if (!shown) setError('root', { message: sentence(error) })
    }
  })

  return (
    <Stack asChild gap="4" p="4" borderWidth="1px" borderRadius="l2">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="New buyer">
        <Heading as="h3" size="md">
          New buyer
        </Heading>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField label="Legal name of the buyer" autoFocus input={register('legalName')} error={errors.legalName?.message} />
          <SelectField label="Country" placeholder="Choose" options={countries.map(({ code, name }) => ({ value: code, label: name }))} input={register('country')} error={errors.country?.message} />
          <TextField label="Registration number" input={register('registrationNumber')} error={errors.registrationNumber?.message} />
          <TextField label="Contact person" input={register('contactName')} error={errors.contactName?.message} />
          <TextField label="E-mail of the contact" type="email" inputMode="email" input={register('contactEmail')} error={errors.contactEmail?.message} />
          <TextField label="Payment terms in days" inputMode="numeric" input={register('paymentTermsDays')} error={errors.paymentTermsDays?.message} />
          <TextField label="Expected yearly volume" inputMode="decimal" input={register('volume')} error={errors.volume?.message} help="Of the invoices to this buyer." />
          <SelectField label="Currency" options={currencies.map((code) => ({ value: code, label: code }))} input={register('currency')} error={errors.currency?.message} />
        </SimpleGrid>
        {errors.root?.message ? <Notice status="error">{errors.root.message}</Notice> : null}
        <HStack>
          <Button type="submit" loading={isSubmitting} loadingText="Adding">
            Add the buyer
          </Button>
          <Button variant="ghost" onClick={done}>
            Cancel
          </Button>
        </HStack>
      </form>
    </Stack>
  )
}
