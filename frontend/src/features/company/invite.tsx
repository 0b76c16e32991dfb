import { Button, HStack, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { useInvite, useMembers } from '@/entities/team/api'
import { memberRoles } from '@/entities/team/roles'
import { text } from '@/lib/i18n'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { emailAddress } from '@/lib/schemas'
import { Failure } from '@/ui/failure'
import { TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'
import { SelectField } from '@/ui/select-field'
import { toast } from '@/ui/toasts'

const Form = z.object({ email: emailAddress, role: z.enum(['owner', 'approver', 'preparer', 'viewer']) })

/** Those who bind the company: where several do, it takes two. */
const APPROVE: readonly string[] = ['owner', 'approver']

/** What changes for the others once somebody else may approve. */
function SecondApprover() {
  const { t } = useLingui()
  const { data: members } = useMembers()
  const approvers = (members ?? []).filter(({ rights }) => rights.includes('accept_offers') || rights.includes('approve_payables'))
  const [alone] = approvers
  if (!alone) return null
  const name = alone.name
  return (
    <Notice status="info" title={t`It then takes two people`}>
      {approvers.length === 1 ? (
        <Trans>Today {name} decides alone. Once a second person can approve, nobody can accept the offer for an invoice, or approve a payable, that they entered themselves: someone else has to. This also applies to offers that are open now.</Trans>
      ) : (
        <Trans>Several people approve for your company. Nobody can accept the offer for an invoice, or approve a payable, that they entered themselves.</Trans>
      )}
    </Notice>
  )
}

/** Asks a colleague to join. */
export function Invite({ close }: { close: () => void }) {
  const { t } = useLingui()
  const invite = useInvite()
  const { register, handleSubmit, setError, control, formState } = useForm({ resolver: zodResolver(Form), defaultValues: { email: '', role: 'preparer' as const } })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`Invite a colleague`)
  const chosen = useWatch({ control, name: 'role' })
  const role = memberRoles.find(chosen)
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
          {chosen && APPROVE.includes(chosen) ? <SecondApprover /> : null}
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
