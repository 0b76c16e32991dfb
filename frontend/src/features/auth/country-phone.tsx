import { useLingui } from '@lingui/react/macro'
import type { FieldErrors, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { countries } from '@/lib/countries'
import { callingCode, countryOf, recode } from '@/lib/phone-numbers'
import { TextField } from '@/ui/fields'
import { SelectField } from '@/ui/select-field'

interface CountryPhoneProps<T extends FieldValues> {
  form: Pick<UseFormReturn<T>, 'register' | 'setValue' | 'getValues'>
  errors: FieldErrors<T>
  country: string
}

/** A country and a phone number of it; whichever is changed, the other follows. */
export function CountryPhone<T extends FieldValues & { country: string; phone: string }>({ form, errors, country }: CountryPhoneProps<T>) {
  const { t } = useLingui()
  const { register, setValue, getValues } = form
  const options = countries().map(({ code, name }) => ({ value: code, label: `${name} (${callingCode(code)})` }))
  const message = (field: string) => (errors[field]?.message as string | undefined) ?? undefined
  const [COUNTRY, PHONE] = ['country' as Path<T>, 'phone' as Path<T>]
  const set = (field: Path<T>, value: string) => {
    setValue(field, value as PathValue<T, Path<T>>, { shouldDirty: true })
  }
  const phoneInput = register(PHONE, {
    onChange: (event: { target: { value: string } }) => {
      const other = countryOf(event.target.value, country)
      if (other) set(COUNTRY, other)
    },
  })
  const countryInput = register(COUNTRY, {
    onChange: (event: { target: { value: string } }) => {
      set(PHONE, recode(getValues(PHONE), country, event.target.value))
    },
  })
  return (
    <>
      <SelectField label={t`Country`} options={options} input={countryInput} error={message('country')} autoComplete="country" />
      <TextField
        label={t`Mobile phone`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        input={phoneInput}
        error={message('phone')}
        help={t`We’ll text you a code. You can leave out ${callingCode(country)}.`}
      />
    </>
  )
}
