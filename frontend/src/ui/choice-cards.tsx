import { Box, Checkbox, CheckboxGroup, Fieldset, SimpleGrid, Text } from '@chakra-ui/react'
import { checkboxSlotRecipe } from '@chakra-ui/react/theme'
import type { ReactNode } from 'react'
import { AlertIcon } from './icons'

export interface Choice {
  value: string
  title: string
  /** What it means, in a sentence. */
  meaning: ReactNode
  drawing: ReactNode
}

interface ChoiceCardsProps {
  legend: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Where links lead. */
  id?: string
  name: string
  value: string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  choices: readonly Choice[]
}

/** A choice that shapes everything after it: one card each, with a drawing and a sentence. Several can be chosen. */
export function ChoiceCards({ legend, help, error, id, name, value, onChange, onBlur, choices }: ChoiceCardsProps) {
  return (
    <Fieldset.Root
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
      <CheckboxGroup value={value} onValueChange={onChange} name={name}>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
          {choices.map((choice) => (
            <Card key={choice.value} {...choice} isInvalid={Boolean(error)} />
          ))}
        </SimpleGrid>
      </CheckboxGroup>
      <Fieldset.ErrorText display="flex" gap="1.5" textStyle="label">
        <AlertIcon width="4" height="4" mt="0.5" />
        {error}
      </Fieldset.ErrorText>
    </Fieldset.Root>
  )
}

function Card({ value, title, meaning, drawing, isInvalid }: Choice & { isInvalid: boolean }) {
  return (
    <Checkbox.Root
      recipe={checkboxSlotRecipe}
      value={value}
      display="flex"
      alignItems="flex-start"
      gap="4"
      p="5"
      borderWidth="1px"
      borderRadius="l3"
      borderColor={isInvalid ? 'border.error' : 'primary.border'}
      bg="bg.panel"
      cursor="pointer"
      _hover={{ borderColor: 'primary.solid' }}
      _checked={{ borderColor: 'primary.solid', boxShadow: 'inset 0 0 0 1px var(--chakra-colors-primary-solid)', bg: 'bg.muted' }}
      _focusWithin={{ outlineWidth: '2px', outlineStyle: 'solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' }}
    >
      <Checkbox.HiddenInput />
      <Box flex="1" minW="0">
        <Box color="fg.muted" mb="3">{drawing}</Box>
        <Checkbox.Label textStyle="part" overflowWrap="anywhere">{title}</Checkbox.Label>
        <Text color="fg.muted" textStyle="label" mt="1">{meaning}</Text>
      </Box>
      <Checkbox.Control />
    </Checkbox.Root>
  )
}
