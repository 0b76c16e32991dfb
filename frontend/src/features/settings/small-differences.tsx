import { Box, Button, Flex, HStack, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useFieldArray, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { labels } from '@/lib/codes'
import { amountHint } from '@/lib/amount-hint'
import { currencyOptions, editMoney, formatMoney, parseMoney } from '@/lib/money'
import { chosen, required } from '@/lib/schemas'
import { AmountList } from '@/ui/amount-list'
import { TextField } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { PlusIcon } from '@/ui/icons'
import { SelectField } from '@/ui/select-field'
import { toast } from '@/ui/toasts'
import { useChangeDetails, type HouseSettings } from './api'
import { EditedPart, Facts, ShownPart } from './part'
import { usePart, withDetails, type Part } from './use-part'

const difference = z
  .object({ currency: chosen, amount: z.string().check(z.trim(), z.minLength(1, required)) })
  .check(z.refine(({ currency, amount }) => amount === '' || parseMoney(amount, currency) !== null, { path: ['amount'], error: ({ input }) => amountHint((input as { amount: string }).amount, (input as { currency: string }).currency, 2.5) }))

const DifferencesSchema = z.object({ shortBelow: z.array(difference), pricedOn: z.enum(['certain', 'face']) })
type Values = z.infer<typeof DifferencesSchema>

const part: Part = { draft: 'settings:differences', of: ({ shortBelow, pricedOn }) => ({ shortBelow, pricedOn }) }

const valuesOf = ({ shortBelow, pricedOn }: HouseSettings): Values => ({ pricedOn, shortBelow: shortBelow.map(({ amount, currency }) => ({ currency, amount: editMoney(amount, currency) })) })

/** What is advanced on of an invoice that grants a cash discount. */
const pricedOns = labels<HouseSettings['pricedOn']>({
  certain: msg`What comes for certain: the total less the discount`,
  face: msg`The total`,
})

const amountsOf = ({ shortBelow }: Values) => shortBelow.map(({ currency, amount }) => ({ currency, amount: parseMoney(amount, currency) ?? 0 }))

/** Up to how much may be missing from a payment, so that it is taken for the whole. */
export function SmallDifferences({ settings }: { settings: HouseSettings }) {
  return (
    <ShownPart
      part={part}
      title={<Trans>Small differences</Trans>}
      lead={<Trans>If no more than this is missing, the invoice is paid.</Trans>}
      mayChange={settings.mayChange}
      change={<Trans>Change small differences</Trans>}
      facts={<DifferencesFacts settings={settings} />}
      form={(leave) => <DifferencesForm settings={settings} leave={leave} />}
    />
  )
}

function DifferencesFacts({ settings: { shortBelow, pricedOn } }: { settings: HouseSettings }) {
  const { t } = useLingui()
  return (
    <Stack gap="4">
      {shortBelow.length === 0 ? (
        <Text color="fg.muted">
          <Trans>None set. An invoice stays open until all of it is paid.</Trans>
        </Text>
      ) : (
        <AmountList label={t`Small differences`} rows={shortBelow.map(({ amount, currency }) => ({ id: currency, label: currency, amount: formatMoney(amount, currency) }))} />
      )}
      <Facts rows={[{ id: 'pricedOn', label: t`With a cash discount we advance on`, value: pricedOns.labelOf(pricedOn) }]} />
    </Stack>
  )
}

function DifferencesForm({ settings, leave }: { settings: HouseSettings; leave: () => void }) {
  const { t } = useLingui()
  const change = useChangeDetails()
  const edited = usePart(part, settings, valuesOf(settings), zodResolver(DifferencesSchema))
  const { register, control, formState, getValues } = edited.form
  const { errors } = formState
  const typed = useWatch({ control, name: 'shortBelow' })
  const { fields, append, remove } = useFieldArray({ control, name: 'shortBelow' })
  const options = [...new Set([...settings.shortBelow.map(({ currency }) => currency), ...currencyOptions.map(({ value }) => value)])].map((value) => ({ value, label: value }))
  const differenceName = (number: number) => t`Difference ${number}`
  const removeName = (number: number) => t`Remove difference ${number}`
  // One for each currency: the next is one that has none.
  const nextCurrency = () => {
    const used = getValues('shortBelow').map(({ currency }) => currency)
    return options.find(({ value }) => !used.includes(value))?.value ?? ''
  }
  const save = async (values: Values) => {
    const saved = await edited.send((on) => change.mutateAsync(withDetails(on, { shortBelow: amountsOf(values), pricedOn: values.pricedOn })))
    if (saved) toast.success(t`Small differences saved`)
    return saved !== null
  }
  return (
    <EditedPart label={t`Change small differences`} edited={edited} error={change.error} save={save} leave={leave} factsOf={(now) => <DifferencesFacts settings={now} />} action={<Trans>Save changes</Trans>}>
      <SelectField label={t`With a cash discount we advance on`} options={pricedOns.options()} input={register('pricedOn')} error={errors.pricedOn?.message} />
      <FormGroup as="h3" title={<Trans>The most that may be missing</Trans>} lead={<Trans>One for each currency.</Trans>} isSingle>
        {fields.map((field, place) => (
          <Flex key={field.id} gap="3" align="flex-start" wrap="wrap" role="group" aria-label={differenceName(place + 1)}>
            <Box flex={{ base: '1 1 6rem', sm: '0 1 8rem' }}>
              <SelectField label={t`Currency`} options={options} input={register(`shortBelow.${place}.currency`)} error={errors.shortBelow?.[place]?.currency?.message} />
            </Box>
            <Box flex="1 1 10rem">
              <TextField label={t`Amount`} money={typed[place]?.currency ?? ''} isCurrencyBeside input={register(`shortBelow.${place}.amount`)} error={errors.shortBelow?.[place]?.amount?.message} />
            </Box>
            <Button
              variant="outline"
              mt={{ base: '0', sm: '7' }}
              aria-label={removeName(place + 1)}
              onClick={() => {
                remove(place)
              }}
            >
              <Trans>Remove</Trans>
            </Button>
          </Flex>
        ))}
        {fields.length === 0 ? (
          <Text color="fg.muted">
            <Trans>None</Trans>
          </Text>
        ) : null}
        <HStack>
          <Button
            variant="outline"
            onClick={() => {
              append({ currency: nextCurrency(), amount: '' })
            }}
          >
            <PlusIcon width="4" height="4" /> <Trans>Add currency</Trans>
          </Button>
        </HStack>
      </FormGroup>
    </EditedPart>
  )
}
