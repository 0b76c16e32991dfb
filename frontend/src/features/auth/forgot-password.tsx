import { Button, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { paths } from '@/lib/paths'
import { TextField } from '@/ui/fields'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/page'
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
    <CardPage title={t`Forgot your password?`} lead={t`We mail you a link with which you choose a new one.`}>
      {forgot.isSuccess ? (
        <Notice status="success" title={t`Look into your mail`}>
          <Trans>If {forgot.variables.email} has an account, a link is on its way. It works once, within an hour.</Trans>
        </Notice>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="4">
            <TextField label={t`E-mail address`} type="email" inputMode="email" autoComplete="username" input={register('email')} error={errors.email?.message} />
            <Failure sentence={errors.root?.message} until={retryAt(forgot.error)} />
            <Button type="submit" size="lg" loading={isSubmitting} loadingText={t`Sending`}>
              <Trans>Mail me a link</Trans>
            </Button>
          </Stack>
        </form>
      )}
      <Text>
        <TextLink to={paths.signIn}><Trans>Back to signing in</Trans></TextLink>
      </Text>
    </CardPage>
  )
}
