import { Box, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { countryOptions } from '@/lib/countries'
import { industries, legalForms, wants } from '@/entities/company/labels'
import { currencyOptions } from '@/lib/money'
import { InvoiceToMoneyDrawing, PaidEarlyDrawing, SupplierPaidEarlyDrawing } from '@/ui/drawings'
import { FormGroup } from '@/ui/form-group'
import { startOfTaxNumber } from './account-numbers'
import { CardsInput, DayInput, SelectInput, TextInput, UnlessUnasked, useAnswer, useWants } from './field'
import { useAccountHints } from './use-account-hints'

export function CompanyStep() {
  const { t } = useLingui()
  // Suppliers come by a customer's invitation, which is where they get this choice from; unticked by mistake, it can be ticked again.
  const turnoverCurrency = useAnswer('company.turnover.currency')
  const isSupplier = useWants().includes('supplier')
  const [wasSupplier] = useState(isSupplier)
  const isInvited = isSupplier || wasSupplier
  const about: Record<string, { meaning: string; drawing: React.ReactNode } | undefined> = {
    seller: { meaning: t`Get cash now for invoices your customers pay later.`, drawing: <InvoiceToMoneyDrawing /> },
    buyer: { meaning: t`Your suppliers get their money early; you still pay on the due date.`, drawing: <SupplierPaidEarlyDrawing /> },
    supplier: { meaning: t`Your customer approves your invoice; we pay you before it’s due.`, drawing: <PaidEarlyDrawing /> },
  }
  const offered = wants.options().filter(({ value }) => value !== 'supplier' || isInvited)
  const choices = offered.map(({ value, label }) => ({ value, title: label, meaning: about[value]?.meaning ?? '', drawing: about[value]?.drawing }))
  return (
    <Stack gap="8">
      <CardsInput field="company.wants" legend={<Trans>What do you want to use Sooner for?</Trans>} help={isInvited ? <Trans>Choose one or more. For factoring and reverse factoring we need more details.</Trans> : <Trans>Choose one or both.</Trans>} choices={choices} />
      <FormGroup as="h3" title={<Trans>Identity</Trans>} lead={<Trans>As in the commercial register.</Trans>}>
        <TextInput field="company.legalName" label={t`Legal name`} autoComplete="organization" />
        <UnlessUnasked field="company.tradingName">
          <TextInput field="company.tradingName" label={t`Trading name`} optional />
        </UnlessUnasked>
        <SelectInput field="company.country" label={t`Country of registration`} placeholder={t`Choose`} options={countryOptions()} autoComplete="country" />
        <SelectInput field="company.legalForm" label={t`Legal form`} placeholder={t`Choose`} options={legalForms.options()} />
        <TextInput field="company.registrationNumber" term="registrationNumber" label={t`Registration number`} />
        <UnlessUnasked field="company.incorporatedOn">
          <DayInput field="company.incorporatedOn" label={t`Date of incorporation`} example="2015-12-31" />
        </UnlessUnasked>
        <TaxNumber />
        <UnlessUnasked field="company.industry">
          <SelectInput field="company.industry" label={t`Industry`} placeholder={t`Choose`} options={industries.options()} />
        </UnlessUnasked>
        <UnlessUnasked field="company.website">
          <TextInput field="company.website" label={t`Website`} optional type="url" inputMode="url" autoComplete="url" />
        </UnlessUnasked>
      </FormGroup>
      <FormGroup as="h3" title={<Trans>Registered address</Trans>} lead={<Trans>Where official letters reach the company.</Trans>}>
        <TextInput field="company.address.line1" label={t`Street and number`} autoComplete="address-line1" />
        <TextInput field="company.address.line2" label={t`Address line 2`} optional autoComplete="address-line2" />
        <TextInput field="company.address.postalCode" label={t`Postal code`} autoComplete="postal-code" />
        <TextInput field="company.address.city" label={t`City`} autoComplete="address-level2" />
        <SelectInput field="company.address.country" label={t`Country of the address`} placeholder={t`Choose`} options={countryOptions()} />
        <TextInput field="company.address.region" label={t`Region or state`} optional autoComplete="address-level1" />
      </FormGroup>
      <UnlessUnasked field="company.yearlyTurnover" name="company.turnover.amount">
        <FormGroup as="h3" title={<Trans>Figures</Trans>} lead={<Trans>As in your latest annual accounts.</Trans>} isSingle>
          <Stack direction="row" wrap="wrap" gap="3" align="flex-start" maxW="md">
            <Box flex="1 1 10rem" minW="0">
              <TextInput field="company.yearlyTurnover" name="company.turnover.amount" term="turnover" label={t`Last year’s turnover`} money={turnoverCurrency || 'EUR'} isCurrencyBeside />
            </Box>
            <Box w="28" flexShrink="0">
              <SelectInput field="company.turnover.currency" label={t`Currency`} options={currencyOptions} />
            </Box>
          </Stack>
        </FormGroup>
      </UnlessUnasked>
    </Stack>
  )
}

function TaxNumber() {
  const { t } = useLingui()
  const typed = useAnswer('company.taxNumber')
  const hints = useAccountHints()
  return <TextInput field="company.taxNumber" term="taxNumber" label={t`Tax or VAT number`} help={hints?.taxNumberHint(typed) ?? startOfTaxNumber()} />
}
