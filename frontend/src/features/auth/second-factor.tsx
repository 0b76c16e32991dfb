import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { usePassSecondFactor } from '@/entities/user/second-factor'
import { Redirect, useQuery } from '@/lib/navigation'
import { afterSignIn, paths } from '@/lib/paths'
import { CardPage } from '@/ui/card-page'
import { Contact } from '@/ui/contact'
import { toast } from '@/ui/toasts'
import { useAuth } from './auth-provider'
import { CodeStep } from './code-step'
import { messages } from './messages'

/** The second step of a sign-in: a code of the app, or a recovery code. */
export default function SecondFactor() {
  const { t } = useLingui()
  const { awaitsCode, isAuthenticated, user, login, logout } = useAuth()
  const [query] = useQuery()
  const pass = usePassSecondFactor()

  if (isAuthenticated) return <Redirect to={afterSignIn(query.get('next'), user)} replace />
  if (!awaitsCode) return <Redirect to={paths.signIn} replace />

  const goOn = async (code: string) => {
    const me = await login(await pass.mutateAsync(code))
    if (me) toast.success(messages.welcome(`${me.userDetails.fname} ${me.userDetails.lname}`))
  }

  return (
    <CardPage title={t`Two-factor sign-in`} lead={t`Open your authenticator app and enter the code for Sooner.`}>
      <Stack gap="4">
        <CodeStep pass={goOn} />
        <Button variant="ghost" onClick={() => void logout()}>
          <Trans>Sign in with another account</Trans>
        </Button>
      </Stack>
      <Text color="fg.muted" fontSize="sm">
        <Trans>Lost your phone and your recovery codes? <Contact>Contact support</Contact> to reset two-factor sign-in.</Trans>
      </Text>
    </CardPage>
  )
}
