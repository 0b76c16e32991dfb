import { Stack, Text } from '@chakra-ui/react'
import { useAsked } from './field'

/** What is still asked for at a list or a document, in the colour of what is wrong at a field. */
export function Asked({ field }: { field: string }) {
  const asked = useAsked(field)
  if (asked.length === 0) return null
  return (
    <Stack gap="1" role="status">
      {asked.map((text) => (
        <Text key={text} color="fg.error" fontSize="sm">
          {text}
        </Text>
      ))}
    </Stack>
  )
}
