import { expect, test } from 'vitest'
import { fetched, weight } from './budgets'

const files = new Map(
  [
    { name: 'entry', size: 100, imports: ['react'] },
    { name: 'react', size: 1000, imports: [] },
    { name: 'form', size: 20, imports: ['fields', 'react'] },
    { name: 'fields', size: 7, imports: ['react', 'form'] },
  ].map((file) => [file.name, file]),
)

test('a screen weighs all that is fetched for it and is not there already', () => {
  const entry = fetched(files, ['entry'])
  expect(weight(files, entry)).toBe(1100)
  expect(weight(files, fetched(files, ['form'], entry))).toBe(27)
})
