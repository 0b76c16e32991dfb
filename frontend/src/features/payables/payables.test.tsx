import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { stepUp } from '@/api/step-up'
import { problem } from '@/testing/data'
import { aFacility, aPayable, aPayer, aPayout, aProgramme, aSupplier } from '@/testing/financing'
import { Route } from '@/lib/navigation'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import NewPayable from './new-payable'
import PayablePage from './payable-page'
import PayablesPage from './payables-page'

const server = serve()

function common(who = aPayer()) {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/programmes', () => HttpResponse.json({ data: [aProgramme()] })),
    mock.get('/semi-private/suppliers', () => HttpResponse.json({ data: [aSupplier(), aSupplier({ id: 's-2', legalName: 'Gone', enrolment: 'left' })], next: null })),
  )
  localStorage.setItem('accessToken', aToken())
}

function openList(path: string, data: Schemas['ReceivableBody'][], who = aPayer(), totals: Schemas['ListTotalBody'][] = []) {
  const asked: string[] = []
  common(who)
  server.use(
    mock.get('/semi-private/payables', ({ request }) => {
      asked.push(decodeURIComponent(new URL(request.url).search))
      return HttpResponse.json({ data, next: null, totals })
    }),
  )
  renderScreen(<PayablesPage />, path)
  return asked
}

const draft = (number: number, changes: Partial<Schemas['ReceivableBody']> = {}) => aPayable({ id: `p-${number}`, invoiceNumber: `SH-${number}`, allowedActions: ['edit', 'submit'], ...changes })
const weekend: Schemas['CheckBody'] = { code: 'plausible', outcome: 'block', verified: false, message: '', figures: [], cure: 'correct_invoice' }

test('each payable stands there with supplier, day, amount and status', async () => {
  openList('/payables', [
    draft(1, { checks: [weekend] }),
    aPayable({ id: 'p-2', invoiceNumber: 'SH-2', status: 'offered' }),
    aPayable({ id: 'p-3', invoiceNumber: 'SH-3', status: 'funded', overdue: true }),
    aPayable({ id: 'p-4', invoiceNumber: 'SH-4', status: 'lapsed' }),
  ])
  const rows = (await screen.findByRole('table', { name: 'Payables' })).querySelectorAll('tbody tr')
  expect([...rows].map((row) => row.textContent)).toEqual([
    'SH-1Check the dates: the due date has to be a business day after the invoice date.Sägewerk Harz GmbHFeb 18, 2027€10,000.00To approve',
    'SH-2Sägewerk Harz GmbHFeb 18, 2027€10,000.00Approved',
    'SH-3Sägewerk Harz GmbHFeb 18, 2027€10,000.00Paid early: pay usOverdue',
    'SH-4Sägewerk Harz GmbHFeb 18, 2027€10,000.00Pay your supplier yourself',
  ])
  expect(screen.getByRole('link', { name: 'SH-1' })).toHaveAttribute('href', '/payables/p-1')
})

test('the address says which are shown', async () => {
  const asked = openList('/payables?status=draft&dueFrom=2027-01-11&number=SH&sort=due&order=asc', [draft(1)])
  expect(await screen.findByRole('link', { name: 'To approve' })).toHaveAttribute('aria-current', 'page')
  await waitFor(() => { expect(asked).toEqual(['?status=draft&sort=due&order=asc&totals=true&number=SH&dueFrom=2027-01-11']) })
  expect(screen.getByText('Due on or after Jan 11, 2027')).toBeVisible()
})

test('what all pages come to is said, whatever stands on this one', async () => {
  openList('/payables', [draft(1)], aPayer(), [{ currency: 'EUR', count: 64, face: 6_400_000, open: 0 }])
  expect(await screen.findByRole('list', { name: 'In total' })).toHaveTextContent(/^64 payables: €64,000\.00$/)
})

test('several are approved together: the promise is said by day, and each says what came of it', async () => {
  const user = userEvent.setup()
  openList('/payables', [draft(1), draft(2, { figures: { face: 250_000, dueOn: '2027-02-18' } }), draft(3, { currency: 'USD', figures: { face: 100_000, dueOn: '2027-03-01' }, checks: [weekend] }), aPayable({ id: 'p-4', invoiceNumber: 'SH-4', status: 'offered' })])
  const sent: unknown[] = []
  server.use(
    mock.post('/semi-private/payables/approve', async ({ request }) => {
      sent.push(await request.json(), request.headers.get('idempotency-key'))
      return HttpResponse.json({ data: [
        { id: 'p-1', payable: aPayable({ id: 'p-1', status: 'offered' }), problem: null },
        { id: 'p-2', payable: aPayable({ id: 'p-2', status: 'offered' }), problem: null },
        { id: 'p-3', payable: null, problem: { ...problem('four_eyes', 403), people: [{ name: 'Bo Nord', id: 'u-2' }] } as never },
      ] })
    }),
  )
  for (const number of [1, 2, 3]) await user.click(await screen.findByRole('checkbox', { name: `Select SH-${number}` }))
  expect(screen.queryByRole('checkbox', { name: 'Select SH-4' })).toBeNull()
  const bar = screen.getByRole('region', { name: '3 payables selected: €12,500.00 + $1,000.00' })
  await user.click(within(bar).getByRole('button', { name: 'Approve' }))
  expect(screen.getByLabelText('What you promise to pay')).toHaveTextContent('Due on Feb 18, 20272 payables€12,500.00Due on Mar 1, 20271 payable$1,000.00Total€12,500.00 + $1,000.00')
  expect(screen.getByText(/^Approving is an irrevocable promise to pay each amount on its due date/)).toBeVisible()
  expect(screen.getByText('1 of these can’t be paid early as it stands: SH-3. Your promise still counts.')).toBeVisible()
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Approve 3 payables' }))
  expect(await screen.findByText('2 payables approved')).toBeVisible()
  expect(screen.getByText('1 payable not approved').closest('[role=status]')).toHaveTextContent('SH-3: You entered this payable, so a colleague has to approve it: Bo Nord.')
  expect(sent).toEqual([{ payables: ['p-1', 'p-2', 'p-3'].map((id) => ({ id, version: aPayable().version })) }, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(screen.getByRole('region', { name: '1 payable selected: $1,000.00' })).toBeVisible()
})

test('of many due dates the sums scroll, and those that stay unpaid are named, the first of them', async () => {
  const user = userEvent.setup()
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  openList('/payables', numbers.map((number) => draft(number, { figures: { face: 100_000, dueOn: `2027-03-0${number}` }, checks: number > 1 ? [weekend] : [] })))
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(within(screen.getByRole('region', { name: /selected/ })).getByRole('button', { name: 'Approve' }))
  const sums = screen.getByRole('region', { name: 'Sums by due date' })
  expect(sums).toHaveAttribute('tabindex', '0')
  expect(within(sums).getAllByText(/^Due on/)).toHaveLength(8)
  expect(sums).not.toHaveTextContent('Total')
  expect(screen.getByLabelText('What you promise to pay')).toHaveTextContent('Total€8,000.00')
  expect(screen.getByText('7 of these can’t be paid early as they stand: SH-2, SH-3, SH-4, SH-5, SH-6 and 2 more. Your promise still counts.')).toBeVisible()
})

test('what cannot be promised any more says why', async () => {
  const user = openOne(draft(1))
  const past = { ...problem('invalid_input', 422), fields: { dueOn: ['Past.'] }, fieldCodes: { dueOn: [{ code: 'date_in_past', params: {} }] } }
  server.use(mock.post('/semi-private/payables/approve', () => HttpResponse.json({ data: [{ id: 'p-1', payable: null, problem: past as never }] })))
  await user.click(await screen.findByRole('button', { name: 'Approve payable' }))
  await user.click(screen.getByRole('button', { name: 'Approve 1 payable' }))
  expect(await screen.findByText(/Use today’s date or a later one\./)).toBeVisible()
})

test('what somebody else was faster with is said, and is selected no more', async () => {
  const user = userEvent.setup()
  const rows = [draft(1), draft(2), draft(3)]
  openList('/payables', rows)
  server.use(
    mock.post('/semi-private/payables/approve', () => {
      // One was approved elsewhere, one was discarded and is on no list.
      rows.splice(0, 2, draft(1, { status: 'offered', allowedActions: [] }))
      return HttpResponse.json({ data: [
        { id: 'p-1', payable: null, problem: { ...problem('not_possible', 409), reason: 'wrong_status' } as never },
        { id: 'p-2', payable: null, problem: problem('not_found', 404) as never },
      ] })
    }),
  )
  for (const number of [1, 2]) await user.click(await screen.findByRole('checkbox', { name: `Select SH-${number}` }))
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await user.click(screen.getByRole('button', { name: 'Approve 2 payables' }))
  const told = (await screen.findByText('2 payables not approved')).closest('[role=status]')
  expect(told).toHaveTextContent('SH-1: It was already approved, discarded or changed.')
  expect(told).toHaveTextContent('SH-2: It was already approved, discarded or changed.')
  expect(screen.queryByRole('region', { name: /selected/ })).toBeNull()
})

test('what is gone or approved when the list is read again is selected no more', async () => {
  const user = userEvent.setup()
  const rows = [draft(1), draft(2), draft(3)]
  openList('/payables', rows)
  for (const number of [1, 2, 3]) await user.click(await screen.findByRole('checkbox', { name: `Select SH-${number}` }))
  expect(screen.getByRole('region', { name: /^3 payables selected/ })).toBeVisible()
  rows.splice(0, 2, draft(1, { status: 'offered', allowedActions: [] }))
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('region', { name: '1 payable selected: €10,000.00' })).toBeVisible()
})

test.each([
  [{ code: 'facility_active', cure: 'join_programme' }, 'Your supplier isn’t in your programme yet.'],
  [{ code: 'facility_active', cure: 'contact_house' }, 'Your supplier can’t be paid early at the moment.'],
  [{ code: 'facility_active', cure: 'await_facility' }, 'Your programme takes no new payables at the moment.'],
  [{ code: 'company_approved', cure: 'complete_onboarding' }, 'Your supplier’s application isn’t approved yet.'],
  [{ code: 'company_approved', cure: 'contact_house' }, 'Your supplier can’t be paid early at the moment.'],
  [{ code: 'tenor', figures: [{ name: 'days', count: 5 }, { name: 'min_days', count: 7 }, { name: 'max_days', count: 120 }] }, 'The time from payout to due date is 5 days; agreed are 7 to 120 days.'],
  [{ code: 'tenor', figures: [{ name: 'days', count: -20 }, { name: 'min_days', count: 7 }, { name: 'max_days', count: 120 }] }, 'The due date has passed, so it can’t be paid early.'],
  [{ code: 'tenor', cure: 'wait', figures: [{ name: 'days', count: 130 }, { name: 'min_days', count: 7 }, { name: 'max_days', count: 120 }, { name: 'passes_from', day: '2027-01-14' }] }, 'The time from payout to due date is 130 days; agreed are 7 to 120 days. It can be paid early from Jan 14, 2027.'],
  [{ code: 'tenor' }, 'The time until the due date isn’t as agreed.'],
] as [Partial<Schemas['CheckBody']>, string][])('also an approved one says what keeps it from being paid early: %o', async (check, sentence) => {
  openList('/payables', [draft(1, { status: 'submitted', allowedActions: [], checks: [{ ...weekend, cure: null, ...check }] }), draft(2, { status: 'lapsed', allowedActions: [], checks: [weekend] })])
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.queryByText(/^Check the dates/)).toBeNull()
})

test('an empty list says what will be here', async () => {
  openList('/payables', [])
  expect(await screen.findByText('No payables yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Enter your first payable' })).toHaveAttribute('href', '/payables/new')
})

test.each([
  ['/payables?status=draft', 'Nothing to approve'],
  ['/payables?status=draft&number=SH', 'No payables like this'],
])('where nothing stands at %s, that is said as it is', async (path, said) => {
  openList(path, [])
  expect(await screen.findByText(said)).toBeVisible()
})

test('who may not approve chooses nothing', async () => {
  openList('/payables', [draft(1, { allowedActions: [] })], aPayer([], 'viewer'))
  expect(await screen.findByRole('link', { name: 'SH-1' })).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('link', { name: 'New payable' })).toBeNull()
})

test('a payable is entered to a supplier that is in the programme', async () => {
  common()
  let sent: unknown
  server.use(
    mock.post('/semi-private/payables', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ data: aPayable() }, { status: 201 })
    }),
  )
  renderScreen(<NewPayable />, '/payables/new')
  const user = userEvent.setup()
  expect(await screen.findByLabelText('Supplier')).toHaveValue('s-1')
  expect(screen.queryByRole('option', { name: 'Gone' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save payable' }))
  await waitFor(() => { expect(screen.getByLabelText('Invoice number')).toBeInvalid() })
  await user.type(screen.getByLabelText('Invoice number'), 'SH-9')
  await user.type(screen.getByLabelText('Invoice date'), '01/04/2027')
  await user.type(screen.getByLabelText('Due date'), '02/18/2027')
  await user.type(screen.getByLabelText(/Total with tax/), '1,234.50')
  await user.click(screen.getByRole('button', { name: 'Save payable' }))
  await waitFor(() => {
    expect(sent).toEqual({ supplierId: 's-1', invoiceNumber: 'SH-9', issuedOn: '2027-01-04', dueOn: '2027-02-18', face: 123_450, currency: 'EUR', orderReference: null, note: null })
  })
})

test('without suppliers there is the way to them', async () => {
  common()
  server.use(mock.get('/semi-private/suppliers', () => HttpResponse.json({ data: [], next: null })))
  renderScreen(<NewPayable />, '/payables/new')
  expect(await screen.findByRole('link', { name: 'Go to suppliers' })).toHaveAttribute('href', '/suppliers')
})

function openOne(payable: Schemas['ReceivableBody']) {
  common()
  server.use(mock.get('/semi-private/receivables/{id}', () => HttpResponse.json({ data: payable })))
  renderScreen(<Route path="/payables/:id"><PayablePage /></Route>, '/payables/p-1')
  return userEvent.setup()
}

test('once it was paid the buyer finds its share of the discount with it', async () => {
  server.use(
    mock.get('/semi-private/receivables/{id}/payments', () =>
      HttpResponse.json({ data: { owed: 0, payouts: [aPayout({ receivableId: 'p-1', purpose: 'buyer_share', gross: 7_500, amount: 7_000 }), aPayout({ id: 'p-2', receivableId: 'p-1', purpose: 'buyer_share', status: 'returned' })] } }),
    ),
  )
  openOne(aPayable({ status: 'settled' }))
  const share = (await screen.findByRole('heading', { name: 'Your share of the discount' })).closest('section')
  expect([...(share?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual(['€75.00', '€5.00', 'Planned', 'Jan 4, 2027'])
})

test('a draft can be approved on its own screen', async () => {
  const user = openOne(draft(1))
  server.use(mock.post('/semi-private/payables/approve', () => HttpResponse.json({ data: [{ id: 'p-1', payable: aPayable({ status: 'offered' }), problem: null }] })))
  await user.click(await screen.findByRole('button', { name: 'Approve payable' }))
  await user.click(screen.getByRole('button', { name: 'Approve 1 payable' }))
  expect(await screen.findByText('1 payable approved')).toBeVisible()
})

test.each([
  [[{ id: 'u-2', name: 'Bo Nord' }, { id: 'u-3', name: 'Ann Berg' }], 'You entered this payable, so a colleague has to approve it: Bo Nord, Ann Berg.'],
  [[], 'Nobody else can at the moment: invite another approver under Company.'],
])('who entered it reads who can approve it: %j', async (acceptors, says) => {
  openOne(draft(1, { allowedActions: ['edit'], takesColleague: true, acceptors }))
  expect((await screen.findByText(/You entered this payable/)).closest('[role=status], [data-scope=alert]') ?? document.body).toHaveTextContent(says)
  expect(screen.queryByRole('button', { name: 'Approve payable' })).toBeNull()
})

test('of one that can’t be paid early that is said of it alone', async () => {
  const user = openOne(draft(1, { checks: [weekend] }))
  await user.click(await screen.findByRole('button', { name: 'Approve payable' }))
  expect(screen.getByText('This payable can’t be paid early as it stands. Your promise still counts.')).toBeVisible()
})

test('approving takes who one is, and counts once', async () => {
  const user = openOne(draft(1))
  const stop = stepUp.listen()
  const keys: (string | null)[] = []
  server.use(
    mock.post('/semi-private/payables/approve', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (keys.length === 1) return HttpResponse.json({ ...problem('step_up_required', 403), confirm: 'act' }, { status: 403 })
      return HttpResponse.json({ data: [{ id: 'p-1', payable: aPayable({ status: 'offered' }), problem: null }] })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Approve payable' }))
  await user.click(screen.getByRole('button', { name: 'Approve 1 payable' }))
  await waitFor(() => { expect(stepUp.asked()).toBe('act') })
  act(() => { stepUp.pass() })
  expect(await screen.findByText('1 payable approved')).toBeVisible()
  expect(keys[1]).toBe(keys[0])
  stop()
})

test('a draft is discarded by all of its amount, after a question', async () => {
  const user = openOne(draft(1, { allowedActions: ['edit', 'submit', 'credit_note'] }))
  let sent: unknown
  server.use(
    mock.post('/semi-private/payables/{id}/credit-note', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ data: aPayable({ status: 'withdrawn' }) })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Discard draft' }))
  await user.click(within(screen.getByRole('group', { name: 'Discard this draft?' })).getByRole('button', { name: 'Discard draft' }))
  expect(await screen.findByText('Draft discarded')).toBeInTheDocument()
  expect(sent).toEqual({ version: 1, amount: 1_000_000, note: null })
})

test('a draft whose days have passed says what keeps it from being approved', async () => {
  openOne(draft(1, { allowedActions: ['edit', 'credit_note'] }))
  expect(await screen.findByText(/^It can’t be approved as it is\. Edit it first/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve payable' })).toBeNull()
})

test('a draft is changed but for its supplier', async () => {
  const user = openOne(draft(1, { checks: [weekend] }))
  let sent: unknown
  server.use(
    mock.put('/semi-private/receivables/{id}', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ data: draft(1) })
    }),
  )
  expect(await screen.findByText('Why it can’t be paid early yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await user.clear(await screen.findByLabelText('Due date'))
  await user.type(screen.getByLabelText('Due date'), '02/19/2027')
  await user.click(screen.getByRole('button', { name: 'Save payable' }))
  expect(await screen.findByText('Payable saved')).toBeInTheDocument()
  expect(sent).toEqual({ invoiceNumber: 'SH-1', issuedOn: '2027-01-02', dueOn: '2027-02-19', face: 1_000_000, currency: 'EUR', orderReference: null, note: null, version: 1 })
})

test('what a colleague changed meanwhile is taken over, and what is typed stays', async () => {
  const user = openOne(draft(1))
  const sent: Partial<Schemas['ChangedReceivableBody']>[] = []
  server.use(
    mock.put('/semi-private/receivables/{id}', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length > 1) return HttpResponse.json({ data: draft(1) })
      server.use(mock.get('/semi-private/receivables/{id}', () => HttpResponse.json({ data: draft(1, { version: 5, orderReference: 'PO-9', invoiceNumber: 'theirs' }) })))
      return HttpResponse.json(problem('stale_version', 412), { status: 412 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(await screen.findByLabelText('Invoice number'), '-mine')
  await user.click(screen.getByRole('button', { name: 'Save payable' }))
  expect(await screen.findByText('This draft was changed elsewhere. Check the values and save again.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save payable' }))
  expect(await screen.findByText('Payable saved')).toBeInTheDocument()
  expect(sent[1]).toMatchObject({ invoiceNumber: 'SH-1-mine', orderReference: 'PO-9', version: 5 })
})

test('a credit note lowers what was promised; why not is said', async () => {
  const user = openOne(aPayable({ status: 'offered', allowedActions: ['credit_note'], version: 4 }))
  const sent: unknown[] = []
  server.use(
    mock.post('/semi-private/payables/{id}/credit-note', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1 ? HttpResponse.json({ ...problem('not_possible', 409), reason: 'wrong_status' }, { status: 409 }) : HttpResponse.json({ data: aPayable({ status: 'offered' }) })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Enter credit note' }))
  await user.type(screen.getByLabelText('Amount'), '100')
  await user.click(screen.getByRole('button', { name: 'Enter credit note' }))
  expect(await screen.findByText('This isn’t possible at the payable’s current status.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Enter credit note' }))
  expect(await screen.findByText('Credit note entered')).toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ version: 4, amount: 10_000, note: null })
})

test('what was paid early says where to pay and with which reference', async () => {
  openOne(aPayable({ status: 'funded' }))
  expect(await screen.findByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  expect(screen.getByText('Sooner Finance GmbH')).toBeVisible()
  expect(screen.getAllByText('RF18 5390 0754 7034')).toHaveLength(2)
  expect(screen.getByText('Your supplier chose early payment. Pay us on the due date.')).toBeVisible()
})

test.each([['/payables', <PayablesPage key="list" />], ['/payables/new', <NewPayable key="new" />]])('%s says that the programme is suspended', async (path, page) => {
  common()
  server.use(
    mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [aFacility({ kind: 'reverse_factoring', status: 'suspended', takesNew: false })] })),
    mock.get('/semi-private/payables', () => HttpResponse.json({ data: [], next: null })),
  )
  renderScreen(page, path)
  expect(await screen.findByText('Reverse factoring · EUR: Suspended')).toBeVisible()
  expect(screen.getByText('We pay nothing new early at the moment. What was paid early runs on.')).toBeVisible()
})

test.each([
  ['lapsed', 'It wasn’t paid early. It was due to your supplier on Feb 18, 2027.'],
  ['rejected', 'It can’t be paid early. It was due to your supplier on Feb 18, 2027.'],
  ['funded', 'Your supplier chose early payment. Pay us: it was due on Feb 18, 2027.'],
] as const)('of a due date that has passed a payable that is %s does not speak as of one to come', async (status, said) => {
  const { data } = aPayer()
  common({ data: { ...data, businessTime: '2027-03-16T09:00:00Z' } })
  server.use(mock.get('/semi-private/receivables/{id}', () => HttpResponse.json({ data: aPayable({ status }) })))
  renderScreen(<Route path="/payables/:id"><PayablePage /></Route>, '/payables/p-1')
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.queryByText(/on the due date\.$/)).toBeNull()
})
