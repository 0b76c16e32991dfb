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
import { statusTitles } from '@/entities/application/status'

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
  balances: msg`Statement balances`,
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
