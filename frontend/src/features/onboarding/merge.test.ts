import { expect, test } from 'vitest'
import { anApplication } from '@/testing/data'
import { blankPerson, toValues, type FormValues } from './form-values'
import { changedElsewhere, changedFields, withAnswers } from './merge'

const start = (): FormValues => {
  const values = toValues(anApplication().form)
  return { ...values, company: { ...values.company, legalName: 'Old', website: '', wants: ['seller', 'buyer'] }, people: [{ ...blankPerson(), id: 'a', fname: 'Ada' }, { ...blankPerson(), id: 'b', fname: 'Bo' }] }
}
const typing = (change: (values: FormValues) => void): FormValues => {
  const values = structuredClone(start())
  change(values)
  return values
}
const renamed = (values: FormValues, place: number, name: Partial<FormValues['people'][number]>) => values.people.map((person, index) => (index === place ? { ...person, ...name } : person))
/** What a tab shows that has typed `mine` since it saved, when `theirs` arrives. */
function after(mine: FormValues, theirs: FormValues): FormValues {
  return withAnswers(mine, theirs, changedElsewhere({ before: start(), theirs, typed: changedFields(start(), mine) }))
}

test('what was typed here stays, what was changed elsewhere comes in', () => {
  const mine = typing(({ company }) => { company.legalName = 'Mine' })
  const theirs = typing(({ company, bankAccount }) => {
    company.website = 'https://theirs.example'
    bankAccount.holder = 'Theirs'
  })
  const { company, bankAccount } = after(mine, theirs)
  expect([company.legalName, company.website, bankAccount.holder]).toEqual(['Mine', 'https://theirs.example', 'Theirs'])
})

test('where both changed one answer, what is typed here stays', () => {
  const mine = typing(({ company }) => { company.legalName = 'Mine' })
  expect(after(mine, typing(({ company }) => { company.legalName = 'Theirs' })).company.legalName).toBe('Mine')
})

test('people are told apart by their ids, wherever they stand', () => {
  const mine = typing((values) => { values.people = renamed(values, 1, { fname: 'Bob' }) })
  const theirs = typing((values) => { values.people = [...values.people.slice(1), { ...blankPerson(), id: 'c', fname: 'Cy' }] })
  expect(after(mine, theirs).people.map(({ id, fname }) => [id, fname])).toEqual([['b', 'Bob'], ['c', 'Cy']])
})

test('who is taken away elsewhere stays while something of them is typed here', () => {
  const mine = typing((values) => { values.people = renamed(values, 0, { lname: 'Brandt' }) })
  const theirs = typing((values) => { values.people = values.people.slice(1) })
  expect(after(mine, theirs).people.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('the order in which answers are ticked is no change; a person who came or went is one', () => {
  expect(changedFields(start(), typing(({ company }) => { company.wants = ['buyer', 'seller'] }))).toEqual([])
  expect(changedFields(start(), typing((values) => { values.people = [...values.people.slice(0, 1), { ...blankPerson(), id: 'c' }] }))).toEqual(['people[c]', 'people[b]'])
})

test('of a person who is there in both, the whole person is taken where that is meant', () => {
  const theirs = typing((values) => { values.people = renamed(values, 0, { fname: 'Eda', lname: 'Brandt' }) })
  expect(withAnswers(start(), theirs, ['people[a]']).people.map(({ fname, lname }) => [fname, lname])).toEqual([['Eda', 'Brandt'], ['Bo', '']])
})
