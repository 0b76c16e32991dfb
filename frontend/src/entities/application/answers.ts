import { t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { countryName } from '@/lib/country-name'
import { formatDay } from '@/lib/dates'
import { groupedIban, industries, legalForms, wants } from '@/entities/company/labels'
import { personRoles } from '@/entities/person/labels'
import { formatMoney } from '@/lib/money'
import { formatPercent } from '@/lib/numbers'

type FormBody = components['schemas']['FormBody']

export interface Answer {
  /** By the server's name; of an address, what all its parts begin with. */
  field: string
  label: string
  value: string
  /** As it is pasted elsewhere, where people copy it. */
  copied?: string | undefined
}

export interface AnswerGroup {
  part: 'company' | 'people' | 'bank'
  title: string
  answers: Answer[]
}

/** What was left out because it does not apply is left out here too. */
const given = (answers: { field: string; label: string; value: string | null | undefined; copied?: string | null | undefined }[]): Answer[] =>
  answers.flatMap(({ value, copied, ...answer }) => (value ? [{ ...answer, value, ...(copied ? { copied } : {}) }] : []))

const joined = (parts: (string | null | undefined)[], between: string) => parts.filter(Boolean).join(between)

const personTitle = (number: number, name: string) => (name ? t`Person ${number}: ${name}` : t`Person ${number}: without a name`)

/** All answers as people read them, grouped as in the form. */
export function answerGroups({ company, people, bankAccount }: FormBody): AnswerGroup[] {
  const { address, yearlyTurnover: turnover } = company
  return [
    {
      part: 'company',
      title: t`Company`,
      answers: given([
        { field: 'company.legalName', label: t`Legal name`, value: company.legalName },
        { field: 'company.tradingName', label: t`Trading name`, value: company.tradingName },
        { field: 'company.legalForm', label: t`Legal form`, value: company.legalForm ? legalForms.labelOf(company.legalForm) : null },
        { field: 'company.registrationNumber', label: t`Registration number`, value: company.registrationNumber },
        { field: 'company.taxNumber', label: t`Tax or VAT number`, value: company.taxNumber },
        { field: 'company.incorporatedOn', label: t`Date of incorporation`, value: company.incorporatedOn ? formatDay(company.incorporatedOn) : null },
        { field: 'company.country', label: t`Country`, value: company.country ? countryName(company.country) : null },
        { field: 'company.address', label: t`Registered address`, value: joined([address.line1, address.line2, joined([address.postalCode, address.city], ' '), address.region, address.country ? countryName(address.country) : null], ', ') },
        { field: 'company.website', label: t`Website`, value: company.website },
        { field: 'company.industry', label: t`Industry`, value: company.industry ? industries.labelOf(company.industry) : null },
        { field: 'company.yearlyTurnover', label: t`Last year’s turnover`, value: turnover ? formatMoney(turnover.amount, turnover.currency) : null },
        { field: 'company.wants', label: t`Requested services`, value: company.wants.map(wants.labelOf).join(', ') },
      ]),
    },
    ...people.map((person, index): AnswerGroup => ({
      part: 'people',
      title: personTitle(index + 1, joined([person.fname, person.lname], ' ')),
      answers: given([
        { field: `people[${person.id ?? ''}].bornOn`, label: t`Date of birth`, value: person.bornOn ? formatDay(person.bornOn) : null },
        { field: `people[${person.id ?? ''}].nationality`, label: t`Nationality`, value: person.nationality ? countryName(person.nationality) : null },
        { field: `people[${person.id ?? ''}].roles`, label: t`Roles`, value: person.roles.map(personRoles.labelOf).join(', ') },
        { field: `people[${person.id ?? ''}].ownershipPercent`, label: t`Ownership`, value: typeof person.ownershipPercent === 'number' ? formatPercent(person.ownershipPercent / 100, 2) : null },
      ]),
    })),
    {
      part: 'bank',
      title: t`Bank account`,
      answers: given([
        { field: 'bankAccount.holder', label: t`Account holder`, value: bankAccount.holder },
        { field: 'bankAccount.iban', label: t`IBAN`, value: bankAccount.iban ? groupedIban(bankAccount.iban) : undefined, copied: bankAccount.iban },
        { field: 'bankAccount.sortCode', label: t`Sort code`, value: bankAccount.sortCode?.match(/.{1,2}/g)?.join('-') },
        { field: 'bankAccount.routingNumber', label: t`Routing number`, value: bankAccount.routingNumber },
        { field: 'bankAccount.accountNumber', label: t`Account number`, value: bankAccount.accountNumber },
        { field: 'bankAccount.bic', label: t`BIC`, value: bankAccount.bic },
        { field: 'bankAccount.currency', label: t`Currency`, value: bankAccount.currency },
      ]),
    },
  ]
}
