import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { retryAt, sentence } from '@/api/errors'
import { isLost, sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { passCode } from '@/entities/user/second-factor'
import type { Me } from '@/entities/user/me'
import { TextField } from '@/ui/fields'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { PasswordField } from '@/ui/password-field'
import { toast } from '@/ui/toasts'
import { useSignIn } from './api'
import { useAuth } from './auth-provider'
import { CodeStep } from './code-step'
import { messages, whySignInFailed } from './messages'
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

/** How far signing in again has come. */
type Step =
  /** `isAgain` where what came after the password took too long. */
  | { kind: 'password'; isAgain: boolean }
  /** The token still wants a code. */
  | { kind: 'code'; half: string }
  /** The token is whole, but nobody answered to it. */
  | { kind: 'resume'; token: string; error: unknown }

const hasEnded = (error: unknown) => error instanceof ApiError && error.status === 401

/** Signs the same person in again where they are; what was being done goes on by itself. */
function SignInAgain({ me }: { me: Me }) {
  const { t } = useLingui()
  const { resume, logout } = useAuth()
  const [step, setStep] = useState<Step>({ kind: 'password', isAgain: false })
  const { email, fname, lname } = me.userDetails

  const goOn = async (token: string) => {
    try {
      if (await resume(token)) toast.success(messages.welcome(`${fname} ${lname}`))
      else setStep({ kind: 'code', half: token })
    } catch (error) {
      if (isLost(error)) setStep({ kind: 'resume', token, error })
      else if (hasEnded(error)) setStep({ kind: 'password', isAgain: true })
      else throw error
    }
  }
  const pass = async (half: string, code: string) => {
    let token: string
    try {
      token = await passCode(half, code)
    } catch (error) {
      if (!hasEnded(error)) throw error
      setStep({ kind: 'password', isAgain: true })
      return
    }
    await goOn(token)
  }
  return (
    <Frame title={t`Sign in to continue`}>
      <Stack gap="4">
        <Dialog.Description>
          <Trans>Your session has ended. Nothing you typed is lost; once you’re signed in, you continue right here.</Trans>
        </Dialog.Description>
        {step.kind === 'code' ? <CodeStep pass={(code) => pass(step.half, code)} /> : null}
        {step.kind === 'resume' ? <ResumeStep error={step.error} goOn={() => goOn(step.token)} /> : null}
        {step.kind === 'password' ? <PasswordStep isAgain={step.isAgain} email={email} goOn={goOn} /> : null}
        <Button variant="ghost" onClick={() => void logout()}>
          <Trans>Sign in with another account</Trans>
        </Button>
      </Stack>
    </Frame>
  )
}

function PasswordStep({ isAgain, email, goOn }: { isAgain: boolean; email: string; goOn: (token: string) => Promise<void> }) {
  const { t } = useLingui()
  const signIn = useSignIn()
  const [until, setUntil] = useState<number | null>(null)
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(SignInForm), defaultValues: { email, password: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (form) => {
    try {
      await goOn((await signIn.mutateAsync(form)).token)
    } catch (error) {
      toast.error(whySignInFailed(error))
      const isWrong = error instanceof ApiError && error.problem?.code === 'wrong_credentials'
      if (isWrong) setError('password', { message: t`This password is wrong.` }, { shouldFocus: true })
      else setError('root', { message: sentence(error) })
      setUntil(retryAt(error))
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Sign in`}>
      <Stack gap="4">
        <TextField label={t`E-mail address`} readOnly bg="bg.muted" autoComplete="username" input={register('email')} />
        <PasswordField label={t`Password`} autoComplete="current-password" autoFocus input={register('password')} error={errors.password?.message} />
        {isAgain && !errors.root && until === null ? <Notice status="warning">{t`That took too long. Enter your password again.`}</Notice> : null}
        <Failure sentence={errors.root?.message} until={until} />
        <Button type="submit" size="lg" loading={isSubmitting} loadingText={t`Signing in`}>
          <Trans>Sign in</Trans>
        </Button>
      </Stack>
    </form>
  )
}

/** Goes on by itself once the server can be reached; the password and the code were right. */
function ResumeStep({ error, goOn }: { error: unknown; goOn: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState(error)
  const again = async () => {
    setIsBusy(true)
    try {
      await goOn()
    } catch (problem) {
      setFailure(problem)
    } finally {
      setIsBusy(false)
    }
  }
  // Another loss is another error of the step.
  useAgainWhenBack(error, () => void again())
  return (
    <>
      <Notice status="error">{sentenceBeforeAgain(failure)}</Notice>
      <Button size="lg" autoFocus loading={isBusy} onClick={() => void again()}>
        <Trans>Try again</Trans>
      </Button>
    </>
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
            <Text overflowWrap="anywhere">{t`Another tab is now signed in as ${after}. This tab follows.`}</Text>
            <Text color="fg.muted" overflowWrap="anywhere">{t`What ${before} typed here stays on this device and is there again when ${before} signs in.`}</Text>
          </Stack>
        </Dialog.Description>
        <Button autoFocus onClick={dismiss}>{t`Continue as ${after}`}</Button>
      </Stack>
    </Frame>
  )
}
