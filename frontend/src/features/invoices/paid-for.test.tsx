import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { quiet } from '@/testing/begun'
import { userQuery } from '@/entities/user/me'
import { anAvailability, aPayout, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { PaidFor, PaidOut, StillToCome, ToBePaid } from './paid-for'

const server = serve()
const account = { holder: null, iban: null, currency: null, accountNumber: null, bic: null, routingNumber: null, sortCode: null }
/** 12,160.00 for MB-1006, of which 9,976.80 were kept back for MB-1003. */
const reduced = (changes: Partial<Schemas['PayoutBody']> = {}) =>
  aPayout({
    receivableId: 'r-1006',
    invoiceNumber: 'MB-1006',
    status: 'executed',
    gross: 1_216_000,
    amount: 218_320,
    released: { account, at: '2027-01-04T10:00:00Z', on: '2027-01-04', setOff: 997_680, setOffs: [{ receivableId: 'r-1003', invoiceNumber: 'MB-1003', amount: 997_680 }] },
    ...changes,
  })

function open(id: string, data: Schemas['PaidForBody'], owes = 0) {
  server.use(mock.get('/semi-private/receivables/{id}/payments', () => HttpResponse.json({ data })))
  return renderScreen(<PaidFor id={id} currency="EUR" owes={owes} />)
}

test('an invoice whose payout was reduced says by how much and for which one', async () => {
  const { unmount } = open('r-1006', { payouts: [reduced()], owed: 0 })
  expect(await screen.findByText((_, element) => element?.textContent === 'We paid you €2,183.20: €12,160.00 less €9,976.80 you owed for MB-1003.' && element.tagName === 'P')).toBeVisible()
  expect(screen.getByRole('link', { name: 'MB-1003' })).toHaveAttribute('href', '/invoices/r-1003')
  expect(screen.queryByText(/You owe us nothing more/)).toBeNull()
  unmount()
  open('r-1006', { payouts: [reduced({ status: 'released' })], owed: 0 })
  expect(await screen.findByText(/^We ordered €2,183\.20 from our bank: €12,160\.00 less €9,976\.80 you owed for/)).toBeVisible()
})

test('of a payout that was reduced and came back nothing is said to be paid', async () => {
  open('r-1006', { payouts: [reduced({ status: 'returned' })], owed: 0 })
  expect(await screen.findByText((_, element) => element?.textContent === 'Of €12,160.00 we kept €9,976.80 you owed for MB-1003. The other €2,183.20 came back.' && element.tagName === 'P')).toBeVisible()
  expect(screen.queryByText(/We pay|We paid|We ordered/)).toBeNull()
})

test('an invoice that was owed for says what was taken of which payout, and what is still owed', async () => {
  const { unmount } = open('r-1003', { payouts: [reduced()], owed: 0 }, 997_680)
  expect(await screen.findByText(/On Jan 4, 2027 we took €9,976\.80 from your payout for/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'MB-1006' })).toHaveAttribute('href', '/invoices/r-1006')
  expect(screen.getByText('You owe us nothing more for this invoice.')).toBeVisible()
  unmount()
  open('r-1003', { payouts: [], owed: 20_000 }, 997_680)
  expect(await screen.findByText('You still owe us €200.00 for this invoice. We take it from your next payouts.')).toBeVisible()
})

test('an invoice that nothing was set off for says nothing of it', async () => {
  const { container } = open('r-7', { payouts: [aPayout()], owed: 0 })
  await quiet()
  expect(container).not.toHaveTextContent(/owe|took|paid/)
})

/** Availability of a company that owes so much. */
const owing = (owed: number) => anAvailability({ steps: anAvailability().steps.map((step) => (step.code === 'owed' ? { ...step, amount: -owed } : step)) })

test.each([
  [{ status: 'due' }, '2027-01-03', 0, 'Paid. We pay you €910.75 on Jan 4, 2027.'],
  [{ status: 'due' }, '2027-01-05', 0, 'Paid. Your payout of €910.75 was planned for Jan 4, 2027. We haven’t sent it yet.'],
  [{ status: 'due' }, '2027-01-03', 574_515, 'Paid. We pay you €910.75 on Jan 4, 2027. You owe us €5,745.15. We keep it back from your next payouts: up to €910.75 of this one.'],
  [{ status: 'due', stops: ['account_changing'] }, '2027-01-05', 0, 'Paid. Your payout of €910.75 waits: We’re checking your new bank account.'],
  [{ status: 'released' }, '2027-01-05', 574_515, 'Paid. Your payout of €910.75 is on its way.'],
  [{ status: 'executed' }, '2027-01-05', 0, 'Paid.'],
] as const)('what is still to come of an invoice at its end, %o on %s with %d owed', async (changes, today, owed, sentence) => {
  server.use(
    mock.get('/semi-private/receivables/{id}/payments', () => HttpResponse.json({ data: { payouts: [aPayout({ receivableId: 'r-7', purpose: 'release', amount: 91_075, gross: 91_075, ...changes, stops: 'stops' in changes ? [...changes.stops] : [] })], owed: 0 } })),
    mock.get('/semi-private/availability', () => HttpResponse.json({ data: [owing(owed)] })),
  )
  const { client, container } = renderScreen(<StillToCome id="r-7">Paid.</StillToCome>)
  client.setQueryData(userQuery.queryKey, { ...aSeller().data, businessTime: `${today}T09:00:00Z` })
  await quiet()
  await vi.waitFor(() => { expect(container.textContent.replaceAll(/\s+/g, ' ').trim()).toBe(sentence) })
})

test.each([
  [{ status: 'due', stops: ['account_changing'] }, 'You sold this invoice. Your payout of €8,000.00 waits: We’re checking your new bank account.'],
  [{ status: 'due' }, 'You sold this invoice. We pay you €8,000.00 on Jan 4, 2027.'],
  [{ status: 'released' }, 'You sold this invoice. Your payout of €8,000.00 is on its way.'],
  [{ status: 'cancelled' }, 'Sold.'],
] as const)('what was sold and is %o reads: %s', async (changes, sentence) => {
  server.use(mock.get('/semi-private/receivables/{id}/payments', () => HttpResponse.json({ data: { payouts: [aPayout({ receivableId: 'r-7', ...changes, stops: 'stops' in changes ? [...changes.stops] : [] })], owed: 0 } })))
  const { client } = renderScreen(<ToBePaid id="r-7">Sold.</ToBePaid>)
  client.setQueryData(userQuery.queryKey, { ...aSeller().data, businessTime: '2027-01-03T09:00:00Z' })
  expect(await screen.findByText(sentence)).toBeVisible()
  await quiet()
})

test.each([
  ['it is on its way', ['released'], [], 'Your payout of €8,000.00 is on its way. Our bank hasn’t confirmed it yet.'],
  ['it came back', ['returned', 'due'], [], 'Your payout of €8,000.00 came back from the bank. We pay it again; check your bank account under Company.'],
  ['it came back and a dispute stops it', ['returned', 'due'], ['disputed'], 'Your payout of €8,000.00 came back from the bank. It waits: Your buyer disputes the invoice. We wait until that is cleared up.'],
  ['it was sent again', ['returned', 'released'], [], 'Your payout of €8,000.00 came back from the bank. We sent it again, and it is on its way.'],
  ['it was paid again', ['returned', 'executed'], [], 'We’ve paid you.'],
  ['it was paid', ['executed'], [], 'We’ve paid you.'],
] as const)('where the advance is, as long as %s', async (_, statuses, stops, sentence) => {
  const payouts = statuses.map((status, place) => aPayout({ id: `p-${place}`, receivableId: 'r-7', status, replaces: place > 0 ? `p-${place - 1}` : null, stops: status === 'due' ? [...stops] : [] }))
  server.use(mock.get('/semi-private/receivables/{id}/payments', () => HttpResponse.json({ data: { payouts, owed: 0 } })))
  const { container } = renderScreen(<PaidOut id="r-7">We’ve paid you.</PaidOut>)
  await quiet()
  await vi.waitFor(() => { expect(container).toHaveTextContent(sentence) })
  expect(container.textContent.includes('We’ve paid you.')).toBe(sentence === 'We’ve paid you.')
})
