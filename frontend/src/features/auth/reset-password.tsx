import { Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, useWatch } from 'react-hook-form'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { useLinkSecret } from '@/lib/link-secret'
import { paths } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { MainAction, MainLink } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/card-page'
import { PasswordField } from '@/ui/password-field'
import { useResetPassword } from './api'
import { ResetPasswordForm } from './schemas'

export default function ResetPassword() {
  const { t } = useLingui()
  const token = useLinkSecret()
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
      <CardPage title={t`Your new password is set`}>
        <Notice status="success"><Trans>You’ve been signed out on all devices. Sign in with your new password.</Trans></Notice>
        <MainLink to={paths.signIn}><Trans>Sign in</Trans></MainLink>
      </CardPage>
    )
  }
  return (
    <CardPage title={t`Set a new password`} lead={t`You’ll be signed out on all devices.`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="4">
          <PasswordField label={t`New password`} autoComplete="new-password" input={register('password')} error={errors.password?.message} strengthOf={password} />
          <Failure sentence={errors.root?.message} until={retryAt(reset.error)} />
          <MainAction type="submit" size="lg" loading={isSubmitting} loadingText={t`Saving`}>
            <Trans>Save password</Trans>
          </MainAction>
        </Stack>
      </form>
    </CardPage>
  )
}
