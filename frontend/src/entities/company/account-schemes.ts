import { msg } from '@lingui/core/macro'
import { labels } from '@/lib/codes'

/** By what money finds an account. */
export type Scheme = 'iban' | 'sortCode' | 'routingNumber' | 'bic'

export const schemes = labels<Scheme>({
  iban: msg`IBAN`,
  sortCode: msg`Sort code and account number (United Kingdom)`,
  routingNumber: msg`Routing number and account number (United States)`,
  bic: msg`Account number and BIC (other countries)`,
})

/** The fields of an account as they are typed. */
export interface TypedAccount {
  holder: string
  iban: string
  sortCode: string
  routingNumber: string
  accountNumber: string
  bic: string
  currency: string
}

type Bank = TypedAccount

/** What is asked for with each, the telling one first. */
export const FIELDS: Readonly<Record<Scheme, readonly (keyof Bank)[]>> = {
  iban: ['iban'],
  sortCode: ['sortCode', 'accountNumber'],
  routingNumber: ['routingNumber', 'accountNumber'],
  bic: ['accountNumber', 'bic'],
}

/** Where accounts have a number of their own; the server knows the same. */
const NATIONAL: readonly (readonly [Scheme, readonly string[]])[] = [
  ['sortCode', ['GB', 'GG', 'IM', 'JE']],
  ['routingNumber', ['US', 'AS', 'GU', 'MP', 'PR', 'VI']],
]

/** What to show first: what is given, else what is usual in the company's country. */
export function usualScheme(bank: Bank, country: string): Scheme {
  const isGiven = (field: keyof Bank) => Boolean(bank[field])
  if (isGiven('iban')) return 'iban'
  if (isGiven('sortCode')) return 'sortCode'
  if (isGiven('routingNumber')) return 'routingNumber'
  if (isGiven('bic')) return 'bic'
  const national = NATIONAL.find(([, countries]) => countries.includes(country))
  return national?.[0] ?? (isGiven('accountNumber') ? 'bic' : 'iban')
}
