import type { Schemas } from '@/api/client'
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

export const legalForms: Record<Schemas['LegalForm'], string> = {
  sole_trader: 'Sole trader',
  partnership: 'Partnership',
  private_limited: 'Private limited company',
  public_limited: 'Public limited company',
  cooperative: 'Cooperative',
  other: 'Other',
}

export const industries: Record<Schemas['Industry'], string> = {
  agriculture: 'Agriculture',
  manufacturing: 'Manufacturing',
  construction: 'Construction',
  wholesale_retail: 'Wholesale and retail',
  transport: 'Transport',
  hospitality: 'Hospitality',
  technology: 'Technology',
  professional_services: 'Professional services',
  other: 'Other',
}

export const wants: Record<Schemas['Want'], string> = {
  seller: 'Sell my invoices (factoring)',
  buyer: 'Let my suppliers be paid early (reverse factoring)',
}

export const personRoles: Record<Schemas['PersonRole'], string> = {
  director: 'Director',
  signatory: 'May sign for the company',
  owner: 'Owns 25 % or more',
}

/** Why an application was disapproved. The server tells applicants only the reasons they may learn. */
export const reasons: Record<Schemas['DisapprovalReason'], string> = {
  not_eligible: 'Not eligible: the company is not one we finance',
  unverifiable: 'What the company says could not be verified',
  high_risk: 'The risk is too high',
  sanctions: 'Sanctions',
  fraud_suspected: 'Fraud is suspected',
  other: 'Another reason',
}

export const buyerStatuses: Record<Schemas['BuyerStatus'], { label: string; palette: string }> = {
  pending: { label: 'Pending', palette: 'orange' },
  approved: { label: 'Approved', palette: 'green' },
  declined: { label: 'Declined', palette: 'red' },
}
