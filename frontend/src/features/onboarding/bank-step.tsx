import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { Requirement } from '@/entities/application/api'
import { currencyOptions } from '@/lib/money'
import { Labelled } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { Select } from '@/ui/select-field'
import { groupSortCode, routingNumberHint, sortCodeHint, startOfIban } from './account-numbers'
import { usualScheme, FIELDS, schemes, type Scheme } from '@/entities/company/account-schemes'
import { SelectInput, TextInput } from './field'
import type { FormValues } from './form-values'
import { useAccountHints } from './use-account-hints'

export function BankStep({ form }: { form: UseFormReturn<FormValues> }) {
  const { t } = useLingui()
  const { control, setValue } = form
  const bank = useWatch({ control, name: 'bankAccount' })
  const country = useWatch({ control, name: 'company.country' })
  const [chosen, setChosen] = useState<Scheme | null>(null)
  const scheme = chosen ?? usualScheme(bank, country)
  // What is typed of another kind stays in sight: it is part of the answer until it is taken away.
  const shows = (field: keyof FormValues['bankAccount']) => FIELDS[scheme].includes(field) || Boolean(bank[field])
  // What is asked for at a field that is not shown is said at the first that is.
  const also = (field: string) => (requirement: Requirement) => {
    const [, asked] = /^bankAccount\.(iban|sortCode|routingNumber)$/.exec(requirement.field) ?? []
    return asked !== undefined && !shows(asked as 'iban') && FIELDS[scheme][0] === field
  }
  const [isTyping, setIsTyping] = useState(false)
  const hints = useAccountHints()
  const group = () => {
    setIsTyping(false)
    if (hints) setValue('bankAccount.iban', hints.groupIban(bank.iban))
  }
  return (
    <Stack gap="8">
      <FormGroup as="h3" title={<Trans>Account</Trans>} lead={<Trans>We pay to this account. It must belong to the company.</Trans>}>
        <TextInput field="bankAccount.holder" label={t`Account holder`} />
        <SelectInput field="bankAccount.currency" label={t`Currency`} placeholder={t`Choose`} options={currencyOptions} />
      </FormGroup>
      <FormGroup as="h3" title={<Trans>Bank details</Trans>} lead={<Trans>They’re on your bank statements.</Trans>} isSingle>
        <Labelled label={t`Type of account number`}>
          <Select
            value={scheme}
            options={schemes.options()}
            onChange={(event) => {
              setChosen(event.target.value as Scheme)
            }}
          />
        </Labelled>
        {shows('iban') ? (
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
            also={also('iban')}
            // Half an IBAN is no mistake yet.
            isUnfinished={isTyping && hints?.isUnfinished(bank.iban) !== false}
            help={hints?.ibanHint(bank.iban) ?? startOfIban()}
          />
        ) : null}
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" alignItems="start">
          {shows('sortCode') ? (
            <TextInput
              field="bankAccount.sortCode"
              label={t`Sort code`}
              inputMode="numeric"
              placeholder="12-34-56"
              also={also('sortCode')}
              shape={groupSortCode}
              isUnfinished={isTyping && bank.sortCode.replace(/\D/g, '').length < 6}
              onFocus={() => {
                setIsTyping(true)
              }}
              onBlur={() => {
                setIsTyping(false)
              }}
              help={sortCodeHint(bank.sortCode)}
            />
          ) : null}
          {shows('routingNumber') ? (
            <TextInput
              field="bankAccount.routingNumber"
              label={t`Routing number`}
              inputMode="numeric"
              also={also('routingNumber')}
              isUnfinished={isTyping && bank.routingNumber.replace(/\D/g, '').length < 9}
              onFocus={() => {
                setIsTyping(true)
              }}
              onBlur={() => {
                setIsTyping(false)
              }}
              help={routingNumberHint(bank.routingNumber)}
            />
          ) : null}
          {shows('accountNumber') ? <TextInput field="bankAccount.accountNumber" label={t`Account number`} spellCheck={false} also={also('accountNumber')} {...(scheme === 'bic' ? {} : { inputMode: 'numeric' as const })} /> : null}
          {shows('bic') ? <TextInput field="bankAccount.bic" term="bic" label={t`BIC`} spellCheck={false} autoCapitalize="characters" /> : null}
        </SimpleGrid>
        {FIELDS[scheme].length < (['iban', 'sortCode', 'routingNumber', 'accountNumber', 'bic'] as const).filter(shows).length ? (
          <Text color="fg.muted" textStyle="label">
            <Trans>You also entered another type of account number. Remove the one you don’t need.</Trans>
          </Text>
        ) : null}
      </FormGroup>
    </Stack>
  )
}
