import { Fieldset, type HTMLChakraProps } from '@chakra-ui/react'
import { fieldsetSlotRecipe } from '@chakra-ui/react/theme'
import { createContext, use, type ReactNode } from 'react'
import type { Term } from '@/lib/glossary'
import { useSettled } from '@/lib/use-settled'
import { Explained } from './explain'
import { AlertIcon } from './icons'
import { CheckBox } from './tick'

interface Group {
  name: string | undefined
  value: readonly string[]
  onChange: (value: string[]) => void
}

const GroupContext = createContext<Group | null>(null)

interface CheckGroupProps {
  legend: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Whether the error is said at once, because the person has just asked for what it refuses. */
  isAlert?: boolean
  /** Where links lead. */
  id?: string
  name?: string
  value: string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  children: ReactNode
}

/** Several things of which any can be ticked, under one question. */
export function CheckGroup({ legend, help, error: problem, isAlert = false, id, name, value, onChange, onBlur, children }: CheckGroupProps) {
  const error = useSettled(problem)
  return (
    <Fieldset.Root
      recipe={fieldsetSlotRecipe}
      invalid={Boolean(error)}
      {...(id ? { id } : {})}
      tabIndex={-1}
      outline="none"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
      }}
    >
      <Fieldset.Legend textStyle="part">{legend}</Fieldset.Legend>
      {help ? <Fieldset.HelperText color="fg.muted" textStyle="label" mt="-1">{help}</Fieldset.HelperText> : null}
      <GroupContext value={{ name, value, onChange }}>{children}</GroupContext>
      <Fieldset.ErrorText display="flex" gap="1.5" textStyle="label" {...(isAlert ? { role: 'alert' } : {})}>
        <AlertIcon width="4" height="4" mt="0.5" />
        {error}
      </Fieldset.ErrorText>
    </Fieldset.Root>
  )
}

/** What ticks a value of the group around it. */
export function useTick(value: string): HTMLChakraProps<'input'> {
  const group = use(GroupContext)
  if (!group) throw new Error('A check needs its group')
  const checked = group.value.includes(value)
  return {
    name: group.name,
    value,
    checked,
    onChange: () => {
      group.onChange(checked ? group.value.filter((one) => one !== value) : [...group.value, value])
    },
  }
}

/** One of several things that can be ticked. */
export function Check({ value, label, term }: { value: string; label: string; term?: Term | undefined }) {
  const box = <CheckBox {...useTick(value)}>{label}</CheckBox>
  return term ? <Explained term={term}>{box}</Explained> : box
}
