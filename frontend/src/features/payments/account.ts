import type { Schemas } from '@/api/client'
import { groupedIban } from '@/entities/company/labels'

/** What one account is told from others by. */
export function accountOf({ iban, accountNumber }: Schemas['BankAccountBody']): string {
  return iban ? groupedIban(iban) : (accountNumber ?? '–')
}
