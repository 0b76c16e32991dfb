import type { Schemas } from '@/api/client'
import { buyerStatuses, documentKinds, industries, legalForms, personRoles, reasons, wants } from '@/lib/labels'
import { statusTexts, type OnboardingStatus } from '@/lib/onboarding-status'

/** The statuses as an operator thinks of them: what waits comes first. */
export const tabs: { status: OnboardingStatus; label: string }[] = [
  { status: 1, label: 'Waiting' },
  { status: 4, label: 'Documents asked for' },
  { status: 2, label: 'Approved' },
  { status: 3, label: 'Disapproved' },
  { status: 0, label: 'Drafts' },
]

export const statusPalettes: Record<OnboardingStatus, string> = { 0: 'primary', 1: 'orange', 2: 'green', 3: 'red', 4: 'purple' }

export const verdicts: Record<Schemas['Verdict'], { label: string; palette: string }> = {
  pending: { label: 'Not looked at', palette: 'primary' },
  accepted: { label: 'Accepted', palette: 'green' },
  rejected: { label: 'Rejected', palette: 'red' },
}

/** What somebody did, behind their name. */
export const actions: Record<Schemas['AuditAction'], string> = {
  signed_up: 'signed up',
  signed_in: 'signed in',
  signed_out: 'signed out',
  phone_changed: 'changed the phone number',
  phone_verified: 'verified the phone',
  email_link_sent: 'asked for a link to confirm the address',
  email_verified: 'confirmed the address',
  password_link_sent: 'asked for a link to set a password',
  password_changed: 'set a password',
  second_factor_begun: 'began to switch two-factor sign-in on',
  second_factor_switched_on: 'switched two-factor sign-in on',
  second_factor_passed: 'gave the code of a sign-in',
  recovery_code_used: 'used a recovery code',
  second_factor_removed: 'switched two-factor sign-in off',
  operator_added: 'made the operator',
  form_saved: 'changed the form',
  document_added: 'added a document',
  document_removed: 'removed a document',
  document_judged: 'judged a document',
  buyer_added: 'added a buyer',
  buyer_decided: 'decided on a buyer',
  case_taken: 'took the case',
  case_given_back: 'gave the case back',
  submitted: 'submitted the application',
  resubmitted: 'submitted the application again',
  approved: 'approved the application',
  disapproved: 'disapproved the application',
  documents_requested: 'asked for documents',
  reopened: 'reopened the application',
}

const fields: Record<string, string> = {
  'company.legalName': 'Legal name',
  'company.tradingName': 'Trading name',
  'company.legalForm': 'Legal form',
  'company.registrationNumber': 'Registration number',
  'company.taxNumber': 'Tax or VAT number',
  'company.incorporatedOn': 'Incorporated on',
  'company.country': 'Country',
  'company.address.line1': 'Street',
  'company.address.line2': 'Street, second line',
  'company.address.city': 'City',
  'company.address.region': 'Region',
  'company.address.postalCode': 'Postal code',
  'company.website': 'Website',
  'company.industry': 'Industry',
  'company.yearlyTurnover': 'Turnover of the last year',
  'company.wants': 'Wants to',
  'bankAccount.holder': 'Account holder',
  'bankAccount.iban': 'IBAN',
  'bankAccount.accountNumber': 'Account number',
  'bankAccount.bic': 'BIC',
  'bankAccount.currency': 'Account currency',
}

const personFields: Record<string, string> = {
  fname: 'First name',
  lname: 'Last name',
  bornOn: 'Born on',
  nationality: 'Nationality',
  roles: 'Roles',
  ownershipPercent: 'Share',
}

/** What else the audit trail tells of. */
const others: Record<string, string> = {
  status: 'Status',
  reasons: 'Reasons',
  note: 'Note',
  kind: 'Kind',
  name: 'Name',
  sha256: 'Fingerprint (SHA-256)',
  verdict: 'Verdict',
  reason: 'Reason',
  legalName: 'Legal name',
  registrationNumber: 'Registration number',
  contactName: 'Contact person',
  contactEmail: 'E-mail of the contact',
  expectedYearlyVolume: 'Expected yearly volume',
  paymentTermsDays: 'Payment terms in days',
  country: 'Country',
  email: 'E-mail address',
  emailVerified: 'Address confirmed',
  fname: 'First name',
  lname: 'Last name',
  phone: 'Phone',
  phoneVerified: 'Phone verified',
  role: 'Role',
  secondFactor: 'Two-factor sign-in',
  recoveryCodesLeft: 'Recovery codes left',
}

/** A field as people call it; what has no name here keeps its own. */
export function fieldLabel(field: string): string {
  const person = /^people\[(\d+)\]\.(\w+)$/.exec(field)
  if (person) return `Person ${Number(person[1]) + 1}: ${personFields[person[2] ?? ''] ?? person[2] ?? ''}`
  const requested = /^requested\.(\w+)$/.exec(field)?.[1]
  if (requested) return documentKinds[requested as Schemas['DocumentKind']]?.title ?? requested
  return fields[field] ?? others[field] ?? field
}

const titles = <T extends string>(texts: Record<T, { title: string } | { label: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries<{ title: string } | { label: string }>(texts).map(([code, text]) => [code, 'title' in text ? text.title : text.label]))

const codes: Record<string, Record<string, string>> = {
  status: titles({ ...statusTexts, ...buyerStatuses }),
  kind: titles(documentKinds),
  verdict: titles(verdicts),
  reasons,
  'company.legalForm': legalForms,
  'company.industry': industries,
  'company.wants': wants,
  roles: personRoles,
}

/** A value as people read it: the codes of closed sets by their labels. */
export function valueLabel(field: string, value: string): string {
  const known = codes[field] ?? codes[field.split('.').at(-1) ?? '']
  return known ? value.split(', ').map((code) => known[code] ?? code).join(', ') : value
}
