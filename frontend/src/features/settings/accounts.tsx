import { Button, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useFieldArray } from 'react-hook-form'
import * as z from 'zod/mini'
import { groupedIban } from '@/entities/company/labels'
import { useHolders } from '@/entities/operator/api'
import { formatInstant } from '@/lib/dates'
import { currencyOptions } from '@/lib/money'
import { paths } from '@/lib/paths'
import { atMost, chosen, line } from '@/lib/schemas'
import { Copyable } from '@/ui/copyable'
import { TextField } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { PlusIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'
import { SelectField } from '@/ui/select-field'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useChangeAccounts, type HouseAccount, type HouseSettings } from './api'
import { EditedPart, Facts, ShownPart } from './part'
import { usePart, type Part } from './use-part'

const AccountsSchema = z.object({ accounts: z.array(z.object({ currency: chosen, holder: line(200), iban: line(60), bic: z.string().check(z.trim(), atMost(20)) })) })
type Values = z.infer<typeof AccountsSchema>

const part: Part = { draft: 'settings:accounts', of: ({ accounts }) => accounts }

const valuesOf = ({ accounts }: HouseSettings): Values => ({ accounts: accounts.map(({ currency, holder, iban, bic }) => ({ currency, holder, iban: groupedIban(iban), bic: bic ?? '' })) })

const accountsOf = ({ accounts }: Values): HouseAccount[] => accounts.map(({ bic, ...account }) => ({ ...account, bic: bic || null }))

/** Where whoever owes the house pays. */
export function Accounts({ settings }: { settings: HouseSettings }) {
  const { waiting, mayChange, accounts } = settings
  return (
    <Stack gap="5">
      <ShownPart
        part={part}
        title={<Trans>Bank accounts</Trans>}
        lead={<Trans>The accounts we are paid to, one for each currency.</Trans>}
        // What waits is decided first.
        mayChange={mayChange && !waiting}
        change={<Trans>Change bank accounts</Trans>}
        facts={<AccountsFacts accounts={accounts} />}
        form={(leave) => <AccountsForm settings={settings} leave={leave} />}
      />
      {waiting ? <Waiting waiting={waiting} /> : null}
    </Stack>
  )
}

function AccountsFacts({ accounts }: { accounts: readonly HouseAccount[] }) {
  const { t } = useLingui()
  if (accounts.length === 0) {
    return (
      <Text color="fg.muted">
        <Trans>None yet. Debtors and sellers don’t learn where to pay.</Trans>
      </Text>
    )
  }
  return (
    <Stack as="ul" listStyleType="none" gap="5">
      {accounts.map(({ currency, holder, iban, bic }) => (
        <li key={currency}>
          <Facts
            rows={[
              { id: 'currency', label: t`Currency`, value: currency },
              { id: 'holder', label: t`Account holder`, value: holder },
              { id: 'iban', label: t`IBAN`, value: <Copyable label={t`IBAN`} text={groupedIban(iban)} copied={iban} /> },
              ...(bic ? [{ id: 'bic', label: t`BIC`, value: bic }] : []),
            ]}
          />
        </li>
      ))}
    </Stack>
  )
}

/** The accounts that are to take the place of these. */
function Waiting({ waiting: { approval, accounts } }: { waiting: NonNullable<HouseSettings['waiting']> }) {
  const { t } = useLingui()
  const until = formatInstant(approval.expiresAt)
  return (
    <Panel>
      <Stack gap="4" role="group" aria-label={t`Waiting for a second admin`}>
        <Notice status="info" title={t`Waiting for a second admin`}>
          <Trans>These accounts are to take the place of those above. Another admin has to approve them before {until}.</Trans>{' '}
          <TextLink to={paths.approvals}>
            <Trans>Show approvals</Trans>
          </TextLink>
        </Notice>
        {accounts.length === 0 ? (
          <Text>
            <Trans>No account at all</Trans>
          </Text>
        ) : (
          <AccountsFacts accounts={accounts} />
        )}
      </Stack>
    </Panel>
  )
}

function AccountsForm({ settings, leave }: { settings: HouseSettings; leave: () => void }) {
  const { t } = useLingui()
  const change = useChangeAccounts()
  const edited = usePart(part, settings, valuesOf(settings), zodResolver(AccountsSchema))
  const { register, control, formState, getValues } = edited.form
  const { errors } = formState
  const { fields, append, remove } = useFieldArray({ control, name: 'accounts' })
  const others = useHolders('manage_house').names.join(', ')
  const options = [...new Set([...settings.accounts.map(({ currency }) => currency), ...currencyOptions.map(({ value }) => value)])].map((value) => ({ value, label: value }))
  const accountName = (number: number) => t`Account ${number}`
  const removeName = (number: number) => t`Remove account ${number}`
  const add = () => {
    const all = getValues('accounts')
    const used = all.map(({ currency }) => currency)
    append({ currency: options.find(({ value }) => !used.includes(value))?.value ?? '', holder: all[0]?.holder ?? settings.profile?.legalName ?? '', iban: '', bic: '' })
  }
  const save = async (values: Values) => {
    const answer = await edited.send(({ version }) => change.mutateAsync({ version, accounts: accountsOf(values) }))
    if (answer) toast.success(answer.waiting ? t`Sent for approval` : t`Bank accounts saved`)
    return answer !== null
  }
  return (
    <EditedPart label={t`Change bank accounts`} edited={edited} error={change.error} save={save} leave={leave} factsOf={({ accounts }) => <AccountsFacts accounts={accounts} />} action={<Trans>Send for approval</Trans>}>
      {fields.map((field, place) => {
        const wrong = errors.accounts?.[place]
        const name = accountName(place + 1)
        return (
          <FormGroup key={field.id} as="h3" title={name} isSingle>
            <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" alignItems="start">
              <SelectField label={t`Currency`} options={options} input={register(`accounts.${place}.currency`)} error={wrong?.currency?.message} />
              <TextField label={t`Account holder`} autoComplete="off" input={register(`accounts.${place}.holder`)} error={wrong?.holder?.message} />
              <TextField label={t`IBAN`} term="iban" spellCheck={false} autoCapitalize="characters" autoComplete="off" input={register(`accounts.${place}.iban`)} error={wrong?.iban?.message} />
              <TextField label={t`BIC`} term="bic" optional spellCheck={false} autoCapitalize="characters" autoComplete="off" input={register(`accounts.${place}.bic`)} error={wrong?.bic?.message} />
            </SimpleGrid>
            <HStack>
              <Button
                variant="outline"
                aria-label={removeName(place + 1)}
                onClick={() => {
                  remove(place)
                }}
              >
                <Trans>Remove</Trans>
              </Button>
            </HStack>
          </FormGroup>
        )
      })}
      <HStack>
        <Button variant="outline" onClick={add}>
          <PlusIcon width="4" height="4" /> <Trans>Add account</Trans>
        </Button>
      </HStack>
      <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
        <Trans>We’ll ask you to confirm that it’s you.</Trans>{' '}
        {others ? <Trans>Where changes take two people, another admin has to approve this: {others}.</Trans> : <Trans>Where changes take two people, another admin has to approve this. At the moment there is no other admin.</Trans>}
      </Text>
    </EditedPart>
  )
}
