import type { FieldErrors, FieldValues, Path, UseFormRegister } from 'react-hook-form'
import { callingCode, countries } from '@/lib/countries'
import { SelectField, TextField } from '@/ui/fields'

interface CountryPhoneProps<T extends FieldValues> {
  register: UseFormRegister<T>
  errors: FieldErrors<T>
  country: string
}

const options = countries.map(({ code, name, callingCode: dial }) => ({ value: code, label: `${name} (${dial})` }))

/** A country and a phone number of it; the dial code follows the country. */
export function CountryPhone<T extends FieldValues & { country: string; phone: string }>({ register, errors, country }: CountryPhoneProps<T>) {
  const message = (field: string) => (errors[field]?.message as string | undefined) ?? undefined
  return (
    <>
      <SelectField label="Country" options={options} input={register('country' as Path<T>)} error={message('country')} autoComplete="country" />
      <TextField
        label="Mobile phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        input={register('phone' as Path<T>)}
        error={message('phone')}
        help={`We send a code to it. With or without ${callingCode(country)}.`}
      />
    </>
  )
}
