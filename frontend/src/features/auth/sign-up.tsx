import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { retryAt, sentence, showFieldErrors } from '@/api/errors'
import { likelyCountry } from '@/lib/countries'
import { currentLanguage } from '@/lib/i18n'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { callingCode, toE164 } from '@/lib/phone-numbers'
import { paths } from '@/lib/paths'
import { TextField } from '@/ui/fields'
import { Failure } from '@/ui/failure'
import { MainAction } from '@/ui/main-action'
import { CardPage } from '@/ui/card-page'
import { PasswordField } from '@/ui/password-field'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useSignUp } from './api'
import { WithAside } from './aside'
import { useAuth } from './auth-provider'
import { Consent } from './consent'
import { CountryPhone } from './country-phone'
import { messages } from './messages'
import { SignUpForm } from './phone-schemas'

/** What comes after this form. */
const next = [
  msg`Verify your phone and e-mail address, then apply with your company’s details and documents.`,
  msg`Your progress saves automatically; continue any time.`,
  msg`We review your application and reply by e-mail.`,
]

const FIELDS = ['email', 'password', 'fname', 'lname', 'phone', 'country'] as const

export default function SignUp() {
  const { t } = useLingui()
  const { register: registered } = useAuth()
  const signUp = useSignUp()
  const form = useForm({
    resolver: zodResolver(SignUpForm),
    defaultValues: { email: '', password: '', fname: '', lname: '', phone: '', country: likelyCountry() },
  })
  const { register, handleSubmit, setError, control, formState } = form
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`Your details`)
  const country = useWatch({ control, name: 'country' })
  const password = useWatch({ control, name: 'password' })
  const about = useWatch({ control, name: ['fname', 'lname', 'email'] })

  const submit = handleSubmit(async (values) => {
    try {
      const phone = toE164(values.phone, values.country) ?? values.phone
      await registered(await signUp.mutateAsync({ ...values, phone, countryCode: callingCode(values.country), language: currentLanguage() }))
    } catch (error) {
      // A field that needs another look says so itself; what the person cannot mend is a failure.
      if (error instanceof ApiError && error.problem?.code === 'email_taken') {
        setError('email', { message: sentence(error) }, { shouldFocus: true })
        toast.error(messages.failed())
      } else if (!showFieldErrors(error, setError, FIELDS)) {
        setError('root', { message: sentence(error) })
        toast.error(messages.failed())
      }
    }
  })

  return (
    <WithAside steps={next}>
      <CardPage title={t`Create your account`} lead={t`Get your invoices paid sooner or offer your suppliers early payment.`}>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="4">
            <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
              <TextField label={t`First name`} autoComplete="given-name" input={register('fname')} error={errors.fname?.message} />
              <TextField label={t`Last name`} autoComplete="family-name" input={register('lname')} error={errors.lname?.message} />
            </SimpleGrid>
            <TextField label={t`E-mail address`} type="email" inputMode="email" autoComplete="email" input={register('email')} error={errors.email?.message} />
            <CountryPhone form={form} errors={errors} country={country} />
            <PasswordField label={t`Password`} autoComplete="new-password" input={register('password')} error={errors.password?.message} strengthOf={password} about={about} />
            <Consent />
            <Failure sentence={errors.root?.message} until={retryAt(signUp.error)} />
            <MainAction type="submit" size="lg" loading={isSubmitting} loadingText={t`Creating your account`}>
              <Trans>Sign up</Trans>
            </MainAction>
          </Stack>
        </form>
        <Text>
          <Trans>Already have an account? <TextLink to={paths.signIn}>Sign in</TextLink></Trans>
        </Text>
      </CardPage>
    </WithAside>
  )
}
