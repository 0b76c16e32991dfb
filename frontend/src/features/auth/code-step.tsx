import { Button, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { retryAt, sentence } from '@/api/errors'
import { TextField } from '@/ui/fields'
import { MainAction } from '@/ui/main-action'
import { Patience } from '@/ui/patience'
import { CodeForm } from './schemas'

interface CodeInputProps {
  label: string
  help?: string
  button: string
  pass: (code: string) => Promise<unknown>
  /** Whether the code is all that the screen asks for. */
  isAll?: boolean
  /** Whether it is the most important action of the screen. */
  isMain?: boolean
}

/** Asks for a code and does something with it; says at the field why it was refused, and when to try again. */
export function CodeInput({ label, help, button, pass, isAll = false, isMain = isAll }: CodeInputProps) {
  const { t } = useLingui()
  const [until, setUntil] = useState<number | null>(null)
  const { register, handleSubmit, setError, setValue, formState } = useForm({ resolver: zodResolver(CodeForm), defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ code }) => {
    setUntil(null)
    try {
      await pass(code)
    } catch (error) {
      setValue('code', '')
      setUntil(retryAt(error))
      if (retryAt(error) === null) setError('code', { message: sentence(error) }, { shouldFocus: true })
    }
  })
  const Submit = isMain ? MainAction : Button
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Two-factor sign-in`}>
      <Stack gap="4" maxW={isAll ? undefined : 'sm'}>
        <TextField
          label={label}
          help={help}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoFocus={isAll}
          spellCheck={false}
          input={register('code')}
          error={errors.code?.message}
        />
        <Patience until={until} />
        <Submit type="submit" size={isAll ? 'lg' : 'md'} alignSelf={isAll ? undefined : 'flex-start'} loading={isSubmitting} loadingText={t`Checking`}>
          {button}
        </Submit>
      </Stack>
    </form>
  )
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ pass }: { pass: (code: string) => Promise<void> }) {
  const { t } = useLingui()
  return <CodeInput isAll label={t`Code`} help={t`Six digits. No phone? Enter a recovery code.`} button={t`Sign in`} pass={pass} />
}
