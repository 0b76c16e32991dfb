import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { problem } from '@/testing/data'
import { aFacility, aReceivable, anOffer, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import InvoicesPage from './invoices-page'

const server = serve()

/** The list at an address; answers what was asked for. */
function open(path: string, answer: Schemas['ReceivableListBody'] | null, who = aSeller()) {
  const asked: string[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/receivables', ({ request }) => {
      asked.push(decodeURIComponent(new URL(request.url).search))
      return answer ? HttpResponse.json(answer) : HttpResponse.json(problem('internal', 500), { status: 500 })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<InvoicesPage />, path)
  return asked
}

test('each invoice stands there with status, amounts and what is next', async () => {
  const attach: Schemas['CheckBody'] = { code: 'invoice_attached', outcome: 'block', verified: false, message: '', figures: [], cure: 'attach_invoice' }
  open('/invoices', {
    data: [
      aReceivable({ id: 'r-3', invoiceNumber: 'RE-102', status: 'offered', offer: anOffer() }),
      aReceivable({ id: 'r-2', invoiceNumber: 'RE-101', checks: [attach] }),
      aReceivable({ id: 'r-4', invoiceNumber: 'RE-103', status: 'offered', offer: anOffer(), sellsItself: true }),
      aReceivable({ id: 'r-5', invoiceNumber: 'RE-104', status: 'offered', offer: anOffer(), sellsItself: true, checks: [{ code: 'debtor_limit', outcome: 'cap', verified: false, message: '', figures: [] }] }),
      aReceivable({ id: 'r-1', status: 'funded', overdue: true, figures: { face: 900_000, dueOn: '2027-02-18' } }),
    ],
    next: null,
  })
  const rows = (await screen.findByRole('table', { name: 'Invoices' })).querySelectorAll('tbody tr')
  expect([...rows].map((row) => row.textContent)).toEqual([
    expect.stringMatching(/RE-102Nordwind AGOffer ready€10,000\.00€8,000\.00Feb 18, 2027Decide by Jan 4, 2027/),
    expect.stringMatching(/RE-101Nordwind AGDraft€10,000\.00–Feb 18, 2027Attach the invoice\./),
    expect.stringMatching(/RE-103.*Sold automatically at the end of the day$/),
    // What fits under no limit today isn’t sold.
    expect.stringMatching(/RE-104.*Decide by Jan 4, 2027/),
    expect.stringMatching(/RE-100Nordwind AGFundedOverdue€9,000\.00–Feb 18, 2027–/),
  ])
  expect(screen.getByRole('link', { name: 'RE-102' })).toHaveAttribute('href', '/invoices/r-3')
  expect(screen.getByRole('link', { name: 'New invoice' })).toHaveAttribute('href', '/invoices/new')
  expect(screen.getByRole('link', { name: 'Add e-invoices' })).toHaveAttribute('href', '/invoices/e-invoices')
})

test('the address says which are shown, and the next page keeps it', async () => {
  const asked = open('/invoices?status=accepted,funded', { data: [aReceivable({ status: 'funded' })], next: 'r-0' })
  expect(await screen.findByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/invoices?status=accepted,funded&after=r-0')
  expect(asked).toEqual(['?status=accepted,funded&totals=true'])
  expect(screen.getByRole('link', { name: 'Sold' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'All' })).not.toHaveAttribute('aria-current')
})

test('a later page leads back to the first, and what no status is called is not asked for', async () => {
  const asked = open('/invoices?status=bogus&after=r-9', { data: [aReceivable()], next: null })
  expect(await screen.findByRole('link', { name: 'Go to first page' })).toHaveAttribute('href', '/invoices')
  expect(asked).toEqual(['?totals=true&after=r-9'])
})

test('what all pages come to is said, whatever stands on this one', async () => {
  open('/invoices', { data: [aReceivable()], next: 'r-0', totals: [{ currency: 'EUR', count: 73, face: 7_300_000, open: 100 }] })
  expect(await screen.findByRole('list', { name: 'In total' })).toHaveTextContent(/^73 invoices: €73,000\.00$/)
})

test('an empty list says what will be here and offers the way; a filter only that there are none', async () => {
  open('/invoices', { data: [], next: null })
  expect(await screen.findByText('No invoices yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Enter your first invoice' })).toHaveAttribute('href', '/invoices/new')
})

test('a status without invoices does not pretend that there are none at all', async () => {
  open('/invoices?status=draft', { data: [], next: null })
  expect(await screen.findByText('No invoices like this')).toBeVisible()
  expect(screen.queryByText('No invoices yet')).toBeNull()
})

test('while it loads there are shapes, and a failure can be tried again', async () => {
  const asked = open('/invoices', null)
  expect(screen.getByRole('status', { name: 'Loading invoices' })).toBeInTheDocument()
  expect(await screen.findByText('Something went wrong on our side.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(asked).toHaveLength(2)
})

test('who may not enter invoices sees them, and no way to enter one', async () => {
  open('/invoices', { data: [], next: null }, aSeller([], 'viewer'))
  expect(await screen.findByText('No invoices yet')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'New invoice' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add e-invoices' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Enter your first invoice' })).toBeNull()
})

test('columns that sort say how, and lead to the other way round', async () => {
  const asked = open('/invoices?sort=due&order=asc&after=r-9', { data: [aReceivable()], next: null })
  const due = await screen.findByRole('columnheader', { name: 'Due' })
  expect(due).toHaveAttribute('aria-sort', 'ascending')
  expect(screen.getByRole('link', { name: 'Due' })).toHaveAttribute('href', '/invoices?sort=due&order=desc')
  expect(screen.getByRole('link', { name: 'Invoice amount' })).toHaveAttribute('href', '/invoices?sort=face&order=desc')
  expect(asked).toEqual(['?sort=due&order=asc&totals=true&after=r-9'])
})

test('an invoice is found by a part of its number', async () => {
  const asked = open('/invoices?status=draft', { data: [aReceivable()], next: null })
  window.history.replaceState(null, '', '/invoices')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), '100')
  await waitFor(() => {
    expect(asked.at(-1)).toBe('?status=draft&totals=true&number=100')
  })
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('100')
})

test('days in the address are said, and can be left', async () => {
  const asked = open('/invoices?status=accepted,funded&dueFrom=2027-01-11&dueTo=2027-01-17', { data: [], next: null })
  expect(await screen.findByText('Due from Jan 11, 2027 to Jan 17, 2027')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show all due dates' })).toHaveAttribute('href', '/invoices?status=accepted,funded')
  expect(asked).toEqual(['?status=accepted,funded&totals=true&dueFrom=2027-01-11&dueTo=2027-01-17'])
  expect(await screen.findByText('No invoices like this')).toBeVisible()
})

test('offers on the list lead to accepting several', async () => {
  open('/invoices', { data: [aReceivable({ status: 'offered', offer: anOffer() })], next: null })
  expect(await screen.findByRole('link', { name: 'Accept several offers' })).toHaveAttribute('href', '/invoices/get-paid')
})

const aSupplied = () => {
  const { data } = aSeller()
  return { data: { ...data, companyDetails: { ...data.companyDetails, wants: ['supplier' as const] } } }
}

test('who is only paid early has no drafts and submits nothing: the buyer puts right what it entered', async () => {
  const weekend: Schemas['CheckBody'] = { code: 'plausible', outcome: 'block', verified: false, message: '', figures: [], cure: 'correct_invoice' }
  open('/invoices', { data: [aReceivable({ kind: 'reverse_factoring', status: 'submitted', checks: [weekend] }), aReceivable({ id: 'r-2', kind: 'reverse_factoring', status: 'lapsed' })], next: null }, aSupplied())
  const rows = (await screen.findByRole('table', { name: 'Invoices' })).querySelectorAll('tbody tr')
  expect(rows[0]).toHaveTextContent(/Approved, can’t be paid early yet.*Ask Nordwind AG to correct it\./)
  expect(rows[1]).toHaveTextContent('Not paid early')
  const filters = within(screen.getByRole('navigation', { name: 'Filter by status' }))
  expect(filters.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['All', 'Can’t be paid early yet', 'Offers', 'Sold', 'Closed', 'Not paid early'])
})

test('who is only paid early enters nothing', async () => {
  open('/invoices', { data: [], next: null }, aSupplied())
  expect(await screen.findByText('Invoices will be here once your buyers approve them.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'New invoice' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add e-invoices' })).toBeNull()
})

const suspended = () => mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [aFacility({ status: 'suspended', takesNew: false })] }))
const block = (code: Schemas['CheckCode'], cure: Schemas['Cure']): Schemas['CheckBody'] => ({ code, outcome: 'block', verified: false, message: '', figures: [], cure })

test('a suspended facility is told of, and no draft is called to be finished', async () => {
  open('/invoices', { data: [aReceivable({ checks: [block('facility_active', 'await_facility'), block('invoice_attached', 'attach_invoice')] })], next: null, totals: [] })
  server.use(suspended())
  expect(await screen.findByText('Factoring · EUR: Suspended')).toBeVisible()
  expect(await screen.findByText('Your facility takes no new invoices at the moment. Contact us about it.')).toBeVisible()
  expect(screen.queryByText('Attach the invoice.')).toBeNull()
})

test('a draft that was already sold says so, whatever else is missing', async () => {
  open('/invoices', { data: [aReceivable({ checks: [block('invoice_attached', 'attach_invoice'), block('duplicate_exact', 'contact_house')] })], next: null, totals: [] })
  expect(await screen.findByText('An invoice with this number was already sold. Contact us.')).toBeVisible()
  expect(screen.queryByText('Attach the invoice.')).toBeNull()
})
