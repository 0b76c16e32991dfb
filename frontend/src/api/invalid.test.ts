import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTexts, text } from '@/lib/i18n'
import { invalidText, invalidTexts } from './invalid'

/** The server's sentences by their codes, with the limits each holds. */
const source = readFileSync(join(import.meta.dirname, '../../../adapters/shared/src/sentences.rs'), 'utf8')
const sentences = new Map(
  [...source.matchAll(/^ {4}(\w+)(?: \{[^}]*\})? => "([^"]+)",$/gm)].map(([, name = '', sentence = '']) => [name.replace(/\B[A-Z]/g, '_$&').toLowerCase(), sentence]),
)

test('each code is told in English as the server tells it, with the same limits', () => {
  expect([...sentences.keys()].sort()).toEqual([...invalidTexts.codes].sort())
  const ours = invalidTexts.codes.flatMap((code) => {
    const found = invalidTexts.find(code)
    return found ? [[code, text(found, { min: '{min}', max: '{max}', line: '{line}' })]] : []
  })
  expect(ours).toEqual(ours.map(([code]) => [code, sentences.get(code ?? '')]))
})

test('limits are written as the language of the client has it', async () => {
  const refused = { code: 'too_long', params: { max: 2_000 } } as const
  expect(invalidText(refused)).toBe('Use at most 2,000 characters.')
  await loadTexts('de')
  expect(invalidText(refused)).toBe('Verwenden Sie höchstens 2.000 Zeichen.')
  expect(invalidText({ code: 'payment_terms_out_of_range', params: { min: 1, max: 365 } })).toBe('Geben Sie 1 bis 365 Tage ein.')
})

test('the range of a share is told in per cent, as it is typed', async () => {
  const refused = { code: 'out_of_range', params: { min: 1, max: 10_000 } } as const
  expect(invalidText(refused, true)).toBe('Enter 0.01% to 100%.')
  expect(invalidText(refused)).toBe('Enter 1 to 10,000.')
  await loadTexts('de')
  expect(invalidText(refused, true)?.replaceAll('\u00a0', ' ')).toContain('0,01 % bis 100 %')
})

test.each(['malformed', 'something_new', 'constructor'])('%s has no words here', (code) => {
  expect(invalidText({ code: code as 'malformed', params: {} })).toBeNull()
})

test('without a limit its text names, there are no words either', async () => {
  const withLimits = invalidTexts.codes.filter((code) => /\{/.test(sentences.get(code) ?? '') && invalidTexts.find(code))
  expect(withLimits.length).toBeGreaterThan(5)
  for (const language of ['en', 'de'] as const) {
    await loadTexts(language)
    expect(withLimits.filter((code) => invalidText({ code, params: {} }) !== null)).toEqual([])
  }
})
