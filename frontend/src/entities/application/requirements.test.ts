import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { loadTexts } from '@/lib/i18n'
import { fieldText, requirementText } from './requirements'

type Requirement = Schemas['RequirementBody']

const SERVER = 'The server’s sentence.'
const asked = (code: Requirement['code'], field: string, params: Requirement['params'] = {}): Requirement => ({ code, field, params, message: SERVER })
const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')

const OWNER = { minimumPercent: 25 }

test('every question the server asks has words here', () => {
  const block = /Question \{([^}]*)\}/.exec(read('domain/src/onboarding/requirement.rs'))?.[1] ?? ''
  const fields = [...block.matchAll(/= "([^"]+)"/g)].map(([, field = '']) => field.replace('[]', '[3]'))
  expect(fields.length).toBeGreaterThan(20)
  expect(fields.filter((field) => fieldText(asked('missing', field, OWNER)) === SERVER)).toEqual([])
})

test('so has every conflict', () => {
  const block = /Conflict \{([^}]*)\}/.exec(read('domain/src/onboarding/requirement.rs'))?.[1] ?? ''
  const conflicts = [...block.matchAll(/= "([^"]+)"/g)].map(([, conflict = '']) => conflict)
  expect(conflicts).toHaveLength(9)
  expect(conflicts.filter((conflict) => fieldText(asked('inconsistent', 'people', { conflict, minimumAge: 18, ...OWNER })) === SERVER)).toEqual([])
})

test.each([
  [asked('missing', 'people[1].fname', { person: 2 }), 'Person 2: Enter the first name.', 'Person 2: Geben Sie den Vornamen ein.'],
  [asked('missing', 'people[0].ownershipPercent', { person: 1, ...OWNER }), 'Person 1: Enter the ownership: 25% or more.', 'Person 1: Geben Sie den Anteil ein: 25\u00a0% oder mehr.'],
  [asked('missing', 'people', { role: 'director' }), 'Add at least one director.', 'Tragen Sie mindestens ein Mitglied der Geschäftsführung oder des Vorstands ein.'],
  [asked('inconsistent', 'people[0].bornOn', { person: 1, conflict: 'under_age', minimumAge: 18 }), 'Person 1: This person must be at least 18 years old.', 'Person 1: Die Person muss mindestens 18 Jahre alt sein.'],
  [
    asked('inconsistent', 'people[0].roles', { person: 1, conflict: 'owner_share', ...OWNER }),
    'Person 1: This person holds 25% or more: select “Owns 25% or more” as well.',
    'Person 1: Ab 25\u00a0% Anteil wählen Sie bitte auch „Wirtschaftlich berechtigt (ab 25\u00a0%)“ aus.',
  ],
  [asked('document_missing', 'documents.bank_statement', { kind: 'bank_statement', wanted: 1 }), 'Upload the last bank statement.', 'Laden Sie den letzten Kontoauszug hoch.'],
  [
    asked('document_missing', 'documents.identity_document', { kind: 'identity_document', wanted: 3 }),
    'Upload the identity document of each of the 3 signatories.',
    'Laden Sie die Ausweisdokumente aller 3 Zeichnungsberechtigten hoch.',
  ],
  [
    asked('document_requested', 'documents.bank_statement', { kind: 'bank_statement', reason: 'Too old.\nSee above: page 2.' }),
    'Upload the last bank statement again: Too old.\nSee above: page 2.',
    'Bitte noch einmal hochladen (letzter Kontoauszug): Too old.\nSee above: page 2.',
  ],
  [asked('buyer_missing', 'buyers'), 'Add at least one buyer that you invoice.', 'Fügen Sie mindestens einen Abnehmer hinzu, an den Sie Rechnungen stellen.'],
])('%o is told with what is of this application', async (requirement, english, german) => {
  expect(requirementText(requirement)).toBe(english)
  await loadTexts('de')
  expect(requirementText(requirement)).toBe(german)
})

test('at its field nobody needs to be told which person it is about', () => {
  expect(fieldText(asked('missing', 'people[1].fname', { person: 2 }))).toBe('Enter the first name.')
})

test.each([
  asked('missing', 'people[0].ownershipPercent'),
  asked('inconsistent', 'people[0].bornOn', { conflict: 'under_age' }),
  asked('inconsistent', 'people[0].roles', { conflict: 'owner_share' }),
  asked('document_requested', 'documents.bank_statement', { kind: 'bank_statement' }),
])('where what a text names is left out, the server says it: %o', async (requirement) => {
  expect(fieldText(requirement)).toBe(SERVER)
  await loadTexts('de')
  expect(requirementText(requirement)).toBe(SERVER)
})

test.each([
  asked('something_new' as 'missing', 'company.legalName'),
  asked('missing', 'company.somethingNew'),
  asked('missing', 'people', { role: 'something_new' }),
  asked('inconsistent', 'people', { conflict: 'something_new' }),
  asked('document_missing', 'documents.something_new', { kind: 'something_new', wanted: 1 }),
  asked('document_missing', 'documents.bank_statement', { kind: 'bank_statement', wanted: 2 }),
  asked('document_requested', 'documents.something_new', { kind: 'something_new', reason: 'Too old.' }),
])('what a newer server asks for is told in its own words: %o', (requirement) => {
  expect([requirementText(requirement), fieldText(requirement)]).toEqual([SERVER, SERVER])
})
