import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { labelOrCode, labels } from '@/lib/codes'
import { countryName } from '@/lib/country-name'
import { text } from '@/lib/i18n'
import { formatPercent } from '@/lib/numbers'
import { buyerStatuses } from '@/entities/buyer/statuses'
import { documentKinds } from '@/entities/document/kinds'
import { verdicts } from '@/entities/document/verdicts'
import { bankAccountFields, industries, legalForms, wants } from '@/entities/company/labels'
import { personRoles } from '@/entities/person/labels'
import { reasons } from '@/entities/application/reasons'
import { operatorRoles } from '@/entities/operator/roles'
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
  language_changed: msg`changed the language`,
  second_factor_begun: msg`started turning on two-factor sign-in`,
  second_factor_switched_on: msg`turned on two-factor sign-in`,
  second_factor_passed: msg`confirmed a sign-in with a code`,
  second_factor_failed: msg`entered a wrong code`,
  recovery_code_used: msg`used a recovery code`,
  second_factor_removed: msg`turned off two-factor sign-in`,
  stepped_up: msg`confirmed who they are`,
  step_up_failed: msg`entered a wrong password`,
  operator_added: msg`created the operator`,
  operator_roles_changed: msg`changed an operator’s roles`,
  operator_removed: msg`closed the operator’s account`,
  member_invited: msg`invited a person`,
  invitation_withdrawn: msg`withdrew an invitation`,
  member_joined: msg`joined the company`,
  member_role_changed: msg`changed a member’s role`,
  member_removed: msg`removed a member`,
  member_left: msg`left the company`,
  bank_account_changed: msg`changed the bank account`,
  approval_proposed: msg`proposed a change`,
  approval_refused: msg`refused a proposed change`,
  approval_withdrawn: msg`withdrew a proposed change`,
  approval_outdated: msg`found a proposed change out of date`,
  form_saved: msg`changed the application`,
  document_added: msg`added a document`,
  document_removed: msg`removed a document`,
  document_judged: msg`reviewed a document`,
  buyer_added: msg`added a buyer`,
  buyer_changed: msg`changed a buyer`,
  buyer_removed: msg`removed a buyer`,
  buyer_decided: msg`decided on a buyer`,
  receivable_entered: msg`entered an invoice`,
  receivable_changed: msg`changed an invoice`,
  receivable_document_added: msg`added a file to an invoice`,
  receivable_document_removed: msg`removed a file from an invoice`,
  receivable_submitted: msg`submitted an invoice`,
  receivable_withdrawn: msg`withdrew an invoice`,
  offer_accepted: msg`accepted an offer`,
  receivable_verified: msg`verified an invoice`,
  receivable_rejected: msg`rejected an invoice`,
  receivable_held: msg`put an invoice on hold`,
  receivable_released: msg`took an invoice off hold`,
  receivable_disputed: msg`entered a dispute`,
  dispute_resolved: msg`ended a dispute`,
  receivable_credited: msg`entered a credit note`,
  receivable_closed_short: msg`closed an invoice short`,
  receivable_charged_back: msg`charged an invoice back`,
  receivable_written_off: msg`wrote an invoice off`,
  receivable_extended: msg`gave a debtor more time`,
  receivable_undone: msg`undid the latest entry on an invoice`,
  receivable_duplicate_lifted: msg`lifted a check on an invoice`,
  debtor_credit_used: msg`used a debtor’s credit`,
  paid_to_seller: msg`entered that the debtor paid the seller`,
  debt_given_up: msg`let a company off a debt`,
  give_up_undone: msg`undid a waived debt`,
  receipt_part_undone: msg`undid what a receipt was used for`,
  payouts_released: msg`released payouts`,
  payouts_executed: msg`entered that payouts were carried out`,
  bank_file_written: msg`wrote a bank file`,
  debtor_asked: msg`asked a debtor to confirm an invoice`,
  debtor_answered: msg`answered for a debtor, by its link`,
  debtor_notified: msg`wrote a letter to a debtor`,
  paper_made: msg`had a paper made`,
  payout_returned: msg`entered that a payout came back`,
  money_sent_back: msg`sent money back to its payer`,
  receipt_entered: msg`entered a receipt`,
  receipt_explained: msg`explained a receipt`,
  statement_imported: msg`imported a bank statement`,
  statement_line_settled: msg`explained a line of a bank statement`,
  receipt_taken_back: msg`took a receipt back`,
  receipt_brought_back: msg`brought a receipt back that was taken back`,
  receipt_noted: msg`noted something of a receipt`,
  receipt_owned: msg`changed who looks after a receipt`,
  payer_forgotten: msg`forgot that a payer pays for a debtor`,
  bank_answered: msg`imported a bank’s answer`,
  facility_proposed: msg`offered a facility`,
  terms_proposed: msg`offered other terms`,
  terms_accepted: msg`accepted terms`,
  terms_declined: msg`declined terms`,
  terms_withdrawn: msg`withdrew terms`,
  facility_suspended: msg`suspended a facility`,
  facility_resumed: msg`resumed a facility`,
  facility_closed: msg`closed a facility`,
  terms_advertised: msg`changed the advertised terms`,
  supplier_invited: msg`invited a supplier`,
  supplier_joined: msg`joined a supplier programme`,
  supplier_removed: msg`took a supplier off the programme`,
  supplier_left: msg`left a supplier programme`,
  supplier_priced: msg`changed the price for a supplier`,
  automatic_payment_changed: msg`changed automatic early payment`,
  payable_entered: msg`entered a payable`,
  payable_approved: msg`approved a payable`,
  payable_credited: msg`entered a credit note for a payable`,
  debtor_changed: msg`changed a debtor`,
  debtor_limits_changed: msg`changed a debtor’s limits`,
  debtors_merged: msg`merged two debtors`,
  buyer_debtor_corrected: msg`linked a buyer to another debtor`,
  end_of_day_run: msg`worked on the end of a day`,
  receivable_taken_back: msg`took the offer for an invoice back`,
  receivable_lapsed: msg`let an invoice lapse`,
  case_taken: msg`assigned the case to themselves`,
  case_given_back: msg`unassigned the case`,
  submitted: msg`submitted the application`,
  resubmitted: msg`submitted the application again`,
  clock_moved: msg`moved business time ahead`,
  house_settings_changed: msg`changed our settings`,
  started_without_four_eyes: msg`started with one person deciding alone`,
  ledger_entry_booked: msg`booked an entry by hand`,
  house_accounts_changed: msg`changed our own bank accounts`,
})

/** What the machine noticed, with what belongs to it. */
const notices = labels<Schemas['NoticeCode']>({
  vat_form_wrong: msg({ message: 'The tax number looks like a VAT number of {country}, but its format is wrong.' }),
  vat_check_digit_wrong: msg({ message: 'The check digit of this VAT number ({country}) is wrong.' }),
  founded_recently: msg({ message: 'The company is less than {months} months old.' }),
  founded_long_ago: msg({ message: 'The company would be more than {years} years old.' }),
  person_very_old: msg({ message: 'Person {person} would be more than {years} years old.' }),
  holder_differs: msg`The account holder isn’t the company.`,
  iban_country_differs: msg({ message: 'The bank account is in another country ({iban}) than the company ({country}).' }),
  email_domain_differs: msg({ message: 'The applicant’s e-mail address ({email}) doesn’t match the website ({website}).' }),
  free_mail: msg({ message: 'The company has a website, but the applicant uses a free e-mail service ({email}).' }),
  phone_country_differs: msg({ message: 'The applicant’s phone number is from another country than the company ({country}).' }),
  no_owner: msg({ message: 'No owner with {minimumPercent} or more is named.' }),
  shares_incomplete: msg({ message: 'The shares named add up to {percent}, less than {minimumPercent}.' }),
  same_document: msg({ message: 'The same file was uploaded twice: as {kind} and as {other}.' }),
  same_entity: msg({ message: '{company} has the same registration or tax number.' }),
  same_name: msg({ message: 'Another application has the same company name: {company}.' }),
  known_debtor: msg({ message: 'A seller has named this company as a buyer: {company}.' }),
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
  people: msg`People`,
  ...Object.fromEntries(Object.entries(bankAccountFields).map(([field, label]) => [`bankAccount.${field}`, label])),
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
  operatorRoles: msg`Roles`,
  language: msg`Language`,
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
  const requested = /^(?:requested|documents)\.(\w+)$/.exec(field)?.[1]
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
  operatorRoles: operatorRoles.labelOf,
}

/** A value as people read it: the codes of closed sets by their labels. */
export function valueLabel(field: string, value: string): string {
  const label = codes[field] ?? codes[field.split('.').at(-1) ?? '']
  return label ? value.split(/, ?/).map(label).join(', ') : value
}

/** The parameters of a notice that are codes, as people read them. */
const noticeValues: Record<string, (code: string) => string> = {
  country: countryName,
  iban: countryName,
  percent: (percent) => formatPercent(Number(percent) / 100, 2),
  minimumPercent: (percent) => formatPercent(Number(percent) / 100, 2),
  kind: documentKinds.labelOf,
  other: documentKinds.labelOf,
}

/** What the machine noticed, as a sentence. */
export function noticeText({ code, params }: Pick<Schemas['NoticeBody'], 'code' | 'params'>): string {
  const label = notices.find(code)
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, noticeValues[name]?.(String(value)) ?? value]))
  return label ? text({ ...label, values }) : code
}
