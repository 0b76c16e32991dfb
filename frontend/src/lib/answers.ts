import type { FormBody } from '@/api/onboarding'
import { countryName } from './country-name'
import { formatDay } from './dates'
import { industries, legalForms, personRoles, wants } from './labels'
import { formatMoney } from './money'

export interface Answer {
  label: string
  value: string
}

export interface AnswerGroup {
  part: 'company' | 'people' | 'bank'
  title: string
  answers: Answer[]
}

/** What was left out because it does not apply is left out here too. */
const given = (answers: { label: string; value: string | null | undefined }[]): Answer[] =>
  answers.flatMap(({ label, value }) => (value ? [{ label, value }] : []))

const joined = (parts: (string | null | undefined)[], between: string) => parts.filter(Boolean).join(between)

/** All answers as people read them, grouped as in the form. */
export function answerGroups({ company, people, bankAccount }: FormBody): AnswerGroup[] {
  const { address, yearlyTurnover: turnover } = company
  return [
    {
      part: 'company',
      title: 'Company',
      answers: given([
        { label: 'Legal name', value: company.legalName },
        { label: 'Trading name', value: company.tradingName },
        { label: 'Legal form', value: company.legalForm ? legalForms[company.legalForm] : null },
        { label: 'Registration number', value: company.registrationNumber },
        { label: 'Tax or VAT number', value: company.taxNumber },
        { label: 'Incorporated on', value: company.incorporatedOn ? formatDay(company.incorporatedOn) : null },
        { label: 'Country', value: company.country ? countryName(company.country) : null },
        { label: 'Registered address', value: joined([address.line1, address.line2, joined([address.postalCode, address.city], ' '), address.region], ', ') },
        { label: 'Website', value: company.website },
        { label: 'Industry', value: company.industry ? industries[company.industry] : null },
        { label: 'Turnover of the last year', value: turnover ? formatMoney(turnover.amount, turnover.currency) : null },
        { label: 'Wants to', value: company.wants.map((want) => wants[want]).join(', ') },
      ]),
    },
    ...people.map((person, index): AnswerGroup => ({
      part: 'people',
      title: `Person ${index + 1}: ${joined([person.fname, person.lname], ' ') || 'without a name'}`,
      answers: given([
        { label: 'Born on', value: person.bornOn ? formatDay(person.bornOn) : null },
        { label: 'Nationality', value: person.nationality ? countryName(person.nationality) : null },
        { label: 'Roles', value: person.roles.map((role) => personRoles[role]).join(', ') },
        { label: 'Share', value: typeof person.ownershipPercent === 'number' ? `${person.ownershipPercent} %` : null },
      ]),
    })),
    {
      part: 'bank',
      title: 'Bank account',
      answers: given([
        { label: 'Holder', value: bankAccount.holder },
        { label: 'IBAN', value: bankAccount.iban?.match(/.{1,4}/g)?.join(' ') },
        { label: 'Account number', value: bankAccount.accountNumber },
        { label: 'BIC', value: bankAccount.bic },
        { label: 'Currency', value: bankAccount.currency },
      ]),
    },
  ]
}
