import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTexts } from '@/lib/i18n'
import { serverText, serverTexts } from './server-texts'

const ROOT = join(import.meta.dirname, '../../..')

/** What only a program that breaks the contract is ever told. */
const forPrograms = new Set([
  "A person's id has 1 to 36 letters, digits and hyphens, and is nobody else's.",
  'A status is a number from {min} to {max}.',
  'Accept the document or reject it.',
  'An idempotency key has {min} to {max} visible ASCII characters.',
  'Approve the buyer or decline it.',
  'Name the kind before the file.',
  'There is no such field here.',
  'This is no cursor of the queue.',
  'This is no status of a buyer.',
  'This is not the calling code of the country.',
  'This is not what is expected here.',
  'This is the number of a record.',
  'This is true or false.',
])

/** The server's sentences, without what is of one application, which the patterns of the client take. */
const refusals = readFileSync(join(ROOT, 'adapters/shared/src/sentences.rs'), 'utf8')
const requirements = readFileSync(join(ROOT, 'adapters/http/src/onboarding/requirements.rs'), 'utf8')
const found = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, text = '']) => text)

/** Limits are written into a sentence by name; here they are as people read them. */
const asRead = (text: string) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[A-Za-z_]+\}/g, '[\\d,]+')}$`)

test('everything the server refuses with or asks for has a text here', () => {
  const said = [
    ...found(refusals, /=> "([^"]+)",/g),
    ...found(requirements, /"([A-Z][^"]*\.)"/g),
    ...found(requirements, /Question::\w+ => "(the [^"]+)"/g).map((what) => `Give ${what}.`),
    ...found(requirements, /DocumentKind::\w+ => "([^"]+)"/g).map((kind) => `Upload the ${kind}.`),
  ].filter((text) => !forPrograms.has(text) && !/^(Upload the|Give) \{/.test(text))
  expect(said.length).toBeGreaterThan(60)
  const listed = serverTexts.map(({ id }) => id)
  expect(said.filter((text) => !listed.some((id) => asRead(text).test(id)))).toEqual([])
})

test('it is said in the language of the client, with what is of this application', async () => {
  expect(serverText('Person 2: Give the first name.')).toBe('Person 2: Give the first name.')
  await loadTexts('de')
  expect(serverText('This is required.')).toBe('Diese Angabe wird gebraucht.')
  expect(serverText('Person 2: Give the first name.')).toBe('Person 2: Geben Sie den Vornamen an.')
  expect(serverText('Upload the last bank statement again: Too old.\nSee above: page 2.')).toBe('Bitte noch einmal hochladen (letzter Kontoauszug): Too old.\nSee above: page 2.')
  expect(serverText('Upload the identity document of each of the 3 signatories.')).toBe('Laden Sie die Ausweisdokumente aller 3 Zeichnungsberechtigten hoch.')
  expect(serverText('Something never heard.')).toBe('Something never heard.')
})
