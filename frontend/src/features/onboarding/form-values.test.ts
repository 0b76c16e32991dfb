import { expect, test } from 'vitest'
import type { FormBody } from '@/entities/application/api'
import { byPlace, toBody, toPath, toValues, valueAt } from './form-values'

const form: FormBody = {
  company: {
    legalName: 'Mühle Brandt GmbH', tradingName: null, legalForm: 'private_limited', registrationNumber: 'HRB 1', taxNumber: null,
    incorporatedOn: '2010-01-31', country: 'DE', address: { line1: 'Mühlweg 1', line2: null, city: null, region: null, postalCode: '79098', country: null },
    website: null, industry: 'manufacturing', yearlyTurnover: { amount: 123_450, currency: 'EUR' }, wants: ['seller'],
  },
  people: [{ id: 'ada', fname: 'Ada', lname: null, bornOn: null, nationality: 'DE', roles: ['owner'], ownershipPercent: 33.5 }],
  bankAccount: { holder: null, iban: 'DE89370400440532013000', sortCode: null, routingNumber: null, accountNumber: null, bic: null, currency: 'EUR' },
}

test('what was saved is what is sent again', () => {
  expect(toBody(toValues(form))).toEqual({ body: form, errors: {} })
})

test('what is no number is named and left out', () => {
  const values = toValues(form)
  values.company.turnover.amount = 'a lot'
  values.people = values.people.map((person) => ({ ...person, ownershipPercent: 'half' }))
  const { body, errors } = toBody(values)
  expect(Object.keys(errors)).toEqual(['company.yearlyTurnover', 'people[ada].ownershipPercent'])
  expect(body.company.yearlyTurnover).toBeNull()
})

test('a field has its value in the form, a person by the id, and nobody is null', () => {
  const at = (field: string) => valueAt(form, field)
  expect([at('company.legalName'), at('company.address.postalCode'), at('company.yearlyTurnover'), at('people[ada].fname'), at('bankAccount.bic')]).toEqual(['Mühle Brandt GmbH', '79098', { amount: 123_450, currency: 'EUR' }, 'Ada', null])
  expect([at('people[ada]'), at('people[bo]'), at('people[bo].fname')]).toEqual([form.people[0], null, null])
})

test('a person is named by their place on the screen', () => {
  expect(byPlace('people[ada].bornOn', toValues(form))).toBe('people[0].bornOn')
  expect(byPlace('people[gone].bornOn', toValues(form))).toBe('people[gone].bornOn')
})

test('a field of the server has a place in the form', () => {
  expect(toPath('people[12].bornOn')).toBe('people.12.bornOn')
  expect(toPath('company.yearlyTurnover.amount')).toBe('company.turnover.amount')
})
