import { Button, HStack, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { userQuery } from '@/entities/user/me'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { callingCode, toE164 } from '@/lib/phone-numbers'
import { Failure } from '@/ui/failure'
import { useChangePhone } from './api'
import { CountryPhone } from './country-phone'
import { PhoneForm } from './phone-schemas'

/** Corrects a mistyped number, until it is verified. */
export default function ChangeNumber({ country, done }: { country: string; done: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const changePhone = useChangePhone()
  const form = useForm({ resolver: zodResolver(PhoneForm), defaultValues: { country, phone: '' } })
  const { handleSubmit, setError, control, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`The new phone number`)
  const chosen = useWatch({ control, name: 'country' })

  const submit = handleSubmit(async (values) => {
    try {
      await changePhone.mutateAsync({ country: values.country, countryCode: callingCode(values.country), phone: toE164(values.phone, values.country) ?? values.phone })
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      done()
    } catch (error) {
      if (!showFieldErrors(error, setError, ['phone', 'country'])) setError('root', { message: sentence(error) })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="4">
        <CountryPhone form={form} errors={errors} country={chosen} />
        <Failure sentence={errors.root?.message} until={retryAt(changePhone.error)} />
        <HStack>
          <Button type="submit" loading={isSubmitting} loadingText={t`Saving`}>
            <Trans>Save number</Trans>
          </Button>
          <Button variant="ghost" onClick={done}>
            <Trans>Cancel</Trans>
          </Button>
        </HStack>
      </Stack>
    </form>
  )
}
