import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '..')

/** A share of a company is typed in per cent. */
const SHARES = ['features/onboarding/people-step.tsx']
/** Whose units are those of many terms: amounts are among them, with their currency. */
const MANY_UNITS = ['features/facilities/terms-form.tsx']

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !/\.(test|design)\.tsx$/.test(file) && !file.startsWith('ui/'))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }))

test('every field for an amount is the one that knows its currency', () => {
  const decimal = sources.filter(({ text }) => /inputMode=("decimal"|\{[^}]*'decimal')/.test(text)).map(({ file }) => file)
  expect(decimal.toSorted()).toEqual([...MANY_UNITS, ...SHARES].toSorted())
  // Who reads what was typed as an amount, or says what is wrong with it, has such a field.
  const readers = sources.filter(({ text }) => /\b(amountHint|isAmount)\(/.test(text))
  expect(readers.length).toBeGreaterThan(7)
  expect(readers.filter(({ text }) => !/\bmoney=\{|kind: 'money'/.test(text)).map(({ file }) => file)).toEqual([])
})

test('no label of such a field repeats its currency', () => {
  expect(sources.filter(({ text }) => /label=?:? ?\{?t`[^`]*\(\$\{currency\}\)`/.test(text)).map(({ file }) => file)).toEqual([])
})
