import { Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t as translated } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { TextField } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { toast } from '@/ui/toasts'
import { useChangeDetails, type HouseSettings } from './api'
import { EditedPart, Facts, ShownPart } from './part'
import { usePart, withDetails, type Part } from './use-part'

/** Numbers of days as people type them; null when they are none. */
function daysOf(text: string): number[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return words.every((word) => /^\d{1,4}$/.test(word)) ? words.map(Number) : null
}

const typed = (days: readonly number[]) => days.join(', ')

const days = z.string().check(z.refine((text) => daysOf(text) !== null, { error: () => translated`Enter numbers of days, such as 3, 14.` }))

const RemindersSchema = z.object({ reminders: z.object({ beforeDue: days, afterDue: days }) })
type Values = z.infer<typeof RemindersSchema>

const part: Part = { draft: 'settings:reminders', of: ({ reminders }) => reminders }

const valuesOf = ({ reminders: { beforeDue, afterDue } }: HouseSettings): Values => ({ reminders: { beforeDue: typed(beforeDue), afterDue: typed(afterDue) } })

const remindersOf = ({ reminders: { beforeDue, afterDue } }: Values) => ({ beforeDue: daysOf(beforeDue) ?? [], afterDue: daysOf(afterDue) ?? [] })

/** When we remind of payments. */
export function Reminders({ settings }: { settings: HouseSettings }) {
  return (
    <ShownPart
      part={part}
      title={<Trans>Payment reminders</Trans>}
      lead={<Trans>We send them by e-mail at the end of the day, each once. Disputed invoices get none.</Trans>}
      mayChange={settings.mayChange}
      change={<Trans>Change payment reminders</Trans>}
      facts={<RemindersFacts settings={settings} />}
      form={(leave) => <RemindersForm settings={settings} leave={leave} />}
    />
  )
}

function Days({ days }: { days: readonly number[] }) {
  if (days.length > 0) return typed(days)
  return (
    <Text color="fg.muted">
      <Trans>None</Trans>
    </Text>
  )
}

function RemindersFacts({ settings: { reminders } }: { settings: HouseSettings }) {
  const { t } = useLingui()
  return (
    <Facts
      rows={[
        { id: 'beforeDue', label: t`Days before the due date`, value: <Days days={reminders.beforeDue} /> },
        { id: 'afterDue', label: t`Days after the due date`, value: <Days days={reminders.afterDue} /> },
      ]}
    />
  )
}

function RemindersForm({ settings, leave }: { settings: HouseSettings; leave: () => void }) {
  const { t } = useLingui()
  const change = useChangeDetails()
  const edited = usePart(part, settings, valuesOf(settings), zodResolver(RemindersSchema))
  const { register, formState } = edited.form
  const wrong = formState.errors.reminders
  const save = async (values: Values) => {
    const saved = await edited.send((on) => change.mutateAsync(withDetails(on, { reminders: remindersOf(values) })))
    if (saved) toast.success(t`Payment reminders saved`)
    return saved !== null
  }
  return (
    <EditedPart label={t`Change payment reminders`} edited={edited} error={change.error} save={save} leave={leave} factsOf={(now) => <RemindersFacts settings={now} />} action={<Trans>Save changes</Trans>}>
      <FormGroup as="h3" title={<Trans>When we remind</Trans>} lead={<Trans>List up to five days each, separated by commas. Leave a field empty to send none.</Trans>} isSingle>
        <TextField
          label={t`Days before the due date`}
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
          help={t`To buyers, of what they pay in their supplier programmes`}
          input={register('reminders.beforeDue')}
          error={wrong?.beforeDue?.message}
        />
        <TextField
          label={t`Days after the due date`}
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
          help={t`To buyers in programmes and to the contacts of debtors who know that we bought the invoice. To the seller where a debtor doesn’t know, or has no contact.`}
          input={register('reminders.afterDue')}
          error={wrong?.afterDue?.message}
        />
      </FormGroup>
    </EditedPart>
  )
}
