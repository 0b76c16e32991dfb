/* eslint-disable no-restricted-syntax -- names of files, not sentences of the server */
import type { components } from '@/api/schema'

type DocumentKind = components['schemas']['DocumentKind']

/** Words in the names of files, in English and German, that tell what a document is; the first row that fits wins. */
const WORDS: readonly (readonly [DocumentKind, RegExp])[] = [
  ['aged_receivables', /aged|ag(e)?ing|receivables?|debtors?|debitoren|offene posten|op liste|posten liste|altersstruktur|forderung/],
  ['identity_document', /passport|reisepass|\bpass\b|id ?card|identity|identification|ausweis|personalausweis|\bperso\b|licen[cs]e|fuhrerschein|\bid\b/],
  ['bank_statement', /bank|kontoauszug|konto auszug|account statement|statement of account|\bstatement\b|kontoausz/],
  ['annual_accounts', /annual|accounts|jahresabschluss|bilanz|balance sheet|\bguv\b|profit|p&l|financial statements?|geschaftsbericht|jahresbericht|\bbwa\b/],
  ['incorporation_certificate', /incorporat|certificate of|register|registration|handelsregister|\bhrb?\b|registerauszug|gewerbe|companies house|articles|satzung|gesellschaftsvertrag|chamber of commerce|kvk/],
  ['proof_of_address', /address|adress|anschrift|utility|strom|\bgas\b|wasser|electric|water|meldebescheinigung|\bbill\b|rechnung|miet|lease|council tax/],
]

/** What matches before the words above, since it holds one of them. */
const FIRST: readonly (readonly [DocumentKind, RegExp])[] = [
  ['annual_accounts', /(financial|income|annual|profit and loss) statement/],
]

/** Words apart and without accents or camels, as people write the names of files. */
function plain(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '')
  return stem
    .replace(/([a-zäöüß])([A-ZÄÖÜ])/g, '$1 $2')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ae|oe|ue/g, (pair) => pair.charAt(0))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}&]+/gu, ' ')
    .trim()
}

/** What a document probably is, from its file's name; null when the name tells nothing. A guess, to be shown and changed. */
export function guessKind(name: string): DocumentKind | null {
  const words = plain(name)
  return [...FIRST, ...WORDS].find(([, pattern]) => pattern.test(words))?.[0] ?? null
}
