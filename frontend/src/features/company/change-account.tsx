import { Button, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { fieldErrors, isCancelled, retryAt, sentence } from '@/api/errors'
import { fieldText } from '@/entities/application/requirements'
import { FIELDS, schemes, usualScheme, type Scheme, type TypedAccount } from '@/entities/company/account-schemes'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { currencyOptions } from '@/lib/money'
import { Failure } from '@/ui/failure'
import { Labelled, TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'
import { Select, SelectField } from '@/ui/select-field'
import { sumsOf, useChangeBankAccount, type PayeeAccount } from './api'

interface ChangeAccountProps {
  /** Of the company: what is usual there is asked for first. */
  country: string
  now: PayeeAccount['bankAccount']
  /** It waits while the new account is checked. */
  due: PayeeAccount['due']
  close: () => void
  done: (waits: boolean) => void
}

const FIELD_NAMES = ['holder', 'currency', 'iban', 'sortCode', 'routingNumber', 'accountNumber', 'bic'] as const

/** What is wrong with each field: what the server refuses, and what it lacks. */
function problemsOf(error: unknown): Map<string, string> {
  const found = new Map(Object.entries(fieldErrors(error)))
  const missing = error instanceof ApiError ? (error.problem?.missing ?? []) : []
  for (const requirement of missing) found.set(requirement.field, fieldText(requirement))
  return found
}

/** Another account for the company. */
export function ChangeAccount({ country, now, due, close, done }: ChangeAccountProps) {
  const { t } = useLingui()
  const change = useChangeBankAccount()
  // What is proposed takes the place of the account that is shown here.
  const [seen] = useState(now)
  const empty: TypedAccount = { holder: now.holder ?? '', currency: now.currency ?? '', iban: '', sortCode: '', routingNumber: '', accountNumber: '', bic: '' }
  const { register, handleSubmit, setError, setValue, formState } = useForm<TypedAccount>({ defaultValues: empty })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`The new bank account`)
  const [chosen, setChosen] = useState<Scheme>(() => usualScheme({ ...empty, ...Object.fromEntries(Object.entries(now).map(([field, value]) => [field, value ?? ''])) }, country))
  const shown = FIELDS[chosen]
  const sums = sumsOf(due)
  const submit = handleSubmit(async (account) => {
    try {
      done((await change.mutateAsync({ typed: account, seen })) !== null)
    } catch (error) {
      // What was typed stays, and can be sent again.
      if (isCancelled(error)) return
      const problems = problemsOf(error)
      const known = FIELD_NAMES.filter((field) => problems.has(`bankAccount.${field}`))
      known.forEach((field, index) => {
        setError(field, { message: problems.get(`bankAccount.${field}`) ?? '' }, { shouldFocus: index === 0 })
      })
      if (known.length === 0) setError('root', { message: sentence(error) })
    }
  })
  return (
    <Panel>
      <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Change bank account`}>
        <Stack gap="4" maxW="2xl">
          <Text color="fg.muted">
            <Trans>The account must belong to the company. We’ll ask you to confirm that it’s you, tell all owners by e-mail, and check the account before it takes effect.</Trans>
          </Text>
          <Notice status="warning" title={sums ? t`${sums} due to you will wait` : t`Payouts will wait`}>
            <Trans>We pay nothing until we’ve checked the new account.</Trans>
          </Notice>
          <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" alignItems="start">
            <TextField label={t`Account holder`} input={register('holder')} error={errors.holder?.message} />
            <SelectField label={t`Currency`} placeholder={t`Choose`} options={currencyOptions} input={register('currency')} error={errors.currency?.message} />
          </SimpleGrid>
          <Labelled label={t`Type of account number`}>
            <Select
              value={chosen}
              options={schemes.options()}
              onChange={(event) => {
                setChosen(event.target.value as Scheme)
                // What is not shown is not sent.
                for (const field of ['iban', 'sortCode', 'routingNumber', 'accountNumber', 'bic'] as const) setValue(field, '')
              }}
            />
          </Labelled>
          <SimpleGrid columns={{ base: 1, md: shown.length }} gap="4" alignItems="start">
            {shown.includes('iban') ? <TextField label={t`IBAN`} term="iban" spellCheck={false} autoCapitalize="characters" autoComplete="off" input={register('iban')} error={errors.iban?.message} /> : null}
            {shown.includes('sortCode') ? <TextField label={t`Sort code`} inputMode="numeric" placeholder="12-34-56" autoComplete="off" input={register('sortCode')} error={errors.sortCode?.message} /> : null}
            {shown.includes('routingNumber') ? <TextField label={t`Routing number`} inputMode="numeric" autoComplete="off" input={register('routingNumber')} error={errors.routingNumber?.message} /> : null}
            {shown.includes('accountNumber') ? <TextField label={t`Account number`} spellCheck={false} autoComplete="off" input={register('accountNumber')} error={errors.accountNumber?.message} /> : null}
            {shown.includes('bic') ? <TextField label={t`BIC`} term="bic" spellCheck={false} autoCapitalize="characters" autoComplete="off" input={register('bic')} error={errors.bic?.message} /> : null}
          </SimpleGrid>
          <Failure sentence={errors.root?.message} until={retryAt(change.error)} />
          <HStack gap="2" wrap="wrap">
            <Button type="submit" loading={isSubmitting} loadingText={t`Sending`}>
              <Trans>Send for approval</Trans>
            </Button>
            <Button variant="outline" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
          </HStack>
        </Stack>
      </form>
    </Panel>
  )
}
