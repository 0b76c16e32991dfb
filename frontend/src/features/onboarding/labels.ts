import type { DocumentKind } from '@/api/onboarding'

/** A closed set as the options of a list. */
export function choices<T extends string>(labels: Record<T, string>): { value: T; label: string }[] {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }))
}

export const documentKinds: Record<DocumentKind, { title: string; help: string }> = {
  incorporation_certificate: { title: 'Certificate of incorporation', help: 'The extract of the commercial register, not older than three months.' },
  proof_of_address: { title: 'Proof of address', help: 'A utility bill or an official letter to the registered address.' },
  identity_document: { title: 'Identity document', help: 'Passport or identity card of each person who signs; both sides of a card.' },
  bank_statement: { title: 'Last bank statement', help: 'Of the account named in this form.' },
  annual_accounts: { title: 'Latest annual accounts', help: 'Balance sheet and profit and loss account.' },
  aged_receivables: { title: 'Aged receivables report', help: 'Open invoices by buyer and age. Only sellers need it.' },
}
