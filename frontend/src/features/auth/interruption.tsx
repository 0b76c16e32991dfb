import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { retryAt, sentence } from '@/api/errors'
import { passCode } from '@/api/second-factor'
import type { Me } from '@/api/user'
import { TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { PasswordField } from '@/ui/password-field'
import { Patience } from '@/ui/patience'
import { toast } from '@/ui/toasts'
import { useSignIn } from './api'
import { useAuth } from './auth-provider'
import { CodeStep } from './code-step'
import { messages } from './messages'
import { SignInForm } from './schemas'

/** What came between a person and what they were doing, over the screen they were on. */
export default function Interrupted() {
  const { interruption } = useAuth()
  if (!interruption) return null
  return interruption.kind === 'ended' ? <SignInAgain me={interruption.me} /> : <Replaced was={interruption.was} now={interruption.now} />
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  // The e-mail address stands there already; what is to be typed comes after it.
  const first = () => content.current?.querySelector<HTMLElement>('input:not([readonly]), button') ?? null
  return (
    <Dialog.Root recipe={dialogSlotRecipe} open placement="center" closeOnEscape={false} closeOnInteractOutside={false} initialFocusEl={first}>
      <Portal>
        {/* Whoever ended the session elsewhere may have done it because of what stands here. */}
        <Dialog.Backdrop backdropFilter="blur(16px)" />
        <Dialog.Positioner px="4">
          <Dialog.Content ref={content}>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pb="6">{children}</Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** Signs the same person in again where they are; what was being done goes on by itself. */
function SignInAgain({ me }: { me: Me }) {
  const { t } = useLingui()
  const { resume, logout } = useAuth()
  /** The token that still wants a code. */
  const [half, setHalf] = useState<string | null>(null)
  const { email, fname, lname } = me.userDetails

  const goOn = async (token: string) => {
    if (await resume(token)) toast.success(messages.welcome(`${fname} ${lname}`))
    else setHalf(token)
  }
  return (
    <Frame title={t`Sign in to continue`}>
      <Stack gap="4">
        <Dialog.Description>
          <Trans>Your session has ended. Nothing you typed is lost; once you’re signed in, you continue right here.</Trans>
        </Dialog.Description>
        {half ? <CodeStep key="code" pass={async (code) => goOn(await passCode(half, code))} /> : <PasswordStep key="password" email={email} goOn={goOn} />}
        <Button variant="ghost" onClick={() => void logout()}>
          <Trans>Sign in as somebody else</Trans>
        </Button>
      </Stack>
    </Frame>
  )
}

function PasswordStep({ email, goOn }: { email: string; goOn: (token: string) => Promise<void> }) {
  const { t } = useLingui()
  const signIn = useSignIn()
  const [until, setUntil] = useState<number | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(SignInForm), defaultValues: { email, password: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (form) => {
    try {
      await goOn((await signIn.mutateAsync(form)).token)
    } catch (error) {
      const isWrong = error instanceof ApiError && error.problem?.code === 'wrong_credentials'
      if (isWrong) setError('password', { message: t`This password is wrong.` }, { shouldFocus: true })
      else if (retryAt(error) === null) setError('root', { message: sentence(error) })
      setUntil(retryAt(error))
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Sign in`}>
      <Stack gap="4">
        <TextField label={t`E-mail address`} readOnly bg="bg.muted" autoComplete="username" input={register('email')} />
        <PasswordField label={t`Password`} autoComplete="current-password" autoFocus input={register('password')} error={errors.password?.message} />
        {errors.root?.message ? <Notice status="error">{errors.root.message}</Notice> : null}
        <Patience until={until} />
        <Button type="submit" size="lg" loading={isSubmitting} loadingText={t`Signing in`}>
          <Trans>Sign in</Trans>
        </Button>
      </Stack>
    </form>
  )
}

/** Says whose account this tab shows now, and that nothing of the other one came along. */
function Replaced({ was, now }: { was: Me; now: Me }) {
  const { t } = useLingui()
  const { dismiss } = useAuth()
  const [before, after] = [was.userDetails.email, now.userDetails.email]
  return (
    <Frame title={t`This tab now shows another account`}>
      <Stack gap="4">
        <Dialog.Description as="div">
          <Stack gap="3">
            <Text overflowWrap="anywhere">{t`In another tab, somebody signed in as ${after}. This tab follows.`}</Text>
            <Text color="fg.muted" overflowWrap="anywhere">{t`What ${before} typed here stays on this device and is there again when ${before} signs in.`}</Text>
          </Stack>
        </Dialog.Description>
        <Button autoFocus onClick={dismiss}>{t`Continue as ${after}`}</Button>
      </Stack>
    </Frame>
  )
}
