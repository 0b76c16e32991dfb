import { Button, HStack, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { useInvite } from '@/entities/team/api'
import { memberRoles } from '@/entities/team/roles'
import { text } from '@/lib/i18n'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { emailAddress } from '@/lib/schemas'
import { Failure } from '@/ui/failure'
import { TextField } from '@/ui/fields'
import { Panel } from '@/ui/page'
import { SelectField } from '@/ui/select-field'
import { toast } from '@/ui/toasts'

const Form = z.object({ email: emailAddress, role: z.enum(['owner', 'approver', 'preparer', 'viewer']) })

/** Asks a colleague to join. */
export function Invite({ close }: { close: () => void }) {
  const { t } = useLingui()
  const invite = useInvite()
  const { register, handleSubmit, setError, control, formState } = useForm({ resolver: zodResolver(Form), defaultValues: { email: '', role: 'preparer' as const } })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`Invite a colleague`)
  const role = memberRoles.find(useWatch({ control, name: 'role' }))
  const submit = handleSubmit(async (invitation) => {
    try {
      await invite.mutateAsync(invitation)
      const { email } = invitation
      toast.success(t`Invitation sent to ${email}`)
      close()
    } catch (error) {
      if (!showFieldErrors(error, setError, ['email', 'role'])) setError('root', { message: sentence(error) })
    }
  })
  return (
    <Panel>
      <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Invite a colleague`}>
        <Stack gap="4" maxW="md">
          <TextField label={t`E-mail address`} type="email" autoComplete="off" autoFocus input={register('email')} error={errors.email?.message} help={t`We’ll send a link that works once and expires after 7 days.`} />
          <SelectField label={t`Role`} options={memberRoles.options()} input={register('role')} help={role && text(role.help)} />
          <Failure sentence={errors.root?.message} until={retryAt(invite.error)} />
          <HStack gap="2" wrap="wrap">
            <Button type="submit" loading={isSubmitting} loadingText={t`Sending`}>
              <Trans>Send invitation</Trans>
            </Button>
            <Button variant="outline" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
          </HStack>
        </Stack>
      </form>
    </Panel>
  )
}
