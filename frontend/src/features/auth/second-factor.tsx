import { Button, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import { retryAt, sentence } from '@/api/errors'
import { usePassSecondFactor } from '@/api/second-factor'
import { Redirect, useQuery } from '@/lib/navigation'
import { afterSignIn, paths } from '@/lib/paths'
import { TextField } from '@/ui/fields'
import { CardPage } from '@/ui/page'
import { Patience } from '@/ui/patience'
import { toast } from '@/ui/toasts'
import { useAuth } from './auth-provider'
import { messages } from './messages'
import { CodeForm } from './schemas'

/** The second step of a sign-in: a code of the app, or a recovery code. */
export default function SecondFactor() {
  const { t } = useLingui()
  const { awaitsCode, isAuthenticated, user, login, logout } = useAuth()
  const [query] = useQuery()
  const pass = usePassSecondFactor()
  const { register, handleSubmit, setError, setValue, formState } = useForm({ resolver: zodResolver(CodeForm), defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState

  if (isAuthenticated) return <Redirect to={afterSignIn(query.get('next'), user?.userDetails.role)} replace />
  if (!awaitsCode) return <Redirect to={paths.signIn} replace />

  const submit = handleSubmit(async ({ code }) => {
    try {
      const me = await login(await pass.mutateAsync(code))
      if (me) toast.success(messages.welcome(`${me.userDetails.fname} ${me.userDetails.lname}`))
    } catch (error) {
      setValue('code', '')
      if (retryAt(error) === null) setError('code', { message: sentence(error) }, { shouldFocus: true })
    }
  })

  return (
    <CardPage title={t`Two-factor sign-in`} lead={t`Open your authenticator app and give the code it shows for Sooner.`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
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
          <Patience until={retryAt(pass.error)} />
          <Button type="submit" size="lg" loading={isSubmitting} loadingText={t`Checking`}>
            <Trans>Sign in</Trans>
          </Button>
          <Button variant="ghost" onClick={() => void logout()}>
            <Trans>Sign in as somebody else</Trans>
          </Button>
        </Stack>
      </form>
      <Text color="fg.muted" fontSize="sm">
        <Trans>Lost both phone and recovery codes? Ask whoever runs this instance of Sooner to reset your second factor.</Trans>
      </Text>
    </CardPage>
  )
}
