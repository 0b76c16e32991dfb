import { countryName } from './country-name'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

export interface Country {
  code: string
  name: string
  /** With its plus, such as +49. */
  callingCode: string
}

/** Every country with a numbering plan, by name. */
export const countries: Country[] = getCountries()
  // Ascension, Tristan da Cunha and Kosovo have plans, but no assigned ISO code.
  .filter((code) => !['AC', 'TA', 'XK'].includes(code))
  .map((code) => ({ code, name: countryName(code), callingCode: `+${getCountryCallingCode(code)}` }))
  .sort((one, other) => one.name.localeCompare(other.name))

export function callingCode(country: string): string {
  return countries.find(({ code }) => code === country)?.callingCode ?? ''
}

/** The number in E.164, if it is a valid one of the country; people may leave the country's code out. */
export function toE164(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, country as CountryCode)
  return number?.isValid() && `+${number.countryCallingCode}` === callingCode(country) ? number.number : null
}

/** A first guess at where somebody is, from the browser's language. */
export function likelyCountry(): string {
  const region = new Intl.Locale(navigator.language || 'en').maximize().region
  return countries.some(({ code }) => code === region) && region ? region : 'US'
}
