import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { text } from '@/lib/i18n'
import { buyerStatuses, documentKinds, industries, legalForms, personRoles, reasons, wants } from '@/lib/labels'
import { decisionDeeds, statusTitles } from '@/lib/onboarding-status'

export const verdicts: Record<Schemas['Verdict'], { label: MessageDescriptor; palette: string }> = {
  pending: { label: msg`Not looked at`, palette: 'primary' },
  accepted: { label: msg`Accepted`, palette: 'green' },
  rejected: { label: msg`Rejected`, palette: 'red' },
}

/** What else than decisions is done. */
const otherDeeds: Record<Exclude<Schemas['AuditAction'], keyof typeof decisionDeeds>, MessageDescriptor> = {
  signed_up: msg`signed up`,
  signed_in: msg`signed in`,
  signed_out: msg`signed out`,
  phone_changed: msg`changed the phone number`,
  phone_verified: msg`verified the phone`,
  email_link_sent: msg`asked for a link to confirm the address`,
  email_verified: msg`confirmed the address`,
  password_link_sent: msg`asked for a link to set a password`,
  password_changed: msg`set a password`,
  second_factor_begun: msg`began to switch two-factor sign-in on`,
  second_factor_switched_on: msg`switched two-factor sign-in on`,
  second_factor_passed: msg`gave the code of a sign-in`,
  recovery_code_used: msg`used a recovery code`,
  second_factor_removed: msg`switched two-factor sign-in off`,
  operator_added: msg`made the operator`,
  form_saved: msg`changed the form`,
  document_added: msg`added a document`,
  document_removed: msg`removed a document`,
  document_judged: msg`judged a document`,
  buyer_added: msg`added a buyer`,
  buyer_decided: msg`decided on a buyer`,
  case_taken: msg`took the case`,
  case_given_back: msg`gave the case back`,
  submitted: msg`submitted the application`,
  resubmitted: msg`submitted the application again`,
}

/** What somebody did, behind their name; what has no text here is told by its code. */
export const deed = (action: string) => named({ ...otherDeeds, ...decisionDeeds }[action as Schemas['AuditAction']], action)

const fields: Record<string, MessageDescriptor> = {
  'company.legalName': msg`Legal name`,
  'company.tradingName': msg`Trading name`,
  'company.legalForm': msg`Legal form`,
  'company.registrationNumber': msg`Registration number`,
  'company.taxNumber': msg`Tax or VAT number`,
  'company.incorporatedOn': msg`Incorporated on`,
  'company.country': msg`Country`,
  'company.address.line1': msg`Street`,
  'company.address.line2': msg`Street, second line`,
  'company.address.city': msg`City`,
  'company.address.region': msg`Region`,
  'company.address.postalCode': msg`Postal code`,
  'company.website': msg`Website`,
  'company.industry': msg`Industry`,
  'company.yearlyTurnover': msg`Turnover of the last year`,
  'company.wants': msg`Wants to`,
  'bankAccount.holder': msg`Account holder`,
  'bankAccount.iban': msg`IBAN`,
  'bankAccount.accountNumber': msg`Account number`,
  'bankAccount.bic': msg`BIC`,
  'bankAccount.currency': msg`Account currency`,
}

const personFields: Record<string, MessageDescriptor> = {
  fname: msg`First name`,
  lname: msg`Last name`,
  bornOn: msg`Born on`,
  nationality: msg`Nationality`,
  roles: msg`Roles`,
  ownershipPercent: msg`Share`,
}

/** What else the audit trail tells of. */
const others: Record<string, MessageDescriptor> = {
  status: msg`Status`,
  reasons: msg`Reasons`,
  note: msg`Note`,
  kind: msg`Kind`,
  name: msg`Name`,
  sha256: msg`Fingerprint (SHA-256)`,
  verdict: msg`Verdict`,
  reason: msg`Reason`,
  legalName: msg`Legal name`,
  registrationNumber: msg`Registration number`,
  contactName: msg`Contact person`,
  contactEmail: msg`E-mail of the contact`,
  expectedYearlyVolume: msg`Expected yearly volume`,
  paymentTermsDays: msg`Payment terms in days`,
  country: msg`Country`,
  email: msg`E-mail address`,
  emailVerified: msg`Address confirmed`,
  fname: msg`First name`,
  lname: msg`Last name`,
  phone: msg`Phone`,
  phoneVerified: msg`Phone verified`,
  role: msg`Role`,
  secondFactor: msg`Two-factor sign-in`,
  recoveryCodesLeft: msg`Recovery codes left`,
}

/** A field as people call it; what has no name here keeps its own. */
export function fieldLabel(field: string): string {
  const [, index, part = ''] = /^people\[(\d+)\]\.(\w+)$/.exec(field) ?? []
  if (index !== undefined) {
    const number = Number(index) + 1
    const name = named(personFields[part], part)
    return t`Person ${number}: ${name}`
  }
  const requested = /^requested\.(\w+)$/.exec(field)?.[1]
  if (requested) return named(documentKinds[requested as Schemas['DocumentKind']]?.title, requested)
  return named(fields[field] ?? others[field], field)
}

const named = (label: MessageDescriptor | undefined, code: string) => (label ? text(label) : code)

type Titled = Record<string, { title: MessageDescriptor } | { label: MessageDescriptor }>

const titles = (texts: Titled): Record<string, MessageDescriptor> =>
  Object.fromEntries(Object.entries(texts).map(([code, one]) => [code, 'title' in one ? one.title : one.label]))

const codes: Record<string, Record<string, MessageDescriptor>> = {
  // Both the application's and a buyer's are recorded as `status`.
  status: { ...statusTitles, ...titles(buyerStatuses) },
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
  return known ? value.split(', ').map((code) => named(known[code], code)).join(', ') : value
}
