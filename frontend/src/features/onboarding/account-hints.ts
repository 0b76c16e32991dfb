import { plural, t } from '@lingui/core/macro'
import { countrySpecs, electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { checkVAT, countries } from 'jsvat-next'
import { countryName } from '@/lib/country-name'

/** Whether somebody is still typing an IBAN of a country that has them. */
export function isUnfinished(typed: string): boolean {
  const iban = electronicFormatIBAN(typed) ?? ''
  return iban.length < (countrySpecs[iban.slice(0, 2)]?.chars ?? 0)
}

/** What can be said of an IBAN while it is typed. The server decides. */
export function ibanHint(typed: string): string {
  const iban = electronicFormatIBAN(typed) ?? ''
  const country = iban.slice(0, 2)
  if (country.length < 2) return t`Begins with two letters of the country. Spaces do not matter.`
  const length = countrySpecs[country]?.chars
  const name = /^[A-Z]{2}$/.test(country) ? countryName(country) : country
  if (!length) return t`No country has IBANs that begin with ${country}.`
  const left = length - iban.length
  if (left > 0) return t`${name}: ${plural(left, { one: '# character to go.', other: '# characters to go.' })}`
  if (left < 0) return t`${name}: ${plural(-left, { one: '# character too many.', other: '# characters too many.' })}`
  return isValidIBAN(iban) ? t`${name}: complete, and the check digits match.` : t`${name}: the check digits do not match. Compare it with your bank statement.`
}

/** What can be said of a VAT number while it is typed; a national tax number is as good, so it is only said. */
export function taxNumberHint(typed: string): string {
  // Without letters in front it may be the number of any tax office.
  const found = /^\s*[a-z]{2}/i.test(typed) ? checkVAT(typed, countries) : null
  const code = found?.country?.isoCode.short
  if (!code) return t`With the letters of the country, such as DE136695976, or the number the tax office uses.`
  const name = countryName(code)
  if (found.isValid) return t`A VAT number of ${name}; the check digits match.`
  return t`It looks like a VAT number of ${name}, but the check digits do not match.`
}
