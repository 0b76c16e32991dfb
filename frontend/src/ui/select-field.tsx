import { NativeSelect } from '@chakra-ui/react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Labelled, type LabelledProps } from './fields'

interface Options {
  options: readonly { value: string; label: string }[]
  /** What an unmade choice says; without it one option is always chosen. */
  placeholder?: string
}

type SelectProps = Options & { size?: 'sm' | 'md' } & Omit<NativeSelect.FieldProps, 'children' | 'size' | 'placeholder'>

/** A choice from a list, with the browser's own list: it works everywhere, by keyboard and on phones. */
export function Select({ options, placeholder, size = 'md', ...props }: SelectProps) {
  return (
    <NativeSelect.Root size={size}>
      <NativeSelect.Field {...props}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  )
}

type SelectFieldProps = Omit<LabelledProps, 'children'> & Options & { input: UseFormRegisterReturn; autoComplete?: string }

/** A labelled choice of a form. */
export function SelectField({ label, error, help, term, optional, id, input, ...select }: SelectFieldProps) {
  return (
    <Labelled label={label} error={error} help={help} term={term} optional={optional ?? false} {...(id ? { id } : {})}>
      <Select {...select} {...input} />
    </Labelled>
  )
}
