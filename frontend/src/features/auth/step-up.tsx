import { Button, chakra, Dialog, Portal, Stack } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { retryAt, sentence } from '@/api/errors'
import { stepUp } from '@/api/step-up'
import { useMe } from '@/entities/user/me'
import { Failure } from '@/ui/failure'
import { PasswordField } from '@/ui/password-field'
import { useStepUp } from './api'
import { PasswordForm } from './schemas'

const cancel = () => {
  stepUp.cancel()
}

interface StepUpProps {
  act: string
  /** The name of the file that is sent, where one is. */
  about: string | null
}

/** Asks for the password before something that cannot be taken back; then that goes on by itself. */
export default function StepUp({ act, about }: StepUpProps) {
  const { userDetails } = useMe()
  const content = useRef<HTMLDivElement>(null)
  // Not the hidden address: that is for what remembers passwords.
  const first = () => content.current?.querySelector<HTMLElement>('input:not([hidden])') ?? null
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      scrollBehavior="inside"
      closeOnInteractOutside={false}
      initialFocusEl={first}
      onOpenChange={({ open }) => {
        if (!open) cancel()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content ref={content}>
            <Dialog.Header>
              <Dialog.Title>
                <Trans>Confirm that it’s you</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Proof key={act} act={act} about={about} email={userDetails?.email ?? ''} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function Proof({ act, about, email }: StepUpProps & { email: string }) {
  const { t } = useLingui()
  const prove = useStepUp()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(PasswordForm), defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (form) => {
    try {
      await prove.mutateAsync({ ...form, confirm: act })
      stepUp.pass()
    } catch (error) {
      if (isRefused(error)) setError('password', { message: t`This password is wrong.` }, { shouldFocus: true })
      else setError('root', { message: sentence(error) })
    }
  })
  return (
    <chakra.form display="contents" onSubmit={(event) => void submit(event)} noValidate>
      <Dialog.Body>
        <Stack gap="4">
          <Dialog.Description overflowWrap="anywhere">
            {about === null ? <Trans>Enter your password to continue. Nothing you typed is lost.</Trans> : <Trans>Enter your password to send {about}. Nothing you typed is lost.</Trans>}
          </Dialog.Description>
          <input hidden readOnly type="email" autoComplete="username" value={email} />
          <PasswordField label={t`Password`} autoComplete="current-password" input={register('password')} error={errors.password?.message} />
          <Failure sentence={errors.root?.message} until={retryAt(prove.error)} />
        </Stack>
      </Dialog.Body>
      <Buttons isBusy={isSubmitting} />
    </chakra.form>
  )
}

const isRefused = (error: unknown) => error instanceof ApiError && error.problem?.code === 'code_refused'

function Buttons({ isBusy }: { isBusy: boolean }) {
  const { t } = useLingui()
  return (
    <Dialog.Footer flexWrap="wrap">
      <Button variant="ghost" onClick={cancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" loading={isBusy} loadingText={t`Checking`}>
        <Trans>Confirm</Trans>
      </Button>
    </Dialog.Footer>
  )
}
