import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator, problem } from '@/testing/data'
import { aLateness, anExamined, anOffer, aPayout, aWaiting } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import ReceivablePage from './receivable-page'
import ReceivablesPage from './receivables-page'

const server = serve()

const names: Schemas['NameBody'][] = [
  { id: 'c-1', kind: 'company', name: 'Mühle Brandt GmbH' },
  { id: 'd-1', kind: 'debtor', name: 'Nordwind AG' },
  { id: 'r-9', kind: 'receivable', name: 'RE-99', seller: 'Mühle Brandt GmbH' },
]

function show(page: ReactNode, route: string, path: string, roles: Schemas['OperatorRole'][]) {
  server.use(
    mock.get('/operator/names', () => HttpResponse.json({ data: names })),
    mock.get('/operator/approvals', () => HttpResponse.json({ data: [], waiting: 0 })),
  )
  const { client } = renderScreen(<Route path={route}>{page}</Route>, path)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
}

function queue(rows: Schemas['ExaminedReceivableBody'][], path = '/receivables', next?: string, roles: Schemas['OperatorRole'][] = ['credit'], totals?: Schemas['ListTotalBody'][]) {
  const asked: string[] = []
  server.use(
    mock.get('/operator/receivables', ({ request }) => {
      asked.push(decodeURIComponent(new URL(request.url).search))
      return HttpResponse.json({ data: rows, ...(next ? { next } : {}), ...(totals ? { totals } : {}) })
    }),
  )
  show(<ReceivablesPage />, '/receivables', path, roles)
  return asked
}

test('the queue tells whose receivables they are, what they come to and what is the matter with them', async () => {
  queue([anExamined({ overdue: true, hold: { by: 'u-1', since: '2027-01-04T12:00:00Z' } }), anExamined({ id: 'r-2', invoiceNumber: 'RE-101', status: 'funded', position: { open: 400_000, out: 100_000, diluted: 0, withSeller: 0, payments: [], advance: 'due_again' } }), anExamined({ id: 'r-3', invoiceNumber: 'RE-102', status: 'submitted', listedAs: 'offered' }), anExamined({ id: 'r-4', invoiceNumber: 'RE-103', status: 'offered', listedAs: 'submitted' })])
  const rows = within(await screen.findByRole('table', { name: 'Receivables' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent))).toEqual([
    ['RE-100', 'Mühle Brandt GmbH', 'Nordwind AG', '€10,000.00', '–', 'Feb 18, 2027', 'To verify', 'On holdOverdue'],
    ['RE-101', 'Mühle Brandt GmbH', 'Nordwind AG', '€10,000.00', '€4,000.00', 'Feb 18, 2027', 'Payout returned', ''],
    ['RE-102', 'Mühle Brandt GmbH', 'Nordwind AG', '€10,000.00', '–', 'Feb 18, 2027', 'Offered', 'Stopped by a check'],
    ['RE-103', 'Mühle Brandt GmbH', 'Nordwind AG', '€10,000.00', '–', 'Feb 18, 2027', 'To verify', 'Can be offered now'],
  ])
  expect(screen.getByRole('link', { name: 'RE-100' })).toHaveAttribute('href', '/receivables/r-1')
})

test('what all pages come to is said by currency, whatever stands on this one', async () => {
  queue([anExamined()], '/receivables', 'r-7', ['credit'], [
    { currency: 'EUR', count: 51, face: 51_000_000, open: 1_200_000 },
    { currency: 'USD', count: 1, face: 70_000, open: 0 },
  ])
  const totals = await screen.findByRole('list', { name: 'In total' })
  expect(within(totals).getAllByRole('listitem').map((total) => total.textContent)).toEqual(['51 invoices: €510,000.00, €12,000.00 open', '1 invoice: $700.00'])
})

test('what the address narrows it to is asked for, named and kept by every link', async () => {
  const asked = queue([anExamined()], '/receivables?status=submitted,offered&companyId=c-1', 'r-7')
  await screen.findByText('Seller: Mühle Brandt GmbH')
  expect(asked).toEqual(['?status=submitted,offered&totals=true&companyId=c-1'])
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/receivables?status=submitted,offered&companyId=c-1&after=r-7')
  expect(screen.getByRole('link', { name: 'Funded' })).toHaveAttribute('href', '/receivables?status=funded&companyId=c-1')
  expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/receivables?status=submitted,offered')
})

test('an empty queue says what will be here, an empty view that it is empty', async () => {
  queue([])
  expect(await screen.findByRole('heading', { name: 'No receivables yet' })).toBeVisible()
})

test('a view without any is told from a queue without any', async () => {
  queue([], '/receivables?status=offered')
  expect(await screen.findByRole('heading', { name: 'No receivables here' })).toBeVisible()
})

test('a queue that cannot be read says so, and is asked for again', async () => {
  queue([anExamined()])
  server.use(mock.get('/operator/receivables', () => HttpResponse.json(problem('internal', 500), { status: 500 }), { once: true }))
  expect(screen.getByRole('status', { name: 'Loading receivables' })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'RE-100' })).toBeVisible()
})

test('without a role nobody sees it', async () => {
  queue([anExamined()], '/receivables', undefined, [])
  expect(await screen.findByText('You have no role in the back office')).toBeVisible()
})

const clara = { id: 'clara', name: 'Clara Vogt' }
const omar = { id: 'omar', name: 'Omar Haddad' }

/** What was done with it, in two pages. */
const NEWEST: Schemas['ReceivableActBody'][] = [
  { id: 'a-4', at: '2027-01-08T09:00:00Z', by: omar, proposedBy: clara, action: 'receivable_written_off', note: 'Nothing is left there.', changes: [] },
  { id: 'a-3', at: '2027-01-07T09:00:00Z', by: clara, action: 'dispute_resolved', changes: [{ field: 'disputeEnd', before: null, after: 'won' }] },
  { id: 'a-2', at: '2027-01-06T09:00:00Z', by: omar, action: 'receivable_disputed', note: 'Two are broken.', changes: [{ field: 'amount', before: null, after: '40000' }, { field: 'disputeReason', before: null, after: 'defective' }] },
]
const OLDER: Schemas['ReceivableActBody'][] = [{ id: 'a-1', at: '2027-01-05T09:00:00Z', by: null, action: 'debtor_answered', changes: [] }]

const toAccount = { iban: 'DE89370400440532013000', bic: null, holder: null, currency: null, accountNumber: null, routingNumber: null, sortCode: null }
const keptBack = (changes: Pick<NonNullable<Schemas['PayoutBody']['released']>, 'setOff' | 'setOffs'>) => ({ at: '2027-01-04T10:00:00Z', on: '2027-01-04', batchId: 'b-1', account: toAccount, ...changes })

/** Its own payout, less what its seller owed for another invoice. */
const REDUCED = aPayout({ status: 'executed', executedOn: '2027-01-05', gross: 800_000, amount: 763_000, released: keptBack({ setOff: 37_000, setOffs: [{ receivableId: 'r-9', invoiceNumber: 'RE-9', amount: 37_000 }] }) })
/** One for another invoice, of which something was kept back for this one. */
const ELSEWHERE = aPayout({ id: 'p-2', receivableId: 'r-2', invoiceNumber: 'RE-2', status: 'executed', executedOn: '2027-01-06', gross: 500_000, amount: 488_000, released: keptBack({ setOff: 12_000, setOffs: [{ receivableId: 'r-1', invoiceNumber: 'RE-100', amount: 12_000 }] }) })

/** One receivable, as the server has it: what is sent may change it. */
function one(receivable: Schemas['ExaminedReceivableBody'], roles: Schemas['OperatorRole'][] = ['credit']) {
  const asked: string[] = []
  server.use(
    mock.get('/operator/receivables/{id}', () => HttpResponse.json({ data: receivable })),
    mock.get('/operator/receivables/{id}/correspondence', () => HttpResponse.json({ data: { asked: [], statements: [], told: null, letters: [] } })),
    mock.get('/operator/receivables/{id}/acts', ({ request }) => HttpResponse.json(new URL(request.url).searchParams.has('before') ? { data: OLDER } : { data: NEWEST, next: NEWEST.at(-1)?.id ?? null })),
    mock.get('/operator/payouts', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: [REDUCED, ELSEWHERE] })
    }),
    mock.get('/operator/ledger/entries', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: [{ id: 'l-1', number: 7, on: '2027-01-04', bookedAt: '2027-01-04T09:00:00Z', event: 'funded', subject: 'r-1', postings: [] }] })
    }),
  )
  show(<ReceivablePage />, '/receivables/:id', '/receivables/r-1', roles)
  return asked
}

test('a receivable is told with its checks in words and figures, and the others a check found', async () => {
  one(
    anExamined({
      checks: [
        { code: 'duplicate_similar', outcome: 'verify', verified: false, message: 'Another one is like it.', figures: [{ name: 'others', receivables: ['r-9'] }] },
        { code: 'facility_limit', outcome: 'cap', verified: false, message: 'It does not fit.', figures: [{ name: 'wanted', amount: 800_000 }, { name: 'available', amount: 300_000 }] },
        { code: 'debtor_state', outcome: 'pass', verified: false, message: 'Fine.', figures: [] },
      ],
    }),
  )
  const open = within(await screen.findByRole('list', { name: 'Checks that are open' }))
  expect(open.getByText('Another invoice is like it.')).toBeVisible()
  expect(await open.findByRole('link', { name: 'RE-99 · Mühle Brandt GmbH' })).toHaveAttribute('href', '/receivables/r-9')
  expect(open.getByText('It takes €8,000.00; €3,000.00 is available.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '1 check passed' }))
  expect(screen.getByText('The debtor isn’t blocked.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download re-100.pdf' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'All of this seller' })).toHaveAttribute('href', '/receivables?companyId=c-1')
})

test('what the debtor has paid stands there, also before the bank confirmed the advance', async () => {
  one(anExamined({ status: 'funded', accepted: { at: '2027-01-04T10:00:00Z', hash: 'a'.repeat(64), payoutOn: '2027-01-04' }, offer: anOffer(), position: { open: 0, out: 0, diluted: 0, withSeller: 0, payments: [{ on: '2027-01-05', amount: 600_000, by: 'debtor' }, { on: '2027-01-06', amount: 400_000, by: 'seller' }], advance: 'on_its_way', withAdvance: { on: '2027-01-05', amount: -1_200 } } }))
  const position = await screen.findByRole('group', { name: 'Position' })
  expect(position).toHaveTextContent('The debtor has paid€6,000.00 on Jan 5, 2027 · €4,000.00 on Jan 6, 2027, through the seller€10,000.00Open balance€0.00The seller owes once the payout is confirmed€12.00')
  expect(position).not.toHaveTextContent('Out:')
  expect(screen.getByText('The debtor paid before the bank confirmed the advance. The receivable closes once it has.')).toBeVisible()
})

test('after the sale it is told what is left of it, what was paid and what was booked', async () => {
  const asked = one(anExamined({ status: 'funded', accepted: { at: '2027-01-04T10:00:00Z', hash: 'a'.repeat(64), payoutOn: '2027-01-04' }, offer: anOffer(), position: { open: 1_000_000, out: 800_000, diluted: 0, withSeller: 50_000, payments: [] } }))
  const position = within(await screen.findByRole('group', { name: 'Position' }))
  expect(position.getByText('€8,000.00')).toBeVisible()
  expect(position.getByText('With the seller, whom the debtor paid')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Receivable bought' })).toHaveAttribute('href', '/ledger/entries/l-1')
  const payouts = within(await screen.findByRole('table', { name: 'Payouts' }))
  const rows = payouts.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual([
    'PurposeStatusDayOwedSet-offTransferred',
    'AdvanceExecutedJan 5, 2027€8,000.00€370.00Set off for RE-9€7,630.00',
    'Advance · RE-2ExecutedJan 6, 2027€5,000.00€120.00Set off for RE-100€4,880.00',
  ])
  expect(payouts.getByRole('link', { name: 'RE-9' })).toHaveAttribute('href', '/receivables/r-9')
  expect(asked.toSorted()).toEqual(['?about=r-1', '?receivableId=r-1'])
})

test.each([
  [{ days: 67 }, 'If nobody pays, you can charge it back now. The seller would then owe us €8,503.33.'],
  [{ days: 67, sellerOwes: 0 }, 'If nobody pays, you can charge it back now. The seller would then owe us nothing.'],
  [{ days: 60 }, 'If nobody pays, you can charge it back now. The seller would then owe us €8,503.33.'],
  [{ days: 59 }, 'If nobody pays, you can charge it back from Apr 19, 2027. The seller would then owe us €8,503.33.'],
])('what has been possible for days does not begin today: %j', async (changes, sentence) => {
  one(anExamined({ status: 'funded', overdue: true, dueOn: '2027-02-18', lateness: aLateness(changes) }))
  expect(await screen.findByText(sentence)).toBeVisible()
})

test('of what is overdue it is told what that costs whom, and from when it can be charged back', async () => {
  one(anExamined({ status: 'funded', overdue: true, lateness: aLateness() }))
  expect(await screen.findByRole('heading', { name: 'Overdue by 30 days' })).toBeVisible()
  expect(screen.getByText('If nobody pays, you can charge it back from Apr 19, 2027. The seller would then owe us €8,503.33.')).toBeVisible()
  expect(screen.getByText('If it’s paid today, the seller receives')).toBeVisible()
})

test('who may read neither ledger nor payments is not shown them, nor are they asked for', async () => {
  const asked = one(anExamined({ status: 'funded' }), ['reviewer'])
  expect(await screen.findByText('You can look but not decide. Your roles: Reviewer.', { exact: false })).toBeVisible()
  expect(screen.queryByText('Entries in the ledger')).toBeNull()
  expect(asked).toEqual([])
})

test('an unknown receivable says so', async () => {
  one(anExamined())
  server.use(mock.get('/operator/receivables/{id}', () => HttpResponse.json(problem('not_found', 404), { status: 404 })))
  expect(await screen.findByText('We can’t find this, or you don’t have access to it.')).toBeVisible()
})

test('only what is allowed is offered', async () => {
  one(anExamined({ allowedActions: ['verify', 'hold', 'reject'] }))
  const can = within(await screen.findByRole('group', { name: 'What you can do' }))
  expect(can.getAllByRole('button').map((button) => button.textContent)).toEqual(['Record verification', 'Put on hold', 'Decline'])
})

test('a verification is sent once with the version that was seen, and what the server answers is shown', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  one(anExamined({ allowedActions: ['verify'] }))
  const verified = anExamined({ status: 'offered', version: 4 })
  server.use(
    mock.post('/operator/receivables/{id}/verify', async ({ request }) => {
      sent.push(await request.json(), request.headers.has('idempotency-key'))
      server.use(mock.get('/operator/receivables/{id}', () => HttpResponse.json({ data: verified })))
      return HttpResponse.json({ data: verified })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Record verification' }))
  const form = within(screen.getByRole('form', { name: 'Record verification' }))
  await user.click(form.getByRole('button', { name: 'Record verification' }))
  expect(await form.findByText('This is required.')).toBeVisible()
  expect(sent).toEqual([])
  await user.selectOptions(form.getByLabelText('How it was verified'), 'call')
  await user.clear(form.getByLabelText('Confirmed amount'))
  await user.type(form.getByLabelText('Confirmed amount'), '95,000.50')
  await user.click(form.getByRole('button', { name: 'Record verification' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'More was confirmed than the invoice is for' }))
  expect(asked.getByText(/^You enter €95,000\.50 as confirmed, and RE-100 is for €10,000\.00\./)).toBeVisible()
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => { expect(screen.queryByRole('alertdialog')).toBeNull() })
  expect(sent).toEqual([])
  await user.clear(form.getByLabelText('Confirmed amount'))
  await user.type(form.getByLabelText('Confirmed amount'), '9,500.50')
  await user.click(form.getByRole('button', { name: 'Record verification' }))
  expect(await screen.findByText('Offered')).toBeVisible()
  expect(sent).toEqual([{ version: 3, kind: 'call', amount: 950_050, dueOn: null, file: null, note: null }, true])
})

test('what two people have to decide says that it waits, and where', async () => {
  const user = userEvent.setup()
  const wouldEnd = (['insolvency', 'other'] as const).map((cause) => ({ action: 'write_off' as const, cause, toSeller: 0, sellerOwes: 0, loss: 1 }))
  one(anExamined({ status: 'funded', allowedActions: ['write_off'], wouldEnd }))
  server.use(mock.post('/operator/receivables/{id}/write-off', () => HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })))
  await user.click(await screen.findByRole('button', { name: 'Write off' }))
  const form = within(screen.getByRole('form', { name: 'Write off' }))
  expect(form.queryByRole('option', { name: 'Default' })).toBeNull()
  await user.selectOptions(form.getByLabelText('Cause'), 'insolvency')
  await user.click(form.getByRole('button', { name: 'Write off' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show approvals' })).toHaveAttribute('href', '/approvals')
  expect(screen.queryByRole('form')).toBeNull()
})

test.each([
  [problem('stale_version', 409), 409, 'This has changed in the meantime. Check it and try again.'],
  [{ ...problem('not_possible', 409), reason: 'too_early' as const }, 409, 'It’s too early for this.'],
  [problem('own_company', 403), 403, 'This concerns your own company. A colleague has to decide.'],
  [problem('invalid_input', 422, { note: 'too_long' }), 422, 'The server’s sentence.'],
])('a refusal is told and nothing typed is lost: %o', async (refusal, status, said) => {
  const user = userEvent.setup()
  one(anExamined({ status: 'funded', allowedActions: ['charge_back'] }))
  server.use(mock.post('/operator/receivables/{id}/charge-back', () => HttpResponse.json(refusal, { status })))
  await user.click(await screen.findByRole('button', { name: 'Charge back' }))
  const form = within(screen.getByRole('form', { name: 'Charge back' }))
  await user.type(form.getByLabelText('Note', { exact: false }), 'Unpaid for long')
  await user.click(form.getByRole('button', { name: 'Charge back' }))
  expect(await form.findByText(said)).toBeVisible()
  expect(form.getByLabelText('Note', { exact: false })).toHaveValue('Unpaid for long')
})

test('what is taken back is named, and our loss where there is one', async () => {
  const user = userEvent.setup()
  const end = { action: 'close_short', toSeller: 0, sellerOwes: 0, loss: 909 } as const
  one(anExamined({ status: 'funded', allowedActions: ['close_short', 'undo'], wouldEnd: [end], newest: { kind: 'received', amount: 990_000, on: '2027-02-18' } }))
  await user.click(await screen.findByRole('button', { name: 'Settle with shortfall' }))
  expect(screen.getByText(/Our loss would be €9\.09\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Undo latest entry' }))
  expect(screen.getByText('Money received · €9,900.00 · Feb 18, 2027')).toBeVisible()
})

test('what a write-off would cost is shown for each cause before it is done', async () => {
  const user = userEvent.setup()
  const ends = [{ cause: 'insolvency', sellerOwes: 0, loss: 90_000 }, { cause: 'default', sellerOwes: 0, loss: 90_000 }, { cause: 'other', sellerOwes: 90_000, loss: 0 }] as const
  const wouldEnd = ends.map((end) => ({ ...end, action: 'write_off' as const, toSeller: 0 }))
  one(anExamined({ status: 'funded', allowedActions: ['write_off'], wouldEnd, position: { open: 90_000, out: 80_000, diluted: 0, withSeller: 0, payments: [] } }))
  await user.click(await screen.findByRole('button', { name: 'Write off' }))
  expect(screen.getByText('€900.00 is open and would be written off.')).toBeVisible()
  expect(screen.getByText(/Insolvency: .*Our loss would be €900\.00\./)).toBeVisible()
  expect(screen.getByText('Another cause: The seller would owe us €900.00. We would have no loss.')).toBeVisible()
})

test('an amount the server refuses is marked at its field until it is changed', async () => {
  const user = userEvent.setup()
  one(anExamined({ status: 'funded', allowedActions: ['give_up'] }))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receivables/{id}/give-up', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(problem('invalid_input', 422, { amount: { code: 'amount_too_large', params: {} } }), { status: 422 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Waive debt' }))
  const form = within(screen.getByRole('form'))
  await user.type(form.getByLabelText('Amount'), '70')
  await user.click(form.getByRole('button', { name: 'Waive debt' }))
  expect(await form.findByText('Enter a smaller amount.')).toBeVisible()
  expect(form.getByLabelText('Amount')).toBeInvalid()
  expect(sent).toEqual([{ version: 3, amount: 7_000, currency: 'EUR', note: null }])
  await user.type(form.getByLabelText('Amount'), '{backspace}')
  await waitFor(() => { expect(form.queryByText('Enter a smaller amount.')).toBeNull() })
})

test('codes of a newer server break nothing: they are shown as they came, and actions without a form are left out', async () => {
  const unknown = <T,>() => 'something_new' as T
  one(
    anExamined({
      status: unknown(),
      debtorState: unknown(),
      noOffer: unknown(),
      checks: [{ code: unknown(), outcome: unknown(), verified: false, message: 'The server’s words.', figures: [{ name: unknown(), count: 1 }], cure: unknown() }],
      evidence: [{ kind: unknown(), at: '2027-01-04T10:00:00Z', amount: 100 }],
      dispute: { amount: 100, reason: unknown(), since: '2027-01-04T10:00:00Z' },
      offer: anOffer({ lines: [{ code: unknown(), label: 'New line', amount: 100, formula: unknown() }] }),
      allowedActions: [unknown(), 'hold'],
    }),
  )
  expect(await screen.findByText('The server’s words.')).toBeVisible()
  expect(screen.getAllByText('something_new').length).toBeGreaterThan(0)
  expect(within(screen.getByRole('group', { name: 'What you can do' })).getAllByRole('button').map((button) => button.textContent)).toEqual(['Put on hold'])
})

test('what the debtor was asked, told and said is there, with the letter to download', async () => {
  one(anExamined())
  const letter = { id: 'l-1', kind: 'assignment', debtorId: 'd-1', madeOn: '2027-01-04', language: 'de', sentTo: 'books@nordwind.example', claims: 2, sha256: '0', madeAt: '2027-01-04T15:00:00Z' } as const
  server.use(
    mock.get('/operator/receivables/{id}/correspondence', () =>
      HttpResponse.json({
        data: {
          asked: [{ sentTo: 'books@nordwind.example', askedBy: null, at: '2027-01-04T15:00:00Z', expiresAt: '2027-01-18T15:00:00Z' }],
          statements: [{ answer: 'dispute', amount: 40_000, dueOn: null, reason: 'defective', note: 'Two are broken.', at: '2027-01-05T09:00:00Z', address: '192.0.2.1' }],
          told: 'assigned',
          letters: [letter],
        },
      }),
    ),
  )
  expect(await screen.findByText('The debtor was told to pay us.')).toBeVisible()
  expect(screen.getByText(/Link sent to books@nordwind.example/)).toBeVisible()
  const said = screen.getByRole('list', { name: 'What the debtor said' })
  for (const text of ['Disputed the invoice', '€400.00', 'Goods or services are defective', 'Two are broken.', '192.0.2.1']) expect(said).toHaveTextContent(text)
  expect(screen.getByRole('list', { name: 'Letters' })).toHaveTextContent('Notice of assignment')
  expect(screen.getByRole('button', { name: /^Download letter of/ })).toBeVisible()
})

test('what was noted for colleagues is there, with who noted it and when; so is what is older', async () => {
  one(anExamined())
  const list = await screen.findByRole('list', { name: 'Activity' })
  expect(within(list).getAllByRole('listitem').map((act) => act.textContent)).toEqual([
    'Omar Haddad wrote an invoice offJan 8, 2027, 9:00 AM · proposed by Clara VogtNothing is left there.',
    'Clara Vogt ended a disputeJan 7, 2027, 9:00 AM · The debtor has to pay all of it',
    'Omar Haddad entered a disputeJan 6, 2027, 9:00 AM · €400.00 · Goods or services are defectiveTwo are broken.',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await within(list).findByText(/^The debtor/)).toBeVisible()
  expect(within(list).getAllByRole('listitem')).toHaveLength(4)
})

test('evidence, holds and disputes name their authors, and a dispute that ended keeps its story', async () => {
  one(
    anExamined({
      evidence: [{ kind: 'call', by: clara.id, at: '2027-01-04T09:00:00Z', amount: 1_000_000, dueOn: null, note: 'Spoke to accounting.', file: null }],
      hold: { by: clara.id, since: '2027-01-04T09:00:00Z', note: 'We look at it.' },
      dispute: { amount: 40_000, reason: 'defective', since: '2027-01-06T09:00:00Z', by: omar.id, note: 'Two are broken.', end: 'won' },
    }),
  )
  const evidence = await screen.findByRole('list', { name: 'Evidence' })
  expect(await within(evidence).findByText(/recorded by Clara Vogt/)).toBeVisible()
  expect(await screen.findByText('By Clara Vogt')).toBeVisible()
  expect(screen.getByText('Dispute ended: The debtor has to pay all of it')).toBeVisible()
  expect(screen.getByText(/€400.00 was disputed on .*: Goods or services are defective./)).toBeVisible()
  expect(await screen.findByText('Entered by Omar Haddad')).toBeVisible()
})
