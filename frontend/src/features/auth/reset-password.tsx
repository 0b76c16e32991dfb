import { Button, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { sentence, showFieldErrors } from '@/api/errors'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/page'
import { PasswordField } from '@/ui/password-field'
import { useResetPassword } from './api'
import { ResetPasswordForm } from './schemas'

export default function ResetPassword() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const reset = useResetPassword()
  const { register, handleSubmit, setError, control, formState } = useForm({ resolver: zodResolver(ResetPasswordForm), defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const password = useWatch({ control, name: 'password' })

  const submit = handleSubmit(async (form) => {
    try {
      await reset.mutateAsync({ ...form, token })
    } catch (error) {
      if (!showFieldErrors(error, setError, ['password'])) setError('root', { message: sentence(error) })
    }
  })

  if (reset.isSuccess) {
    return (
      <CardPage title="Your new password is set">
        <Notice status="success">You were signed out everywhere. Sign in with the new password.</Notice>
        <LinkButton to={paths.signIn}>Sign in</LinkButton>
      </CardPage>
    )
  }
  return (
    <CardPage title="Choose a new password" lead="It signs you out everywhere.">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="4">
          <PasswordField label="New password" autoComplete="new-password" input={register('password')} error={errors.password?.message} strengthOf={password} />
          {errors.root?.message ? (
            <Notice status="error">{errors.root.message}</Notice>
          ) : null}
          <Button type="submit" size="lg" loading={isSubmitting} loadingText="Saving">
            Save the password
          </Button>
        </Stack>
      </form>
    </CardPage>
  )
}
