import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { anExamined, aReceipt } from '@/testing/financing'
import { byFit, fitOf } from './fit'

const open = (id: string, dueOn = '2027-03-01') => {
  const plain = anExamined({ id })
  return { ...plain, figures: { ...plain.figures, dueOn } }
}

const suggestions: Schemas['SuggestionBody'][] = [
  { signs: ['reference', 'payer_name'], warns: false, isSure: true, receivables: [{ id: '9', amount: 5, leavesOpen: 0, surplus: 0 }, { id: '7', amount: 5, leavesOpen: 0, surplus: 0 }] },
  { signs: ['exact_amount'], warns: false, isSure: false, receivables: [{ id: '8', amount: 10, leavesOpen: 0, surplus: 0 }] },
]

test('what is suggested first comes first, and then what is due first', () => {
  const all = [open('1', '2027-02-02'), open('2', '2027-02-01'), open('7'), open('8'), open('9')]
  expect(byFit(all, aReceipt({ suggestions })).map(({ receivable, fit }) => [receivable.id, fit.join(' ')])).toEqual([
    ['9', 'reference payer_name'], ['7', 'reference payer_name'], ['8', 'exact_amount'], ['2', ''], ['1', ''],
  ])
})

test('what is in no suggestion has nothing that speaks for it', () => {
  expect(fitOf(open('1'), aReceipt({ suggestions }))).toEqual([])
  expect(fitOf(open('9'), aReceipt({}))).toEqual([])
})
