import { Box } from '@chakra-ui/react'

/** The first letters of the first and the last word, whole signs even where they are not one unit long. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = (word: string | undefined) => [...(word ?? '')][0] ?? ''
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toLocaleUpperCase()
}

/** Stands for a person; their name is said beside it or by what it is in. */
export function Avatar({ name }: { name: string }) {
  return (
    <Box as="span" aria-hidden display="grid" placeItems="center" boxSize="9" borderRadius="full" bg="primary.muted" color="primary.fg" textStyle="label" flexShrink="0" overflow="hidden">
      {initials(name)}
    </Box>
  )
}
