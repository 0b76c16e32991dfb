import { expect, test } from 'vitest'
import { anApplication } from '@/testing/data'
import { toValues, type FormValues } from './form-values'
import { rememberSuggested, suggest } from './suggestions'

function values(change: (all: FormValues) => void = () => undefined): FormValues {
  const { form } = anApplication()
  const all = toValues({ ...form, company: { ...form.company, legalName: null } })
  change(all)
  return all
}

test('the country comes from the account, the holder and the currency of the account from the company', () => {
  expect(suggest('ada', 'company', values(), 'DE')).toEqual({ 'company.country': 'DE', 'company.address.country': 'DE' })
  const named = values((all) => {
    all.company.legalName = 'Mühle GmbH'
    all.company.country = 'GB'
  })
  expect(suggest('ada', 'bank', named, 'DE')).toEqual({ 'bankAccount.holder': 'Mühle GmbH', 'bankAccount.currency': 'GBP' })
  expect(suggest('ada', 'people', named, 'DE')).toEqual({})
})

test('nothing is suggested where anything of the step is answered', () => {
  for (const change of [(all: FormValues) => { all.company.legalName = 'M' }, (all: FormValues) => { all.company.wants = ['seller'] }, (all: FormValues) => { all.company.turnover.amount = '1' }]) {
    expect(suggest('ada', 'company', values(change), 'DE')).toEqual({})
  }
})

test('what an invitation answered is no answer of the company’s', () => {
  expect(suggest('cy', 'company', values((all) => { all.company.wants = ['supplier'] }), 'DE')).toEqual({ 'company.country': 'DE', 'company.address.country': 'DE' })
})

test('what was suggested once and cleared does not come back', () => {
  rememberSuggested('ada', ['company.country', 'company.address.country'])
  expect(suggest('ada', 'company', values(), 'DE')).toEqual({})
  expect(suggest('bo', 'company', values(), 'DE')).toEqual({ 'company.country': 'DE', 'company.address.country': 'DE' })
})
