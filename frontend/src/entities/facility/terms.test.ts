import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadTexts, withTexts, type LanguageCode } from '@/lib/i18n'
import { termsGroups, type Terms } from './terms'

const terms: Terms = {
  kind: 'factoring', currency: 'EUR', limit: 100_000_000, advanceRate: 8000, discountRate: 1200, dayCount: 'act_360', discountTiming: 'in_arrears', serviceFee: 150, serviceFeeMinimum: 500, payoutFee: 0, feeTax: 1900,
  cover: 0, graceDays: 5, lateRate: 600, recourseAfterDays: 60, minDays: 1, maxDays: 180, maxInvoiceAgeDays: 90, concentration: 10_000, verification: 'above', verificationAbove: 2_000_000, notification: 'disclosed', buyerShare: 0,
}

const rows = (changes: Partial<Terms> = {}) => Object.fromEntries(termsGroups({ ...terms, ...changes }).flatMap((group) => group.rows.map(({ id, value }) => [id, value])))

test('basis points are per cent, amounts are money, days are days', () => {
  expect(rows()).toMatchObject({
    limit: '€1,000,000.00', advanceRate: '80%', discountRate: '12% a year', serviceFee: '1.5%', serviceFeeMinimum: '€5.00', feeTax: '19%', days: '1 to 180 days', maxInvoiceAgeDays: 'at most 90 days',
    verification: 'Invoices above €20,000.00', graceDays: '5 days', lateRate: '6% a year', recourseAfterDays: '60 days', cover: 'Yes', concentration: '100%',
  })
})

test('without cover the terms say that there is recourse, with it how much', () => {
  const rowOf = (cover: number) => termsGroups({ ...terms, cover }).flatMap((group) => group.rows).find(({ id }) => id === 'cover')
  expect(rowOf(0)).toMatchObject({ label: 'Recourse to you', value: 'Yes', term: 'recourse' })
  expect(rowOf(1)).toMatchObject({ label: 'Cover', value: '0.01%', term: 'cover' })
})

test('every field of the terms is shown, so that nothing is signed unseen', () => {
  // Two fields are said together, and two by the title and every amount.
  const together = { minDays: 'days', maxDays: 'days', verificationAbove: 'verification', kind: 'limit', currency: 'limit' }
  const unseen = (shown: Record<string, string>) => Object.keys(terms).map((field) => (together as Record<string, string>)[field] ?? field).filter((field) => !(field in shown))
  expect(unseen(rows())).toEqual(['buyerShare'])
  expect([...new Set(unseen(rows({ kind: 'reverse_factoring' })))]).toEqual(['concentration', 'notification'])
})

test('a programme’s are told to its buyer, who owes, and name no other one', () => {
  const told = termsGroups({ ...terms, kind: 'reverse_factoring', cover: 10_000, advanceRate: 10_000, buyerShare: 1_000 })
  expect(told.map(({ title }) => title)).toEqual(['How much', 'What early payment costs your supplier', 'Which payables', 'When you pay late or not at all'])
  expect(JSON.stringify(told)).not.toMatch(/[Yy]our buyer|one buyer|a buyer/)
  expect(told.flatMap((group) => group.rows.map(({ label, value }) => `${label}: ${value}`))).toEqual(expect.arrayContaining(['Your share of the discount: 10%', 'From invoice date to your approval: at most 90 days', 'Your suppliers keep of what they were paid: 100%']))
})

test('a rule of a newer server is shown by its code', () => {
  expect(rows({ verification: 'something_new' as Terms['verification'] }).verification).toBe('something_new')
})

interface InWriting {
  terms: Terms
  language: LanguageCode
  groups: { title: string; rows: { label: string; value: string }[] }[]
}

// Written, and held to the words on paper, by a test of the server.
const snapshot = readFileSync(join(import.meta.dirname, '../../../../adapters/src/papers/snapshots/sooner_adapters__papers__tests__terms-in-words.snap'), 'utf8')
const inWriting = JSON.parse(snapshot.slice(snapshot.indexOf('\n---\n') + 5)) as InWriting[]

test('what is signed here is in writing word for word', async () => {
  expect(inWriting.length).toBeGreaterThan(10)
  await withTexts('company', () => Promise.resolve())
  // A paper has the currency behind the amount.
  const asOnPaper = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/CHF ([\d,]+\.\d\d)/g, '$1 CHF')
  for (const { terms, language, groups } of inWriting) {
    await loadTexts(language)
    const shown = termsGroups(terms).map(({ title, rows }) => ({ title, rows: rows.map(({ label, value }) => ({ label, value: asOnPaper(value) })) }))
    expect(shown, `${language} ${terms.kind}`).toEqual(groups)
  }
})

afterAll(() => loadTexts('en'))
