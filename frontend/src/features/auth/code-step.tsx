import { Button, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { retryAt, sentence } from '@/api/errors'
import { TextField } from '@/ui/fields'
import { Patience } from '@/ui/patience'
import { CodeForm } from './schemas'

/** Asks for a code of the authenticator app, or a recovery code; says why one was refused, and when to try again. */
export function CodeStep({ pass }: { pass: (code: string) => Promise<void> }) {
  const { t } = useLingui()
  const [until, setUntil] = useState<number | null>(null)
  const { register, handleSubmit, setError, setValue, formState } = useForm({ resolver: zodResolver(CodeForm), defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ code }) => {
    try {
      await pass(code)
    } catch (error) {
      setValue('code', '')
      setUntil(retryAt(error))
      if (retryAt(error) === null) setError('code', { message: sentence(error) }, { shouldFocus: true })
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Two-factor sign-in`}>
      <Stack gap="4">
        <TextField
          label={t`Code`}
          help={t`Six digits. Without your phone, give one of your recovery codes.`}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoFocus
          spellCheck={false}
          input={register('code')}
          error={errors.code?.message}
        />
        <Patience until={until} />
        <Button type="submit" size="lg" loading={isSubmitting} loadingText={t`Checking`}>
          <Trans>Sign in</Trans>
        </Button>
      </Stack>
    </form>
  )
}
