import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { checkText, cureText, figuresText, isOurs, type Check } from './checks'
import { houseCheckText } from './house-checks'

const check = (code: Schemas['CheckCode'], outcome: Schemas['Outcome'], more: Partial<Check> = {}): Check => ({ code, outcome, verified: false, figures: [], message: 'The server’s sentence.', ...more })

const count = (name: Schemas['FigureName'], value: number) => ({ name, count: value })
const amount = (name: Schemas['FigureName'], value: number) => ({ name, amount: value })

test.each<[Check, string | null]>([
  [check('tenor', 'block', { figures: [count('days', -3), count('min_days', 1), count('max_days', 180)] }), 'The due date has passed.'],
  [check('tenor', 'block', { figures: [count('days', 200), count('min_days', 1), count('max_days', 180)] }), '200 days from payout to due date; agreed are 1 to 180 days.'],
  [check('invoice_age', 'block', { figures: [count('days', 91), count('max_days', 90)] }), '91 days from the invoice date to submission; agreed are at most 90 days.'],
  [check('not_due', 'block', { figures: [{ name: 'due_on', day: '2027-02-18' }] }), 'Due on Feb 18, 2027.'],
  [check('plausible', 'block', { figures: [{ name: 'issued_on', day: '2027-02-18' }, { name: 'due_on', day: '2027-01-18' }] }), 'Invoice date Feb 18, 2027, due on Jan 18, 2027.'],
  [check('as_invoiced', 'block', { figures: [{ name: 'issued_on', day: '2027-01-18' }, { name: 'due_on', day: '2027-02-18' }, amount('face', 1_000_000)] }), 'The e-invoice says: €10,000.00, issued on Jan 18, 2027, due on Feb 18, 2027.'],
  [check('as_invoiced', 'block', { figures: [{ name: 'issued_on', day: '2027-01-18' }] }), null],
  [check('currency', 'block', { figures: [{ name: 'currencies', currencies: ['EUR', 'GBP'] }] }), 'You have a facility in EUR, GBP.'],
  [check('first_of_debtor', 'verify', { figures: [count('bought_before', 0)] }), 'No invoice to this buyer bought before.'],
  [check('first_of_debtor', 'pass', { figures: [count('bought_before', 1)] }), '1 invoice to this buyer bought before.'],
  [check('verification_above', 'verify', { figures: [amount('face', 3_000_000), amount('above', 2_000_000)] }), 'The invoice total is €30,000.00; we verify invoices above €20,000.00.'],
  [check('dilution_history', 'verify', { figures: [amount('faces', 1_000_000), amount('diluted', 60_000), { name: 'max_share', share: 500 }] }), '€600.00 deducted from €10,000.00; above 5% we verify.'],
  [check('facility_limit', 'cap', { figures: [amount('wanted', 800_000), amount('available', 300_000)] }), 'It takes €8,000.00; €3,000.00 is available.'],
  // Of a buyer's limit a seller is told no figures.
  [check('debtor_limit', 'cap'), null],
  [check('already_sold', 'block', { figures: [{ name: 'invoice_numbers', numbers: ['RE-1', 'RE-2'] }] }), 'Sold before: RE-1, RE-2.'],
  [check('payment_means', 'block', { figures: [count('means_code', 59)] }), 'To be collected by direct debit.'],
  [check('payment_means', 'block', { figures: [count('means_code', 999)] }), 'Not to be paid by transfer.'],
  [check('payment_means', 'block'), null],
  [check('tenor', 'block', { figures: [count('days', 200)] }), null],
])('%o says what was compared', (found, says) => {
  expect(figuresText(found, 'EUR')).toBe(says)
})

test.each([
  ['2027-04-20', '2027-04-30', '2027-03-24', 'The invoice date is after today.'],
  ['2027-02-18', '2027-01-18', '2027-03-24', 'The invoice and due dates don’t fit together.'],
  ['2027-04-20', '2027-04-18', '2027-03-24', 'The invoice and due dates don’t fit together.'],
  ['2027-03-01', '2027-04-25', '2027-03-24', 'The due date isn’t a business day.'],
] as const)('of an invoice of %s, due on %s, it is said on %s what is wrong: %s', (issued, due, today, says) => {
  const found = check('plausible', 'block', { figures: [{ name: 'issued_on', day: issued }, { name: 'due_on', day: due }, { name: 'today', day: today }] })
  expect(checkText(found)).toBe(says)
  expect(houseCheckText(found)).toBe(says)
  expect(checkText({ ...found, outcome: 'pass' })).toBe('The invoice and due dates fit together.')
})

test('a check says the opposite of what it says where it passes', () => {
  expect(checkText(check('invoice_attached', 'pass'))).toBe('The invoice is attached.')
  expect(checkText(check('invoice_attached', 'block'))).toBe('The invoice isn’t attached.')
})

test('a check of a newer server is told in the server’s words, and its cure by its code', () => {
  const newer = check('something_new' as Schemas['CheckCode'], 'block', { cure: 'something_new' as Schemas['Cure'] })
  expect([checkText(newer), cureText(newer), figuresText(newer, 'EUR'), isOurs(newer)]).toEqual(['The server’s sentence.', 'something_new', null, false])
})

test.each<[Schemas['CheckCode'], Schemas['Cure'], string, string, boolean]>([
  ['debtor_limit', 'await_limit', 'We haven’t set a limit for this buyer yet.', 'We decide on it and e-mail you once you can accept the offer. You don’t need to do anything.', false],
  ['debtor_limit', 'await_room', 'The invoice doesn’t fit under the limit for this buyer today.', 'There may be room later. Contact us if you need it sooner.', false],
  ['facility_limit', 'raise_limit', 'The advance doesn’t fit under the facility’s limit today.', 'It’s more than the facility’s whole limit, so it won’t fit later either. Contact us about a higher limit.', true],
  ['facility_limit', 'await_receipts', 'The advance doesn’t fit under the facility’s limit today.', 'There’ll be room as your buyers pay.', false],
  ['concentration', 'raise_limit', 'The advance doesn’t fit under the concentration limit today.', 'It’s more than the whole concentration limit, so it won’t fit later either. Contact us about a higher one.', true],
])('only what buyers pay into is said to get room as they pay: %s %s', (code, cure, says, helps, ours) => {
  const capped = check(code, 'cap', { cure })
  expect([checkText(capped), cureText(capped), isOurs(capped)]).toEqual([says, helps, ours])
})

test('waiting says until when', () => {
  const waits = check('tenor', 'block', { cure: 'wait', figures: [{ name: 'passes_from', day: '2027-03-01' }] })
  expect(cureText(waits)).toBe('You don’t need to do anything: it passes from Mar 1, 2027.')
  expect(cureText(check('tenor', 'block', { cure: 'wait' }))).toBe('You don’t need to do anything: it passes with time.')
})

test('what the company can do something about is told from what only others can', () => {
  expect(isOurs(check('invoice_attached', 'block', { cure: 'attach_invoice' }))).toBe(true)
  expect(isOurs(check('debtor_known', 'block', { cure: 'await_buyer_approval' }))).toBe(false)
  expect(isOurs(check('invoice_attached', 'pass', { cure: 'attach_invoice' }))).toBe(false)
})

const supplied = { kind: 'reverse_factoring' as const, debtorName: 'Nordwind AG' }

test.each<[Check, string, string | null, boolean]>([
  [check('plausible', 'block', { cure: 'correct_invoice' }), 'The invoice and due dates don’t fit together.', 'Ask Nordwind AG to correct it.', true],
  [check('facility_active', 'block', { cure: 'ask_for_facility' }), 'Your buyer’s programme doesn’t take this invoice at the moment.', null, false],
  [check('facility_active', 'block', { cure: 'await_facility' }), 'Your buyer’s programme doesn’t take this invoice at the moment.', null, false],
  [check('facility_active', 'block', { cure: 'contact_house' }), 'Your buyer’s programme doesn’t take this invoice at the moment.', 'Contact us.', true],
  [check('facility_active', 'block', { cure: 'join_programme' }), 'Your buyer’s programme doesn’t take this invoice at the moment.', 'Join your buyer’s programme first.', true],
  [check('currency', 'block', { cure: 'ask_for_facility', figures: [{ name: 'currencies', currencies: ['EUR'] }] }), 'Your buyer has no programme in this currency.', null, false],
  [check('invoice_age', 'block', { cure: 'contact_house' }), 'The invoice is too old.', null, false],
  [check('company_approved', 'block', { cure: 'contact_house' }), 'Your company isn’t approved.', 'Contact us.', true],
  [check('tenor', 'block', { cure: 'wait' }), 'The time until the due date isn’t as agreed.', 'You don’t need to do anything: it passes with time.', false],
  [check('facility_limit', 'cap', { cure: 'await_room' }), 'The invoice doesn’t fit under the programme’s limit today.', 'There may be room later. Contact us if you need it sooner.', false],
])('a supplier, which entered nothing, reads of %o what it can do itself', (found, says, helps, ours) => {
  expect([checkText(found, supplied), cureText(found, supplied), isOurs(found, supplied)]).toEqual([says, helps, ours])
  expect(cureText(found, { ...supplied, debtorName: null })).toBe(helps === 'Ask Nordwind AG to correct it.' ? 'Ask your buyer to correct it.' : helps)
  if (found.code === 'currency') expect([figuresText(found, 'USD', supplied), figuresText(found, 'USD')]).toEqual([null, 'You have a facility in EUR.'])
})

test('of a draft that is too old the invoice date is looked at first, for it may be mistyped', () => {
  const old = check('invoice_age', 'block', { cure: 'contact_house' })
  expect(cureText(old, { kind: 'factoring', debtorName: 'Nordwind AG', isDraft: true })).toBe('Check the invoice date. If it is right, contact us.')
  expect(cureText(old, { kind: 'factoring', debtorName: 'Nordwind AG' })).toBe('Contact us.')
})

test('while something never fits, nothing else says that waiting helps', () => {
  const waits = [check('facility_limit', 'cap', { cure: 'await_receipts' }), check('debtor_limit', 'cap', { cure: 'await_room' }), check('verification_above', 'verify', { cure: 'await_verification' })]
  const never = check('concentration', 'cap', { cure: 'raise_limit' })
  const own = { kind: 'factoring' as const, debtorName: 'Nordwind AG' }
  expect(waits.map((one) => cureText(one, { ...own, checks: waits }))).not.toContain(null)
  expect(waits.map((one) => cureText(one, { ...own, checks: [...waits, never] }))).toEqual([null, null, null])
  expect(cureText(never, { ...own, checks: [...waits, never] })).toMatch(/won’t fit later/)
  expect(cureText(check('invoice_attached', 'block', { cure: 'attach_invoice' }), { ...own, checks: [never] })).toBe('Attach the invoice.')
})
