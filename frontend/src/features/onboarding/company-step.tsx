import { Fieldset, SimpleGrid, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { countryOptions } from '@/lib/countries'
import { industries, legalForms, wants } from '@/entities/company/labels'
import { currencyOptions } from '@/lib/money'
import { taxNumberHint } from './account-hints'
import { Checks, SelectInput, TextInput, useAnswer } from './field'

export function CompanyStep() {
  const { t } = useLingui()
  return (
    <Stack gap="5">
      <Checks
        field="company.wants"
        legend={<Trans>What do you want to use Sooner for?</Trans>}
        options={wants.options().map((option) => ({ ...option, term: option.value === 'seller' ? ('factoring' as const) : ('reverseFactoring' as const) }))}
      />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextInput field="company.legalName" label={t`Legal name`} autoComplete="organization" />
        <TextInput field="company.tradingName" label={t`Trading name`} optional />
        <SelectInput field="company.legalForm" label={t`Legal form`} placeholder={t`Choose`} options={legalForms.options()} />
        <TextInput field="company.registrationNumber" term="registrationNumber" label={t`Registration number`} help={t`As in the commercial register.`} />
        <TaxNumber />
        <TextInput field="company.incorporatedOn" label={t`Date of incorporation`} type="date" />
        <SelectInput field="company.country" label={t`Country of registration`} placeholder={t`Choose`} options={countryOptions()} autoComplete="country" />
        <SelectInput field="company.industry" label={t`Industry`} placeholder={t`Choose`} options={industries.options()} />
      </SimpleGrid>
      <Fieldset.Root>
        <Fieldset.Legend><Trans>Registered address</Trans></Fieldset.Legend>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
          <TextInput field="company.address.line1" label={t`Street and number`} autoComplete="address-line1" />
          <TextInput field="company.address.line2" label={t`Address line 2`} optional autoComplete="address-line2" />
          <TextInput field="company.address.postalCode" label={t`Postal code`} autoComplete="postal-code" />
          <TextInput field="company.address.city" label={t`City`} autoComplete="address-level2" />
          <TextInput field="company.address.region" label={t`Region or state`} optional autoComplete="address-level1" />
        </SimpleGrid>
      </Fieldset.Root>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextInput field="company.website" label={t`Website`} optional type="url" inputMode="url" autoComplete="url" />
        <SimpleGrid columns={3} gap="2">
          <Stack gridColumn="span 2">
            <TextInput field="company.yearlyTurnover" name="company.turnover.amount" term="turnover" label={t`Last year’s turnover`} inputMode="decimal" />
          </Stack>
          <SelectInput field="company.turnover.currency" label={t`Currency`} options={currencyOptions} />
        </SimpleGrid>
      </SimpleGrid>
    </Stack>
  )
}

function TaxNumber() {
  const { t } = useLingui()
  const typed = useAnswer('company.taxNumber')
  return <TextInput field="company.taxNumber" term="taxNumber" label={t`Tax or VAT number`} help={taxNumberHint(typed)} />
}
