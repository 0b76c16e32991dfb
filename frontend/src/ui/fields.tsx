import { Field, Input, NativeSelect, Text, type InputProps } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

interface LabelledProps {
  label: string
  /** What is wrong, next to the field. */
  error?: string | undefined
  help?: ReactNode
  optional?: boolean
  /** Where links to this field lead. */
  id?: string
  children: ReactNode
}

/** A label, a control, help and the error, tied together for those who hear them. */
export function Labelled({ label, error, help, optional, id, children }: LabelledProps) {
  return (
    <Field.Root invalid={Boolean(error)} {...(id ? { id } : {})}>
      <Field.Label>
        {label}
        {optional ? (
          <Text as="span" color="fg.muted">
            (optional)
          </Text>
        ) : null}
      </Field.Label>
      {children}
      {help && !error ? <Field.HelperText color="fg.muted">{help}</Field.HelperText> : null}
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  )
}

type TextFieldProps = Omit<LabelledProps, 'children'> & { input: UseFormRegisterReturn } & Omit<InputProps, 'id'>

/** One line of text. */
export function TextField({ label, error, help, optional, id, input, ...props }: TextFieldProps) {
  return (
    <Labelled label={label} error={error} help={help} optional={optional ?? false} {...(id ? { id } : {})}>
      <Input {...props} {...input} />
    </Labelled>
  )
}

type SelectFieldProps = Omit<LabelledProps, 'children'> & {
  input: UseFormRegisterReturn
  options: readonly { value: string; label: string }[]
  /** What an unmade choice says; without it one option is always chosen. */
  placeholder?: string
  autoComplete?: string
}

/** A choice from a list, with the browser's own list: it works everywhere, by keyboard and on phones. */
export function SelectField({ label, error, help, optional, id, input, options, placeholder, autoComplete }: SelectFieldProps) {
  return (
    <Labelled label={label} error={error} help={help} optional={optional ?? false} {...(id ? { id } : {})}>
      <NativeSelect.Root>
        <NativeSelect.Field autoComplete={autoComplete} {...input}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Labelled>
  )
}
