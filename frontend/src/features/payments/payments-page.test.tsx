import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { save } from '@/lib/save-file'
import { problem } from '@/testing/data'
import { aPayer, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import PaymentsPage from './payments-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(() => { vi.mocked(save).mockClear() })

const server = serve()

function open(answer: Schemas['PayoutListBody'] | null, path = '/payments', who: { data: Schemas['MeBody'] } = aSeller(), businessTime = '2027-01-04T09:00:00Z') {
  const asked: string[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json({ data: { ...who.data, businessTime } })),
    mock.get('/semi-private/payments', ({ request }) => {
      asked.push(new URL(request.url).search)
      return answer ? HttpResponse.json(answer) : HttpResponse.json(problem('internal', 500), { status: 500 })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  return { asked, ...renderScreen(<PaymentsPage />, path) }
}

const payout = (changes: Partial<Schemas['PayoutBody']> = {}): Schemas['PayoutBody'] => ({ id: 'p-1', amount: 800_000, gross: 800_000, currency: 'EUR', dueOn: '2027-01-04', purpose: 'advance', status: 'due', receivableId: 'r-1', invoiceNumber: 'MB-1006', debtorName: 'Kaufhaus Lindt', stops: [], ...changes })
const account = { holder: 'Mühle Brandt GmbH', iban: 'DE89370400440532013000', currency: 'EUR', accountNumber: null, bic: null, routingNumber: null, sortCode: null }

const owing = () =>
  mock.get('/semi-private/coming', () => HttpResponse.json({ data: [{ currency: 'EUR', weeks: [{ from: '2027-01-20', to: '2027-01-26', payouts: 30_766, releases: 0, setOff: 170_401 }], later: 0, laterSetOff: 0, unsure: 0 }] }))

test('what is owed is said once, and no planned payout has a figure after it: only the release tells', async () => {
  server.use(owing())
  open({ data: [payout({ gross: 30_766, amount: 30_766 }), payout({ id: 'p-2', dueOn: '2027-01-21' })], next: null }, '/payments', aSeller(), '2027-01-20T09:00:00Z')
  expect(await screen.findAllByText('You owe us €1,704.01. We keep it back from your next payouts, so you receive less.')).toHaveLength(1)
  const [late, planned] = screen.getByRole('table', { name: 'Payments' }).querySelectorAll('tbody tr')
  // No day that has passed stands under Day, where others read the day of their money.
  expect(late).toHaveTextContent('PlannedIt was planned for Jan 4, 2027. We haven’t sent it yet.––€307.66–Known once we send it')
  expect(planned?.textContent).toMatch(/PlannedJan 21, 2027–€8,000\.00–Known once we send it$/)
})

test('the file says of a planned payout no more than the list', async () => {
  server.use(owing())
  open({ data: [payout(), payout({ id: 'p-2', status: 'executed', executedOn: '2027-01-04' })], next: null })
  await screen.findByText('Known once we send it')
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  const [head, planned, sent] = (await vi.mocked(save).mock.calls[0]?.[0].text())?.replace('\uFEFF', '').split('\r\n').map((line) => line.split(',')) ?? []
  const after = ['Due to you', 'Set-off', 'Payout after set-off'].map((name) => head?.indexOf(name) ?? -1)
  expect(after.map((at) => planned?.[at])).toEqual(['8000.00', '', ''])
  expect(after.map((at) => sent?.[at])).toEqual(['8000.00', '0.00', '8000.00'])
})

test('each payout says what for, where it stands, what was kept back and what is paid', async () => {
  open({
    data: [
      payout({ id: 'p-1', status: 'executed', executedOn: '2027-01-05', amount: 750_000, released: { account, at: '2027-01-04T13:00:00Z', on: '2027-01-04', batchId: 'b-1', setOff: 50_000, setOffs: [{ receivableId: 'r-0', invoiceNumber: 'MB-1003', amount: 50_000 }] } }),
      payout({ id: 'p-2', purpose: 'passed_on', receivableId: null, invoiceNumber: null, debtorName: null }),
      payout({ id: 'p-3', status: 'returned', returnReason: 'Account closed.' }),
      payout({ id: 'p-4', stops: ['account_changing', 'held'] }),
    ],
    next: 'p-5',
  })
  const rows = (await screen.findByRole('table', { name: 'Payments' })).querySelectorAll('tbody tr')
  expect([...rows].map((row) => row.textContent)).toEqual([
    'MB-1006Kaufhaus LindtAdvanceSentJan 5, 2027DE89 3704 0044 0532 0130 00€8,000.00€500.00Set off for MB-1003€7,500.00Advice',
    '–Money that was yoursPlannedJan 4, 2027–€8,000.00–€8,000.00',
    'MB-1006Kaufhaus LindtAdvanceReturnedIt came back and isn’t in your bank account. Another payout takes its place. Account closed.Jan 4, 2027–––€8,000.00',
    'MB-1006Kaufhaus LindtAdvancePendingWe’re checking your new bank account. We’re checking this invoice.––€8,000.00–€8,000.00',
  ])
  expect(screen.getAllByRole('link', { name: 'MB-1006 Kaufhaus Lindt' })[0]).toHaveAttribute('href', '/invoices/r-1')
  expect(screen.getByRole('link', { name: 'MB-1003' })).toHaveAttribute('href', '/invoices/r-0')
  expect(screen.getAllByRole('link', { name: /MB-1006/ })).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Advice' })).toHaveAttribute('href', '/payments/advices/b-1')
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/payments?after=p-5')
})

test('a buyer finds its share by its payable, and before there is one what will be here', async () => {
  const { unmount } = open({ data: [payout({ purpose: 'buyer_share', gross: 7_500, amount: 7_500 })], next: null }, '/payments', aPayer())
  const [, row] = (await screen.findByRole('table', { name: 'Payments' })).querySelectorAll('tr')
  expect(row?.textContent).toBe('MB-1006Your share of the discountPlannedJan 4, 2027–€75.00–€75.00')
  expect(screen.getByRole('link', { name: 'MB-1006' })).toHaveAttribute('href', '/payables/r-1')
  unmount()
  open({ data: [], next: null }, '/payments', aPayer())
  expect(await screen.findByText(/your share of the discount will be here/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to payables' })).toHaveAttribute('href', '/payables')
})

test('a later page is asked for by the address and leads back', async () => {
  const { asked } = open({ data: [payout()], next: null }, '/payments?after=p-9')
  expect(await screen.findByRole('link', { name: 'Go to first page' })).toHaveAttribute('href', '/payments')
  expect(asked).toEqual(['?after=p-9'])
})

test('an empty list says what will be here', async () => {
  open({ data: [], next: null })
  expect(await screen.findByText('No payments yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to invoices' })).toHaveAttribute('href', '/invoices')
})

test('while it loads there are shapes, and a failure can be tried again', async () => {
  const { asked } = open(null)
  expect(screen.getByRole('status', { name: 'Loading payments' })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(asked).toHaveLength(2)
})

test('what a newer server knows is shown by its code', async () => {
  open({ data: [payout({ status: 'something_new' as Schemas['PayoutStatus'], purpose: 'something_else' as Schemas['Purpose'] })], next: null })
  expect(await screen.findByText('something_new')).toBeVisible()
  expect(screen.getByText('something_else')).toBeVisible()
})
