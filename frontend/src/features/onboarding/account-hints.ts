import { plural, t } from '@lingui/core/macro'
import { countrySpecs, electronicFormatIBAN, friendlyFormatIBAN, isValidIBAN } from 'ibantools'
import { checkVAT, countries } from 'jsvat-next'
import { countryName } from '@/lib/country-name'
import { startOfIban, startOfTaxNumber } from './account-numbers'

/** Whether somebody is still typing an IBAN of a country that has them. */
export function isUnfinished(typed: string): boolean {
  const iban = electronicFormatIBAN(typed) ?? ''
  return iban.length < (countrySpecs[iban.slice(0, 2)]?.chars ?? 0)
}

/** In groups of four, as on a bank statement, once it is whole. */
export function groupIban(typed: string): string {
  const iban = electronicFormatIBAN(typed)
  return (iban && isValidIBAN(iban) && friendlyFormatIBAN(iban)) || typed
}

/** What can be said of an IBAN while it is typed. The server decides. */
export function ibanHint(typed: string): string {
  const iban = electronicFormatIBAN(typed) ?? ''
  const country = iban.slice(0, 2)
  if (country.length < 2) return startOfIban()
  const length = countrySpecs[country]?.chars
  const name = /^[A-Z]{2}$/.test(country) ? countryName(country) : country
  if (!length) return t`No IBAN starts with ${country}.`
  const left = length - iban.length
  if (left > 0) return t`${name}: ${plural(left, { one: '# character to go.', other: '# characters to go.' })}`
  if (left < 0) return t`${name}: ${plural(-left, { one: '# character too many.', other: '# characters too many.' })}`
  return isValidIBAN(iban) ? t`${name}: complete, the check digits match.` : t`${name}: the check digits don’t match. Check the IBAN against your bank statement.`
}

/** What can be said of a VAT number while it is typed; a national tax number is as good, so it is only said. */
export function taxNumberHint(typed: string): string {
  // Without letters in front it may be the number of any tax office.
  const found = /^\s*[a-z]{2}/i.test(typed) ? checkVAT(typed, countries) : null
  const code = found?.country?.isoCode.short
  if (!code) return startOfTaxNumber()
  const name = countryName(code)
  if (found.isValid) return t`VAT number from ${name}; the check digits match.`
  return t`This looks like a VAT number from ${name}, but the check digits don’t match.`
}
