import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failure, retryAt } from '@/api/errors'
import { userQuery } from '@/entities/user/me'
import { forgetLinkSecret, useLinkSecret } from '@/lib/link-secret'
import { Redirect } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { useCountdown } from '@/lib/use-countdown'
import { LinkButton } from '@/ui/link-button'
import { LoadingPage } from '@/ui/loading'
import { Journey } from '@/entities/joining/journey'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Patience } from '@/ui/patience'
import { CardPage } from '@/ui/card-page'
import { toast } from '@/ui/toasts'
import { useSendEmailVerification, useVerifyEmail } from './api'
import { useAuth } from './auth-provider'
import { ChangeEmail } from './change-email'
import { messages } from './messages'

export default function VerifyEmail() {
  const { isInitialized, user } = useAuth()
  const secret = useLinkSecret()
  if (secret) return <Confirm token={secret} />
  if (!isInitialized) return <LoadingPage />
  if (!user) return <Redirect to={`${paths.signIn}?next=${encodeURIComponent(paths.verifyEmail)}`} replace />
  return <Send />
}

/** What the mailed link opens. Opening it changes nothing (mail scanners open links too); the button does. */
function Confirm({ token }: { token: string }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { isAuthenticated } = useAuth()
  const { mutateAsync, isPending, isSuccess, error } = useVerifyEmail()

  const confirm = async () => {
    try {
      await mutateAsync(token)
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    } catch {
      toast.error(messages.failed())
    }
  }

  const done = () => {
    forgetLinkSecret(paths.verifyEmail)
  }

  if (isSuccess) {
    return (
      <CardPage title={t`Your e-mail address is confirmed`}>
        <Notice status="success"><Trans>Thank you. You can continue with your application.</Trans></Notice>
        <LinkButton to={isAuthenticated ? paths.dashboard : paths.signIn} onClick={done}>{isAuthenticated ? t`Continue` : t`Sign in`}</LinkButton>
      </CardPage>
    )
  }
  return (
    <CardPage title={t`Confirm your e-mail address`}>
      {error ? (
        <Failure {...failure(error)} />
      ) : (
        <Text color="fg.muted"><Trans>Confirm that this is your e-mail address.</Trans></Text>
      )}
      <Button size="lg" onClick={() => void confirm()} loading={isPending} loadingText={t`Confirming`}>
        <Trans>Confirm address</Trans>
      </Button>
      {error ? <LinkButton to={paths.verifyEmail} variant="outline" onClick={done}><Trans>Send me another link</Trans></LinkButton> : null}
    </CardPage>
  )
}

const LOOK_EVERY_MS = 4000

function Send() {
  const { t } = useLingui()
  const { user } = useAuth()
  const queryClient = useQueryClient()
  const send = useSendEmailVerification()
  const [correction, setCorrection] = useState<'none' | 'typing' | 'cancelled' | 'done'>('none')
  const [left, setLeft] = useCountdown(() => 0)
  const details = user?.userDetails
  const verified = details?.emailVerified ?? false

  useEffect(() => {
    // The link may be opened on another device: this page goes on by itself.
    if (verified) return undefined
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey }), LOOK_EVERY_MS)
    return () => {
      clearInterval(timer)
    }
  }, [verified, queryClient])

  if (!details) return null
  if (verified) return <Redirect to={paths.dashboard} replace />

  const mail = async () => {
    try {
      const { sent, nextInSeconds } = (await send.mutateAsync(details.email)).data
      setLeft(nextInSeconds ?? 0)
      // Said of a mail that went, and of no other.
      if (sent) toast.success(messages.emailVerificationSent(details.email))
    } catch {
      toast.error(messages.failed())
    }
  }

  if (correction === 'typing') {
    return (
      <CardPage title={t`Correct your e-mail address`}>
        <Journey at="email" />
        <ChangeEmail
          email={details.email}
          done={(isCorrected) => {
            setCorrection(isCorrected ? 'done' : 'cancelled')
          }}
        />
      </CardPage>
    )
  }
  return (
    <CardPage title={t`Confirm your e-mail address`} lead={<Trans>We e-mailed a link to {details.email}. Open it within 24 hours.</Trans>}>
      <Journey at="email" />
      <Stack gap="4">
        {correction === 'done' ? (
          <Notice status="success" title={t`Your e-mail address is corrected`}>
            <Trans>Use the link in the new e-mail. The older link no longer works.</Trans>
          </Notice>
        ) : null}
        <Text color="fg.muted"><Trans>No e-mail? Check your spam folder or send it again. Only the newest link works.</Trans></Text>
        <Patience until={retryAt(send.error)} />
        <Button size="lg" onClick={() => void mail()} loading={send.isPending} loadingText={t`Sending`} disabled={left > 0}>
          <Trans>Send e-mail again</Trans>
        </Button>
        {left > 0 ? (
          <Text color="fg.muted" fontSize="sm">
            {send.data?.data.sent === false ? <Trans>No new e-mail was sent: we wrote to you a short while ago.</Trans> : null} <Trans>You can request another e-mail in {left} s.</Trans>
          </Text>
        ) : null}
        {/* Whoever comes back from correcting it is where they left. */}
        <Button
          variant="ghost"
          size="lg"
          autoFocus={correction !== 'none'}
          onClick={() => {
            setCorrection('typing')
          }}
        >
          <Trans>Wrong address?</Trans>
        </Button>
      </Stack>
    </CardPage>
  )
}
