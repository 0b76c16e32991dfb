import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { loadTexts } from '@/lib/i18n'
import { problemText } from './problems'

type Problem = Schemas['InvoiceProblemBody']

const amounts = { stated: 10_000, expected: 11_900 }

test.each<[Problem, string]>([
  [{ code: 'amount_due', term: 'BT-115', ...amounts }, 'Amount due (BT-115): says €100.00, should be €119.00'],
  [{ code: 'vat_total', term: 'BT-110', stated: 0, expected: -1 }, 'Total VAT (BT-110): says €0.00, should be −\u2060€0.01'],
  [{ code: 'missing', term: 'BT-1' }, 'Invoice number (BT-1): missing'],
  [{ code: 'unreadable', term: 'BT-9', text: '31.02.2027' }, 'Due date (BT-9): can’t be read: “31.02.2027”'],
  [{ code: 'unreadable', term: 'BT-1' }, 'Invoice number (BT-1): can’t be used as it stands'],
  [{ code: 'other_currency', term: 'BT-131', text: 'USD' }, 'Net amount of a line (BT-131): in another currency than the invoice: “USD”'],
  [{ code: 'not_invoice', term: 'BT-3', text: '381' }, 'Type of invoice (BT-3): this is a credit note or a pro-forma invoice (type 381)'],
  [{ code: 'not_invoice', term: 'BT-3' }, 'Type of invoice (BT-3): this is a credit note or a pro-forma invoice'],
  [{ code: 'nothing_due', term: 'BT-115', stated: 0 }, 'Amount due (BT-115): says €0.00, so there is nothing left to pay'],
  [{ code: 'tax_of_rate', term: 'BT-117', ...amounts }, 'VAT amount (BT-117): says €100.00; by its rate it would be €119.00'],
  [{ code: 'not_transferred', term: 'BT-81', text: '59' }, 'How to pay (BT-81): not by transfer (code 59), so we can’t buy it as it stands'],
  // What people wrote is no part of the language of the texts.
  [{ code: 'unreadable', term: 'BT-2', text: '{x} \\x3E <0>' }, 'Invoice date (BT-2): can’t be read: “{x} \\x3E <0>”'],
  // A newer server knows more.
  [{ code: 'odd', term: 'BT-999' } as unknown as Problem, 'BT-999: odd'],
])('%j', (problem, says) => {
  expect(problemText(problem, 'EUR')).toBe(says)
})

const codes: Problem['code'][] = ['missing', 'unreadable', 'other_currency', 'not_invoice', 'nothing_due', 'line_total', 'allowance_total', 'charge_total', 'net_total', 'vat_total', 'gross_total', 'amount_due', 'tax_of_rate', 'taxable_of_lines', 'inexact', 'rounded', 'discount_unread', 'not_transferred', 'corrects', 'read_in_part']
const terms: Problem['term'][] = [
  'BT-1', 'BT-2', 'BT-3', 'BT-5', 'BT-9', 'BT-20', 'BT-24', 'BT-25', 'BT-27', 'BT-44', 'BT-81', 'BT-92', 'BT-99', 'BT-106', 'BT-107', 'BT-108', 'BT-109', 'BT-110', 'BT-112', 'BT-113', 'BT-114', 'BT-115', 'BT-116', 'BT-117', 'BT-119', 'BT-131', 'BT-DEX-002',
]

test.each(['en', 'de'] as const)('every problem of every term has words in %s, with values and without', async (language) => {
  await loadTexts(language)
  const all = codes.flatMap((code) => terms.flatMap((term) => [problemText({ code, term }, null), problemText({ code, term, ...amounts, text: 'X' }, 'EUR')]))
  for (const said of all) expect(said).toMatch(/^.{4,}\S \(BT-(DEX-)?\d+\): .{5,}$/)
  expect(all.filter((said) => /[{}]|undefined|_/.test(said))).toEqual([])
})
