import { plural, t } from '@lingui/core/macro'

/** How an IBAN begins; what else can be said of it, `account-hints` says. */
export const startOfIban = () => t`Starts with the country code. Spaces are fine.`

export const startOfTaxNumber = () => t`With country code, such as DE136695976, or the number your tax office uses.`

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
