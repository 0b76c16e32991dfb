import { Button, HStack, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { userQuery } from '@/entities/user/me'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { TextField } from '@/ui/fields'
import { Failure } from '@/ui/failure'
import { useChangeEmail } from './api'
import { ChangeEmailForm } from './schemas'

interface ChangeEmailProps {
  /** The address so far. */
  email: string
  /** Says whether it was corrected, or is to stay. */
  done: (isCorrected: boolean) => void
}

/** Corrects a mistyped address, until it is proved. */
export function ChangeEmail({ email, done }: ChangeEmailProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const changeEmail = useChangeEmail()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(ChangeEmailForm), defaultValues: { email } })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`The new e-mail address`)
  const until = retryAt(changeEmail.error)

  const submit = handleSubmit(async (values) => {
    // To the server that is no change, and it mails nothing.
    if (values.email.toLowerCase() === email.toLowerCase()) {
      setError('email', { message: t`We already wrote to this address. Enter the right one.` }, { shouldFocus: true })
      return
    }
    try {
      await changeEmail.mutateAsync(values)
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      done(true)
    } catch (error) {
      const code = error instanceof ApiError ? error.problem?.code : undefined
      // Who is signed in is not told to sign in.
      if (code === 'email_taken') setError('email', { message: t`Another account uses this e-mail address. Enter a different one.` }, { shouldFocus: true })
      else if (!showFieldErrors(error, setError, ['email'])) setError('root', { message: sentence(error) })
      // The link was opened meanwhile: the screen goes on by itself.
      if (code === 'email_already_verified') await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="4">
        <TextField label={t`E-mail address`} type="email" inputMode="email" autoComplete="email" autoFocus input={register('email')} error={errors.email?.message} />
        <Failure sentence={errors.root?.message} until={until} />
        <HStack wrap="wrap">
          <Button type="submit" loading={isSubmitting} loadingText={t`Saving`}>
            <Trans>Save address</Trans>
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              done(false)
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
        </HStack>
      </Stack>
    </form>
  )
}
