import { defineSlotRecipe, NativeSelect } from '@chakra-ui/react'
import { nativeSelectSlotRecipe } from '@chakra-ui/react/theme'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Labelled, type LabelledProps } from './fields'

interface Options {
  options: readonly { value: string; label: string }[]
  /** What an unmade choice says; without it one option is always chosen. */
  placeholder?: string
}

type SelectProps = Options & { size?: 'sm' | 'md' } & Omit<NativeSelect.FieldProps, 'children' | 'size' | 'placeholder'>

const { variants } = nativeSelectSlotRecipe

/** As the fields of the theme; it stands here because lists come with the forms, not with the first page. */
const recipe = defineSlotRecipe({
  ...nativeSelectSlotRecipe,
  variants: {
    ...variants,
    size: { ...variants?.size, md: { ...variants?.size.md, root: { ...variants?.size.md.root, '--select-field-height': 'sizes.11' }, field: { ...variants?.size.md.field, textStyle: 'part' } } },
    variant: { ...variants?.variant, outline: { ...variants?.variant.outline, field: { ...variants?.variant.outline.field, borderColor: 'primary.border', bg: 'bg.panel' } } },
  },
})

/** A choice from a list, with the browser's own list: it works everywhere, by keyboard and on phones. */
export function Select({ options, placeholder, size = 'md', ...props }: SelectProps) {
  return (
    <NativeSelect.Root recipe={recipe} size={size}>
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
