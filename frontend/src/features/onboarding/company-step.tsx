import { CheckboxGroup, Fieldset, SimpleGrid, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useController, useWatch, type Control, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import { countryOptions } from '@/lib/countries'
import { industries, legalForms, wants } from '@/lib/labels'
import { currencyOptions } from '@/lib/money'
import { Check } from '@/ui/check'
import { TextField } from '@/ui/fields'
import { SelectField } from '@/ui/select-field'
import { taxNumberHint } from './account-hints'
import type { FormValues } from './form-values'

export function CompanyStep({ form }: { form: UseFormReturn<FormValues> }) {
  const { t } = useLingui()
  const { register, control, formState } = form
  const { errors } = formState
  const company = errors.company
  const taxNumber = useWatch({ control, name: 'company.taxNumber' })
  return (
    <Stack gap="5">
      <Wants control={control} errors={errors} />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id="company.legalName" label={t`Legal name`} autoComplete="organization" input={register('company.legalName')} error={company?.legalName?.message} />
        <TextField id="company.tradingName" label={t`Trading name`} optional input={register('company.tradingName')} error={company?.tradingName?.message} />
        <SelectField id="company.legalForm" label={t`Legal form`} placeholder={t`Choose`} options={legalForms.options()} input={register('company.legalForm')} error={company?.legalForm?.message} />
        <TextField id="company.registrationNumber" term="registrationNumber" label={t`Registration number`} help={t`As in the commercial register.`} input={register('company.registrationNumber')} error={company?.registrationNumber?.message} />
        <TextField id="company.taxNumber" term="taxNumber" label={t`Tax or VAT number`} help={taxNumberHint(taxNumber)} input={register('company.taxNumber')} error={company?.taxNumber?.message} />
        <TextField id="company.incorporatedOn" label={t`Date of incorporation`} type="date" input={register('company.incorporatedOn')} error={company?.incorporatedOn?.message} />
        <SelectField id="company.country" label={t`Country of registration`} placeholder={t`Choose`} options={countryOptions()} autoComplete="country" input={register('company.country')} error={company?.country?.message} />
        <SelectField id="company.industry" label={t`Industry`} placeholder={t`Choose`} options={industries.options()} input={register('company.industry')} error={company?.industry?.message} />
      </SimpleGrid>
      <Fieldset.Root>
        <Fieldset.Legend><Trans>Registered address</Trans></Fieldset.Legend>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextField id="company.address.line1" label={t`Street and number`} autoComplete="address-line1" input={register('company.address.line1')} error={company?.address?.line1?.message} />
          <TextField id="company.address.line2" label={t`Second line`} optional autoComplete="address-line2" input={register('company.address.line2')} error={company?.address?.line2?.message} />
          <TextField id="company.address.postalCode" label={t`Postal code`} autoComplete="postal-code" input={register('company.address.postalCode')} error={company?.address?.postalCode?.message} />
          <TextField id="company.address.city" label={t`City`} autoComplete="address-level2" input={register('company.address.city')} error={company?.address?.city?.message} />
          <TextField id="company.address.region" label={t`Region or state`} optional autoComplete="address-level1" input={register('company.address.region')} error={company?.address?.region?.message} />
        </SimpleGrid>
      </Fieldset.Root>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id="company.website" label={t`Website`} optional type="url" inputMode="url" autoComplete="url" input={register('company.website')} error={company?.website?.message} />
        <SimpleGrid columns={3} gap="2">
          <TextFieldWide>
            <TextField id="company.yearlyTurnover" term="turnover" label={t`Turnover of the last year`} inputMode="decimal" input={register('company.turnover.amount')} error={company?.turnover?.amount?.message} />
          </TextFieldWide>
          <SelectField label={t`Currency`} options={currencyOptions} input={register('company.turnover.currency')} error={company?.turnover?.currency?.message} />
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
      <Fieldset.Legend><Trans>What do you want to use Sooner for?</Trans></Fieldset.Legend>
      <CheckboxGroup value={field.value} onValueChange={field.onChange} name="wants">
        <Stack gap="3">
          {wants.options().map(({ value, label }) => (
            <Check key={value} value={value} label={label} term={value === 'seller' ? 'factoring' : 'reverseFactoring'} />
          ))}
        </Stack>
      </CheckboxGroup>
      <Fieldset.ErrorText>{error}</Fieldset.ErrorText>
    </Fieldset.Root>
  )
}
