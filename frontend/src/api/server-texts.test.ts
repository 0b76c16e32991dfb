import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadTexts } from '@/lib/i18n'
import { serverText, serverTexts } from './server-texts'

const ROOT = join(import.meta.dirname, '../../..')

/** What only a program that breaks the contract is ever told. */
const forPrograms = new Set([
  'A status is a number from 0 to 4.',
  'Accept the document or reject it.',
  'Approve the buyer or decline it.',
  'Name the kind before the file.',
  'There is no such field here.',
  'This is no cursor of the queue.',
  'This is no status of a buyer.',
  'This is not the calling code of the country.',
  'This is the number of a record.',
  'This is true or false.',
])

const sources = ['domain/src', 'adapters/src/http']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)))
  .filter((name) => name.endsWith('.rs') && !name.includes('/tests/'))
  // What comes behind are tests.
  .map((name) => readFileSync(name, 'utf8').split('#[cfg(test)]')[0] ?? '')

const found = (pattern: RegExp) => sources.flatMap((source) => [...source.matchAll(pattern)].map(([, text = '']) => text))

test('everything the server refuses with or asks for has a text here', () => {
  const said = [
    ...found(/Invalid\(\s*(?:if [^{]*\{\s*)?"([^"]+)"/g),
    ...found(/Problem::field\([^,]*,\s*"([^"]+)"/g),
    ...found(/(?:Ask::new|unless|somebody_is)\([^;{]*?"([A-Z][^"]*\.)"/g),
    ...found(/let message = "([^"]+)"/g),
    ...found(/given\([^;]*?"(the [^"]+)"\)/g).map((what) => `Give ${what}.`),
    ...found(/^\s+\w+ = "[a-z_]+", "([^"]+)", \w+;$/gm).map((kind) => `Upload the ${kind}.`),
  ].filter((text) => !forPrograms.has(text) && !text.includes('{'))
  expect(said.length).toBeGreaterThan(60)
  const listed = new Set(serverTexts.map(({ id }) => id))
  expect(said.filter((text) => !listed.has(text))).toEqual([])
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
