import { Box, Button, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '@/api/client'
import { fieldErrors, retryAt, sentence, showFieldErrors } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useInviteAgain, useInviteSupplier, type NewSupplier, type SeenSupplier, type Supplier } from '@/entities/programme/suppliers'
import { config } from '@/lib/config'
import { countryOptions } from '@/lib/countries'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { chosen, emailAddress, line } from '@/lib/schemas'
import { Failure } from '@/ui/failure'
import { TextField } from '@/ui/fields'
import { Panel } from '@/ui/page'
import { SelectField } from '@/ui/select-field'
import { toast } from '@/ui/toasts'

const FIELDS = ['legalName', 'country', 'registrationNumber', 'email'] as const

const Form = z.object({ legalName: line(200), country: chosen, registrationNumber: line(50), email: emailAddress })

/** Why nobody was invited: without a programme there is nothing to join. What stands at no field is said below. */
function whyNot(error: unknown): string {
  if (error instanceof ApiError && error.problem?.code === 'facility_inactive') {
    const { supportEmail } = config().house
    return say`You have no active programme. Write to ${supportEmail} to set one up.`
  }
  return Object.values(fieldErrors(error)).join(' ') || sentence(error)
}

/** Invites a supplier to be paid early. */
export function InviteSupplier({ close }: { close: () => void }) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<NewSupplier>()
  const invite = useInviteSupplier(idempotency)
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(Form), defaultValues: { legalName: '', country: '', registrationNumber: '', email: '' } })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`Invite supplier`)
  const submit = handleSubmit(async (supplier) => {
    try {
      await invite.mutateAsync(supplier)
      const { email } = supplier
      toast.success(t`Invitation sent to ${email}`)
      close()
    } catch (error) {
      if (!showFieldErrors(error, setError, FIELDS)) setError('root', { message: whyNot(error) })
    }
  })
  return (
    <Panel>
      <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Invite supplier`}>
        <Stack gap="4">
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <TextField label={t`Legal name`} autoComplete="off" autoFocus input={register('legalName')} error={errors.legalName?.message} />
            <SelectField label={t`Country of registration`} options={countryOptions()} placeholder={t`Choose`} input={register('country')} error={errors.country?.message} />
            <TextField label={t`Registration number`} autoComplete="off" spellCheck={false} input={register('registrationNumber')} error={errors.registrationNumber?.message} />
            <TextField label={t`E-mail address`} type="email" autoComplete="off" input={register('email')} error={errors.email?.message} help={t`We’ll send a link that works once and expires after 30 days.`} />
          </SimpleGrid>
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

const AgainForm = z.object({ email: emailAddress })

/** Mails another link to a supplier, brings back one that left, or gives the place of another company to the one that was named. */
export function InviteAgain({ supplier: { id, version, legalName, email: before, enrolment }, close }: { supplier: Supplier; close: () => void }) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<SeenSupplier & { email: string }>()
  const invite = useInviteAgain(idempotency)
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(AgainForm), defaultValues: { email: before } })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`Invite ${legalName} again`)
  const submit = handleSubmit(async ({ email }) => {
    try {
      await invite.mutateAsync({ id, version, email })
      toast.success(t`${legalName} was invited again`)
      close()
    } catch (error) {
      if (!showFieldErrors(error, setError, ['email'])) setError('root', { message: whyNot(error) })
    }
  })
  return (
    <Box mt="3">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Invite ${legalName} again`}>
        <Stack gap="3" maxW="md">
          {enrolment === 'other_company' ? (
            <Text>
              <Trans>The company that joined leaves your programme, and {legalName} can join with a new link. What you entered and nobody was paid early for is then for {legalName}.</Trans>
            </Text>
          ) : null}
          <TextField label={t`E-mail address`} type="email" autoComplete="off" autoFocus input={register('email')} error={errors.email?.message} help={t`An earlier link no longer works then.`} />
          <Failure sentence={errors.root?.message} until={retryAt(invite.error)} />
          <HStack gap="2" wrap="wrap">
            <Button type="submit" size="sm" loading={isSubmitting} loadingText={t`Sending`}>
              <Trans>Send invitation</Trans>
            </Button>
            <Button size="sm" variant="outline" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
          </HStack>
        </Stack>
      </form>
    </Box>
  )
}
