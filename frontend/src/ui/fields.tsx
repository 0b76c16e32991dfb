import { defineSlotRecipe, Field, Text, type InputProps } from '@chakra-ui/react'
import { fieldSlotRecipe } from '@chakra-ui/react/theme'
import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Term } from '@/lib/glossary'
import { useSettled } from '@/lib/use-settled'
import { Extra } from './extra'
import { AlertIcon } from './icons'
import { Input, type MoneyProps } from './input'

// With the words of the trade: signing in does without them.
const explained = async () => ({ default: (await import('./explain')).Explained })

const { base } = fieldSlotRecipe

/** It stands here because fields come with the forms, not with the first page. */
const recipe = defineSlotRecipe({
  ...fieldSlotRecipe,
  base: {
    ...base,
    label: { ...base?.label, textStyle: 'label', color: 'fg.muted', fontWeight: '500', flexWrap: 'wrap', overflowWrap: 'anywhere', minH: '6' },
    helperText: { ...base?.helperText, textStyle: 'label' },
    errorText: { ...base?.errorText, textStyle: 'label' },
  },
})

export interface LabelledProps {
  label: string
  /** What is wrong, next to the field. */
  error?: string | undefined
  help?: ReactNode
  /** A word of the trade in the label. */
  term?: Term | undefined
  optional?: boolean
  /** Where links to this field lead. */
  id?: string
  children: ReactNode
}

/** A label, a control, help and the error, tied together for those who hear them. */
export function Labelled({ label, error: problem, help, term, optional, id, children }: LabelledProps) {
  const error = useSettled(problem)
  // Help and error take turns under one id, which describes the control: not every screen reader knows aria-errormessage.
  const said = useId()
  const name = (
    <Field.Label>
      {label}
      {optional ? (
        <Text as="span" color="fg.muted">
          <Trans>(optional)</Trans>
        </Text>
      ) : null}
    </Field.Label>
  )
  return (
    <Field.Root recipe={recipe} invalid={Boolean(error)} ids={{ helperText: said, errorText: said }} {...(id ? { id } : {})}>
      {term ? (
        <Extra load={explained} props={{ term, children: name }} meanwhile={name} instead={name} />
      ) : (
        name
      )}
      {children}
      {help && !error ? <Field.HelperText color="fg.muted">{help}</Field.HelperText> : null}
      <Field.ErrorText alignItems="flex-start">
        <AlertIcon width="4" height="4" mt="0.5" />
        {error}
      </Field.ErrorText>
    </Field.Root>
  )
}

type TextFieldProps = Omit<LabelledProps, 'children'> & { input: UseFormRegisterReturn } & Omit<InputProps, 'id'> & MoneyProps

/** One line of text. */
export function TextField({ label, error, help, term, optional, id, input, ...props }: TextFieldProps) {
  return (
    <Labelled label={label} error={error} help={help} term={term} optional={optional ?? false} {...(id ? { id } : {})}>
      <Input {...props} {...input} />
    </Labelled>
  )
}
