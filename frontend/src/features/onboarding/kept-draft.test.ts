import { afterEach, expect, test, vi } from 'vitest'
import { anApplication } from '@/testing/data'
import { fillStorage } from '@/testing/storage'
import { toValues, type FormValues } from './form-values'
import { keepDraft, takeDrafts } from './kept-draft'

afterEach(() => {
  vi.unstubAllGlobals()
})

const form = (legalName: string): FormValues => {
  const values = toValues(anApplication().form)
  return { ...values, company: { ...values.company, legalName } }
}

test('what was typed comes back, with what was sent and never answered', () => {
  expect(keepDraft('ada', { values: form('Mühle'), saved: form(''), base: form(''), unanswered: { 'company.legalName': ['Mü'] }, refused: {} })).toBe(true)
  const { values, saved, base, unanswered } = takeDrafts('ada', form('Mü'))
  expect([values, saved, base].map(({ company }) => company.legalName)).toEqual(['Mühle', 'Mü', ''])
  expect(unanswered).toEqual({ 'company.legalName': ['Mü'] })
})

test('what is saved is kept no longer', () => {
  keepDraft('ada', { values: form('Mü'), saved: form(''), base: form(''), unanswered: {}, refused: {} })
  keepDraft('ada', { values: form('Mü'), saved: form('Mü'), base: form('Mü'), unanswered: {}, refused: {} })
  expect(localStorage).toHaveLength(0)
})

test('a draft of the first version, and one kept before anything was unanswered, are no trouble', () => {
  localStorage.setItem('onboardingDraft:ada', JSON.stringify({ values: form('Old'), saved: form('') }))
  localStorage.setItem('onboardingDraft:ada:tab', JSON.stringify({ values: form('New'), saved: form(''), base: form('') }))
  const { values, unanswered } = takeDrafts('ada', form(''))
  expect([values.company.legalName, unanswered]).toEqual(['New', {}])
  expect(localStorage.getItem('onboardingDraft:ada')).toBeNull()
})

test('a storage that is full says so and throws nothing', () => {
  fillStorage()
  expect(keepDraft('ada', { values: form('Mü'), saved: form(''), base: form(''), unanswered: {}, refused: {} })).toBe(false)
})
