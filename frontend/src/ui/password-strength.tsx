import { Box, Progress, Text } from '@chakra-ui/react'

/** A hint while typing; the server decides. Length is what counts, variety helps a little. */
function strength(password: string): { percent: number; text: string; palette: string } {
  const length = [...password].length
  const variety = new Set(password).size
  if (length === 0) return { percent: 0, text: 'At least 12 characters. A few unrelated words work well.', palette: 'red' }
  if (length < 12) return { percent: Math.round((length / 12) * 40), text: `${12 - length} more characters to go.`, palette: 'red' }
  if (variety < 6) return { percent: 45, text: 'Long enough, but it repeats itself.', palette: 'orange' }
  if (length < 16) return { percent: 70, text: 'Good. Longer is better.', palette: 'orange' }
  return { percent: 100, text: 'Strong.', palette: 'green' }
}

/** How strong a new password is, in a bar and in words. */
export default function Strength({ password }: { password: string }) {
  const { percent, text, palette } = strength(password)
  return (
    <Box mt="2">
      <Progress.Root value={percent} size="xs" colorPalette={palette}>
        <Progress.Track aria-label="Password strength">
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      <Text fontSize="sm" color="fg.muted" mt="1" aria-live="polite">
        {text}
      </Text>
    </Box>
  )
}
