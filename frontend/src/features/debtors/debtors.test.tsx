import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { save } from '@/lib/save-file'
import { anOperator, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import DebtorPage from './debtor-page'
import DebtorsPage from './debtors-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))

const server = serve()

const id = '0190aaaa-0000-7000-8000-000000000001'
const aDebtor = (changes: Partial<Schemas['DebtorBody']> = {}): Schemas['DebtorBody'] => ({
  id, legalName: 'Nordwind AG', legalEntity: 'DE:R:HRB12345', state: 'open', limits: [{ amount: 5_000_000, currency: 'EUR' }], contact: { name: 'Zoë Adler', email: 'zoe@example.com' }, version: 3, createdAt: '2027-01-04T09:00:00Z', mayChange: true, merged: [], ...changes,
})
const awaits: Schemas['AwaitsBody'] = { approval: { id: 'a-1', action: 'change_debtor_limits', hash: 'f'.repeat(64), expiresAt: '2027-01-11T09:00:00Z' } }

function list(pages: Schemas['DebtorListBody'][], path = '/debtors', roles: Schemas['OperatorRole'][] = ['credit']) {
  const asked: string[] = []
  server.use(
    mock.get('/operator/debtors', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(pages[Math.min(asked.length, pages.length) - 1] ?? { data: [] })
    }),
  )
  const { client } = renderScreen(<Route path="/debtors"><DebtorsPage /></Route>, path)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
  return asked
}

/** The debtor’s screen; answers what was sent. */
function open(debtor: Schemas['DebtorBody'], roles: Schemas['OperatorRole'][] = ['credit'], waiting: Schemas['ApprovalBody'][] = []) {
  const kept = { now: debtor }
  const sent: { body: unknown; key: string | null }[] = []
  server.use(
    mock.get('/operator/debtors/{id}', () => HttpResponse.json({ data: kept.now })),
    mock.get('/operator/debtors/{id}/letters', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/debtors/{id}/payers', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/approvals', ({ request }) => HttpResponse.json({ data: new URL(request.url).searchParams.get('about') === id ? waiting : [], waiting: 0 })),
    mock.put('/operator/debtors/{id}', async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') })
      return HttpResponse.json({ data: awaits }, { status: 202 })
    }),
  )
  const { client } = renderScreen(<Route path="/debtors/:id"><DebtorPage /></Route>, `/debtors/${id}`)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
  return { kept, sent, user: userEvent.setup() }
}

test('the file of debtors has plain figures by currency, the register entry as it is read, and times without a fraction', async () => {
  list([{ data: [aDebtor({ createdAt: '2027-01-04T09:00:00.123456Z', limitsUse: [{ currency: 'EUR', inUse: 1_200_000, free: 3_800_000 }] })] }])
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => { expect(save).toHaveBeenCalled() })
  expect((await vi.mocked(save).mock.calls[0]?.[0].text())?.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Debtor,Status,Limit EUR,In use EUR,Free EUR,Added,Register entry,id',
    `Nordwind AG,Open,50000.00,12000.00,38000.00,2027-01-04T09:00:00Z,DE HRB12345,${id}`,
    '',
  ])
})

test('debtors are told with their status and limits, and lead to their screens', async () => {
  const asked = list([{ data: [aDebtor({ limitsUse: [{ currency: 'EUR', inUse: 1_200_000, free: 3_800_000 }] }), aDebtor({ id: 'd-2', legalName: 'Südwind KG', state: 'blocked', limits: [] })], next: 'd-9' }])
  const table = within(await screen.findByRole('table', { name: 'Debtors' }))
  expect(table.getByRole('link', { name: 'Nordwind AG' })).toHaveAttribute('href', `/debtors/${id}`)
  expect(table.getByText('€50,000.00')).toBeVisible()
  expect(table.getByText('€12,000.00')).toBeVisible()
  expect(table.getByText('€38,000.00')).toBeVisible()
  expect(table.getByText('Blocked')).toBeVisible()
  expect(table.getByText('None set')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/debtors?after=d-9')
  expect(asked).toEqual([''])
})

test('the status in the address is asked for and shown, a page begins where the address says', async () => {
  const asked = list([{ data: [aDebtor({ state: 'watch' })], next: 'd-9' }], '/debtors?state=watch&after=d-5')
  expect(await screen.findByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/debtors?state=watch&after=d-9')
  expect(screen.getByRole('link', { name: 'Watched' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Go to first page' })).toHaveAttribute('href', '/debtors?state=watch')
  expect(asked).toEqual(['?state=watch&after=d-5'])
})

test('while it loads there are shapes, and nothing says what will be here', async () => {
  list([{ data: [] }])
  expect(screen.getByRole('status', { name: 'Loading debtors' })).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'No debtors yet' })).toBeVisible()
})

test('a status nobody has says so', async () => {
  list([{ data: [] }], '/debtors?state=blocked')
  expect(await screen.findByRole('heading', { name: 'No debtors with this status.' })).toBeVisible()
})

test('a list that cannot be read says so, and is asked for again', async () => {
  const user = userEvent.setup()
  list([{ data: [aDebtor()] }])
  server.use(mock.get('/operator/debtors', () => HttpResponse.json(problem('internal', 500), { status: 500 }), { once: true }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Nordwind AG' })).toBeVisible()
})

test('a debtor is told whole, and leads to what it owes', async () => {
  open(aDebtor())
  expect(await screen.findByRole('heading', { level: 1, name: 'Nordwind AG' })).toBeVisible()
  expect(screen.getByText('We buy invoices to this debtor, up to its limits.')).toBeVisible()
  expect(screen.getByRole('group', { name: 'Limits' })).toHaveTextContent('EUR€50,000.00')
  expect(screen.getByText('zoe@example.com')).toBeVisible()
  expect(screen.getByText('DE HRB12345')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show receivables' })).toHaveAttribute('href', `/receivables?debtorId=${id}`)
})

test('each limit says what of it is in use and free, and what is in use without one stands there too', async () => {
  open(aDebtor({ limitsUse: [{ currency: 'EUR', inUse: 1_200_000, free: 3_800_000 }, { currency: 'USD', inUse: 90_000, free: 0 }] }))
  const limits = await screen.findByRole('group', { name: 'Limits' })
  expect(limits).toHaveTextContent('EUR€12,000.00 in use, €38,000.00 free€50,000.00USD$900.00 in usenone set')
})

test('without limits and contact it is said what that means', async () => {
  open(aDebtor({ limits: [], contact: null }))
  expect(screen.queryByText(/up to its limits/)).toBeNull()
  expect(await screen.findByText('No limit is set, so we buy nothing that this debtor owes.')).toBeVisible()
  expect(screen.getByText('Nobody yet. Notices of assignment have no recipient.')).toBeVisible()
})

test('a debtor whose limit is nothing is not said to be bought from, on its record and in the list', async () => {
  open(aDebtor({ limits: [{ amount: 0, currency: 'EUR' }], limitsUse: [{ currency: 'EUR', inUse: 1_200_000, free: 0 }] }))
  expect(await screen.findByText('We buy no more invoices to this debtor, because it has no limit above zero. What we bought runs on.')).toBeVisible()
  expect(screen.queryByText(/up to its limits/)).toBeNull()
  expect(screen.getByRole('group', { name: 'Limits' })).toHaveTextContent('EUR€12,000.00 in use, €0.00 free€0.00, so nothing more is bought')
})

test('one of two limits that is nothing is said beside the other one', async () => {
  open(aDebtor({ limits: [{ amount: 0, currency: 'EUR' }, { amount: 700, currency: 'USD' }] }))
  expect(await screen.findByText('We buy invoices to this debtor, up to its limits.')).toBeVisible()
  expect(screen.getByRole('group', { name: 'Limits' })).toHaveTextContent('EUR€0.00, so nothing more is boughtUSD$7.00')
})

test('the list says of a limit of nothing what it does, and of none that none is set', async () => {
  list([{ data: [aDebtor({ limits: [{ amount: 0, currency: 'EUR' }, { amount: 700, currency: 'USD' }] }), aDebtor({ id: 'd-2', legalName: 'Südwind KG', limits: [] })] }])
  const [first, second] = (await screen.findAllByRole('row')).slice(1)
  expect(first).toHaveTextContent('€0.00, so nothing more is bought · $7.00')
  expect(second).toHaveTextContent('None set')
})

test('limits are typed as money, sent as minor units, and wait for a second person', async () => {
  const { sent, user } = open(aDebtor())
  await user.click(await screen.findByRole('button', { name: 'Change debtor' }))
  await user.selectOptions(screen.getByLabelText('Status'), 'watch')
  const first = within(screen.getByRole('group', { name: 'Limit 1' }))
  await user.clear(first.getByLabelText('Amount'))
  await user.type(first.getByLabelText('Amount'), '75,000.50')
  await user.click(screen.getByRole('button', { name: 'Add limit' }))
  const second = within(screen.getByRole('group', { name: 'Limit 2' }))
  await user.selectOptions(second.getByLabelText('Currency'), 'JPY')
  await user.type(second.getByLabelText('Amount'), '900')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(screen.getByText(/The status is saved and in effect/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to approvals' })).toHaveAttribute('href', '/approvals')
  expect(sent).toEqual([{ body: { version: 3, state: 'watch', limits: [{ currency: 'EUR', amount: 7_500_050 }, { currency: 'JPY', amount: 900 }], contact: { name: 'Zoë Adler', email: 'zoe@example.com' } }, key: expect.any(String) }])
})

test('what counts at once says so', async () => {
  const { kept, user } = open(aDebtor())
  server.use(mock.put('/operator/debtors/{id}', () => HttpResponse.json({ data: (kept.now = aDebtor({ state: 'blocked', version: 4 })) })))
  await user.click(await screen.findByRole('button', { name: 'Change debtor' }))
  await user.selectOptions(screen.getByLabelText('Status'), 'blocked')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('In effect.')).toBeVisible()
  expect(await screen.findByText('We buy no more invoices to this debtor. What we bought runs on.')).toBeVisible()
})

test('what is no amount, and half a contact, is said before anything is sent', async () => {
  const { sent, user } = open(aDebtor({ contact: null }))
  await user.click(await screen.findByRole('button', { name: 'Change debtor' }))
  await user.clear(screen.getByLabelText('Amount'))
  await user.type(screen.getByLabelText('Amount'), 'plenty')
  await user.type(screen.getByLabelText(/^Name/), 'Zoë')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => { expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('Enter an amount such as 1,250.50.') })
  expect(screen.getByLabelText(/^E-mail/)).toHaveAccessibleDescription('This is required.')
  expect(sent).toEqual([])
})

test('what the server refuses stands at its field, and what was typed stays', async () => {
  const { user } = open(aDebtor())
  server.use(mock.put('/operator/debtors/{id}', () => HttpResponse.json(problem('invalid_input', 422, { 'limits[0].amount': 'amount_too_large', 'contact.email': 'email_implausible' }), { status: 422 })))
  await user.click(await screen.findByRole('button', { name: 'Change debtor' }))
  await user.clear(screen.getByLabelText('Amount'))
  await user.type(screen.getByLabelText('Amount'), '999999999')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => { expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('Enter a smaller amount.') })
  expect(screen.getByLabelText(/^E-mail/)).toHaveAccessibleDescription('Enter an e-mail address such as name@example.com.')
  expect(screen.getByLabelText('Amount')).toHaveValue('999,999,999.00')
})

test('where a colleague was faster, what they saved is told, and saving again replaces that', async () => {
  const { kept, sent, user } = open(aDebtor())
  await user.click(await screen.findByRole('button', { name: 'Change debtor' }))
  await user.selectOptions(screen.getByLabelText('Status'), 'blocked')
  kept.now = aDebtor({ state: 'watch', version: 4, limits: [{ amount: 100_000, currency: 'EUR' }] })
  server.use(mock.put('/operator/debtors/{id}', () => HttpResponse.json(problem('stale_version', 409), { status: 409 }), { once: true }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Saved now: status Watched; limits €1,000.00; contact Zoë Adler, zoe@example.com.')).toBeVisible()
  expect(screen.getByLabelText('Status')).toHaveValue('blocked')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => { expect(sent).toHaveLength(1) })
  expect(sent[0]?.body).toMatchObject({ version: 4, state: 'blocked' })
})

test('where limits wait already, nothing else can be proposed', async () => {
  const { user } = open(aDebtor())
  server.use(mock.put('/operator/debtors/{id}', () => HttpResponse.json(problem('approval_pending', 409), { status: 409 })))
  await user.click(await screen.findByRole('button', { name: 'Change debtor' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('A change has already been proposed and is waiting for approval.')).toBeVisible()
})

test('who may only look sees who can', async () => {
  open(aDebtor({ mayChange: false }), ['treasury'])
  expect(await screen.findByText(/You can look but not decide/)).toHaveTextContent('Who can: operators with the role Credit.')
  expect(screen.queryByRole('button', { name: 'Change debtor' })).toBeNull()
})

test('a debtor that is none says so', async () => {
  open(aDebtor())
  server.use(mock.get('/operator/debtors/{id}', () => HttpResponse.json(problem('not_found', 404), { status: 404 })))
  expect(await screen.findByText('There is no such debtor')).toBeVisible()
})

test('a state of a newer server is shown by its code', async () => {
  open(aDebtor({ state: 'something_new' as Schemas['DebtorState'] }))
  expect(await screen.findByText('something_new')).toBeVisible()
})

test('limits that wait for a second person are told with what they are and would be', async () => {
  const waiting: Schemas['ApprovalBody'] = {
    id: 'a-1',
    action: 'change_debtor_limits',
    state: 'pending',
    isOvertaken: false,
    exposure: [{ currency: 'EUR', inUse: 1_250_000, offersStopped: 0, offersStoppedFace: 0 }],
    hash: 'f'.repeat(64),
    about: 'Nordwind AG',
    changes: [
      { field: 'limits.EUR', before: '5000000', after: '8000000' },
      { field: 'limits.USD', after: '100000' },
    ],
    debtorId: id,
    due: [],
    payouts: [],
    proposedBy: { id: 'omar', name: 'Omar Haddad' },
    proposedAt: '2027-01-04T09:00:00Z',
    expiresAt: '2027-01-11T09:00:00Z',
    allowedActions: [],
  }
  open(aDebtor(), ['auditor'], [waiting])
  expect(await screen.findByText('Change the limits of Nordwind AG')).toBeVisible()
  expect(screen.getByText('Limit in EUR: €50,000.00 now, €80,000.00 once approved')).toBeVisible()
  expect(screen.getByText('Limit in USD: none set now, $1,000.00 once approved')).toBeVisible()
  expect(screen.getByText(/^Proposed by Omar Haddad/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to approvals' })).toHaveAttribute('href', '/approvals')
})

test('who is known to pay for a debtor is told, and forgotten by treasury alone', async () => {
  let payers: Schemas['RememberedPayerBody'][] = [
    { id: 'm-1', mark: 'account', value: 'NL91ABNA0417164300', at: '2027-01-04T09:00:00Z' },
    { id: 'm-2', mark: 'name', value: 'Wind Holding SE', at: '2027-01-04T09:00:00Z' },
  ]
  const { user } = open(aDebtor(), ['treasury', 'credit'])
  const forgotten: unknown[] = []
  server.use(
    mock.get('/operator/debtors/{id}/payers', () => HttpResponse.json({ data: payers })),
    mock.post('/operator/debtors/{id}/payers/{payer}/forget', ({ params }) => {
      forgotten.push(params.payer)
      payers = payers.filter((one) => one.id !== params.payer)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const known = within(await screen.findByRole('list', { name: 'Known payers' }))
  expect(known.getByText('NL91 ABNA 0417 1643 00')).toBeVisible()
  await user.click(known.getByRole('button', { name: 'Forget Wind Holding SE' }))
  await waitFor(() => { expect(known.queryByText('Wind Holding SE')).toBeNull() })
  expect(forgotten).toEqual(['m-2'])
})

test('who only looks at payments forgets no payer', async () => {
  open(aDebtor(), ['credit'])
  server.use(mock.get('/operator/debtors/{id}/payers', () => HttpResponse.json({ data: [{ id: 'm-2', mark: 'name', value: 'Wind Holding SE', at: '2027-01-04T09:00:00Z' }] })))
  expect(await screen.findByText('Wind Holding SE')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Forget Wind Holding SE' })).toBeNull()
})
