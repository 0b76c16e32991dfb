import { expect, test } from 'vitest'
import { ApiError } from '@/api/client'
import type { FieldChange } from '@/entities/application/api'
import { anApplication, problem } from '@/testing/data'
import { blankPerson, toBody, toValues, type FormValues } from './form-values'
import { changesOf, isOurs, openFields, saveWhatCanBe, sending, settled } from './save-changes'

const ada = { ...blankPerson(), id: 'ada', fname: 'Ada', lname: 'Brandt', roles: ['director'] }
const form = (legalName: string, people: FormValues['people'] = [], iban = ''): FormValues => {
  const values = toValues(anApplication().form)
  return { ...values, company: { ...values.company, legalName, website: '' }, bankAccount: { ...values.bankAccount, iban }, people }
}
const body = (values: FormValues) => toBody(values).body
const NAME = 'company.legalName'

test('open is what was changed, and what may be there though it was taken back', () => {
  expect(openFields({ values: form('Mü'), saved: form(''), unanswered: {} })).toEqual([NAME])
  expect(openFields({ values: form(''), saved: form(''), unanswered: { [NAME]: ['Mü'] } })).toEqual([NAME])
  expect(openFields({ values: form(''), saved: form(''), unanswered: { 'people[ada]': [body(form('', [ada])).people[0]] } })).toEqual(['people[ada]'])
  expect(openFields({ values: form('', [{ ...ada, fname: 'Eda' }]), saved: form('', [ada]), unanswered: { 'people[ada]': [{}] } })).toEqual(['people[ada].fname'])
  expect(openFields({ values: form(''), saved: form('', [ada]), unanswered: { 'people[ada].fname': ['Eda'] } })).toEqual(['people[ada]'])
})

test('what is taken back is a change from what may be there', () => {
  expect(changesOf([NAME], form(''), form(''), { [NAME]: ['M', 'Mü'] }).changes).toEqual([{ field: NAME, before: 'Mü', after: null }])
  expect(changesOf([NAME], form('Mühle'), form(''), { [NAME]: ['Mü'] }).changes).toEqual([{ field: NAME, before: null, after: 'Mühle' }])
})

test('what was sent is remembered once, and forgotten once it is settled', () => {
  const change: FieldChange = { field: NAME, before: null, after: 'Mü' }
  const sent = sending(sending({}, [change]), [change, { field: 'people[ada].fname', before: null, after: 'Ada' }])
  expect(sent).toEqual({ [NAME]: ['Mü'], 'people[ada].fname': ['Ada'] })
  expect(settled(sent, ['people[ada]'])).toEqual({ [NAME]: ['Mü'] })
})

const whole = body(form('', [ada])).people[0]
test.each<[string, boolean, string, FormValues, FormValues, Record<string, unknown[]>]>([
  ['it was sent and not answered', true, NAME, form('Mü'), form(''), { [NAME]: ['M', 'Mü'] }],
  ['it is what it was', true, NAME, form(''), form(''), { [NAME]: ['Mü'] }],
  ['the server tidied it up', true, 'bankAccount.iban', form('', [], 'DE89370400440532013000'), form(''), { 'bankAccount.iban': ['de89 3704 0044 0532 0130 00'] }],
  ['nobody here sent it', false, NAME, form('Theirs'), form(''), { [NAME]: ['Mü'] }],
  ['a person who was added', true, 'people[ada]', form('', [ada]), form(''), { 'people[ada]': [whole] }],
  ['an answer of a person who was added', true, 'people[ada].fname', form('', [ada]), form(''), { 'people[ada]': [whole] }],
  ['a person whose answer was sent', true, 'people[ada]', form('', [{ ...ada, fname: 'Eda' }]), form('', [ada]), { 'people[ada].fname': ['Eda'] }],
  ['a person somebody else changed', false, 'people[ada]', form('', [{ ...ada, lname: 'Theirs' }]), form('', [ada]), { 'people[ada].fname': ['Eda'] }],
  ['a person somebody else took away', false, 'people[ada]', form(''), form('', [ada]), { 'people[ada].fname': ['Eda'] }],
])('whether what the server has comes from here: %s', (_, is, field, now, base, unanswered) => {
  expect(isOurs(field, body(now), base, unanswered)).toBe(is)
})

test('where the list of people is full, who was to be added is left out and told so', async () => {
  const sent: FieldChange[][] = []
  const save = (changes: FieldChange[]) => {
    sent.push(changes)
    const isRefused = changes.some(({ field }) => field === 'people[ada]')
    return isRefused ? Promise.reject(new ApiError(422, problem('invalid_input', 422, { people: { code: 'too_many_people', params: { max: 50 } } }))) : Promise.resolve(anApplication())
  }
  const name: FieldChange = { field: NAME, before: null, after: 'Mü' }
  const { refused } = await saveWhatCanBe(save, [name, { field: 'people[ada]', before: null, after: whole }])
  expect(refused).toEqual({ 'people[ada]': 'Add at most 50 people.' })
  expect(sent[1]).toEqual([name])
})
