import { expect, test } from 'vitest'
import { guessKind } from './guess'

test.each([
  ['Certificate of Incorporation.pdf', 'incorporation_certificate'],
  ['Handelsregisterauszug_2026.pdf', 'incorporation_certificate'],
  ['HRB-12345.pdf', 'incorporation_certificate'],
  ['Gewerbeanmeldung.jpg', 'incorporation_certificate'],
  ['utility-bill-march.pdf', 'proof_of_address'],
  ['Stromrechnung.pdf', 'proof_of_address'],
  ['ProofOfAddress.png', 'proof_of_address'],
  ['passport_ada.jpg', 'identity_document'],
  ['Personalausweis Vorderseite.jpeg', 'identity_document'],
  ['Reisepaß.png', 'identity_document'],
  ['ID card back.jpg', 'identity_document'],
  ['statement.pdf', 'bank_statement'],
  ['Kontoauszug_Nr_5.pdf', 'bank_statement'],
  ['2026-05 Bank Statement.pdf', 'bank_statement'],
  ['annual_accounts_2025.pdf', 'annual_accounts'],
  ['accounts.pdf', 'annual_accounts'],
  ['Financial statements 2025.pdf', 'annual_accounts'],
  ['financial-statement-2025.pdf', 'annual_accounts'],
  ['Profit and Loss Statement.pdf', 'annual_accounts'],
  ['Jahresabschluß 2025.pdf', 'annual_accounts'],
  ['Bilanz+GuV.pdf', 'annual_accounts'],
  ['aged receivables.pdf', 'aged_receivables'],
  ['AR-Ageing.pdf', 'aged_receivables'],
  ['OP-Liste Debitoren.pdf', 'aged_receivables'],
  ['Offene_Posten.pdf', 'aged_receivables'],
] as const)('%s is taken for %s', (name, kind) => {
  expect(guessKind(name)).toBe(kind)
})

test.each(['scan0001.pdf', 'IMG_2931.jpg', 'Dokument.pdf', 'Compass.png', 'Bandage.pdf', '.pdf', ''])('of %s nothing is said', (name) => {
  expect(guessKind(name)).toBeNull()
})
