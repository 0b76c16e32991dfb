import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { electronicFormatIBAN, friendlyFormatIBAN, isValidIBAN } from 'ibantools'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { currencyOptions } from '@/lib/money'
import { ibanHint, isUnfinished } from './account-hints'
import { SelectInput, TextInput, useAnswer } from './field'
import type { FormValues } from './form-values'

export function BankStep({ form: { setValue } }: { form: UseFormReturn<FormValues> }) {
  const { t } = useLingui()
  const iban = useAnswer('bankAccount.iban')
  const [isTyping, setIsTyping] = useState(false)
  // In groups of four, as on a bank statement, once it is whole.
  const group = () => {
    setIsTyping(false)
    const compact = electronicFormatIBAN(iban)
    if (compact && isValidIBAN(compact)) setValue('bankAccount.iban', friendlyFormatIBAN(compact) ?? iban)
  }
  return (
    <Stack gap="5">
      <Text color="fg.muted"><Trans>We pay to this account. It must belong to the company.</Trans></Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextInput field="bankAccount.holder" label={t`Account holder`} />
        <SelectInput field="bankAccount.currency" label={t`Currency`} placeholder={t`Choose`} options={currencyOptions} />
      </SimpleGrid>
      <TextInput
        field="bankAccount.iban"
        term="iban"
        label={t`IBAN`}
        spellCheck={false}
        autoCapitalize="characters"
        onBlur={group}
        onFocus={() => {
          setIsTyping(true)
        }}
        // Half an IBAN is no mistake yet.
        isUnfinished={isTyping && isUnfinished(iban)}
        help={ibanHint(iban)}
      />
      <Text color="fg.muted"><Trans>No IBAN? Enter the account number and BIC (SWIFT code) instead.</Trans></Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextInput field="bankAccount.accountNumber" label={t`Account number`} optional spellCheck={false} />
        <TextInput field="bankAccount.bic" term="bic" label={t`BIC`} optional spellCheck={false} autoCapitalize="characters" />
      </SimpleGrid>
    </Stack>
  )
}
