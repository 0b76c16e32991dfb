import { Button, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { sentence, showFieldErrors } from '@/api/errors'
import { callingCode, likelyCountry, toE164 } from '@/lib/countries'
import { paths } from '@/lib/paths'
import { TextField } from '@/ui/fields'
import { CardPage } from '@/ui/page'
import { PasswordField } from '@/ui/password-field'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useSignUp } from './api'
import { useAuth } from './auth-provider'
import { CountryPhone } from './country-phone'
import { messages } from './messages'
import { SignUpForm } from './phone-schemas'

const FIELDS = ['email', 'password', 'fname', 'lname', 'phone', 'country'] as const

export default function SignUp() {
  const { register: registered } = useAuth()
  const signUp = useSignUp()
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(SignUpForm),
    defaultValues: { email: '', password: '', fname: '', lname: '', phone: '', country: likelyCountry() },
  })
  const { errors, isSubmitting } = formState
  const country = useWatch({ control, name: 'country' })
  const password = useWatch({ control, name: 'password' })

  const submit = handleSubmit(async (form) => {
    try {
      const phone = toE164(form.phone, form.country) ?? form.phone
      await registered(await signUp.mutateAsync({ ...form, phone, countryCode: callingCode(form.country) }))
    } catch (error) {
      // A field that needs another look says so itself; what the person cannot mend is a failure.
      if (error instanceof ApiError && error.problem?.code === 'email_taken') {
        setError('email', { message: sentence(error) }, { shouldFocus: true })
      } else if (!showFieldErrors(error, setError, FIELDS)) {
        toast.error(messages.failed)
      }
    }
  })

  return (
    <CardPage title="Create your account" lead="Get your invoices paid sooner, or let your suppliers be paid early.">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="4">
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <TextField label="First name" autoComplete="given-name" input={register('fname')} error={errors.fname?.message} />
            <TextField label="Last name" autoComplete="family-name" input={register('lname')} error={errors.lname?.message} />
          </SimpleGrid>
          <TextField label="E-mail address" type="email" inputMode="email" autoComplete="email" input={register('email')} error={errors.email?.message} />
          <CountryPhone register={register} errors={errors} country={country} />
          <PasswordField label="Password" autoComplete="new-password" input={register('password')} error={errors.password?.message} strengthOf={password} />
          <Button type="submit" size="lg" loading={isSubmitting} loadingText="Creating your account">
            Sign up
          </Button>
        </Stack>
      </form>
      <Text>
        Have an account already? <TextLink to={paths.signIn}>Sign in</TextLink>
      </Text>
    </CardPage>
  )
}
