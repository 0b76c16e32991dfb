import { Box, SimpleGrid, Text } from '@chakra-ui/react'
import { useId, type ReactNode } from 'react'
import { CheckGroup, useTick } from './check'
import { Tick } from './tick'

export interface Choice {
  value: string
  title: string
  /** What it means, in a sentence. */
  meaning: ReactNode
  drawing: ReactNode
}

type ChoiceCardsProps = Omit<React.ComponentProps<typeof CheckGroup>, 'children'> & { choices: readonly Choice[] }

/** A choice that shapes everything after it: one card each, with a drawing and a sentence. Several can be chosen. */
export function ChoiceCards({ choices, ...group }: ChoiceCardsProps) {
  return (
    <CheckGroup {...group}>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
        {choices.map((choice) => (
          <Card key={choice.value} {...choice} isInvalid={Boolean(group.error)} />
        ))}
      </SimpleGrid>
    </CheckGroup>
  )
}

function Card({ value, title, meaning, drawing, isInvalid }: Choice & { isInvalid: boolean }) {
  const described = useId()
  const tick = useTick(value)
  return (
    <Box
      as="label"
      display="flex"
      alignItems="flex-start"
      gap="4"
      p="5"
      borderWidth="1px"
      borderRadius="l3"
      borderColor={tick.checked ? 'primary.solid' : isInvalid ? 'border.error' : 'primary.border'}
      boxShadow="inset 0 0 0 1px var(--shadow-color)"
      boxShadowColor={tick.checked ? 'primary.solid' : 'transparent'}
      bg={tick.checked ? 'bg.muted' : 'bg.panel'}
      cursor="pointer"
      _hover={{ borderColor: 'primary.solid' }}
      _focusWithin={{ outlineWidth: '2px', outlineStyle: 'solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' }}
    >
      <Box flex="1" minW="0">
        <Box color="fg.muted" mb="3">{drawing}</Box>
        <Text textStyle="part" overflowWrap="anywhere">{title}</Text>
        <Text id={described} color="fg.muted" textStyle="label" mt="1">{meaning}</Text>
      </Box>
      <Tick aria-label={title} aria-describedby={described} _focusVisible={{ outline: 'none' }} {...tick} />
    </Box>
  )
}
