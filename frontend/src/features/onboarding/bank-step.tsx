import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { electronicFormatIBAN, friendlyFormatIBAN, isValidIBAN } from 'ibantools'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { currencyOptions } from '@/lib/money'
import { TextField } from '@/ui/fields'
import { SelectField } from '@/ui/select-field'
import { ibanHint, isUnfinished } from './account-hints'
import type { FormValues } from './form-values'

export function BankStep({ form }: { form: UseFormReturn<FormValues> }) {
  const { t } = useLingui()
  const { register, formState, control, setValue } = form
  const iban = useWatch({ control, name: 'bankAccount.iban' })
  const errors = formState.errors.bankAccount
  const [isTyping, setIsTyping] = useState(false)
  // In groups of four, as on a bank statement, once it is whole.
  const group = () => {
    setIsTyping(false)
    const compact = electronicFormatIBAN(iban)
    if (compact && isValidIBAN(compact)) setValue('bankAccount.iban', friendlyFormatIBAN(compact) ?? iban)
  }
  return (
    <Stack gap="5">
      <Text color="fg.muted"><Trans>The account we pay to. It must belong to the company.</Trans></Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id="bankAccount.holder" label={t`Account holder`} input={register('bankAccount.holder')} error={errors?.holder?.message} />
        <SelectField id="bankAccount.currency" label={t`Currency`} placeholder={t`Choose`} options={currencyOptions} input={register('bankAccount.currency')} error={errors?.currency?.message} />
      </SimpleGrid>
      <TextField
        id="bankAccount.iban"
        term="iban"
        label={t`IBAN`}
        spellCheck={false}
        autoCapitalize="characters"
        input={register('bankAccount.iban', { onBlur: group })}
        onFocus={() => {
          setIsTyping(true)
        }}
        // Half an IBAN is no mistake yet.
        error={isTyping && isUnfinished(iban) ? undefined : errors?.iban?.message}
        help={ibanHint(iban)}
      />
      <Text color="fg.muted"><Trans>No IBAN? Give the account number and the BIC (SWIFT code) instead.</Trans></Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id="bankAccount.accountNumber" label={t`Account number`} optional spellCheck={false} input={register('bankAccount.accountNumber')} error={errors?.accountNumber?.message} />
        <TextField id="bankAccount.bic" term="bic" label={t`BIC`} optional spellCheck={false} autoCapitalize="characters" input={register('bankAccount.bic')} error={errors?.bic?.message} />
      </SimpleGrid>
    </Stack>
  )
}
