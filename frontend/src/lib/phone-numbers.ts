import { AsYouType, getCountryCallingCode, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import { countryCodes } from './countries'

// Each has a plan: the test says so.
const codes = countryCodes as CountryCode[]

/** With its plus; empty for what is no country here. */
export function callingCode(country: string): string {
  const code = codes.find((one) => one === country)
  return code ? `+${getCountryCallingCode(code)}` : ''
}

/** The number in E.164, if it is a valid one of the country; people may leave the country's code out. */
export function toE164(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, country as CountryCode)
  return number?.isValid() && `+${number.countryCallingCode}` === callingCode(country) ? number.number : null
}

/** The country whose calling code a number begins with; null while that is open, as long as the given one fits. */
export function countryOf(phone: string, country: string): string | null {
  if (!phone.trim().startsWith('+')) return null
  const typed = new AsYouType()
  typed.input(phone)
  const dialled = typed.getCallingCode()
  if (!dialled || `+${dialled}` === callingCode(country)) return null
  // Several countries share +1 and others: the number may tell which, else the one that gave the code its name.
  const found = typed.getCountry() ?? codes.find((code) => getCountryCallingCode(code) === dialled)
  return codes.find((code) => code === found) ?? null
}

/** A number begun with one calling code, begun with another country's; others stay as they are. */
export function recode(phone: string, from: string, to: string): string {
  const [old, fresh] = [callingCode(from), callingCode(to)]
  return old && phone.trim().startsWith(old) ? phone.trim().replace(old, fresh) : phone
}
