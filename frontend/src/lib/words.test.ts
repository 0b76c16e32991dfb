import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Texts as the catalogue keeps them: the English of the source, and its German. */
const catalogue = readFileSync(join(import.meta.dirname, '../locales/de.po'), 'utf8')
  .split('\n\n')
  .flatMap((entry) => {
    const [, id, german] = /^msgid "(.*)"\nmsgstr "(.*)"/m.exec(entry) ?? []
    return id && german !== undefined ? [{ id, german }] : []
  })

/** What the customer's specification fixes to the letter. */
const fixed = [
  'Onboarding not yet completed',
  'Form not filled; complete it to get started with factoring and reverse-factoring',
  'Documents verification pending',
  'Wait for further instructions',
  'Onboarding approved',
  'All features usable',
  'Onboarding disapproved',
  'Contact support',
  'Docs are missing',
  'Provide missing documents',
  'Welcome back! {name}',
  'Wrong credentials',
  'Invalid user email or password!',
  'Error occurred! Try again later',
  'OTP has been sent to {phone}',
  'Phone number verified successfully!',
  'Verification mail set to {email}',
  'Something went wrong',
]

test('the customer’s texts stand to the letter', () => {
  expect(catalogue.length).toBeGreaterThan(700)
  const ids = new Set(catalogue.map(({ id }) => id))
  expect(fixed.filter((text) => !ids.has(text))).toEqual([])
})

/** Words that say something else in the trade, or that nobody who thinks in the language would use: `docs/writing.md` has the right ones. */
const wrong = {
  german: /Käufer|Verkäufer|Finanzierungsgesellschaft|Vorschussquote|Verwässerung|Firmensitz|Handelsname\b|Prüfpfad|Urteil|beurteilt|Fazilität|Rücklage|\bKontos?\b|freiwillig|MiB|\bnenn(en|t)\b|\d %/i,
  english: /\b(somebody|whoever|meanwhile)\b|MiB|\d[ \u00a0]%|\b[Ss]witch (it )?o(n|ff)\b|\bask for\b/i,
}

test('no text uses a word the glossaries leave out', () => {
  expect(catalogue.filter(({ id, german }) => wrong.english.test(id) || wrong.german.test(german))).toEqual([])
})

test('nor does what the server writes to people', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
  const sources = ['adapters/shared/src/sentences.rs', 'adapters/http/src/onboarding/requirements.rs', 'adapters/src/mail/message.rs'].map(read)
  const said = sources.flatMap((source) => [...source.matchAll(/"([A-Z][^"\n]*\.)"/g)].map(([, text = '']) => text))
  expect(said.length).toBeGreaterThan(80)
  expect(said.filter((text) => wrong.english.test(text))).toEqual([])
})

test('mails call a place by the name it has in the menu, and a button or heading by its text', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
  const mails = ['', '/receivables', '/facilities', '/debtors'].map((part) => read(`../../../adapters/src/mail/words${part}.rs`)).join('\n')
  const texts = catalogue.map((text) => ({ id: text.id.toLowerCase(), german: text.german.toLowerCase() }))
  const places = [...read('../app/places.ts').matchAll(/label: msg(?:`|\(\{ message: ')([^`']+)/g)].map(([, label = '']) => label.toLowerCase())
  const buttons = [...mails.matchAll(/en: "Go to (?:your )?(?!the )([^"]+)", de: "([^"]+)"/g)].map(([, en = '', de = '']) => ({ en: en.toLowerCase(), de: de.toLowerCase() }))
  expect(buttons.length).toBeGreaterThan(7)
  const isNamed = ({ en, de }: { en: string; de: string }) => places.includes(en) && texts.some(({ id, german }) => id === en && german.split(' ').every((word) => de.includes(word)))
  expect(buttons.filter((button) => !isNamed(button))).toEqual([])
  const quoted = [...mails.matchAll(/“([^”{]+)”/g), ...mails.matchAll(/„([^“{]+)“/g)].map(([, text = '']) => text.toLowerCase())
  expect(quoted.length).toBeGreaterThan(3)
  expect(quoted.filter((text) => !texts.some(({ id, german }) => id === text || german === text))).toEqual([])
})

test('every text has its German, with the same values in it', () => {
  const values = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])/g))].toSorted()
  expect(catalogue.filter(({ id, german }) => german === '' || String(values(id)) !== String(values(german)))).toEqual([])
})
