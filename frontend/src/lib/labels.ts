import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from './codes'
import type { Term } from './glossary'

type Schemas = components['schemas']

interface KindTexts {
  label: MessageDescriptor
  help: MessageDescriptor
  term?: Term
}

export const documentKinds = labels<Schemas['DocumentKind'], KindTexts>({
  incorporation_certificate: { label: msg`Certificate of incorporation`, help: msg`Extract from the commercial register, no more than three months old.` },
  proof_of_address: { label: msg`Proof of address`, help: msg`Utility bill or official letter sent to the registered address.` },
  identity_document: { label: msg`Identity document`, help: msg`Passport or identity card of everyone authorised to sign; both sides of a card.` },
  bank_statement: { label: msg`Last bank statement`, help: msg`For the bank account in your application.` },
  annual_accounts: { label: msg`Latest annual accounts`, help: msg`Balance sheet and profit and loss account.` },
  aged_receivables: { label: msg`Aged receivables report`, help: msg`Open invoices by buyer and age. Needed only if you sell invoices.`, term: 'agedReceivables' },
})

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
})

export const personRoles = labels<Schemas['PersonRole']>({
  director: msg`Director`,
  signatory: msg`Authorised to sign`,
  owner: msg`Owns 25% or more`,
})

/** Why an application was disapproved. The server tells applicants only the reasons they may learn. */
export const reasons = labels<Schemas['DisapprovalReason']>({
  not_eligible: msg`Not eligible: we don’t finance this type of company`,
  unverifiable: msg`We couldn’t verify the company’s details`,
  high_risk: msg`The risk is too high`,
  sanctions: msg`Sanctions`,
  fraud_suspected: msg`Fraud is suspected`,
  other: msg`Another reason`,
})

export const buyerStatuses = labels<Schemas['BuyerStatus'], Badged>({
  pending: { label: msg`Pending approval`, palette: 'orange' },
  approved: { label: msg`Approved`, palette: 'green' },
  declined: { label: msg`Declined`, palette: 'red' },
})
