import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { anExamined, aReceipt } from '@/testing/financing'
import { byFit, fitOf } from './fit'

const open = (id: string, invoiceNumber: string, changes: Partial<Schemas['ExaminedReceivableBody']> = {}, dueOn = '2027-03-01') => {
  const plain = anExamined({ id, invoiceNumber, reference: `RF${id}`, debtorName: 'Ostwind AG', position: { open: 5, out: 0, diluted: 0, withSeller: 0 }, ...changes })
  return { ...plain, figures: { ...plain.figures, dueOn } }
}
const owes = (amount: number) => ({ position: { open: amount, out: 0, diluted: 0, withSeller: 0 } })

test('what is named comes before what has the amount, that before what has the payer, and then what is due first', () => {
  const receipt = aReceipt({ text: 'Zahlung RE 2027-7 danke', payer: { name: 'MUELLER GMBH', iban: null }, left: 600_000 })
  const all = [
    open('5', 'AB-5', {}, '2027-02-02'),
    open('6', 'AB-6', {}, '2027-02-01'),
    open('3', 'AB-3', { debtorName: 'Müller GmbH' }),
    open('2', 'AB-2', owes(600_000)),
    open('4', 'AB-4', { debtorName: 'Müller GmbH', ...owes(600_000) }),
    open('1', 'RE-2027-7'),
  ]
  expect(byFit(all, receipt).map(({ receivable, fit }) => [receivable.id, fit.join(' ')])).toEqual([
    ['1', 'quoted'], ['4', 'amount payer'], ['2', 'amount'], ['3', 'payer'], ['6', ''], ['5', ''],
  ])
})

test('a reference is found however it is grouped, and a short number only as a word of its own', () => {
  expect(fitOf(open('18539007547034', 'X'), aReceipt({ text: 'ref rf18 5390 0754 7034.' }))).toEqual(['quoted'])
  expect(fitOf(open('9', '77'), aReceipt({ text: 'invoice 77, thanks' }))).toEqual(['quoted'])
  expect(fitOf(open('9', '77'), aReceipt({ text: 'paid on 1977-01-01' }))).toEqual([])
})

test('what is suggested by its number is named', () => {
  const suggestion: Schemas['SuggestionBody'] = { reason: 'invoice_numbers', receivables: [{ id: '9', amount: 5 }] }
  expect(fitOf(open('9', 'AB-9'), aReceipt({ text: null, suggestion }))).toEqual(['quoted'])
})
