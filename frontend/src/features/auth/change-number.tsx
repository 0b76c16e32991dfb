import { Button, HStack, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { sentence, showFieldErrors } from '@/api/errors'
import { userQuery } from '@/api/user'
import { callingCode, toE164 } from '@/lib/countries'
import { Notice } from '@/ui/notice'
import { useChangePhone } from './api'
import { CountryPhone } from './country-phone'
import { PhoneForm } from './phone-schemas'

/** Corrects a mistyped number, until it is verified. */
export function ChangeNumber({ country, done }: { country: string; done: () => void }) {
  const queryClient = useQueryClient()
  const changePhone = useChangePhone()
  const { register, handleSubmit, setError, control, formState } = useForm({ resolver: zodResolver(PhoneForm), defaultValues: { country, phone: '' } })
  const { errors, isSubmitting } = formState
  const chosen = useWatch({ control, name: 'country' })

  const submit = handleSubmit(async (form) => {
    try {
      await changePhone.mutateAsync({ country: form.country, countryCode: callingCode(form.country), phone: toE164(form.phone, form.country) ?? form.phone })
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      done()
    } catch (error) {
      if (!showFieldErrors(error, setError, ['phone', 'country'])) setError('root', { message: sentence(error) })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="4">
        <CountryPhone register={register} errors={errors} country={chosen} />
        {errors.root?.message ? <Notice status="error">{errors.root.message}</Notice> : null}
        <HStack>
          <Button type="submit" loading={isSubmitting} loadingText="Saving">
            Save the number
          </Button>
          <Button variant="ghost" onClick={done}>
            Cancel
          </Button>
        </HStack>
      </Stack>
    </form>
  )
}
