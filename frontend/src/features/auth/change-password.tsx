import { Button, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, useWatch } from 'react-hook-form'
import type { Schemas } from '@/api/client'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { PasswordField } from '@/ui/password-field'
import { useChangePassword } from './api'
import { ChangePasswordForm } from './schemas'

const EMPTY = { old: '', new: '' }

/** A new password for whoever knows the old one. */
export function ChangePassword({ of: { email, fname, lname } }: { of: Schemas['UserDetailsBody'] }) {
  const { t } = useLingui()
  const change = useChangePassword()
  const { register, handleSubmit, setError, reset, control, formState } = useForm({ resolver: zodResolver(ChangePasswordForm), defaultValues: EMPTY })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`The new password`)
  const typed = useWatch({ control, name: 'new' })
  const until = retryAt(change.error)

  const submit = handleSubmit(async (passwords) => {
    try {
      await change.mutateAsync(passwords)
      reset(EMPTY)
    } catch (error) {
      if (!showFieldErrors(error, setError, ['old', 'new'])) setError('root', { message: sentence(error) })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="4" maxW="sm">
        {/* A password manager looks for whose password it is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label={t`Current password`} autoComplete="current-password" input={register('old')} error={errors.old?.message} />
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          input={register('new')}
          error={errors.new?.message}
          strengthOf={typed}
          about={[fname, lname, email]}
        />
        <Failure sentence={errors.root?.message} until={until} />
        {change.isSuccess ? (
          <Notice status="success" title={t`Your password is changed`}>
            <Trans>You’ve been signed out on all other devices.</Trans>
          </Notice>
        ) : null}
        <Button type="submit" alignSelf="flex-start" loading={isSubmitting} loadingText={t`Saving`}>
          <Trans>Change password</Trans>
        </Button>
      </Stack>
    </form>
  )
}
