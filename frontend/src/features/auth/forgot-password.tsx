import { Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { paths } from '@/lib/paths'
import { TextField } from '@/ui/fields'
import { Failure } from '@/ui/failure'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/card-page'
import { TextLink } from '@/ui/text-link'
import { useForgotPassword } from './api'
import { ForgotPasswordForm } from './schemas'

export default function ForgotPassword() {
  const { t } = useLingui()
  const forgot = useForgotPassword()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(ForgotPasswordForm), defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (form) => {
    try {
      await forgot.mutateAsync(form)
    } catch (error) {
      if (!showFieldErrors(error, setError, ['email'])) setError('root', { message: sentence(error) })
    }
  })

  return (
    <CardPage title={t`Forgot your password?`} lead={t`We’ll e-mail you a link to set a new one.`}>
      {forgot.isSuccess ? (
        <Notice status="success" title={t`Check your inbox`}>
          <Trans>If {forgot.variables.email} has an account, a link is on its way. It works once and expires after an hour.</Trans>
        </Notice>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="4">
            <TextField label={t`E-mail address`} type="email" inputMode="email" autoComplete="username" input={register('email')} error={errors.email?.message} />
            <Failure sentence={errors.root?.message} until={retryAt(forgot.error)} />
            <MainAction type="submit" size="lg" loading={isSubmitting} loadingText={t`Sending`}>
              <Trans>E-mail me a link</Trans>
            </MainAction>
          </Stack>
        </form>
      )}
      <Text>
        <TextLink to={paths.signIn}><Trans>Back to sign-in</Trans></TextLink>
      </Text>
    </CardPage>
  )
}
