import { Button, HStack, Stack } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { amountHint } from '@/lib/amount-hint'
import { editMoney, editPercent, parseMoney, parsePercent } from '@/lib/money'
import { parseDay } from '@/lib/typed-day'
import { DateField } from './date-field'
import { Labelled } from './fields'
import { Input } from './input'
import { MainAction } from './main-action'
import { Select } from './select-field'
import { TextArea } from './text-area'

/** What is asked for: an amount, a share, a day, a line, some lines, or one of a list. */
export interface SmallField<Name extends string = string> {
  name: Name
  kind: 'money' | 'percent' | 'day' | 'line' | 'text' | 'choice'
  label: string
  optional?: boolean
  help?: ReactNode
  options?: readonly { value: string; label: string }[]
  /** Of a day that can't lie ahead: today. */
  today?: string
  /** How many characters at most. */
  most?: number
  /** As the server writes it: minor units for an amount, basis points for a share, ISO 8601 for a day. */
  initial?: string | number
}

/** What was typed, as the server reads it: an amount in minor units, a share in basis points; null where an optional field is empty. */
export type SmallValues = Partial<Record<string, string | number | null>>

interface SmallFormProps {
  label: string
  fields: readonly SmallField[]
  /** Of the amounts, where no field named `currency` says it. */
  currency: string
  send: (values: SmallValues) => void
  /** What the server refused, by the name of the field. */
  refused?: Partial<Record<string, string>>
  /** What else went wrong, and what is to be known before it is sent. */
  children?: ReactNode
  isBusy: boolean
  busyText: string
  action: ReactNode
  /** It takes something away: it never looks like the main action. */
  isDestructive?: boolean
  cancel?: () => void
  /** What was typed on an earlier visit, and where to keep what is typed: nothing is lost by looking elsewhere. */
  kept?: readonly [Typed | null, (typed: Typed) => void]
}

/** As it stands in the fields, by their names. */
export type Typed = Partial<Record<string, string>>

const LONGEST = 2000

/** In a dialog, whose body scrolls, the buttons stay at its foot. */
const AT_FOOT = { '[data-scope=dialog][data-part=body] &': { position: 'sticky', bottom: '0', zIndex: '1', bg: 'bg.panel', py: '3' } }

/** Basis points. */
const WHOLE = 10_000

/** A day of the kind that is asked for. */
const EXAMPLE = '2027-01-31'

/** A few fields and a button, described by a table. What was typed stays until it was sent. */
export function SmallForm({ label, fields, currency, send, refused = {}, children, isBusy, busyText, action, isDestructive = false, cancel, kept }: SmallFormProps) {
  const startOf = ({ kind, initial }: SmallField) => {
    if (typeof initial !== 'number') return initial ?? ''
    return kind === 'money' ? editMoney(initial, currency) : kind === 'percent' ? editPercent(initial) : String(initial)
  }
  const [typed, setTyped] = useState<Typed>(() => kept?.[0] ?? Object.fromEntries(fields.map((field) => [field.name, startOf(field)])))
  const [wasSent, setSent] = useState(false)
  // What the server refused holds until the field is changed.
  const [changed, setChanged] = useState<readonly string[]>([])
  useAskBeforeLeaving(!kept && fields.some((field) => (typed[field.name] ?? '') !== startOf(field)), label)
  const valueOf = (name: string) => typed[name] ?? ''
  const currencyNow = typed.currency || currency
  const hasCurrency = fields.some(({ name }) => name === 'currency')
  const wrong = (field: SmallField): string | undefined => {
    const value = valueOf(field.name).trim()
    if (value === '') return field.optional ? undefined : t`This is required.`
    if (field.kind === 'money' && (parseMoney(value, currencyNow) ?? 0) <= 0) return amountHint(value, currencyNow)
    if (field.kind === 'percent' && (parsePercent(value) ?? Infinity) > WHOLE) return t`Enter 0 to 100 per cent.`
    if (field.kind === 'day') {
      const day = parseDay(value)
      if (day === null) return t`Enter a valid date.`
      if (field.today && day > field.today) return t`Enter today or an earlier day.`
    }
    const max = field.most ?? LONGEST
    return value.length > max ? t`Use at most ${max} characters.` : undefined
  }
  const read = (field: SmallField): string | number | null => {
    const value = valueOf(field.name).trim()
    if (value === '') return null
    if (field.kind === 'money') return parseMoney(value, currencyNow)
    if (field.kind === 'percent') return parsePercent(value)
    return field.kind === 'day' ? parseDay(value) : value
  }
  const set = (name: string, value: string) => {
    const next = { ...typed, [name]: value }
    setTyped(next)
    kept?.[1](next)
    setChanged((before) => [...before, name])
  }
  const control = (field: SmallField) => {
    const { name, kind, options = [] } = field
    const error = (wasSent ? wrong(field) : undefined) ?? (changed.includes(name) ? undefined : refused[name])
    const shared = { label: field.label, error, optional: field.optional ?? false }
    if (kind === 'day') {
      return <DateField key={name} {...shared} name={name} example={field.today ?? EXAMPLE} value={valueOf(name)} onChange={(value) => { set(name, value) }} onBlur={() => undefined} />
    }
    const common = { name, value: valueOf(name), onChange: ({ target }: { target: { value: string } }) => { set(name, target.value) } }
    return (
      <Labelled key={name} {...shared} help={field.help}>
        {kind === 'text' ? (
          <TextArea {...common} rows={3} />
        ) : kind === 'choice' ? (
          <Select {...common} options={options} placeholder={field.optional ? t`None` : t`Choose`} />
        ) : (
          <Input {...common} autoComplete="off" {...(kind === 'money' ? { money: currencyNow, isCurrencyBeside: hasCurrency } : {})} {...(kind === 'percent' ? { inputMode: 'decimal' as const, fontVariantNumeric: 'tabular-nums' } : {})} />
        )}
      </Labelled>
    )
  }
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (fields.some((field) => wrong(field) !== undefined)) return
        setChanged([])
        send(Object.fromEntries(fields.map((field) => [field.name, read(field)])))
      }}
    >
      <Stack gap="5" maxW="2xl">
        {fields.map(control)}
        {children}
        <HStack wrap="wrap" css={AT_FOOT}>
          {isDestructive ? (
            <Button type="submit" variant="outline" colorPalette="red" loading={isBusy} loadingText={busyText}>
              {action}
            </Button>
          ) : (
            <MainAction type="submit" loading={isBusy} loadingText={busyText}>
              {action}
            </MainAction>
          )}
          {cancel ? (
            <Button variant="ghost" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
          ) : null}
        </HStack>
      </Stack>
    </form>
  )
}
