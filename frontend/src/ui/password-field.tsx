import { Box, Button, Group, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Extra } from './extra'
import { Labelled } from './fields'
import { Input } from './input'

// Where a password is chosen, not where it is typed: signing in does without it.
const strength = () => import('./password-strength')

interface PasswordFieldProps {
  label: string
  error?: string | undefined
  input: UseFormRegisterReturn
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
  /** The text so far: shows how strong it is. */
  strengthOf?: string
  /** What an attacker knows of the person: names, address. */
  about?: string[]
}

/** A password that can be looked at, pasted and, when it is new, weighed. */
export function PasswordField({ label, error, input, autoComplete, autoFocus = false, strengthOf, about = [] }: PasswordFieldProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <Box>
      <Labelled label={label} error={error}>
        <Group attached w="full">
          <Input type={shown ? 'text' : 'password'} autoComplete={autoComplete} autoFocus={autoFocus} spellCheck={false} autoCapitalize="none" flex="1" {...input} />
          <Button
            variant="outline"
            aria-pressed={shown}
            aria-label={shown ? t`Hide password` : t`Show password`}
            onClick={() => {
              setShown(!shown)
            }}
          >
            {shown ? t`Hide` : t`Show`}
          </Button>
        </Group>
      </Labelled>
      {strengthOf === '' ? <Advice /> : null}
      {strengthOf ? <Extra load={strength} props={{ password: strengthOf, about, isRefused: Boolean(error) }} meanwhile={<Advice />} instead={<Advice />} /> : null}
    </Box>
  )
}

/** Before anything is typed; as tall as what is said then, so that nothing jumps. */
function Advice() {
  return (
    <Text mt="2" pt="2" fontSize="sm" color="fg.muted">
      <Trans>At least 12 characters. A few unrelated words work well.</Trans>
    </Text>
  )
}
