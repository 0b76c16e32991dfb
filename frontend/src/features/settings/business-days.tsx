import { Box, Button, Flex, HStack, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t as translated } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useController, useFieldArray, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { formatDay } from '@/lib/dates'
import { chosen, line, required } from '@/lib/schemas'
import { parseDay } from '@/lib/typed-day'
import { DateField } from '@/ui/date-field'
import { TextField } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { PlusIcon } from '@/ui/icons'
import { SelectField } from '@/ui/select-field'
import { toast } from '@/ui/toasts'
import { useChangeDetails, type Details, type HouseSettings } from './api'
import { EditedPart, Facts, ShownPart } from './part'
import { usePart, withDetails, type Part } from './use-part'

/** A time of day as people type it, as the server reads it; null when it is none. */
function timeOf(text: string): string | null {
  const [, hours = '', minutes = ''] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(text.trim()) ?? []
  return minutes ? `${hours.padStart(2, '0')}:${minutes}` : null
}

const day = z.string().check(z.trim(), z.minLength(1, required), z.refine((value) => value === '' || parseDay(value) !== null, { error: () => translated`Enter a valid date.` }))

const DaysSchema = z.object({
  timeZone: chosen,
  cutOff: z.string().check(z.trim(), z.minLength(1, required), z.refine((value) => value === '' || timeOf(value) !== null, { error: () => translated`Enter a time of day, such as 14:00.` })),
  extraHolidays: z.array(z.object({ date: day, name: line(200) })),
})
type Values = z.infer<typeof DaysSchema>

const detailsOf = ({ timeZone, cutOff, extraHolidays }: HouseSettings): Values => ({ timeZone, cutOff, extraHolidays })
const part: Part = { draft: 'settings:days', of: detailsOf }

const changeOf = ({ timeZone, cutOff, extraHolidays }: Values): Partial<Details> => ({
  timeZone,
  cutOff: timeOf(cutOff) ?? cutOff,
  extraHolidays: extraHolidays.map(({ date, name }) => ({ date: parseDay(date) ?? date, name })),
})

const zoneName = (zone: string) => zone.replaceAll('_', ' ')

/** Those the browser knows, and the one that is set. */
function zoneOptions(set: string) {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), set])].toSorted()
  return zones.map((value) => ({ value, label: zoneName(value) }))
}

/** When the house works. */
export function BusinessDays({ settings }: { settings: HouseSettings }) {
  return (
    <ShownPart
      part={part}
      title={<Trans>Business days</Trans>}
      lead={<Trans>Weekends and TARGET holidays are never business days.</Trans>}
      mayChange={settings.mayChange}
      change={<Trans>Change business days</Trans>}
      facts={<DaysFacts settings={settings} />}
      form={(leave) => <DaysForm settings={settings} leave={leave} />}
    />
  )
}

function DaysFacts({ settings: { timeZone, cutOff, extraHolidays } }: { settings: HouseSettings }) {
  const { t } = useLingui()
  return (
    <Facts
      rows={[
        { id: 'timeZone', label: t`Time zone`, value: zoneName(timeZone) },
        { id: 'cutOff', label: t`Cut-off`, value: <Trans>{cutOff}: what is released later is paid out the next business day</Trans> },
        {
          id: 'extraHolidays',
          label: t`Extra holidays`,
          value:
            extraHolidays.length === 0 ? (
              <Text color="fg.muted">
                <Trans>None</Trans>
              </Text>
            ) : (
              <Stack as="ul" listStyleType="none" gap="1" aria-label={t`Extra holidays`}>
                {extraHolidays.map(({ date, name }) => (
                  <li key={date}>
                    {formatDay(date)} · {name}
                  </li>
                ))}
              </Stack>
            ),
        },
      ]}
    />
  )
}

interface HolidayProps {
  form: UseFormReturn<Values>
  place: number
  remove: () => void
}

function Holiday({ form: { control, register, formState }, place, remove }: HolidayProps) {
  const { t } = useLingui()
  // Before the name, so that the first field that is wrong gets the focus.
  const { ref, ...input } = useController({ control, name: `extraHolidays.${place}.date` }).field
  const wrong = formState.errors.extraHolidays?.[place]
  const number = place + 1
  return (
    <Flex gap="3" align="flex-start" wrap="wrap" role="group" aria-label={t`Holiday ${number}`}>
      <Box flex={{ base: '1 1 100%', sm: '0 1 11rem' }}>
        <DateField {...input} inputRef={ref} label={t`Day`} example="2026-12-24" error={wrong?.date?.message} />
      </Box>
      <Box flex={{ base: '1 1 100%', sm: '1 1 12rem' }}>
        <TextField label={t`Name`} autoComplete="off" input={register(`extraHolidays.${place}.name`)} error={wrong?.name?.message} />
      </Box>
      <Button variant="outline" mt={{ base: '0', sm: '7' }} aria-label={t`Remove holiday ${number}`} onClick={remove}>
        <Trans>Remove</Trans>
      </Button>
    </Flex>
  )
}

const MOST_HOLIDAYS = 200

function DaysForm({ settings, leave }: { settings: HouseSettings; leave: () => void }) {
  const { t } = useLingui()
  const change = useChangeDetails()
  const edited = usePart(part, settings, detailsOf(settings), zodResolver(DaysSchema))
  const { register, control, formState } = edited.form
  const { errors } = formState
  const { fields, append, remove } = useFieldArray({ control, name: 'extraHolidays' })
  const save = async (values: Values) => {
    const saved = await edited.send((on) => change.mutateAsync(withDetails(on, changeOf(values))))
    if (saved) toast.success(t`Business days saved`)
    return saved !== null
  }
  return (
    <EditedPart label={t`Change business days`} edited={edited} error={change.error} save={save} leave={leave} factsOf={(now) => <DaysFacts settings={now} />} action={<Trans>Save changes</Trans>}>
      <FormGroup as="h3" title={<Trans>Our day</Trans>} lead={<Trans>What is released after the cut-off is paid out the next business day.</Trans>}>
        <SelectField label={t`Time zone`} options={zoneOptions(edited.seen.timeZone)} input={register('timeZone')} error={errors.timeZone?.message} />
        <TextField label={t`Cut-off`} autoComplete="off" inputMode="numeric" fontVariantNumeric="tabular-nums" help={t`For example 14:00`} input={register('cutOff')} error={errors.cutOff?.message} />
      </FormGroup>
      <FormGroup as="h3" title={<Trans>Extra holidays</Trans>} lead={<Trans>Days on which we are closed though banks are open.</Trans>} isSingle>
        {fields.map((field, place) => (
          <Holiday
            key={field.id}
            form={edited.form}
            place={place}
            remove={() => {
              remove(place)
            }}
          />
        ))}
        {fields.length === 0 ? (
          <Text color="fg.muted">
            <Trans>None</Trans>
          </Text>
        ) : null}
        {fields.length < MOST_HOLIDAYS ? (
          <HStack>
            <Button
              variant="outline"
              onClick={() => {
                append({ date: '', name: '' })
              }}
            >
              <PlusIcon width="4" height="4" /> <Trans>Add holiday</Trans>
            </Button>
          </HStack>
        ) : null}
      </FormGroup>
    </EditedPart>
  )
}
