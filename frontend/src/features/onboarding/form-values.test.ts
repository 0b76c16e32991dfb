import { expect, test } from 'vitest'
import type { FormBody } from '@/api/onboarding'
import { toBody, toPath, toValues, without } from './form-values'

const form: FormBody = {
  company: {
    legalName: 'Mühle Brandt GmbH', tradingName: null, legalForm: 'private_limited', registrationNumber: 'HRB 1', taxNumber: null,
    incorporatedOn: '2010-01-31', country: 'DE', address: { line1: 'Mühlweg 1', line2: null, city: null, region: null, postalCode: '79098' },
    website: null, industry: 'manufacturing', yearlyTurnover: { amount: 123_450, currency: 'EUR' }, wants: ['seller'],
  },
  people: [{ id: 'ada', fname: 'Ada', lname: null, bornOn: null, nationality: 'DE', roles: ['owner'], ownershipPercent: 33.5 }],
  bankAccount: { holder: null, iban: 'DE89370400440532013000', accountNumber: null, bic: null, currency: 'EUR' },
}

test('what was saved is what is sent again', () => {
  expect(toBody(toValues(form))).toEqual({ body: form, errors: {} })
})

test('what is no number is named and left out', () => {
  const values = toValues(form)
  values.company.turnover.amount = 'a lot'
  values.people = values.people.map((person) => ({ ...person, ownershipPercent: 'half' }))
  const { body, errors } = toBody(values)
  expect(Object.keys(errors)).toEqual(['company.yearlyTurnover.amount', 'people[0].ownershipPercent'])
  expect(body.company.yearlyTurnover).toBeNull()
})

test('refused fields are taken out and the rest stays', () => {
  const rest = without(form, ['bankAccount.iban', 'people[0].fname', 'company.yearlyTurnover.amount', 'company.wants'])
  expect(rest.bankAccount.iban).toBeNull()
  expect(rest.people[0]?.fname).toBeNull()
  expect(rest.company.yearlyTurnover).toBeNull()
  expect(rest.company.wants).toEqual([])
  expect(rest.company.legalName).toBe('Mühle Brandt GmbH')
})

test('a field of the server has a place in the form', () => {
  expect(toPath('people[12].bornOn')).toBe('people.12.bornOn')
  expect(toPath('company.yearlyTurnover.amount')).toBe('company.turnover.amount')
})
