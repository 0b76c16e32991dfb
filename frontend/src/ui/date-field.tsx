import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { editDay, parseDay } from '@/lib/typed-day'
import { Labelled, type LabelledProps } from './fields'
import { Input } from './input'

type DateFieldProps = Omit<LabelledProps, 'children' | 'help'> & {
  /** A day as ISO 8601; what is typed and is no day is handed on as it stands. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  name: string
  inputRef?: React.Ref<HTMLInputElement>
  /** A day of the kind that is asked for, as ISO 8601. */
  example: string
  autoComplete?: string
}

/**
 * A day, typed in the order of the page's language. The browser's own field follows the browser's language instead, and needs
 * three stops for what most people type in one go.
 */
export function DateField({ value, onChange, onBlur, name, inputRef, example, autoComplete = 'off', label, error, term, optional, id }: DateFieldProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(() => editDay(value))
  const [isTyping, setTyping] = useState(false)
  // Changed from elsewhere: what is typed here says the same or is out of date.
  const shown = (parseDay(typed) ?? typed) === value ? typed : editDay(value)
  const written = editDay(example)
  return (
    // Half a day is no mistake yet.
    <Labelled label={label} error={isTyping && shown.replace(/\D/g, '').length < 8 ? undefined : error} help={t`For example ${written}`} term={term} optional={optional ?? false} {...(id ? { id } : {})}>
      <Input
        ref={inputRef}
        name={name}
        inputMode="numeric"
        autoComplete={autoComplete}
        value={shown}
        onChange={(event) => {
          setTyping(true)
          const text = event.target.value
          setTyped(text)
          onChange(parseDay(text) ?? text)
        }}
        onBlur={() => {
          setTyping(false)
          setTyped(editDay(value))
          onBlur()
        }}
      />
    </Labelled>
  )
}
