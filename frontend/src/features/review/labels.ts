import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { labelOrCode, labels } from '@/lib/codes'
import { text } from '@/lib/i18n'
import { buyerStatuses } from '@/entities/buyer/statuses'
import { documentKinds } from '@/entities/document/kinds'
import { verdicts } from '@/entities/document/verdicts'
import { industries, legalForms, wants } from '@/entities/company/labels'
import { personRoles } from '@/entities/person/labels'
import { reasons } from '@/entities/application/reasons'
import { decisionDeeds } from '@/entities/application/decisions'
import { statusTitles } from '@/entities/application/status'

const deeds = labels<Schemas['AuditAction']>({
  ...decisionDeeds,
  signed_up: msg`signed up`,
  signed_in: msg`signed in`,
  signed_out: msg`signed out`,
  session_ended: msg`ended a session`,
  email_changed: msg`changed the e-mail address`,
  phone_changed: msg`changed the phone number`,
  phone_verified: msg`verified the phone number`,
  email_link_sent: msg`requested a link to confirm the e-mail address`,
  email_verified: msg`confirmed the e-mail address`,
  password_link_sent: msg`requested a link to set a password`,
  password_changed: msg`set a password`,
  second_factor_begun: msg`started turning on two-factor sign-in`,
  second_factor_switched_on: msg`turned on two-factor sign-in`,
  second_factor_passed: msg`confirmed a sign-in with a code`,
  second_factor_failed: msg`entered a wrong code`,
  recovery_code_used: msg`used a recovery code`,
  second_factor_removed: msg`turned off two-factor sign-in`,
  operator_added: msg`created the operator`,
  form_saved: msg`changed the application`,
  document_added: msg`added a document`,
  document_removed: msg`removed a document`,
  document_judged: msg`reviewed a document`,
  buyer_added: msg`added a buyer`,
  buyer_changed: msg`changed a buyer`,
  buyer_removed: msg`removed a buyer`,
  buyer_decided: msg`decided on a buyer`,
  case_taken: msg`assigned the case to themselves`,
  case_given_back: msg`unassigned the case`,
  submitted: msg`submitted the application`,
  resubmitted: msg`submitted the application again`,
})

/** What somebody did, behind their name; what has no text here is told by its code. */
export const deed = deeds.labelOf

const fields: Record<string, MessageDescriptor> = {
  'company.legalName': msg`Legal name`,
  'company.tradingName': msg`Trading name`,
  'company.legalForm': msg`Legal form`,
  'company.registrationNumber': msg`Registration number`,
  'company.taxNumber': msg`Tax or VAT number`,
  'company.incorporatedOn': msg`Date of incorporation`,
  'company.country': msg`Country`,
  'company.address.line1': msg`Street`,
  'company.address.line2': msg`Address line 2`,
  'company.address.city': msg`City`,
  'company.address.region': msg`Region`,
  'company.address.postalCode': msg`Postal code`,
  'company.address.country': msg`Country of the address`,
  'company.website': msg`Website`,
  'company.industry': msg`Industry`,
  'company.yearlyTurnover': msg`Last year’s turnover`,
  'company.wants': msg`Requested services`,
  'bankAccount.holder': msg`Account holder`,
  'bankAccount.iban': msg`IBAN`,
  'bankAccount.sortCode': msg`Sort code`,
  'bankAccount.routingNumber': msg`Routing number`,
  'bankAccount.accountNumber': msg`Account number`,
  'bankAccount.bic': msg`BIC`,
  'bankAccount.currency': msg`Account currency`,
}

const personFields: Record<string, MessageDescriptor> = {
  fname: msg`First name`,
  lname: msg`Last name`,
  bornOn: msg`Date of birth`,
  nationality: msg`Nationality`,
  roles: msg`Roles`,
  ownershipPercent: msg`Ownership`,
}

/** What else the audit trail tells of. */
const others: Record<string, MessageDescriptor> = {
  status: msg`Status`,
  reasons: msg`Reasons`,
  note: msg`Note`,
  kind: msg`Document type`,
  name: msg`Name`,
  sha256: msg`Fingerprint (SHA-256)`,
  verdict: msg`Review result`,
  reason: msg`Reason`,
  legalName: msg`Legal name`,
  registrationNumber: msg`Registration number`,
  contactName: msg`Contact person`,
  contactEmail: msg`Contact e-mail`,
  expectedYearlyVolume: msg`Expected yearly volume`,
  paymentTermsDays: msg`Payment terms in days`,
  country: msg`Country`,
  email: msg`E-mail address`,
  emailVerified: msg`E-mail address confirmed`,
  fname: msg`First name`,
  lname: msg`Last name`,
  phone: msg`Phone`,
  phoneVerified: msg`Phone number verified`,
  role: msg`Role`,
  secondFactor: msg`Two-factor sign-in`,
  recoveryCodesLeft: msg`Recovery codes left`,
}

/** A field as people call it; what has no name here keeps its own. */
export function fieldLabel(field: string): string {
  const [, index, part = ''] = /^people\[(\d+)\]\.(\w+)$/.exec(field) ?? []
  if (index !== undefined) {
    const number = Number(index) + 1
    const name = labelOrCode(personFields[part], part)
    return t`Person ${number}: ${name}`
  }
  const requested = /^requested\.(\w+)$/.exec(field)?.[1]
  if (requested) return documentKinds.labelOf(requested)
  return labelOrCode(fields[field] ?? others[field], field)
}

/** Both the application's and a buyer's are recorded as `status`. */
function statusLabel(code: string): string {
  const title = statusTitles[code]
  return title ? text(title) : buyerStatuses.labelOf(code)
}

const codes: Record<string, (code: string) => string> = {
  status: statusLabel,
  kind: documentKinds.labelOf,
  verdict: verdicts.labelOf,
  reasons: reasons.labelOf,
  'company.legalForm': legalForms.labelOf,
  'company.industry': industries.labelOf,
  'company.wants': wants.labelOf,
  roles: personRoles.labelOf,
}

/** A value as people read it: the codes of closed sets by their labels. */
export function valueLabel(field: string, value: string): string {
  const label = codes[field] ?? codes[field.split('.').at(-1) ?? '']
  return label ? value.split(', ').map(label).join(', ') : value
}
