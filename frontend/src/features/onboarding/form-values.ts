import { t } from '@lingui/core/macro'
import type { FormBody } from '@/entities/application/api'
import { currencyOf } from '@/entities/company/currency'
import { amountHint } from '@/lib/amount-hint'
import { editDay, parseDay } from '@/lib/typed-day'
import { groupSortCode } from './account-numbers'
import { editMoney, parseMoney } from '@/lib/money'

/** The form as it is typed: texts, empty where nothing is. */
export interface FormValues {
  company: {
    legalName: string
    tradingName: string
    legalForm: string
    registrationNumber: string
    taxNumber: string
    incorporatedOn: string
    country: string
    address: { line1: string; line2: string; city: string; region: string; postalCode: string; country: string }
    website: string
    industry: string
    turnover: { amount: string; currency: string }
    wants: string[]
  }
  people: PersonValues[]
  bankAccount: { holder: string; iban: string; sortCode: string; routingNumber: string; accountNumber: string; bic: string; currency: string }
}

export interface PersonValues {
  /** Which person it is, wherever in the list. */
  id: string
  fname: string
  lname: string
  bornOn: string
  nationality: string
  roles: string[]
  ownershipPercent: string
}

export const blankPerson = (): PersonValues => ({ id: crypto.randomUUID(), fname: '', lname: '', bornOn: '', nationality: '', roles: [], ownershipPercent: '' })

/** Replaces each null by an empty text. */
const texts = <T extends object>(record: T) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value ?? ''])) as { [K in keyof T]: string }

/** Every answer there is, none given: an older server does not name them all. */
const BLANK = {
  company: { legalName: '', tradingName: '', legalForm: '', registrationNumber: '', taxNumber: '', incorporatedOn: '', country: '', website: '', industry: '' },
  address: { line1: '', line2: '', city: '', region: '', postalCode: '', country: '' },
  bankAccount: { holder: '', iban: '', sortCode: '', routingNumber: '', accountNumber: '', bic: '', currency: '' },
}

const absentIfEmpty = (text: string) => (text.trim() === '' ? null : text)

export function toValues({ company, people, bankAccount }: FormBody): FormValues {
  const { address, yearlyTurnover, wants, ...rest } = company
  return {
    company: {
      ...BLANK.company,
      ...texts(rest),
      address: { ...BLANK.address, ...texts(address) },
      wants,
      turnover: yearlyTurnover
        ? { amount: editMoney(yearlyTurnover.amount, yearlyTurnover.currency), currency: yearlyTurnover.currency }
        : { amount: '', currency: currencyOf(company.country) ?? 'EUR' },
    },
    people: people.map(({ roles, ownershipPercent, ...person }) => ({
      ...texts(person),
      roles,
      ownershipPercent: ownershipPercent === null || ownershipPercent === undefined ? '' : String(ownershipPercent),
    })),
    bankAccount: { ...BLANK.bankAccount, ...texts(bankAccount), sortCode: groupSortCode(bankAccount.sortCode ?? '') },
  }
}

interface Converted {
  body: FormBody
  /** What cannot even be sent, by the server's name of the field. */
  errors: Record<string, string>
}

/** The form as it is sent, without what is no number. */
export function toBody({ company, people, bankAccount }: FormValues): Converted {
  const errors: Record<string, string> = {}
  const { address, turnover, wants, ...rest } = company
  const nullable = <T extends object>(record: T) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, absentIfEmpty(String(value))])) as { [K in keyof T]: string | null }
  const amount = turnover.amount.trim() === '' ? null : parseMoney(turnover.amount, turnover.currency)
  if (amount === null && turnover.amount.trim() !== '') {
    errors['company.yearlyTurnover'] = amountHint(turnover.amount, turnover.currency, 1_200_000)
  }
  const day = (field: string, typed = '') => {
    const found = parseDay(typed)
    if (found === null && typed.trim() !== '') {
      const example = editDay('2026-12-31')
      errors[field] = t`Enter a date such as ${example}.`
    }
    return found
  }
  // The server leaves spaces and hyphens out: sent without them, what it answers is what was sent.
  const digits = ({ sortCode, routingNumber, accountNumber }: FormValues['bankAccount']) =>
    Object.fromEntries(Object.entries({ sortCode, routingNumber, accountNumber }).map(([key, value = '']) => [key, absentIfEmpty(value.replace(/[\s-]/g, ''))]))
  const body = {
    company: {
      ...nullable(rest),
      incorporatedOn: day('company.incorporatedOn', rest.incorporatedOn),
      address: nullable(address),
      wants,
      yearlyTurnover: amount === null ? null : { amount, currency: turnover.currency },
    },
    people: people.map(({ roles, ownershipPercent, ...person }) => {
      const percent = ownershipPercent.trim() === '' ? null : Number(ownershipPercent.replace(',', '.').replace('%', ''))
      const isNumber = percent === null || Number.isFinite(percent)
      if (!isNumber) errors[`people[${person.id}].ownershipPercent`] = t`Enter a percentage such as 25.`
      return { ...nullable(person), bornOn: day(`people[${person.id}].bornOn`, person.bornOn), roles, ownershipPercent: isNumber ? percent : null }
    }),
    bankAccount: { ...nullable(bankAccount), ...digits(bankAccount) },
    // The selects offer the members of the closed sets; what else gets in, the server refuses by name.
  } as FormBody
  return { body, errors }
}

/** The form's own name for a field of the server: `people[0].bornOn` is `people.0.bornOn`. */
export function toPath(field: string): string {
  return field.replace(/\[(\d+)\]/g, '.$1').replace('company.yearlyTurnover', 'company.turnover')
}

/** `people[7f3a].bornOn` by the person's place in the form, `people[0].bornOn`, as the screen and what is missing name it. */
export function byPlace(field: string, { people }: FormValues): string {
  return field.replace(/^people\[([^\]]*)\]/, (whole, id: string) => {
    const place = people.findIndex((person) => person.id === id)
    return place < 0 ? whole : `people[${place}]`
  })
}

/** The value a field has in the form as it is sent; a person who is not there is null. */
export function valueAt(form: FormBody, field: string): unknown {
  const [, id, rest] = /^people\[([^\]]*)\](?:\.(.*))?$/.exec(field) ?? []
  const start: unknown = id === undefined ? form : (form.people.find((person) => person.id === id) ?? null)
  const keys = (id === undefined ? field : (rest ?? '')).split('.').filter(Boolean)
  return keys.reduce<unknown>((place, key) => (typeof place === 'object' && place !== null ? ((place as Record<string, unknown>)[key] ?? null) : null), start)
}
