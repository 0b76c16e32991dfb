import { chakra, Flex } from '@chakra-ui/react'
import { useId } from 'react'

interface SegmentsProps<T extends string> {
  /** What is chosen between, for who hears it. */
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  choose: (value: T) => void
}

/** One of a few, side by side: radio buttons, with the keys of radio buttons. */
export function Segments<T extends string>({ label, options, value, choose }: SegmentsProps<T>) {
  const name = useId()
  return (
    <Flex role="radiogroup" aria-label={label} bg="bg.muted" borderRadius="l2" p="1" gap="1" wrap="wrap">
      {options.map((option) => (
        <chakra.label
          key={option.value}
          flex="1 1 auto"
          display="grid"
          placeItems="center"
          minH="11"
          px="4"
          borderRadius="l1"
          borderWidth="1px"
          borderColor="transparent"
          cursor="pointer"
          color="fg.muted"
          textAlign="center"
          css={{
            '&:has(:checked)': { bg: 'bg.panel', color: 'fg', borderColor: 'primary.border' },
            '&:has(:focus-visible)': { outlineWidth: '2px', outlineStyle: 'solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' },
          }}
        >
          <chakra.input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => {
              choose(option.value)
            }}
            position="absolute"
            opacity="0"
          />
          {option.label}
        </chakra.label>
      ))}
    </Flex>
  )
}
