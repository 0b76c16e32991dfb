import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTexts } from '@/lib/i18n'
import { serverText, serverTexts } from './server-texts'

const ROOT = join(import.meta.dirname, '../../..')

/** What only a program that breaks the contract is ever told. */
const forPrograms = new Set([
  'Accept or reject the document.',
  'Approve or decline the buyer.',
  'Send the kind before the file.',
  'The calling code doesn’t match the country.',
  'This field doesn’t exist here.',
  'This value has the wrong form.',
  'Use 1 to 36 letters, digits and hyphens, unique to this person.',
  'Use a buyer status the API knows.',
  'Use a cursor from an earlier page.',
  'Use a cursor of a page in the same order.',
  'Use a status from {min} to {max}.',
  'Use the number of a record.',
  'Use true or false.',
  'Use {min} to {max} visible ASCII characters.',
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
    ...found(requirements, /DocumentKind::\w+ => "([^"]+)"/g).map((kind) => `Upload the ${kind}.`),
  ].filter((text) => !forPrograms.has(text) && !/^Upload the \{/.test(text))
  expect(said.length).toBeGreaterThan(60)
  const listed = serverTexts.map(({ id }) => id)
  expect(said.filter((text) => !listed.some((id) => asRead(text).test(id)))).toEqual([])
})

test('it is said in the language of the client, with what is of this application', async () => {
  expect(serverText('Person 2: Enter the first name.')).toBe('Person 2: Enter the first name.')
  await loadTexts('de')
  expect(serverText('This is required.')).toBe('Diese Angabe ist erforderlich.')
  expect(serverText('Person 2: Enter the first name.')).toBe('Person 2: Geben Sie den Vornamen ein.')
  expect(serverText('Upload the last bank statement again: Too old.\nSee above: page 2.')).toBe('Bitte noch einmal hochladen (letzter Kontoauszug): Too old.\nSee above: page 2.')
  expect(serverText('Upload the identity document of each of the 3 signatories.')).toBe('Laden Sie die Ausweisdokumente aller 3 Zeichnungsberechtigten hoch.')
  expect(serverText('Something never heard.')).toBe('Something never heard.')
})
