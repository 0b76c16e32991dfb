import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'

type Schemas = components['schemas']

export const legalForms = labels<Schemas['LegalForm']>({
  sole_trader: msg`Sole trader`,
  partnership: msg`Partnership`,
  private_limited: msg`Private limited company`,
  public_limited: msg`Public limited company`,
  cooperative: msg`Cooperative`,
  other: msg`Other`,
})

export const industries = labels<Schemas['Industry']>({
  agriculture: msg`Agriculture`,
  manufacturing: msg`Manufacturing`,
  construction: msg`Construction`,
  wholesale_retail: msg`Wholesale and retail`,
  transport: msg`Transport and logistics`,
  hospitality: msg`Hospitality`,
  technology: msg`Technology`,
  professional_services: msg`Professional services`,
  other: msg`Other`,
})

export const wants = labels<Schemas['Want']>({
  seller: msg`Sell my invoices (factoring)`,
  buyer: msg`Let my suppliers be paid early (reverse factoring)`,
  supplier: msg`Get paid early by a customer`,
})

/** What they want, where there is no room for a sentence. */
export const products = labels<Schemas['Want']>({
  seller: msg`Factoring`,
  buyer: msg`Reverse factoring`,
  supplier: msg`Early payment`,
})

/** What an account is told by. */
export const bankAccountFields = {
  holder: msg`Account holder`,
  iban: msg`IBAN`,
  sortCode: msg`Sort code`,
  routingNumber: msg`Routing number`,
  accountNumber: msg`Account number`,
  bic: msg`BIC`,
  currency: msg`Account currency`,
} satisfies Partial<Record<keyof Schemas['BankAccountBody'], MessageDescriptor>>

/** In groups of four, as an IBAN is printed. */
export const groupedIban = (iban: string): string => iban.match(/.{1,4}/g)?.join(' ') ?? iban

/** What one account is told from others by. */
export function accountOf({ iban, accountNumber }: Schemas['BankAccountBody']): string {
  return iban ? groupedIban(iban) : (accountNumber ?? '–')
}
