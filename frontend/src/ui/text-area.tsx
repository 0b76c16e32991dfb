import { defineRecipe, Textarea } from '@chakra-ui/react'
import { textareaRecipe } from '@chakra-ui/react/theme'

const { variants } = textareaRecipe

/** As the fields of the theme; it stands here because few screens ask for more than a line. */
const recipe = defineRecipe({
  ...textareaRecipe,
  variants: {
    ...variants,
    size: { ...variants?.size, md: { ...variants?.size.md, textStyle: 'part', px: '3', py: '2.5' } },
    variant: { ...variants?.variant, outline: { ...variants?.variant.outline, borderColor: 'primary.border', bg: 'bg.panel' } },
  },
})

/** Several lines of text. */
export function TextArea(props: Omit<React.ComponentProps<typeof Textarea>, 'recipe'>) {
  return <Textarea recipe={recipe} {...props} />
}
