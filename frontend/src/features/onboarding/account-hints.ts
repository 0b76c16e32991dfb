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
  if (country.length < 2) return t`Starts with the country code. Spaces are fine.`
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
  if (!code) return t`With country code, such as DE136695976, or the number your tax office uses.`
  const name = countryName(code)
  if (found.isValid) return t`VAT number from ${name}; the check digits match.`
  return t`This looks like a VAT number from ${name}, but the check digits don’t match.`
}

const digitsOf = (typed: string) => typed.replace(/[\s-]/g, '')

/** How a number of so many digits stands while it is typed; null once it is whole. */
function digitsLeft(typed: string, whole: number): string | null {
  const digits = digitsOf(typed)
  if (/\D/.test(digits)) return t`Digits only.`
  const left = whole - digits.length
  if (left > 0) return plural(left, { one: '# digit to go.', other: '# digits to go.' })
  return left < 0 ? plural(-left, { one: '# digit too many.', other: '# digits too many.' }) : null
}

/** A sort code as it is printed, as far as it is typed; what is none stays as it is. */
export function groupSortCode(typed: string): string {
  const digits = digitsOf(typed)
  return /^\d{1,6}$/.test(digits) ? (digits.match(/.{1,2}/g) ?? []).join('-') : typed
}

/** What can be said of a sort code while it is typed. */
export function sortCodeHint(typed: string): string {
  if (digitsOf(typed) === '') return t`Six digits, such as 12-34-56.`
  return digitsLeft(typed, 6) ?? t`Complete.`
}

/** What can be said of a routing number while it is typed: its check digit (ABA). The server decides. */
export function routingNumberHint(typed: string): string {
  const digits = digitsOf(typed)
  if (digits === '') return t`Nine digits, at the bottom left of a cheque.`
  const left = digitsLeft(typed, 9)
  if (left !== null) return left
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0), 0)
  return sum % 10 === 0 ? t`Complete, the check digit matches.` : t`The check digit doesn’t match. Check the number against your bank statement.`
}
