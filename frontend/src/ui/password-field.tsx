import { Box, Button, Group, Input, Progress, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Labelled } from './fields'

interface PasswordFieldProps {
  label: string
  error?: string | undefined
  input: UseFormRegisterReturn
  autoComplete: 'current-password' | 'new-password'
  /** The text so far: shows how strong it is. */
  strengthOf?: string
}

/** A password that can be looked at, pasted and, when it is new, weighed. */
export function PasswordField({ label, error, input, autoComplete, strengthOf }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Box>
      <Labelled label={label} error={error}>
        <Group attached w="full">
          <Input type={shown ? 'text' : 'password'} autoComplete={autoComplete} spellCheck={false} autoCapitalize="none" flex="1" {...input} />
          <Button
            variant="outline"
            aria-pressed={shown}
            aria-label={shown ? 'Hide password' : 'Show password'}
            onClick={() => {
              setShown(!shown)
            }}
          >
            {shown ? 'Hide' : 'Show'}
          </Button>
        </Group>
      </Labelled>
      {strengthOf === undefined ? null : <Strength password={strengthOf} />}
    </Box>
  )
}

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

function Strength({ password }: { password: string }) {
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
