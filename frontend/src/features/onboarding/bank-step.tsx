import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import type { UseFormReturn } from 'react-hook-form'
import { SelectField, TextField } from '@/ui/fields'
import { currencyOptions } from './company-step'
import type { FormValues } from './form-values'

export function BankStep({ form }: { form: UseFormReturn<FormValues> }) {
  const { register, formState } = form
  const errors = formState.errors.bankAccount
  return (
    <Stack gap="5">
      <Text color="fg.muted">The account we pay to. It must belong to the company.</Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id="bankAccount.holder" label="Account holder" input={register('bankAccount.holder')} error={errors?.holder?.message} />
        <SelectField id="bankAccount.currency" label="Currency" placeholder="Choose" options={currencyOptions} input={register('bankAccount.currency')} error={errors?.currency?.message} />
      </SimpleGrid>
      <TextField id="bankAccount.iban" label="IBAN" spellCheck={false} autoCapitalize="characters" input={register('bankAccount.iban')} error={errors?.iban?.message} help="Spaces do not matter." />
      <Text color="fg.muted">No IBAN? Give the account number and the BIC (SWIFT code) instead.</Text>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id="bankAccount.accountNumber" label="Account number" optional spellCheck={false} input={register('bankAccount.accountNumber')} error={errors?.accountNumber?.message} />
        <TextField id="bankAccount.bic" label="BIC" optional spellCheck={false} autoCapitalize="characters" input={register('bankAccount.bic')} error={errors?.bic?.message} />
      </SimpleGrid>
    </Stack>
  )
}
