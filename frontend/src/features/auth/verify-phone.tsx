import { Button, HStack, PinInput, Skeleton, Stack, Text } from '@chakra-ui/react'
import { pinInputSlotRecipe } from '@chakra-ui/react/theme'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { retryAt, sentence } from '@/api/errors'
import { config } from '@/lib/config'
import { likelyCountry } from '@/lib/countries'
import { Redirect } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { useCountdown } from '@/lib/use-countdown'
import { Journey } from '@/entities/joining/journey'
import { Extra } from '@/ui/extra'
import { Labelled } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/card-page'
import { Patience } from '@/ui/patience'
import { toast } from '@/ui/toasts'
import { useVerifyGtoken } from './api'
import { useAuth } from './auth-provider'
import type { PendingCode } from './firebase-phone'
import { messages } from './messages'
import { forgetCode, rememberCode, sentCode } from './sent-code'

// With every country's numbering plan, which few people need here.
const changeNumber = () => import('./change-number')

const CODE_LENGTH = 6
const RESEND_AFTER_SECONDS = 30

export default function VerifyPhone() {
  const { t } = useLingui()
  const { user, renew } = useAuth()
  const [changing, setChanging] = useState(false)
  const details = user?.userDetails
  if (!details) return null
  if (details.phoneVerified) return <Redirect to={details.emailVerified ? paths.dashboard : paths.verifyEmail} replace />
  return (
    <CardPage title={t`Verify your phone`} lead={changing ? undefined : <Trans>We’ll text a code to {details.phone}.</Trans>}>
      <Journey at="phone" />
      {changing || !details.phone ? (
        <Extra
          load={changeNumber}
          props={{
            country: details.country ?? likelyCountry(),
            done: () => {
              setChanging(false)
            },
          }}
          meanwhile={<Skeleton h="11" />}
          instead={<Notice status="error">{t`We couldn’t load this form. We’ll keep trying.`}</Notice>}
        />
      ) : (
        <Code
          key={details.phone}
          phone={details.phone}
          renew={renew}
          change={() => {
            setChanging(true)
          }}
        />
      )}
    </CardPage>
  )
}

/** What the identity provider, or the server after it, has against a code. */
function whyRefused(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (code === 'auth/invalid-verification-code') return t`This code is wrong. Check the newest SMS.`
  if (code === 'auth/code-expired') return t`This code has expired. Send another code.`
  if (code === 'auth/too-many-requests') return t`Too many attempts. Wait a few minutes, then send another code.`
  if (code === 'auth/network-request-failed') return t`We couldn’t check the code. Check your connection and try again.`
  return sentence(error)
}

/** Confirms a code that was sent before the page was loaded again. */
const resumed = (id: string) => async (code: string) => (await import('./firebase-phone')).resumeCode(config().firebase, id).confirm(code)

function Code({ phone, renew, change }: { phone: string; renew: (token: string) => Promise<void>; change: () => void }) {
  const { t } = useLingui()
  const captcha = useRef<HTMLDivElement>(null)
  const [sent] = useState(() => sentCode(phone))
  const [pending, setPending] = useState<Pick<PendingCode, 'confirm'> | null>(() => sent && { confirm: resumed(sent.id) })
  const [busy, setBusy] = useState<'sending' | 'checking' | null>(null)
  const [digits, setDigits] = useState<string[]>([])
  const [left, setLeft] = useCountdown(() => (sent ? Math.ceil((sent.at - Date.now()) / 1000) + RESEND_AFTER_SECONDS : 0))
  const verify = useVerifyGtoken()
  const [refused, setRefused] = useState<string | null>(null)
  const boxes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Not before they can be typed in again.
    if (refused !== null && busy === null) boxes.current?.querySelector('input')?.focus()
  }, [refused, busy])

  const send = async () => {
    if (!captcha.current) return
    setBusy('sending')
    try {
      const { sendCode } = await import('./firebase-phone')
      const code = await sendCode(config().firebase, phone, captcha.current)
      setPending(code)
      rememberCode({ phone, id: code.id, at: Date.now() })
      setDigits([])
      setRefused(null)
      setLeft(RESEND_AFTER_SECONDS)
      toast.success(messages.otpSent(phone))
    } catch {
      toast.error(messages.failed())
    } finally {
      setBusy(null)
    }
  }

  const check = async (code: string) => {
    if (!pending || busy) return
    setBusy('checking')
    setRefused(null)
    try {
      const token = await verify.mutateAsync(await pending.confirm(code))
      forgetCode()
      toast.success(messages.phoneVerified())
      await renew(token)
    } catch (error) {
      setDigits([])
      setRefused(whyRefused(error))
      toast.error(messages.failed())
    } finally {
      setBusy(null)
    }
  }

  return (
    <Stack gap="4">
      <div ref={captcha} />
      {pending ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void check(digits.join(''))
          }}
        >
          <Stack gap="4">
            <Labelled label={t`Code from the SMS`} help={t`Six digits. You can paste them.`} error={refused !== null && retryAt(verify.error) === null ? refused : undefined}>
              <PinInput.Root
                recipe={pinInputSlotRecipe}
                otp
                count={CODE_LENGTH}
                value={digits}
                disabled={busy === 'checking'}
                autoFocus
                onValueChange={({ value }) => {
                  setDigits(value)
                }}
                onValueComplete={({ valueAsString }) => void check(valueAsString)}
              >
                <PinInput.HiddenInput />
                <PinInput.Control ref={boxes}>
                  {Array.from({ length: CODE_LENGTH }, (_, index) => (
                    <PinInput.Input key={index} index={index} aria-label={t`Digit ${index + 1} of ${CODE_LENGTH}`} />
                  ))}
                </PinInput.Control>
              </PinInput.Root>
            </Labelled>
            <Patience until={retryAt(verify.error)} />
            <Button type="submit" size="lg" loading={busy === 'checking'} loadingText={t`Checking`} disabled={digits.join('').length < CODE_LENGTH}>
              <Trans>Verify</Trans>
            </Button>
          </Stack>
        </form>
      ) : null}
      <HStack wrap="wrap" gap="3">
        <Button variant={pending ? 'outline' : 'solid'} size={pending ? 'md' : 'lg'} onClick={() => void send()} loading={busy === 'sending'} loadingText={t`Sending`} disabled={left > 0}>
          {pending ? t`Send another code` : t`Send code`}
        </Button>
        <Button variant="ghost" size={pending ? 'md' : 'lg'} onClick={change}>
          <Trans>Change number</Trans>
        </Button>
      </HStack>
      {left > 0 ? (
        <Text color="fg.muted" fontSize="sm">
          <Trans>No SMS? You can request another code in {left} s.</Trans>
        </Text>
      ) : null}
    </Stack>
  )
}
