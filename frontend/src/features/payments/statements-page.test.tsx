import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { save } from '@/lib/save-file'
import { aFacility, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import StatementsPage from './statements-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(() => {
  vi.mocked(save).mockClear()
  vi.unstubAllGlobals()
})

const server = serve()

const told = (changes: Partial<Schemas['MonthBody']> = {}): Schemas['MonthBody'] => ({
  first: '2027-01-01', last: '2027-01-31', currency: 'EUR', isOver: true,
  figures: [{ figure: 'open', before: 0, after: 1_000_000 }, { figure: 'payable', before: 5_000, after: 0 }],
  entries: [
    { on: '2027-01-04', event: 'sold', receivableId: 'r-1', invoice: 'RE-1', debtor: 'Nordwind AG', amount: 1_000_000 },
    { on: '2027-01-05', event: 'paid_out', receivableId: 'r-1', invoice: 'RE-1', debtor: 'Nordwind AG', amount: 800_000 },
    { on: '2027-01-06', event: 'paid_out', receivableId: 'r-2', invoice: '=RE-2', debtor: 'Nordwind AG', amount: 5_000 },
  ],
  ...changes,
})

const anInvoice: Schemas['FeeInvoiceBody'] = { id: 'f-1', number: 'F-2027-000017', month: '2027-01-01', madeOn: '2027-02-01', currency: 'EUR', net: 10_000, tax: 1_900, gross: 11_900 }

function open({ month = told(), cover = 0, invoices = [] }: { month?: Schemas['MonthBody']; cover?: number; invoices?: Schemas['FeeInvoiceBody'][] } = {}) {
  const asked: string[] = []
  const line = { entry: 'e-1', on: '2027-01-04', event: 'funded' as const, receivableId: 'r-1', invoice: 'RE-1', debtor: 'Nordwind AG', reference: 'RF18539007547034' }
  const facility = aFacility()
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json({ data: { ...aSeller().data, businessTime: '2027-02-03T09:00:00Z' } })),
    mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [{ ...facility, ...(facility.terms ? { terms: { ...facility.terms, cover } } : {}) }] })),
    mock.get('/semi-private/fee-invoices', () => HttpResponse.json({ data: invoices })),
    mock.get('/semi-private/fee-invoices/{id}', () =>
      HttpResponse.json({ data: { ...anInvoice, lines: [{ on: '2027-01-06', receivableId: 'r-1', invoice: '=RE-1', debtor: 'Nordwind AG', chargedFor: 'service_fee', net: 10_000, rate: 1_900, tax: 1_900 }] } }),
    ),
    mock.get('/semi-private/statements/{month}', ({ params, request }) => {
      asked.push(`${String(params.month)}${new URL(request.url).search}`)
      return HttpResponse.json({ data: month })
    }),
    mock.get('/semi-private/statements/{month}/journal', ({ params, request }) => {
      asked.push(`journal ${String(params.month)}${new URL(request.url).search}`)
      return HttpResponse.json({ data: [{ ...line, role: 'loan', debit: 0, credit: 800_000 }, { ...line, role: 'due_from_house', debit: 800_000, credit: 0 }] })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<StatementsPage />, '/payments/statements')
  return asked
}

const amounts = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('term').map((term) => `${term.textContent} | ${term.nextElementSibling?.textContent ?? ''}`)
const saved = async (place: number) => [vi.mocked(save).mock.calls[place]?.[1], (await vi.mocked(save).mock.calls[place]?.[0].text())?.replace('\uFEFF', '').trim().split('\r\n')]

test('a month is told by its balances and sums, and every movement is in the file', async () => {
  const asked = open()
  expect(await screen.findByRole('heading', { name: 'January 2027' })).toBeVisible()
  expect(amounts('Balances')).toEqual(['Open on invoices sold€0.00 before | €10,000.00', 'We owe you€50.00 before | €0.00'])
  expect(amounts('Movements')).toEqual(['Invoices sold | €10,000.00', 'Payout | €8,050.00'])
  expect(asked.at(-1)).toBe('2027-01?currency=EUR')
  await userEvent.click(screen.getAllByRole('button', { name: 'Download CSV' })[0] ?? document.body)
  const [name, lines] = await saved(0)
  expect(name).toBe('statement-2027-01-EUR.csv')
  expect(lines?.slice(0, 2)).toEqual(['Day,Movement,Invoice,Buyer,Amount,Currency,event,receivableId', '2027-01-04,Invoices sold,RE-1,Nordwind AG,10000.00,EUR,sold,r-1'])
  expect(lines?.[3]).toContain(`'=RE-2`)
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'December 2026')
  expect(asked.at(-1)).toBe('2026-12?currency=EUR')
})

test('a month in which nothing happened and nothing stood has no PDF', async () => {
  open({ month: told({ entries: [], figures: told().figures.map((figure) => ({ ...figure, before: 0, after: 0 })) }) })
  expect(await screen.findByText('Nothing happened in this month.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull()
})

test('the month in its own books is booked as the company chooses', async () => {
  const asked = open()
  await userEvent.selectOptions(await screen.findByLabelText('Book as'), 'Secured borrowing')
  await userEvent.click(screen.getAllByRole('button', { name: 'Download CSV' })[1] ?? document.body)
  const [name, lines] = await saved(0)
  expect(name).toBe('journal-2027-01-EUR-borrowing.csv')
  expect(lines).toEqual([
    'Day,Account,Debit,Credit,Currency,Text,Reference,role,entry,receivableId',
    '2027-01-04,Loan from finance company,,8000.00,EUR,"Invoice sold, RE-1, Nordwind AG",RF18539007547034,loan,e-1,r-1',
    '2027-01-04,Due from finance company,8000.00,,EUR,"Invoice sold, RE-1, Nordwind AG",RF18539007547034,due_from_house,e-1,r-1',
  ])
  expect(asked.at(-1)).toBe('journal 2027-01?currency=EUR&treatment=borrowing')
})

test('where we bear a part of a loss it is a sale, and a month that is not over has no paper', async () => {
  open({ month: told({ isOver: false, entries: [] }), cover: 10_000 })
  expect(await screen.findByText('Nothing happened in this month.')).toBeVisible()
  expect(screen.getByText('The PDF will be here once the month is over.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull()
  expect(screen.queryByLabelText('Book as')).toBeNull()
  expect(screen.getByText(/^Sale: the invoices leave your books/)).toBeVisible()
})

test('a month that is over can be filed as a paper', async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response('%PDF')))
  open()
  const button = await screen.findByRole('button', { name: 'Download PDF' })
  vi.stubGlobal('fetch', fetched)
  await userEvent.click(button)
  expect(fetched).toHaveBeenCalledWith(expect.stringMatching(/\/semi-private\/statements\/2027-01\/paper\?currency=EUR&language=en$/), expect.anything())
  expect(vi.mocked(save).mock.calls[0]?.[1]).toBe('statement-2027-01-EUR.pdf')
})

test('fees with tax are invoiced, with a paper and their lines', async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response('%PDF')))
  open({ invoices: [anInvoice] })
  const row = within(await screen.findByRole('group', { name: 'Invoice F-2027-000017' }))
  expect(screen.getByText('€119.00')).toBeVisible()
  expect(screen.getByText('€19.00 of it tax')).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: 'Download CSV' }))
  const [name, lines] = await saved(0)
  expect(name).toBe('invoice-F-2027-000017.csv')
  expect(lines).toEqual([
    'Invoice number,Day,Fee,Invoice,Buyer,Net,Tax rate (%),Tax,Gross,Currency,receivableId',
    "F-2027-000017,2027-01-06,Service fee,'=RE-1,Nordwind AG,100.00,19,19.00,119.00,EUR,r-1",
  ])
  vi.stubGlobal('fetch', fetched)
  await userEvent.click(row.getByRole('button', { name: 'Download PDF' }))
  expect(fetched).toHaveBeenCalledWith(expect.stringMatching(/\/semi-private\/fee-invoices\/f-1\/paper\?language=en$/), expect.anything())
  expect(vi.mocked(save).mock.calls[1]?.[1]).toBe('F-2027-000017.pdf')
})

test('where no fee is taxed nothing is said of invoices', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'January 2027' })).toBeVisible()
  expect(screen.queryByText('Fee invoices')).toBeNull()
})

test('no month from before the first agreement is offered', async () => {
  open()
  const months = await screen.findByRole('combobox', { name: 'Month' })
  await vi.waitFor(() => { expect(within(months).getAllByRole('option').map((option) => option.textContent)).toEqual(['February 2027', 'January 2027', 'December 2026']) })
})
