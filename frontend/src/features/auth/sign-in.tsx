import { Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { retryAt, sentence } from '@/api/errors'
import { paths } from '@/lib/paths'
import { TextField } from '@/ui/fields'
import { Failure } from '@/ui/failure'
import { MainAction } from '@/ui/main-action'
import { CardPage } from '@/ui/card-page'
import { PasswordField } from '@/ui/password-field'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useSignIn } from './api'
import { useAuth } from './auth-provider'
import { messages, whySignInFailed } from './messages'
import { SignInForm } from './schemas'

export default function SignIn() {
  const { t } = useLingui()
  const { login } = useAuth()
  const signIn = useSignIn()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(SignInForm), defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (form) => {
    try {
      const { token, name } = await signIn.mutateAsync(form)
      // With a second factor the welcome waits for the code.
      if (await login(token)) toast.success(messages.welcome(name))
    } catch (error) {
      // What the toast says is fixed, and it goes; this stays, and says what to do.
      setError('root', { message: sentence(error) })
      toast.error(whySignInFailed(error))
    }
  })

  return (
    <CardPage title={t`Sign in`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="4">
          <TextField label={t`E-mail address`} type="email" inputMode="email" autoComplete="username" input={register('email')} error={errors.email?.message} />
          <PasswordField label={t`Password`} autoComplete="current-password" input={register('password')} error={errors.password?.message} />
          <Failure sentence={errors.root?.message} until={retryAt(signIn.error)} />
          <MainAction type="submit" size="lg" loading={isSubmitting} loadingText={t`Signing in`}>
            <Trans>Sign in</Trans>
          </MainAction>
        </Stack>
      </form>
      <Stack gap="2">
        <Text>
          <TextLink to={paths.forgotPassword}><Trans>Forgot your password?</Trans></TextLink>
        </Text>
        <Text>
          <Trans>New here? <TextLink to={paths.signUp}>Create an account</TextLink></Trans>
        </Text>
      </Stack>
    </CardPage>
  )
}
