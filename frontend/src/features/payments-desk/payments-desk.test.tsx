import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { save } from '@/lib/save-file'
import { anOperator, problem } from '@/testing/data'
import { anExamined, aPayout, aReceipt, aWaiting } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import PaymentsDeskPage from './payments-desk-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))

const server = serve()

const names: Schemas['NameBody'][] = [
  { id: 'c-1', kind: 'company', name: 'Mühle Brandt GmbH' },
  { id: 'c-2', kind: 'company', name: 'Sägewerk Ost GmbH' },
  { id: 'r-1', kind: 'receivable', name: 'RE-100', seller: 'Mühle Brandt GmbH' },
]

function show(path: string, roles: Schemas['OperatorRole'][] = ['treasury'], businessTime?: string, fund: Partial<Schemas['FundsBody']> = {}) {
  server.use(
    mock.get('/operator/names', () => HttpResponse.json({ data: names })),
    mock.get('/operator/receipts/{id}/entries', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/funds', () => HttpResponse.json({ data: [{ currency: 'EUR', bank: 2_000_000, untold: 0, inTransit: 500_000, left: 1_500_000, ...fund }] })),
  )
  const { client } = renderScreen(
    <Route path="/payments-desk">
      <PaymentsDeskPage />
    </Route>,
    path,
  )
  client.setQueryData(userQuery.queryKey, { ...anOperator(...roles).data, ...(businessTime ? { businessTime } : {}) })
  return client
}

let fetched: Schemas['FetchedFileBody'][] = []

/** As the server adds up a batch. */
function sumsOf(all: Schemas['PayoutBody'][], batch: string): Schemas['BatchSumBody'][] {
  const of = all.filter(({ released }) => released?.batchId === batch)
  const sum = (currency: string, payouts: typeof of) => payouts.filter((payout) => payout.currency === currency).reduce((net, { amount }) => net + amount, 0)
  return [...new Set(of.map(({ currency }) => currency))].toSorted().map((currency) => {
    const waiting = of.filter(({ status }) => status === 'released')
    return { currency, payouts: of.filter((payout) => payout.currency === currency).length, net: sum(currency, of), waiting: waiting.filter((payout) => payout.currency === currency).length, waitingNet: sum(currency, waiting) }
  })
}

function payouts(...all: Schemas['PayoutBody'][]) {
  server.use(
    mock.get('/operator/receivables', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/payouts', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      return HttpResponse.json({ data: all.filter((payout) => payout.status === status), batches: all.flatMap(({ released }) => (released?.batchId ? [{ id: released.batchId, number: 12, files: fetched, sums: sumsOf(all, released.batchId) }] : [])) })
    }),
  )
}

const second = aPayout({ id: 'p-2', companyId: 'c-2', receivableId: null, purpose: 'passed_on', currency: 'USD', amount: 5_000, gross: 5_000 })

const toAccount = { iban: 'DE89370400440532013000', bic: null, holder: null, currency: null, accountNumber: null, routingNumber: null, sortCode: null }

/** What releasing both would do. */
function anOutlook(more: Partial<Schemas['ReleaseOutlookBody']> = {}): Schemas['ReleaseOutlookBody'] {
  const sending = { setOff: 0, accountFailed: false, isAgain: false }
  return {
    hash: 'seen',
    balances: [{ currency: 'EUR', bank: 2_000_000, untold: 0, inTransit: 500_000, before: 1_500_000, released: 775_000, after: 725_000 }],
    payees: [
      { companyId: 'c-1', companyName: 'Mühle Brandt GmbH', currency: 'EUR', account: toAccount, payouts: 1, gross: 800_000, setOff: 25_000, net: 775_000 },
      { companyId: 'c-2', companyName: 'Sägewerk Ost GmbH', currency: 'USD', account: toAccount, payouts: 1, gross: 5_000, setOff: 0, net: 5_000 },
    ],
    payouts: [
      { id: 'p-1', companyId: 'c-1', currency: 'EUR', gross: 800_000, net: 775_000, ...sending, setOff: 25_000 },
      { id: 'p-2', companyId: 'c-2', currency: 'USD', gross: 5_000, net: 5_000, ...sending },
    ],
    warnings: [{ code: 'set_off', count: 1, needsReason: false }],
    needsReason: false,
    needsApproval: false,
    ...more,
  }
}

const previewed = (outlook: Schemas['ReleaseOutlookBody']) => {
  server.use(mock.post('/operator/payouts/release/preview', () => HttpResponse.json({ data: outlook })))
}

/** Looks at what the release does; answers the dialog. */
async function lookAtRelease(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Prepare release' }))
  return within(await screen.findByRole('dialog', { name: /^(Release|Propose release of) 2 payouts$/ }))
}

async function chooseBoth(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('checkbox', { name: 'Select Mühle Brandt GmbH €8,000.00' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Sägewerk Ost GmbH $50.00' }))
}

test('several payouts are released together, with their sum by currency before it is done', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  payouts(aPayout(), second)
  previewed(anOutlook())
  server.use(
    mock.post('/operator/payouts/release', async ({ request }) => {
      sent.push(await request.json(), request.headers.has('idempotency-key'))
      payouts()
      return HttpResponse.json({ data: { batch: { id: 'b-1' } } })
    }),
  )
  show('/payments-desk')
  await chooseBoth(user)
  expect(screen.getByText('2 payouts selected: €8,000.00 · $50.00')).toBeVisible()
  const dialog = await lookAtRelease(user)
  expect(dialog.getByText('€20,000.00 less €5,000.00 released and not yet debited')).toBeVisible()
  expect(within(dialog.getByRole('group', { name: 'Bank balance in EUR' })).getByText('€7,250.00')).toBeVisible()
  expect(dialog.getByText('€8,000.00 less €250.00, which the company owes')).toBeVisible()
  expect(dialog.getByText('1 payout is reduced by what the company owes.')).toBeVisible()
  expect(dialog.queryByRole('textbox', { name: /Reason/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Release now' }))
  expect(await screen.findByText('2 payouts are in a new batch.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show released' })).toHaveAttribute('href', '/payments-desk?show=released')
  expect(sent).toEqual([{ payouts: ['p-1', 'p-2'], hash: 'seen', reason: null }, true])
  expect(await screen.findByRole('heading', { name: 'No payouts are due' })).toBeVisible()
})

test('what is left at the bank stands above what is due', async () => {
  payouts(aPayout())
  show('/payments-desk')
  expect(await screen.findByRole('group', { name: 'At the bank' })).toHaveTextContent('Available at the bank€15,000.00€20,000.00 less €5,000.00 released and not yet debited')
  expect(screen.getByRole('link', { name: 'Show the bank in the ledger' })).toHaveAttribute('href', '/ledger/bank')
})

test('what people entered since the last statement is not promised', async () => {
  payouts(aPayout())
  show('/payments-desk', ['treasury'], undefined, { statement: { on: '2027-01-04', amount: 1_500_000 }, left: 1_000_000 })
  expect(await screen.findByRole('group', { name: 'At the bank' })).toHaveTextContent('Available at the bank€10,000.00€15,000.00 by the bank’s statement of Jan 4, 2027, less €5,000.00 released and not yet debited; the ledger has €20,000.00')
})

test('what people entered as paid out and no statement shows is taken off', async () => {
  payouts(aPayout())
  show('/payments-desk', ['treasury'], undefined, { statement: { on: '2027-01-04', amount: 2_100_000 }, untold: 300_000, inTransit: 0, left: 1_800_000 })
  expect(await screen.findByRole('group', { name: 'At the bank' })).toHaveTextContent('Available at the bank€18,000.00€21,000.00 by the bank’s statement of Jan 4, 2027, less €3,000.00 entered as paid out, which no statement shows; the ledger has €20,000.00')
})

test('a release that two people decide on says that it waits', async () => {
  const user = userEvent.setup()
  payouts(aPayout(), second)
  previewed(anOutlook({ needsApproval: true }))
  server.use(mock.post('/operator/payouts/release', () => HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })))
  show('/payments-desk')
  await chooseBoth(user)
  const dialog = await lookAtRelease(user)
  expect(screen.getByRole('dialog', { name: 'Propose release of 2 payouts' })).toBeVisible()
  expect(dialog.getByText('Nothing is paid until a second person has approved it.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Release now' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Propose release' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
})

test('more than the bank holds is released with a reason only', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  payouts(aPayout(), second)
  previewed(
    anOutlook({
      balances: [{ currency: 'EUR', bank: 500_000, untold: 0, inTransit: 0, before: 500_000, released: 775_000, after: -275_000 }],
      warnings: [
        { code: 'overdrawn', count: 1, needsReason: true },
        { code: 'account_failed', count: 2, needsReason: true },
      ],
      needsReason: true,
    }),
  )
  server.use(
    mock.post('/operator/payouts/release', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ data: { batch: { id: 'b-1' } } })
    }),
  )
  show('/payments-desk')
  await chooseBoth(user)
  const dialog = await lookAtRelease(user)
  expect(dialog.getByText('Overdrawn afterwards')).toBeVisible()
  expect(dialog.getByText('2 payouts go to accounts whose last payment came back.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Release now' }))
  expect(dialog.getByText('Say why it is released all the same.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The bank grants a credit line.')
  await user.click(dialog.getByRole('button', { name: 'Release now' }))
  expect(await screen.findByText('2 payouts are in a new batch.')).toBeVisible()
  expect(sent).toEqual([{ payouts: ['p-1', 'p-2'], hash: 'seen', reason: 'The bank grants a credit line.' }])
})

test('what would be sent differently by now is looked at anew', async () => {
  const user = userEvent.setup()
  payouts(aPayout(), second)
  previewed(anOutlook())
  server.use(mock.post('/operator/payouts/release', () => HttpResponse.json(problem('stale_version', 409), { status: 409 })))
  show('/payments-desk')
  await chooseBoth(user)
  await user.click((await lookAtRelease(user)).getByRole('button', { name: 'Release now' }))
  expect(await screen.findByText('This has changed in the meantime. Check it and try again.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(/2 payouts selected/)).toBeVisible()
})

test('an account whose last payment came back is not among all that are selected', async () => {
  const user = userEvent.setup()
  const failed = aPayout({ id: 'p-3', releasable: { account: toAccount, accountFailed: { on: '2027-02-17', reason: null } } })
  payouts(aPayout(), second, failed)
  show('/payments-desk')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.getByText('2 payouts selected: €8,000.00 · $50.00')).toBeVisible()
  const alone = within(screen.getByRole('row', { name: /The last payment to this account came back/ })).getByRole('checkbox')
  expect(alone).not.toBeChecked()
  expect(screen.getByText('1 payout isn’t selected: the last payment to its account came back. Select it by itself.')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toBePartiallyChecked()
  await user.click(alone)
  expect(screen.queryByText(/isn’t selected/)).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked()
})

test('an advance for an invoice that is overdue says so in the list and before it is released', async () => {
  const user = userEvent.setup()
  payouts(aPayout({ overdueSince: '2027-04-05' }), second)
  server.use(mock.post('/operator/payouts/release/preview', () => HttpResponse.json({ data: anOutlook() })))
  show('/payments-desk', ['treasury'], '2027-05-10T09:00:00Z')
  expect(await screen.findByText('Overdue: the invoice was due on Apr 5, 2027.')).toBeVisible()
  await chooseBoth(user)
  await user.click(screen.getByRole('button', { name: 'Prepare release' }))
  expect(within(await screen.findByRole('dialog')).getByText('1 payout is an advance for an invoice that is overdue.')).toBeVisible()
})

test('what stops a payout is told at its row, which is selected no more', async () => {
  const user = userEvent.setup()
  payouts(aPayout(), second)
  const newer = 'of_a_newer_server' as Schemas['Stop']
  const stopped = { ...problem('not_possible', 409), reason: 'payout_waits' as const, stops: ['held' as const, 'account_changing' as const, newer], payouts: [{ id: 'p-1', receivableId: 'r-1', stops: ['held' as const, newer] }] }
  server.use(mock.post('/operator/payouts/release/preview', () => HttpResponse.json(stopped, { status: 409 })))
  show('/payments-desk')
  await chooseBoth(user)
  await user.click(screen.getByRole('button', { name: 'Prepare release' }))
  expect(await screen.findByText('Not released: a payout is on hold')).toBeVisible()
  expect(screen.getByRole('row', { name: /Mühle Brandt GmbH.*On hold: The receivable is on hold\. of_a_newer_server/ })).toBeVisible()
  expect(screen.getByText('1 payout selected: $50.00')).toBeVisible()
})

test('where a payout would go is told, and one that has to wait says why and cannot be chosen', async () => {
  const account = { iban: 'DE89370400440532013000', bic: null, holder: null, currency: null, accountNumber: null, routingNumber: null, sortCode: null }
  payouts(aPayout({ stops: ['held', 'disputed'], releasable: { account, accountFailed: { on: '2027-02-17', reason: 'AC04 closed account' } } }), { ...second, releasable: { account }, replaces: 'p-0' })
  show('/payments-desk')
  const row = within(await screen.findByRole('row', { name: /Mühle Brandt GmbH.*On hold: The receivable is on hold\. The receivable is disputed\./ }))
  expect(row.getByText('DE89 3704 0044 0532 0130 00')).toBeInTheDocument()
  expect(row.getByText('… 3000')).toBeInTheDocument()
  expect(row.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('row', { name: /Returned before\. The bank gave no reason\./ })).toBeVisible()
  expect(screen.getByRole('row', { name: /The last payment to this account came back on Feb 17, 2027: The account is closed \(AC04\)/ })).toBeVisible()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
})

test('a payout whose release is proposed says so, leads there, and is not selected again', async () => {
  payouts(aPayout({ approvalId: 'a-1' }), second)
  show('/payments-desk')
  const row = within(await screen.findByRole('row', { name: /Mühle Brandt GmbH.*Release waits for approval/ }))
  expect(row.getByRole('link', { name: 'Release waits for approval' })).toHaveAttribute('href', '/approvals')
  expect(row.queryByRole('checkbox')).toBeNull()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
})

test('who may only look selects nothing', async () => {
  payouts(aPayout())
  server.use(mock.get('/operator/operators', () => HttpResponse.json({ data: [] })))
  show('/payments-desk', ['auditor'])
  expect(await screen.findByRole('link', { name: 'Mühle Brandt GmbH' })).toHaveAttribute('href', '/receivables/r-1')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByText('You can look but not decide. Your roles: Auditor.', { exact: false })).toBeVisible()
})

test('who may not see payments learns who may', async () => {
  payouts(aPayout())
  show('/payments-desk', ['reviewer'])
  expect(await screen.findByText('Your roles don’t include this')).toBeVisible()
})

test('payouts that cannot be read are asked for again', async () => {
  payouts(aPayout())
  server.use(mock.get('/operator/payouts', () => HttpResponse.json(problem('internal', 500), { status: 500 }), { once: true }))
  show('/payments-desk')
  expect(screen.getByRole('status', { name: 'Loading payouts' })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Payouts due' })).toBeVisible()
})

const released = aPayout({ status: 'released', released: { at: '2027-01-04T10:00:00Z', on: '2027-01-04', setOff: 1_000, setOffs: [{ receivableId: 'r-0', invoiceNumber: 'MB-1003', amount: 1_000 }], batchId: 'b-1', account: { iban: 'DE89370400440532013000', bic: null, holder: null, currency: null, accountNumber: null, routingNumber: null, sortCode: null } } })

test('what the file of a batch leaves out is named, and to be ordered by hand', async () => {
  const user = userEvent.setup()
  payouts(released)
  server.use(mock.get('/operator/payouts/batches/{id}/file', () => new HttpResponse('<Document/>', { headers: { 'content-type': 'application/xml', 'left-out': `${released.id},p-99` } }) as never))
  show('/payments-desk?show=released')
  await user.click(await screen.findByRole('button', { name: 'Bank file (EUR) of batch 12' }))
  expect(await screen.findByText('Not in the bank file')).toBeVisible()
  expect(screen.getByText(/^Banks can’t carry the name or the account number of these payees/)).toBeVisible()
  expect(screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('€'))).toHaveLength(1)
})

test('a batch is downloaded for the bank, or why not is said', async () => {
  const user = userEvent.setup()
  const asked: string[] = []
  payouts(released)
  server.use(
    mock.get('/operator/payouts/batches/{id}/file', ({ request }) => {
      asked.push(new URL(request.url).search)
      if (asked.length === 2) fetched = [{ currency: 'EUR', firstAt: '2027-01-04T11:00:00Z', by: 'Olga Brandt' }]
      return asked.length === 1 ? HttpResponse.json({ ...problem('not_possible', 409), reason: 'no_house_account' as const }, { status: 409 }) : HttpResponse.xml('<Document/>')
    }),
  )
  show('/payments-desk?show=released')
  const button = await screen.findByRole('button', { name: 'Bank file (EUR) of batch 12' })
  await user.click(button)
  expect(await screen.findByText('We have no bank account in this currency. Add one under Settings.')).toBeVisible()
  await user.click(button)
  await waitFor(() => { expect(save).toHaveBeenCalledWith(expect.any(Blob), 'payouts-b1-EUR.xml') })
  expect(asked).toEqual(['?currency=EUR', '?currency=EUR'])
  expect(await screen.findByText(/^Bank file \(EUR\) first downloaded on Jan 4, 2027.* by Olga Brandt\.$/)).toBeVisible()
  expect(screen.getByRole('heading', { name: /^Batch 12, Jan 4, 2027/ })).toBeVisible()
  fetched = []
})

test('a batch is marked as executed with the day the bank gives', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  payouts(released)
  server.use(
    mock.post('/operator/payouts/batches/{id}/executed', async ({ request, params }) => {
      sent.push(params.id, await request.json())
      payouts()
      return HttpResponse.json({ data: [{ ...released, status: 'executed' as const }] })
    }),
  )
  show('/payments-desk?show=released', ['treasury'], '2027-01-06T09:00:00Z')
  expect(await screen.findByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  expect(screen.getByText('€10.00', { exact: false })).toHaveTextContent('Set off for MB-1003')
  expect(screen.getByRole('link', { name: 'MB-1003' })).toHaveAttribute('href', '/receivables/r-0')
  await user.click(screen.getByRole('button', { name: 'Mark as executed: batch 12' }))
  const form = within(screen.getByRole('form', { name: 'Mark as executed' }))
  await user.clear(form.getByLabelText('Day of execution'))
  await user.type(form.getByLabelText('Day of execution'), '01/07/2027')
  await user.click(form.getByRole('button', { name: 'Mark as executed' }))
  expect(await form.findByText('Enter today or an earlier day.')).toBeVisible()
  await user.clear(form.getByLabelText('Day of execution'))
  await user.type(form.getByLabelText('Day of execution'), '01/05/2027')
  await user.click(form.getByRole('button', { name: 'Mark as executed' }))
  expect(await screen.findByRole('heading', { name: 'Nothing waits for the bank' })).toBeVisible()
  expect(sent).toEqual(['b-1', { on: '2027-01-05' }])
})

test('the day of execution is today for the business where a client knows it, and which days there are is said', async () => {
  const user = userEvent.setup()
  payouts(released)
  server.use(mock.post('/operator/payouts/batches/{id}/executed', () => HttpResponse.json(problem('invalid_input', 422, { on: 'not_possible' }), { status: 422 })))
  show('/payments-desk?show=released', ['treasury'], '2027-01-06T09:00:00Z')
  await user.click(await screen.findByRole('button', { name: 'Mark as executed: batch 12' }))
  const form = within(screen.getByRole('form', { name: 'Mark as executed' }))
  expect(form.getByLabelText('Day of execution')).toHaveValue('01/06/2027')
  await user.click(form.getByRole('button', { name: 'Mark as executed' }))
  expect(await form.findByText('Use a day on or after the release, and not after today.')).toBeVisible()
})

test('who may not manage payments is offered no receipt to enter', async () => {
  receipts()
  server.use(mock.get('/operator/operators', () => HttpResponse.json({ data: [] })))
  show('/payments-desk?show=enter', ['auditor'])
  expect(await screen.findByRole('heading', { name: 'No receipts yet' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Enter receipt' })).toBeNull()
})

test('a payout that came back is marked beside what it is, and a wrong day is told at its field before anything is sent', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  payouts({ ...released, status: 'executed', executedOn: '2027-01-05' }, { ...released, id: 'p-9', companyId: 'c-2', status: 'executed', executedOn: '2027-01-05' })
  server.use(
    mock.post('/operator/payouts/{id}/returned', async ({ request, params }) => {
      sent.push(params.id, await request.json())
      if (sent.length === 2) return HttpResponse.json(problem('invalid_input', 422, { on: 'not_possible' }), { status: 422 })
      payouts({ ...released, status: 'returned', returnedOn: '2027-01-06', returnReason: 'Account closed' })
      return HttpResponse.json({ data: aPayout() })
    }),
  )
  show('/payments-desk?show=sent', ['treasury'], '2027-01-07T09:00:00Z')
  await user.click(await screen.findByRole('button', { name: 'Mark as returned: Mühle Brandt GmbH €8,000.00' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as returned: Mühle Brandt GmbH €8,000.00' }))
  expect(dialog.getByText('Advance · RE-100 · DE89 3704 0044 0532 0130 00')).toBeVisible()
  const day = dialog.getByLabelText('Day of return')
  const enter = async (on: string) => {
    await user.clear(day)
    await user.type(day, on)
    await user.click(dialog.getByRole('button', { name: 'Mark as returned' }))
  }
  await user.type(dialog.getByLabelText('Reason the bank gives'), 'Account closed')
  await enter('01/08/2027')
  expect(await dialog.findByText('Enter today or an earlier day.')).toBeVisible()
  expect(sent).toEqual([])
  await enter('01/01/2027')
  expect(await dialog.findByText('Use a day on or after the release, and not after today.')).toBeVisible()
  await enter('01/06/2027')
  expect(await screen.findByText('Account closed')).toBeVisible()
  expect(sent.slice(2)).toEqual([released.id, { on: '2027-01-06', reason: 'Account closed' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

function receipts(...all: Schemas['ReceiptBody'][]) {
  server.use(
    mock.get('/operator/receipts', ({ request }) => HttpResponse.json({ data: all.filter(({ left }) => left > 0 || !new URL(request.url).searchParams.has('unexplained')) })),
    mock.get('/operator/receivables', ({ request }) =>
      HttpResponse.json({
        // No invoice number has in it what the tests look for.
        data: new URL(request.url).searchParams.has('number')
          ? []
          : new URL(request.url).searchParams.get('status')?.includes('funded')
          ? [
              anExamined({ status: 'funded', position: { open: 600_000, out: 0, diluted: 0, withSeller: 0, payments: [] } }),
              anExamined({ id: 'r-2', invoiceNumber: 'RE-200', debtorName: 'Südwind AG', status: 'funded', position: { open: 900_000, out: 0, diluted: 0, withSeller: 0, payments: [] } }),
              anExamined({ id: 'r-3', invoiceNumber: 'RE-300', currency: 'USD', status: 'funded' }),
              // Its debtor paid before we did.
              anExamined({ id: 'r-5', invoiceNumber: 'RE-500', status: 'accepted', position: { open: 0, out: 0, diluted: 0, withSeller: 0, payments: [] } }),
            ]
          : [anExamined({ id: 'r-4', invoiceNumber: 'RE-400', status: 'charged_back', sellerId: 'c-2' })],
      }),
    ),
    mock.get('/operator/debtors', () => HttpResponse.json({ data: [{ id: 'd-1', legalName: 'Nordwind AG', legalEntity: 'DE:R:HRB1', state: 'open', limits: [], version: 1, createdAt: '2026-12-01T12:00:00Z', mayChange: false, merged: [] }] })),
  )
}

test('what was booked by itself says by what it was recognised, what a person booked says nothing', async () => {
  const part = { id: 'a-1', receivableId: 'r-1', amount: 600_000, by: 'u-1', at: '2027-02-18T10:00:00Z' }
  const recognised = { by: 'reference' as const, quoted: 'RF18539007547034' }
  receipts(aReceipt({ left: 0, allocations: [{ ...part, recognised }, { ...part, id: 'a-2', amount: 400_000 }] }))
  show('/payments-desk?show=receipts')
  expect(await screen.findAllByText(/^Matched automatically/)).toHaveLength(1)
  expect(screen.getByText('Matched automatically: Reference RF18 5390 0754 7034')).toBeVisible()
})

test('a refund stands beside the parts of a receipt, which add up to what came', async () => {
  receipts(aReceipt({ left: 0, refunded: 500_000, allocations: [{ id: 'a-1', debtorId: 'd-1', amount: 1_000_000, by: 'u-1', at: '2027-02-18T10:00:00Z' }] }))
  show('/payments-desk?show=receipts')
  expect(await screen.findByText('€5,000.00 was refunded from the debtor’s credit')).toBeVisible()
})

test('what a part of a receipt was used for is undone by whoever may, with a reason; what went back is undone elsewhere', async () => {
  const part = { id: 'a-1', debtorId: 'd-1', amount: 600_000, by: 'u-1', at: '2027-02-18T10:00:00Z' }
  const back = { id: 'a-2', payoutId: 'p-1', amount: 400_000, by: 'u-1', at: '2027-02-18T10:00:00Z' }
  receipts(aReceipt({ left: 0, allocations: [part, back] }))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/{id}/undo', async ({ request, params }) => {
      sent.push([params.id, await request.json(), request.headers.has('idempotency-key')])
      return HttpResponse.json({ data: { approval: { id: 'ap-1', action: 'undo_part', hash: 'ff', expiresAt: '2027-02-21T10:00:00Z' } } }, { status: 202 })
    }),
  )
  show('/payments-desk?show=receipts', ['treasury', 'credit'])
  const [only, ...others] = await screen.findAllByRole('button', { name: /^Undo: / })
  expect(others).toEqual([])
  await userEvent.click(only as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: /^Undo: / }))
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(sent).toEqual([])
  await userEvent.type(dialog.getByLabelText('Why it was for something else'), 'Another debtor')
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
  await waitFor(() => { expect(sent).toEqual([['e-1', { allocationId: 'a-1', amount: 600_000, note: 'Another debtor' }, true]]) })
  expect(await dialog.findByText('Waiting for a second person')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a part is undone as it was asked about, though its receipt is gone from the list by then', async () => {
  receipts(aReceipt({ left: 0, allocations: [{ id: 'a-1', debtorId: 'd-1', amount: 600_000, by: 'u-1', at: '2027-02-18T10:00:00Z' }] }))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/{id}/undo', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      return HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })
    }),
  )
  const client = show('/payments-desk?show=receipts', ['treasury', 'credit'])
  await userEvent.click(await screen.findByRole('button', { name: /^Undo: / }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Undo: / }))
  receipts()
  await client.refetchQueries()
  await waitFor(() => { expect(screen.queryByRole('table', { hidden: true })).toBeNull() })
  expect(dialog.getByText('€6,000.00 lies in suspense again. What it paid is open or owed again.')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Why it was for something else'), 'Another debtor')
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
  await waitFor(() => { expect(sent).toEqual([['e-1', { allocationId: 'a-1', amount: 600_000, note: 'Another debtor' }]]) })
})

test('a receipt that one took back comes back after a question', async () => {
  const back = { id: 'a-1', entryId: 'j-1', amount: 1_000_000, by: 'u-1', at: '2027-02-18T10:00:00Z' }
  receipts(aReceipt({ left: 0, allocations: [back], mayBeBroughtBack: true }), aReceipt({ id: 'e-2', left: 0, allocations: [{ ...back, id: 'a-2' }], mayBeBroughtBack: false }))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/{id}/bring-back', ({ request, params }) => {
      sent.push([params.id, request.headers.has('idempotency-key')])
      receipts()
      return HttpResponse.json({ data: aReceipt() })
    }),
  )
  show('/payments-desk?show=receipts')
  await userEvent.click(await screen.findByRole('button', { name: 'Bring back' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Bring receipt back' }))
  expect(asked.getByText('You took €10,000.00 from Nordwind AG back. Did the money come after all? It then lies in suspense again.')).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.click(asked.getByRole('button', { name: 'Bring back' }))
  expect(await screen.findByText('The receipt is in suspense again')).toBeInTheDocument()
  expect(sent).toEqual([['e-1', true]])
})

test('a match of one’s own is undone after a question, and not where it is cancelled', async () => {
  const own = { id: 'a-1', receivableId: 'r-1', amount: 600_000, by: 'u-1', at: '2027-02-18T10:00:00Z' }
  receipts(aReceipt({ left: 0, allocations: [own, { ...own, id: 'a-2', amount: 400_000 }] }))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/{id}/unmatch', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      receipts()
      return HttpResponse.json({ data: aReceipt() })
    }),
  )
  const me = anOperator('treasury').data
  const client = show('/payments-desk?show=receipts')
  client.setQueryData(userQuery.queryKey, { ...me, userDetails: { ...me.userDetails, id: 'u-1' } })
  await screen.findAllByText(/RE-100/)
  const [button] = await screen.findAllByRole('button', { name: 'Undo my match: RE-100 · Mühle Brandt GmbH' })
  await userEvent.click(button as HTMLElement)
  const ask = async () => within(await screen.findByRole('alertdialog', { name: 'Undo match' }))
  let asked = await ask()
  expect(asked.getByText(/^Undo the match of €10,000.00 from .* to RE-100 · Mühle Brandt GmbH\? The money lies in suspense again.$/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => { expect(screen.getAllByRole('button', { name: /^Undo my match/ })[0]).toHaveFocus() })
  expect(sent).toEqual([])
  await userEvent.keyboard('{Enter}')
  asked = await ask()
  await userEvent.click(asked.getByRole('button', { name: 'Undo match' }))
  expect(await screen.findByRole('heading', { name: 'No receipts yet' })).toBeVisible()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toEqual([['e-1', { receivableId: 'r-1' }]])
})

test('who may not undo sees no way to', async () => {
  receipts(aReceipt({ left: 0, allocations: [{ id: 'a-1', debtorId: 'd-1', amount: 1_000_000, by: 'u-1', at: '2027-02-18T10:00:00Z' }] }))
  show('/payments-desk?show=receipts', ['treasury'])
  expect(await screen.findByRole('table', { name: 'All receipts' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
})

test('where the bank gave no reason for what came back, that is said', async () => {
  payouts({ ...released, status: 'returned', returnedOn: '2027-01-06' })
  show('/payments-desk?show=sent')
  expect(await screen.findByText('The bank gave no reason.')).toBeVisible()
  expect(screen.getByRole('cell', { name: '12' })).toBeVisible()
})

test('a receipt is entered by hand and matched next', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  receipts(aReceipt())
  server.use(
    mock.post('/operator/receipts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ data: aReceipt() }, { status: 201 })
    }),
  )
  show('/payments-desk?show=enter', ['treasury'], '2027-02-18T09:00:00Z')
  const form = within(await screen.findByRole('form', { name: 'Enter receipt' }))
  await user.type(form.getByLabelText('Booked on'), '02/19/2027')
  await user.click(form.getByRole('button', { name: 'Enter receipt' }))
  expect(form.getByText('Enter today or an earlier day.')).toBeVisible()
  expect(sent).toEqual([])
  await user.clear(form.getByLabelText('Booked on'))
  await user.type(form.getByLabelText('Booked on'), '02/18/2027')
  await user.type(form.getByLabelText('Amount'), '10,000')
  await user.type(form.getByLabelText('Payer', { exact: false, selector: '[name="payer.name"]' }), 'Nordwind AG')
  await user.type(form.getByLabelText('IBAN of the payer', { exact: false }), 'DE89 3704 0044 0532 0130 00')
  await user.click(form.getByRole('button', { name: 'Enter receipt' }))
  expect(await screen.findByRole('form', { name: 'Match receipt' })).toBeVisible()
  expect(sent).toEqual([{ on: '2027-02-18', amount: 1_000_000, currency: 'EUR', payer: { name: 'Nordwind AG', iban: 'DE89370400440532013000' }, text: null, receivables: [] }])
})

test('what a statement perhaps has is entered once a person says that it is other money', async () => {
  const user = userEvent.setup()
  const sent: Schemas['NewReceiptBody'][] = []
  receipts()
  server.use(
    mock.post('/operator/receipts', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (!body.isAnother) return HttpResponse.json({ ...problem('not_possible', 409), reason: 'receipt_near', receivedOn: '2027-02-15' }, { status: 409 })
      receipts(aReceipt())
      return HttpResponse.json({ data: aReceipt() }, { status: 201 })
    }),
  )
  show('/payments-desk?show=enter', ['treasury'], '2027-02-18T09:00:00Z')
  const form = within(await screen.findByRole('form', { name: 'Enter receipt' }))
  await user.type(form.getByLabelText('Booked on'), '02/18/2027')
  await user.type(form.getByLabelText('Amount'), '53')
  const ask = async () => {
    await user.click(form.getByRole('button', { name: 'Enter receipt' }))
    return within(await screen.findByRole('alertdialog', { name: 'A statement has a receipt of this amount' }))
  }
  const asked = await ask()
  expect(asked.getByText('A receipt of €53.00 is on a statement, on Feb 15, 2027. If it’s the same money, don’t enter it again: match that one. If it’s another one, enter it.')).toBeVisible()
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(form.getByLabelText('Amount')).toHaveValue('53.00')
  await user.click((await ask()).getByRole('button', { name: 'Enter it as another one' }))
  expect(await screen.findByRole('form', { name: 'Match receipt' })).toBeVisible()
  expect(sent.map(({ amount, isAnother }) => [amount, isAnother])).toEqual([[5_300, undefined], [5_300, undefined], [5_300, true]])
})

test('what was typed of a receipt is there again after a look elsewhere', async () => {
  const user = userEvent.setup()
  receipts()
  show('/payments-desk?show=enter', ['treasury'], '2027-02-18T09:00:00Z')
  await user.type(within(await screen.findByRole('form', { name: 'Enter receipt' })).getByLabelText('Amount'), '12.50')
  await user.click(screen.getByRole('link', { name: 'All receipts' }))
  expect(await screen.findByText('No receipts yet')).toBeVisible()
  await user.click(screen.getAllByRole('link', { name: 'Enter receipt' })[0] as HTMLElement)
  expect(within(await screen.findByRole('form', { name: 'Enter receipt' })).getByLabelText('Amount')).toHaveValue('12.50')
})

test('what is unexplained is listed and leads to its matching; without any that is said', async () => {
  receipts(aReceipt())
  show('/payments-desk?show=unexplained')
  expect(await screen.findByRole('link', { name: 'Nordwind AG' })).toHaveAttribute('href', '/payments-desk?show=unexplained&receipt=e-1')
})

test('where everything is explained the way to enter a receipt is offered', async () => {
  receipts(aReceipt({ left: 0 }))
  show('/payments-desk?show=unexplained')
  expect(await screen.findByRole('heading', { name: 'Everything is allocated' })).toBeVisible()
})

test('a receipt is split over what is open in its currency, a seller and a debtor’s credit', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  receipts(aReceipt())
  server.use(
    mock.post('/operator/receipts/{id}/match', async ({ request }) => {
      sent.push(await request.json())
      receipts()
      return HttpResponse.json({ data: aReceipt({ left: 0 }) })
    }),
  )
  show('/payments-desk?show=unexplained&receipt=e-1')
  const form = within(await screen.findByRole('form', { name: 'Match receipt' }))
  expect(await form.findByText('€6,000.00 open, due on Feb 18, 2027')).toBeVisible()
  expect(form.queryByText('RE-300')).toBeNull()
  expect(form.queryByText('RE-500')).toBeNull()
  expect(form.getByRole('button', { name: 'Match receipt' })).toBeDisabled()
  await user.click(form.getByRole('button', { name: 'All that fits for RE-100' }))
  expect(form.getByLabelText('Amount for RE-100')).toHaveValue('6,000.00')
  expect(form.getByText('€4,000.00 stays unallocated')).toBeVisible()
  await user.type(form.getByLabelText('Amount for RE-100'), '{Backspace}{Backspace}{Backspace}{Backspace}5')
  expect(form.getByText('€5.00 is more than what is open. It is kept as the debtor’s credit.')).toBeVisible()
  await user.type(form.getByLabelText('Amount for RE-100'), '{Backspace}0')
  expect(form.queryByText(/is more than what is open/)).toBeNull()
  await user.click(form.getByRole('button', { name: 'Pass on to the seller' }))
  await user.type(form.getByLabelText('Amount for RE-400'), '1,500')
  await user.click(form.getByRole('button', { name: 'Keep as a debtor’s credit' }))
  await user.selectOptions(form.getByLabelText('Debtor'), 'd-1')
  await user.type(form.getByLabelText('Credit'), '2,500')
  expect(form.getByText('Nothing stays unallocated')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Match receipt' }))
  await waitFor(() => {
    expect(sent).toEqual([{ receivables: [{ id: 'r-1', amount: 600_000 }], passOn: [{ companyId: 'c-2', receivableId: 'r-4', amount: 150_000 }], credit: [{ debtorId: 'd-1', amount: 250_000 }] }])
  })
  expect(await screen.findByRole('heading', { name: 'Everything is allocated' })).toBeVisible()
})

test('what the server refuses of a split is told at the row it concerns', async () => {
  const user = userEvent.setup()
  receipts(aReceipt())
  server.use(mock.post('/operator/receipts/{id}/match', () => HttpResponse.json(problem('invalid_input', 422, { 'receivables[1].amount': 'amount_too_large' }), { status: 422 })))
  show('/payments-desk?show=unexplained&receipt=e-1')
  const form = within(await screen.findByRole('form', { name: 'Match receipt' }))
  await user.type(await form.findByLabelText('Amount for RE-100'), '1')
  await user.type(form.getByLabelText('Amount for RE-200'), '2')
  await user.click(form.getByRole('button', { name: 'Match receipt' }))
  expect(await form.findByText('Enter a smaller amount.')).toBeVisible()
  expect(form.getByLabelText('Amount for RE-200')).toBeInvalid()
  expect(form.getByLabelText('Amount for RE-100')).toBeValid()
})

test('receivables are found among those loaded, and what was typed stays in sight', async () => {
  const user = userEvent.setup()
  receipts(aReceipt())
  server.use(mock.get('/operator/debtors', () => HttpResponse.json({ data: [] })))
  show('/payments-desk?show=unexplained&receipt=e-1')
  const form = within(await screen.findByRole('form', { name: 'Match receipt' }))
  await user.type(await form.findByLabelText('Amount for RE-100'), '1')
  await user.type(form.getByRole('searchbox'), 'südwind')
  expect(form.getByRole('link', { name: 'RE-200' })).toBeVisible()
  expect(form.getByRole('link', { name: 'RE-100' })).toBeVisible()
  await user.clear(form.getByLabelText('Amount for RE-100'))
  expect(form.queryByRole('link', { name: 'RE-100' })).toBeNull()
})

test('what an older debtor owes is found by its name, though it is not among those loaded', async () => {
  const user = userEvent.setup()
  receipts(aReceipt())
  const older = anExamined({ id: 'r-900', invoiceNumber: 'HL-2004', status: 'funded', debtorId: 'd-900', debtorName: 'Altmeyer AG', position: { open: 228_664, out: 0, diluted: 0, withSeller: 0, payments: [] } })
  const asked: string[] = []
  server.use(
    mock.get('/operator/debtors', ({ request }) => HttpResponse.json({ data: new URL(request.url).searchParams.get('name') === 'altmeyer' ? [{ id: 'd-900', legalName: 'Altmeyer AG', legalEntity: 'DE:R:1', state: 'open', limits: [], version: 1, createdAt: '2026-12-01T12:00:00Z', mayChange: false, merged: [] }] : [] })),
    mock.get('/operator/receivables', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.get('open') ?? '')
      return HttpResponse.json({ data: searchParams.get('debtorId') === 'd-900' ? [older] : [] })
    }),
  )
  show('/payments-desk?show=unexplained&receipt=e-1')
  const form = within(await screen.findByRole('form', { name: 'Match receipt' }))
  await user.type(form.getByRole('searchbox', { name: 'Find by invoice, reference or debtor' }), 'altmeyer')
  expect(await form.findByRole('link', { name: 'HL-2004' })).toBeVisible()
  expect(asked).toContain('true')
})

test('money of a payer whose account nobody knows goes back to one that is entered', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  receipts(aReceipt({ left: 250_000, payer: { name: 'Nordwind AG', iban: null } }))
  server.use(
    mock.post('/operator/receipts/{id}/return', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })
    }),
  )
  show('/payments-desk?show=unexplained&receipt=e-1')
  await user.click(await screen.findByRole('button', { name: 'Send back' }))
  const form = within(screen.getByRole('form', { name: 'Send back' }))
  expect(form.getByLabelText('Account holder')).toHaveValue('Nordwind AG')
  await user.type(form.getByLabelText('Why it goes back'), 'Paid by mistake')
  await user.type(form.getByLabelText('IBAN'), 'NL91 ABNA 0417 1643 00')
  await user.click(form.getByRole('button', { name: 'Send back' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent).toEqual([{ amount: 250_000, note: 'Paid by mistake', account: { holder: 'Nordwind AG', iban: 'NL91 ABNA 0417 1643 00' } }])
})

test('what nobody can explain is sent back by two people, and why not is told', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  receipts(aReceipt({ left: 300_000, refunded: 50_000, returnable: 250_000 }))
  server.use(
    mock.post('/operator/receipts/{id}/return', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) return HttpResponse.json({ ...problem('not_possible', 409), reason: 'no_payer_account' as const }, { status: 409 })
      return HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })
    }),
  )
  show('/payments-desk?show=unexplained&receipt=e-1')
  await user.click(await screen.findByRole('button', { name: 'Send back' }))
  const form = within(screen.getByRole('form', { name: 'Send back' }))
  expect(form.getByLabelText('Amount')).toHaveValue('2,500.00')
  expect(screen.getByText('Refunded from the debtor’s credit').nextElementSibling).toHaveTextContent('€500.00')
  await user.type(form.getByLabelText('Why it goes back'), 'Paid by mistake')
  await user.click(form.getByRole('button', { name: 'Send back' }))
  expect(await form.findByText('The payer’s account is unknown, so the money can’t be sent back.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Send back' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent[1]).toEqual({ amount: 250_000, note: 'Paid by mistake' })
})

test('a batch says what all of it pays and what of it waits, however much is listed so far', async () => {
  const sums = [{ currency: 'EUR', payouts: 120, net: 96_000_000, waiting: 117, waitingNet: 93_600_000 }]
  server.use(
    mock.get('/operator/payouts', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const page = { batches: [{ id: 'b-1', number: 12, files: [], sums }] }
      return HttpResponse.json(searchParams.has('after') ? { ...page, data: [{ ...released, id: 'p-2', amount: 250_000 }] } : { ...page, data: [released], next: 'p-1' })
    }),
  )
  show('/payments-desk?show=released')
  const said = '120 payouts: €960,000.00 · 117 of them, €936,000.00, wait for the bank'
  expect(await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === said)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findAllByRole('row')).toHaveLength(3)
  expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === said)).toBeVisible()
})

test('one payout that waits is told as one', async () => {
  server.use(mock.get('/operator/payouts', () => HttpResponse.json({ batches: [{ id: 'b-1', number: 12, files: [], sums: [{ currency: 'EUR', payouts: 2, net: 96_000, waiting: 1, waitingNet: 36_000 }] }], data: [released] })))
  show('/payments-desk?show=released')
  expect(await screen.findByText(/1 of them, €360.00, waits for the bank/)).toBeVisible()
})

test('credit is kept for a debtor that is not among the newest: it is looked for by its name', async () => {
  const user = userEvent.setup()
  receipts(aReceipt({ left: 1_000_000 }))
  const aDebtor = (id: string, legalName: string) => ({ id, legalName, legalEntity: `DE:R:${id}`, state: 'open' as const, limits: [], version: 1, createdAt: '2026-12-01T12:00:00Z', mayChange: false, merged: [] })
  server.use(
    mock.get('/operator/debtors', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name')
      if (name) return HttpResponse.json({ data: name === 'Alt' ? [aDebtor('d-900', 'Altmeyer AG')] : [], next: null })
      return HttpResponse.json({ data: Array.from({ length: 50 }, (_, place) => aDebtor(`d-${place}`, `Neu ${place} AG`)), next: 'd-49' })
    }),
  )
  show('/payments-desk?show=unexplained&receipt=e-1')
  const form = within(await screen.findByRole('form', { name: 'Match receipt' }))
  await user.click(form.getByRole('button', { name: 'Keep as a debtor’s credit' }))
  expect(await form.findByRole('option', { name: 'Neu 49 AG' })).toBeInTheDocument()
  expect(form.getByText('There are more. Type a name to find them.')).toBeVisible()
  await user.type(form.getByLabelText('Find a debtor'), 'Alt')
  expect(await form.findByRole('option', { name: 'Altmeyer AG' })).toBeInTheDocument()
  await user.selectOptions(form.getByLabelText('Debtor'), 'd-900')
  expect(form.getByLabelText('Debtor')).toHaveValue('d-900')
})
