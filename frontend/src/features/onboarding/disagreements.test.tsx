import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { anApplication } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { Disagreements } from './disagreements'
import { blankPerson, toValues, type FormValues } from './form-values'
import { answersOf } from './merge'

serve()
const form = (person: Partial<FormValues['people'][number]>): FormValues => ({ ...toValues(anApplication().form), people: [{ ...blankPerson(), id: '7f3a', fname: 'Ada', lname: 'Brandt', ...person }] })

test.each([
  ['people[7f3a].fname', form({}), form({ fname: 'Eda' }), 'Person 1: Ada Brandt · First name', 'Ada', 'Eda'],
  ['people[7f3a].lname', form({}), form({ lname: '' }), 'Person 1: Ada Brandt · Last name', 'Brandt', 'Left blank'],
  ['people[7f3a].roles', form({ roles: ['director'] }), form({}), 'Person 1: Ada Brandt · Roles', 'Director', 'Left blank'],
  ['people[7f3a]', form({ ownershipPercent: '10' }), { ...form({}), people: [] }, 'Person 1: Ada Brandt', 'Person 1: Ada Brandt · 10%', 'Removed'],
])('of a person both answers are shown, and whose they are: %s', async (field, mine, theirs, label, here, there) => {
  const choose = vi.fn()
  renderScreen(<Disagreements all={[{ field, mine, theirs }]} choose={choose} />)
  const choice = await screen.findByRole('region', { name: label })
  expect(choice).toHaveTextContent(`Typed here${here}`)
  expect(choice).toHaveTextContent(`Saved elsewhere${there}`)
  await userEvent.click(screen.getByRole('button', { name: `Use the other: ${label}` }))
  expect(choose).toHaveBeenCalledWith(field, 'theirs')
})

const filled: Record<string, string | string[] | FormValues['company']['turnover']> = {
  'company.legalForm': 'private_limited', 'company.incorporatedOn': '2010-01-31', 'company.country': 'DE', 'company.address.country': 'DE', 'company.industry': 'manufacturing',
  'company.yearlyTurnover': { amount: '12', currency: 'EUR' }, 'company.wants': ['seller'],
  'people[7f3a].bornOn': '1980-01-31', 'people[7f3a].nationality': 'DE', 'people[7f3a].roles': ['director'], 'people[7f3a].ownershipPercent': '30',
}
const blank = toValues(anApplication().form)

/** The form with something in every field. */
function everything(): FormValues {
  const value = (prefix: string, record: object) => Object.fromEntries(Object.keys(record).map((key) => [key, key === 'id' ? '7f3a' : (filled[`${prefix}.${key}`] ?? 'x')]))
  const { address, turnover: _turnover, wants: _wants, ...company } = { ...blank.company, legalName: '', tradingName: '', legalForm: '', registrationNumber: '', taxNumber: '', incorporatedOn: '', country: '', website: '', industry: '' }
  return {
    company: { ...value('company', company), address: value('company.address', { ...address, line1: '', line2: '', city: '', region: '', postalCode: '' }), turnover: filled['company.yearlyTurnover'], wants: ['seller'] },
    people: [value('people[7f3a]', blankPerson())],
    bankAccount: value('bankAccount', { holder: '', iban: '', accountNumber: '', bic: '', currency: '' }),
  } as unknown as FormValues
}

test('every answer there is has a name that people read', async () => {
  const mine = everything()
  const fields = [...answersOf(mine).keys()]
  expect(fields.length).toBeGreaterThan(25)
  renderScreen(<Disagreements all={fields.map((field) => ({ field, mine, theirs: { ...blank, people: mine.people.map((person) => ({ ...person, ...blankPerson(), id: person.id })) } }))} choose={vi.fn()} />)
  const choices = await screen.findAllByRole('region')
  const names = choices.map((choice) => choice.getAttribute('aria-label') ?? '')
  expect(names.filter((name) => /[a-z][A-Z]|\[|\./.test(name))).toEqual([])
  expect(choices).toHaveLength(fields.length)
})
