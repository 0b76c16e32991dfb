import { Box, chakra, type HTMLChakraProps } from '@chakra-ui/react'

/** A check box, in the theme's colours and where colours are forced in those of the system. */
export const Tick = chakra(
  'input',
  {
    base: {
      appearance: 'none',
      display: 'inline-grid',
      placeItems: 'center',
      boxSize: '5',
      flexShrink: '0',
      borderWidth: '1.5px',
      borderColor: 'primary.border',
      borderRadius: 'l1',
      bg: 'bg.panel',
      cursor: 'pointer',
      _before: { content: '""', boxSize: '3', bg: 'transparent', clipPath: 'polygon(14% 47%, 4% 58%, 39% 90%, 96% 22%, 84% 11%, 38% 67%)' },
      _checked: { bg: 'primary.solid', borderColor: 'primary.solid', _before: { bg: 'primary.contrast' } },
      _indeterminate: { borderColor: 'primary.solid', _before: { bg: 'primary.solid', clipPath: 'inset(40% 10%)' } },
      _focusVisible: { outlineWidth: '2px', outlineStyle: 'solid', outlineColor: 'primary.focusRing', outlineOffset: '2px' },
      '@media (forced-colors: active)': { appearance: 'auto' },
    },
  },
  { defaultProps: { type: 'checkbox' } },
)

/** A check box with its words. */
export function CheckBox({ children, ...props }: HTMLChakraProps<'input'>) {
  return (
    <Box as="label" display="flex" alignItems="flex-start" gap="2.5" py="0.5" cursor="pointer" w="fit-content">
      <Tick mt="0.5" {...props} />
      <span>{children}</span>
    </Box>
  )
}
