import { Checkbox, CheckboxGroup, Fieldset, SimpleGrid, Stack } from '@chakra-ui/react'
import { useController, type Control, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import { countries } from '@/lib/countries'
import { currencies } from '@/lib/money'
import { SelectField, TextField } from '@/ui/fields'
import type { FormValues } from './form-values'
import { choices, industries, legalForms, wants } from '@/lib/labels'

export const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }))
export const currencyOptions = currencies.map((code) => ({ value: code, label: code }))

export function CompanyStep({ form }: { form: UseFormReturn<FormValues> }) {
  const { register, control, formState } = form
  const { errors } = formState
  const company = errors.company
  return (
    <Stack gap="5">
      <Wants control={control} errors={errors} />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id="company.legalName" label="Legal name" autoComplete="organization" input={register('company.legalName')} error={company?.legalName?.message} />
        <TextField id="company.tradingName" label="Trading name" optional input={register('company.tradingName')} error={company?.tradingName?.message} />
        <SelectField id="company.legalForm" label="Legal form" placeholder="Choose" options={choices(legalForms)} input={register('company.legalForm')} error={company?.legalForm?.message} />
        <TextField id="company.registrationNumber" label="Registration number" help="As in the commercial register." input={register('company.registrationNumber')} error={company?.registrationNumber?.message} />
        <TextField id="company.taxNumber" label="Tax or VAT number" input={register('company.taxNumber')} error={company?.taxNumber?.message} />
        <TextField id="company.incorporatedOn" label="Date of incorporation" type="date" input={register('company.incorporatedOn')} error={company?.incorporatedOn?.message} />
        <SelectField id="company.country" label="Country of registration" placeholder="Choose" options={countryOptions} autoComplete="country" input={register('company.country')} error={company?.country?.message} />
        <SelectField id="company.industry" label="Industry" placeholder="Choose" options={choices(industries)} input={register('company.industry')} error={company?.industry?.message} />
      </SimpleGrid>
      <Fieldset.Root>
        <Fieldset.Legend>Registered address</Fieldset.Legend>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField id="company.address.line1" label="Street and number" autoComplete="address-line1" input={register('company.address.line1')} error={company?.address?.line1?.message} />
          <TextField id="company.address.line2" label="Second line" optional autoComplete="address-line2" input={register('company.address.line2')} error={company?.address?.line2?.message} />
          <TextField id="company.address.postalCode" label="Postal code" autoComplete="postal-code" input={register('company.address.postalCode')} error={company?.address?.postalCode?.message} />
          <TextField id="company.address.city" label="City" autoComplete="address-level2" input={register('company.address.city')} error={company?.address?.city?.message} />
          <TextField id="company.address.region" label="Region or state" optional autoComplete="address-level1" input={register('company.address.region')} error={company?.address?.region?.message} />
        </SimpleGrid>
      </Fieldset.Root>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id="company.website" label="Website" optional type="url" inputMode="url" autoComplete="url" input={register('company.website')} error={company?.website?.message} />
        <SimpleGrid columns={3} gap="2">
          <TextFieldWide>
            <TextField id="company.yearlyTurnover" label="Turnover of the last year" inputMode="decimal" input={register('company.turnover.amount')} error={company?.turnover?.amount?.message} />
          </TextFieldWide>
          <SelectField label="Currency" options={currencyOptions} input={register('company.turnover.currency')} error={company?.turnover?.currency?.message} />
        </SimpleGrid>
      </SimpleGrid>
    </Stack>
  )
}

function TextFieldWide({ children }: { children: React.ReactNode }) {
  return <Stack gridColumn="span 2">{children}</Stack>
}

function Wants({ control, errors }: { control: Control<FormValues>; errors: FieldErrors<FormValues> }) {
  const { field } = useController({ control, name: 'company.wants' })
  const error = errors.company?.wants?.message
  return (
    <Fieldset.Root invalid={Boolean(error)} id="company.wants" tabIndex={-1}>
      <Fieldset.Legend>What do you want to use Sooner for?</Fieldset.Legend>
      <CheckboxGroup value={field.value} onValueChange={field.onChange} name="wants">
        <Stack gap="3">
          {choices(wants).map(({ value, label }) => (
            <Checkbox.Root key={value} value={value}>
              <Checkbox.HiddenInput />
              <Checkbox.Control />
              <Checkbox.Label>{label}</Checkbox.Label>
            </Checkbox.Root>
          ))}
        </Stack>
      </CheckboxGroup>
      <Fieldset.ErrorText>{error}</Fieldset.ErrorText>
    </Fieldset.Root>
  )
}
