import { screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { usePathname } from '@/lib/navigation'
import { problem } from '@/testing/data'
import { aFacility, anOffer, aReceivable, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import NewInvoice from './new-invoice'

const server = serve()
const buyer = (id: string, legalName: string, status: Schemas['BuyerStatus']): Schemas['BuyerBody'] => ({
  id, legalName, status, country: 'DE', registrationNumber: 'HRB 1', contactName: 'Bo', contactEmail: 'bo@example.com', expectedYearlyVolume: { amount: 100, currency: 'EUR' }, paymentTermsDays: 30, createdAt: '2026-06-15T12:00:00Z',
})

const Where = () => <p>at {usePathname()}</p>

function open(buyers = [buyer('b-1', 'Nordwind AG', 'approved'), buyer('b-2', 'Südlicht AG', 'approved'), buyer('b-3', 'Pending AG', 'pending')], who = aSeller(), path = '/invoices/new') {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: buyers })),
    mock.post('/semi-private/quote', () => HttpResponse.json({ data: { offer: anOffer() } })),
    mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [aFacility({ currency: 'GBP' })] })),
  )
  localStorage.setItem('accessToken', aToken())
  return { user: userEvent.setup(), ...renderScreen(<><NewInvoice /><Where /></>, path) }
}

async function fill(user: UserEvent, face = '10000') {
  await user.type(await screen.findByLabelText('Invoice number'), 'RE-100')
  await user.type(screen.getByLabelText('Invoice date'), '1/2/2027')
  await user.type(screen.getByLabelText('Due date'), '2/18/2027')
  await user.type(screen.getByLabelText('Total with tax'), face)
  await setLists(user)
}

/** The DOM of the tests forgets what a list was set to. */
async function setLists(user: UserEvent) {
  await user.selectOptions(screen.getByLabelText('Buyer'), 'b-2')
  await user.selectOptions(screen.getByLabelText('Currency'), 'GBP')
}

const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save and attach invoice' }))

test('an invoice is entered as a draft, in the currency of the facility, and its screen is next', async () => {
  const sent: unknown[] = []
  const { user } = open()
  server.use(
    mock.post('/semi-private/receivables', async ({ request }) => {
      sent.push(request.headers.get('idempotency-key'), await request.json())
      return HttpResponse.json({ data: aReceivable() }, { status: 201 })
    }),
  )
  await fill(user, '10,000.50')
  await user.type(screen.getByLabelText(/^Order reference/), 'PO 7')
  await setLists(user)
  await save(user)
  expect(await screen.findByText('at /invoices/r-1')).toBeVisible()
  expect(sent).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    { buyerId: 'b-2', invoiceNumber: 'RE-100', issuedOn: '2027-01-02', dueOn: '2027-02-18', face: 1_000_050, currency: 'GBP', orderReference: 'PO 7', note: null },
  ])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('invoiceDraft'))).toEqual([])
})

test('only approved buyers can be chosen', async () => {
  open()
  const options = [...(await screen.findByLabelText<HTMLSelectElement>('Buyer')).options].map(({ text }) => text)
  expect(options).toEqual(['Choose', 'Nordwind AG', 'Südlicht AG'])
})

test('who has an e-invoice is told of the shorter way', async () => {
  open()
  expect(await screen.findByRole('link', { name: 'Add the file' })).toHaveAttribute('href', '/invoices/e-invoices')
})

test('everything that is wrong is said in one round, before anything is sent', async () => {
  const { user } = open()
  await user.type(await screen.findByLabelText('Invoice date'), '31.02.2027')
  await user.type(screen.getByLabelText('Total with tax'), '0')
  await save(user)
  await waitFor(() => {
    expect(screen.getByLabelText('Invoice number')).toHaveAccessibleDescription('This is required.')
  })
  expect(screen.getByLabelText('Invoice date')).toHaveAccessibleDescription('Enter a valid date.')
  expect(screen.getByLabelText('Due date')).toHaveAccessibleDescription('This is required.')
  expect(screen.getByLabelText('Total with tax')).toHaveAccessibleDescription('Enter an amount such as 1,250.50.')
  expect(screen.getByLabelText('Buyer')).toHaveAccessibleDescription('This is required.')
})

test('what the server refuses stands at its field, and nothing typed is lost', async () => {
  const { user } = open()
  server.use(mock.post('/semi-private/receivables', () => HttpResponse.json(problem('invalid_input', 422, { face: 'amount_too_large' }), { status: 422 })))
  await fill(user)
  await save(user)
  await waitFor(() => {
    expect(screen.getByLabelText('Total with tax')).toHaveAccessibleDescription('Enter a smaller amount.')
  })
  expect(screen.getByLabelText('Invoice number')).toHaveValue('RE-100')
})

test('an unfinished invoice is there again at the next visit, until it is discarded', async () => {
  const first = open()
  await first.user.type(await screen.findByLabelText('Invoice number'), 'RE-1')
  expect(screen.getByText('Not saved yet. Kept on this device.')).toBeVisible()
  first.unmount()
  const { user } = open()
  expect(await screen.findByLabelText('Invoice number')).toHaveValue('RE-1')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('at /invoices')).toBeVisible()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('invoiceDraft'))).toEqual([])
})

test.each([
  [[buyer('b-3', 'Pending AG', 'pending')], /We’re reviewing your buyers/],
  [[], /Add the company you invoiced/],
])('without an approved buyer it says what is first', async (buyers, says) => {
  open(buyers)
  expect(await screen.findByText(says)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to buyers' })).toHaveAttribute('href', '/buyers')
})

test('who may not enter invoices finds no form', async () => {
  open(undefined, aSeller([], 'viewer'))
  await screen.findByText('at /invoices/new')
  await waitFor(() => {
    expect(screen.queryByLabelText('Loading')).toBeNull()
  })
  expect(screen.queryByLabelText('Invoice number')).toBeNull()
})

test('what is typed is priced under the company’s terms once it is whole', async () => {
  const asked: unknown[] = []
  const { user } = open()
  server.use(
    mock.post('/semi-private/quote', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ data: { offer: anOffer({ currency: 'GBP' }) } })
    }),
  )
  expect(await screen.findByText('Enter amount and due date to see the price.')).toBeVisible()
  await fill(user)
  expect(await screen.findByText('£8,000.00')).toBeVisible()
  expect(screen.getByText('£1,730.00')).toBeVisible()
  expect(screen.getByText('£270.00')).toBeVisible()
  expect(asked.at(-1)).toEqual({ currency: 'GBP', face: 1_000_000, dueOn: '2027-02-18' })
})

test.each<[Schemas['ProblemBody'], number, string]>([
  [problem('facility_inactive', 409), 409, 'You can’t sell invoices in GBP at the moment.'],
  [problem('invalid_input', 422, { dueOn: 'due_before_payout' }), 422, 'Use a due date after the payout.'],
])('where there is no price for %o, it says why', async (answer, status, says) => {
  const { user } = open()
  server.use(mock.post('/semi-private/quote', () => HttpResponse.json(answer, { status })))
  await fill(user)
  expect(await screen.findByText(new RegExp(says))).toBeVisible()
})

test('an invoice that lapsed is entered again with what it said, but for its due date', async () => {
  const { user } = open(undefined, undefined, '/invoices/new?again=r-9')
  const sent: unknown[] = []
  server.use(
    mock.get('/semi-private/receivables/{id}', () => HttpResponse.json({ data: aReceivable({ id: 'r-9', status: 'lapsed', buyerId: 'b-2', invoiceNumber: 'RE-9', issuedOn: '2027-01-02', dueOn: '2027-01-05', face: 1_000_000, currency: 'GBP', orderReference: 'PO 7' }) })),
    mock.post('/semi-private/receivables', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ data: aReceivable() }, { status: 201 })
    }),
  )
  expect(await screen.findByLabelText('Invoice number')).toHaveValue('RE-9')
  expect(screen.getByLabelText('Total with tax')).toHaveValue('10,000.00')
  expect(screen.getByLabelText('Due date')).toHaveValue('')
  expect(screen.getByText(/^The other one lapsed because its due date came too close/)).toBeVisible()
  await user.type(screen.getByLabelText('Due date'), '3/18/2027')
  await setLists(user)
  await save(user)
  await waitFor(() => { expect(sent).toEqual([expect.objectContaining({ invoiceNumber: 'RE-9', issuedOn: '2027-01-02', dueOn: '2027-03-18', face: 1_000_000, buyerId: 'b-2', orderReference: 'PO 7' })]) })
})

test('a suspended facility is told of before an invoice is entered', async () => {
  open()
  server.use(mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [aFacility({ status: 'suspended', takesNew: false })] })))
  expect(await screen.findByText('Factoring · EUR: Suspended')).toBeVisible()
})
