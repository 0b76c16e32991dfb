import { defineRecipe, Input as ChakraInput } from '@chakra-ui/react'
import { inputRecipe } from '@chakra-ui/react/theme'

const { variants } = inputRecipe

/** Fields of one height, of a size at which phones do not zoom in. It stands here because fields come with the forms, not with the first page. */
const recipe = defineRecipe({
  ...inputRecipe,
  variants: {
    ...variants,
    size: { ...variants?.size, md: { ...variants?.size.md, px: '3', textStyle: 'part', '--input-height': 'sizes.11' } },
    variant: { ...variants?.variant, outline: { ...variants?.variant.outline, borderColor: 'primary.border', bg: 'bg.panel' } },
  },
})

/** One line of text, without its label. */
export function Input(props: Omit<React.ComponentProps<typeof ChakraInput>, 'recipe'>) {
  return <ChakraInput recipe={recipe} {...props} />
}
