import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { byCode, labels } from '@/lib/codes'
import { textIfWhole } from '@/lib/i18n'
import { formatPercent } from '@/lib/numbers'
import { personRoles } from '@/entities/person/labels'

type Requirement = Schemas['RequirementBody']

/** The questions of the form, by their fields; of a person, without which one. */
const questions = labels({
  'company.wants': msg`Choose what you want to use Sooner for.`,
  'company.legalName': msg`Enter the legal name.`,
  'company.legalForm': msg`Choose the legal form.`,
  'company.registrationNumber': msg`Enter the registration number.`,
  'company.taxNumber': msg`Enter the tax or VAT number.`,
  'company.incorporatedOn': msg`Enter the date of incorporation or the start of business.`,
  'company.country': msg`Choose the country of registration.`,
  'company.address.line1': msg`Enter the street and number.`,
  'company.address.city': msg`Enter the city.`,
  'company.address.postalCode': msg`Enter the postal code.`,
  'company.address.country': msg`Choose the country of the address.`,
  'company.industry': msg`Choose the industry.`,
  'company.yearlyTurnover': msg`Enter last year’s turnover.`,
  'people[].fname': msg`Enter the first name.`,
  'people[].lname': msg`Enter the last name.`,
  'people[].bornOn': msg`Enter the date of birth.`,
  'people[].nationality': msg`Choose the nationality.`,
  'people[].roles': msg`Choose at least one role.`,
  'people[].ownershipPercent': msg({ message: 'Enter the ownership: {minimumPercent} or more.' }),
  'bankAccount.holder': msg`Enter the account holder.`,
  'bankAccount.currency': msg`Choose the account currency.`,
  'bankAccount.iban': msg`Enter your IBAN, or an account number and a BIC.`,
  'bankAccount.sortCode': msg`Enter the sort code, or your IBAN.`,
  'bankAccount.routingNumber': msg`Enter the routing number.`,
  'bankAccount.accountNumber': msg`Enter the account number.`,
  'bankAccount.bic': msg`Enter the BIC for this account number.`,
})

const roleHolders = labels<Schemas['PersonRole']>({
  director: msg`Add at least one director.`,
  signatory: msg`Add at least one person authorised to sign.`,
  owner: msg`Add at least one beneficial owner.`,
})

/** Answers that cannot be right. */
const conflicts = labels({
  in_the_future: msg`Enter today’s date or an earlier one.`,
  under_age: msg({ message: 'This person must be at least {minimumAge} years old.' }),
  owner_share: msg({ message: 'This person holds {minimumPercent} or more: select “{ownerRole}” as well.' }),
  shares_over_whole: msg`The shares add up to more than 100%. Correct them.`,
  routing_number_abroad: msg`Accounts with a routing number have no IBAN and no sort code. Keep what is of one account.`,
  sort_code_of_another_bank: msg`This sort code isn’t the one in the IBAN. Correct or remove it.`,
  number_of_another_account: msg`This account number isn’t the one in the IBAN. Correct or remove it.`,
  number_not_british: msg`Account numbers with a sort code have 6 to 8 digits.`,
  number_not_american: msg`Account numbers with a routing number have 4 to 17 digits.`,
})

const documents = labels<Schemas['DocumentKind']>({
  incorporation_certificate: msg`Upload the certificate of incorporation.`,
  proof_of_address: msg`Upload the proof of address.`,
  identity_document: msg`Upload the identity document.`,
  bank_statement: msg`Upload the last bank statement.`,
  annual_accounts: msg`Upload the latest annual accounts.`,
  aged_receivables: msg`Upload the aged receivables report.`,
})

/** The kinds of documents inside a sentence. */
const kindsInside = labels<Schemas['DocumentKind']>({
  incorporation_certificate: msg`certificate of incorporation`,
  proof_of_address: msg`proof of address`,
  identity_document: msg`identity document`,
  bank_statement: msg`last bank statement`,
  annual_accounts: msg`latest annual accounts`,
  aged_receivables: msg`aged receivables report`,
})

/** How each value is written: of a newer one, nobody here knows what it means. */
const values = byCode<string, (value: number) => string>({
  minimumPercent: (percent) => formatPercent(percent / 100, 2),
  minimumAge: String,
})

function valuesOf({ params }: Requirement): Record<string, string> {
  const written = Object.entries(params).flatMap(([name, value]) => (typeof value === 'number' ? [[name, values.find(name)?.(value) ?? String(value)]] : []))
  return { ...(Object.fromEntries(written) as Record<string, string>), ownerRole: personRoles.labelOf('owner') }
}

const param = ({ params }: Requirement, name: string) => String(params[name] ?? '')

function say(requirement: Requirement, found: ReturnType<typeof questions.find>): string | undefined {
  return found && textIfWhole(found, valuesOf(requirement))
}

function uploadOf(requirement: Requirement): string | undefined {
  const [kind, count] = [param(requirement, 'kind'), Number(requirement.params.wanted)]
  if (!(count > 1)) return say(requirement, documents.find(kind))
  return kind === 'identity_document' ? t`Upload the identity document of each of the ${count} signatories.` : undefined
}

function againOf(requirement: Requirement): string | undefined {
  const code = param(requirement, 'kind')
  if (!kindsInside.find(code)) return undefined
  const [kind, reason] = [kindsInside.labelOf(code), param(requirement, 'reason')]
  if (reason === '') return undefined
  return t`Upload the ${kind} again: ${reason}`
}

const ofAnyPerson = (field: string) => field.replace(/^people\[\d+\]/, 'people[]')

/** What is asked for: a code without words does not compile. */
const texts = byCode<Schemas['RequirementCode'], (requirement: Requirement) => string | undefined>({
  missing: (requirement) => say(requirement, 'role' in requirement.params ? roleHolders.find(param(requirement, 'role')) : questions.find(ofAnyPerson(requirement.field))),
  inconsistent: (requirement) => say(requirement, conflicts.find(param(requirement, 'conflict'))),
  document_missing: uploadOf,
  document_requested: againOf,
  buyer_missing: () => t`Add at least one buyer that you invoice.`,
})

/** What is asked for, said at its field: there, nobody needs to be told which person it is about. What this version has no words for, the server says. */
export function fieldText(requirement: Requirement): string {
  return texts.find(requirement.code)?.(requirement) ?? requirement.message
}

/** What is asked for, said anywhere else. */
export function requirementText(requirement: Requirement): string {
  const what = texts.find(requirement.code)?.(requirement)
  const number = requirement.params.person
  if (what === undefined) return requirement.message
  return number === undefined ? what : t`Person ${number}: ${what}`
}

/** Whether the people's shares add up to more than there is. */
export const isOverWhole = ({ field, code }: Requirement) => field === 'people' && code === 'inconsistent'
