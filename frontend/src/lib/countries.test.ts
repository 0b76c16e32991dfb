import { expect, test } from 'vitest'
import { countries } from './countries'
import { loadTexts } from './i18n'

test('every country has a name', () => {
  expect(countries().length).toBeGreaterThan(230)
  expect(countries().every(({ name, code }) => name !== code)).toBe(true)
})

test('countries are called as in the language of the texts, and sorted so', async () => {
  await loadTexts('de')
  const names = countries().map(({ name }) => name)
  expect(names).toContain('Deutschland')
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'))
})
