import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { save } from '@/lib/save-file'
import { anOperator, problem } from '@/testing/data'
import { aWaiting } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import AccountPage from './account-page'
import AccountsPage from './accounts-page'
import BookPage from './book-page'
import EntryPage from './entry-page'
import TrialBalancePage from './trial-balance-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(() => { vi.mocked(save).mockClear() })

const server = serve()

const receivable = '0190aaaa-0000-7000-8000-000000000001'
const entryId = '0190aaaa-0000-7000-8000-000000000002'
const reserves = { account: 'reserves' as const, accountId: `reserves.EUR.${receivable}`, class: 'liability' as const, currency: 'EUR', owner: { kind: 'receivable' as const, id: receivable } }
const names: Schemas['NameBody'][] = [{ id: receivable, kind: 'receivable', name: 'RE-1', seller: 'Mühle Brandt GmbH' }]
const line: Schemas['LineBody'] = { entryId, line: 1, number: 7, on: '2027-01-04', bookedAt: '2027-01-04T09:00:00Z', event: 'funded', subject: receivable, debit: 0, credit: 200_000 }
const entry: Schemas['OneEntryBody'] = {
  id: entryId, number: 7, hash: 'f'.repeat(64), on: '2027-01-04', bookedAt: '2027-01-04T09:00:00Z', event: 'funded', subject: receivable, allowedActions: [],
  postings: [
    { ...reserves, account: 'receivables_purchased', accountId: `receivables_purchased.EUR.${receivable}`, class: 'asset', debit: 1_000_000, credit: 0 },
    { ...reserves, debit: 0, credit: 200_000 },
  ],
}

const baltic: Schemas['ReceiptBody'] = {
  id: 'e-1', on: '2026-02-03', valueOn: '2026-02-03', amount: 66_011, currency: 'EUR', payer: { name: 'Baltic Foods B.V.', iban: null }, text: 'MB-5108', left: 66_011,
  sentBack: 0, refunded: 0, returnable: 66_011, allocations: [], enteredAt: '2026-02-03T09:00:00Z',
}

function show(page: ReactNode, route: string, path: string, roles: Schemas['OperatorRole'][] = ['auditor']) {
  const asked: string[] = []
  server.use(
    mock.get('/operator/ledger/trial-balance', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ known: '2027-01-05T10:00:00Z', data: [{ account: 'bank', currency: 'EUR', debit: 5_000, credit: 0 }, { account: 'capital', currency: 'EUR', debit: 0, credit: 5_000 }] })
    }),
    mock.get('/operator/ledger/accounts', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: [{ ...reserves, debit: 0, credit: 200_000 }] })
    }),
    mock.get('/operator/ledger/accounts/{account}/entries', ({ request, params }) => {
      asked.push(params.account + (new URL(request.url).searchParams.has('on') ? ` ${new URL(request.url).searchParams.get('on')}` : ''))
      return HttpResponse.json(new URL(request.url).searchParams.has('before') ? { data: [{ ...line, line: 2, event: 'settled' }], balance: { debit: 0, credit: 200_000 } } : { data: [line], balance: { debit: 0, credit: 200_000 }, next: 'there' })
    }),
    mock.get('/operator/ledger/entries/{id}', () => HttpResponse.json({ data: entry })),
    mock.get('/operator/names', () => HttpResponse.json({ data: names })),
  )
  const { client } = renderScreen(<Route path={route}>{page}</Route>, path)
  client.setQueryData(userQuery.queryKey, { ...anOperator(...roles).data, businessTime: '2027-02-03T09:00:00Z' })
  return asked
}

test('the trial balance is told by account, adds up, and leads to the accounts', async () => {
  show(<TrialBalancePage />, '/ledger', '/ledger')
  const table = within(await screen.findByRole('table', { name: 'Trial balance in EUR' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual(['AccountDebitCredit', 'Bank€50.00', 'Capital€50.00'])
  expect(table.getByRole('link', { name: 'Bank' })).toHaveAttribute('href', '/ledger/bank')
  expect(screen.getByText('Total debit: €50.00')).toBeVisible()
  expect(screen.getByText('Total credit: €50.00')).toBeVisible()
})

test('it is shown as of a day, and what is no day is not asked for', async () => {
  const user = userEvent.setup()
  const asked = show(<TrialBalancePage />, '/ledger', '/ledger')
  const field = await screen.findByLabelText('As of')
  await user.type(field, '13/45/2027')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Enter a date.')).toBeVisible()
  await user.clear(field)
  await user.type(field, '01/31/2027')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => { expect(asked).toEqual(['', '?on=2027-01-31']) })
  expect(await screen.findByRole('link', { name: 'Show all days' })).toHaveAttribute('href', '/ledger')
})

test.each([
  ['/ledger?on=2027-01-31', '?format=csv&on=2027-01-31', 'ledger-2027-01-31.csv'],
  ['/ledger', '?format=csv', 'ledger-2027-02-03.csv'],
])('at %s the file holds what the screen holds, and is called by the day of the books', async (address, asks, name) => {
  show(<TrialBalancePage />, '/ledger', address)
  const asked: string[] = []
  server.use(
    mock.get('/operator/ledger/export', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.text('number,on')
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }))
  await waitFor(() => { expect(vi.mocked(save).mock.calls.map(([, called]) => called)).toEqual([name]) })
  expect(asked).toEqual([asks])
})

test('nothing booked says what will be here', async () => {
  show(<TrialBalancePage />, '/ledger', '/ledger')
  server.use(mock.get('/operator/ledger/trial-balance', () => HttpResponse.json({ known: '2027-01-05T10:00:00Z', data: [] })))
  expect(await screen.findByRole('heading', { name: 'Nothing is booked yet' })).toBeVisible()
})

test('a ledger that cannot be read says so, and is asked for again', async () => {
  const user = userEvent.setup()
  show(<TrialBalancePage />, '/ledger', '/ledger')
  server.use(mock.get('/operator/ledger/trial-balance', () => HttpResponse.json(problem('internal', 500), { status: 500 }), { once: true }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table')).toBeVisible()
})

test('accounts are called by what people call their owners', async () => {
  const asked = show(<AccountsPage />, '/ledger/:kind', '/ledger/reserves')
  expect(await screen.findByRole('link', { name: 'RE-1 · Mühle Brandt GmbH' })).toHaveAttribute('href', `/ledger/reserves/${reserves.accountId}`)
  expect(screen.getByText('€2,000.00')).toBeVisible()
  expect(asked).toEqual(['?kind=reserves&holdsSomething=true'])
})

test('of a kind that is none the way back is told', async () => {
  show(<AccountsPage />, '/ledger/:kind', '/ledger/treasure')
  expect(await screen.findByText('There are no such accounts')).toBeVisible()
})

test('the entries of an account are told newest first, and more of them on demand', async () => {
  const user = userEvent.setup()
  const asked = show(<AccountPage />, '/ledger/:kind/:account', `/ledger/reserves/${reserves.accountId}`)
  expect(await screen.findByRole('link', { name: 'Receivable bought' })).toHaveAttribute('href', `/ledger/entries/${entryId}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'RE-1 · Mühle Brandt GmbH' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: 'Settlement' })).toBeVisible()
  expect(asked).toEqual([reserves.accountId, reserves.accountId])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('the day goes along from the trial balance to the entries, and is taken back in place', async () => {
  const user = userEvent.setup()
  show(<TrialBalancePage />, '/ledger', '/ledger?on=2027-01-31')
  expect(await screen.findByRole('link', { name: 'Bank' })).toHaveAttribute('href', '/ledger/bank?on=2027-01-31')
  cleanup()
  const accounts = show(<AccountsPage />, '/ledger/:kind', '/ledger/reserves?on=2027-01-31')
  expect(await screen.findByRole('link', { name: 'RE-1 · Mühle Brandt GmbH' })).toHaveAttribute('href', `/ledger/reserves/${reserves.accountId}?on=2027-01-31`)
  expect(screen.getByRole('link', { name: 'Ledger' })).toHaveAttribute('href', '/ledger?on=2027-01-31')
  expect(accounts).toEqual(['?kind=reserves&holdsSomething=true&on=2027-01-31'])
  cleanup()
  const lines = show(<AccountPage />, '/ledger/:kind/:account', `/ledger/reserves/${reserves.accountId}?on=2027-01-31`)
  expect(await screen.findByText('Balance as of Jan 31, 2027')).toBeVisible()
  expect(screen.getByText('€2,000.00 credit')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Receivable bought' })).toHaveAttribute('href', `/ledger/entries/${entryId}?on=2027-01-31`)
  expect(lines).toEqual([`${reserves.accountId} 2027-01-31`])
  await user.click(screen.getByRole('link', { name: 'Show all days' }))
  expect(await screen.findByText('Balance')).toBeVisible()
  expect(lines).toEqual([`${reserves.accountId} 2027-01-31`, reserves.accountId])
  cleanup()
  show(<EntryPage />, '/ledger/entries/:id', `/ledger/entries/${entryId}?on=2027-01-31`)
  expect(await screen.findByRole('link', { name: 'Reserves EUR' })).toHaveAttribute('href', `/ledger/reserves/${reserves.accountId}?on=2027-01-31`)
})

test('an entry tells what was booked, about what, and where each part went', async () => {
  show(<EntryPage />, '/ledger/entries/:id', `/ledger/entries/${entryId}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Receivable bought' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'RE-1 · Mühle Brandt GmbH' })).toHaveAttribute('href', expect.stringMatching(/^\/receivables\//))
  expect(screen.getByRole('link', { name: 'Reserves EUR' })).toHaveAttribute('href', `/ledger/reserves/${reserves.accountId}`)
  expect(screen.getByText('f'.repeat(64))).toBeVisible()
})

test('whoever may not read the ledger learns who may', async () => {
  show(<TrialBalancePage />, '/ledger', '/ledger', ['reviewer'])
  expect(await screen.findByText('Your roles don’t include this')).toBeVisible()
})

test('what a receipt tells of capital is filled in, and a second person approves it', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/ledger/entries', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })
    }),
  )
  show(<BookPage />, '/ledger/book', '/ledger/book?on=2026-02-03&amount=5000000&currency=EUR&receipt=e-1', ['treasury'])
  expect(await screen.findByLabelText('Amount')).toHaveValue('50,000.00')
  await user.click(screen.getByRole('button', { name: 'Book' }))
  expect(sent).toEqual([])
  await user.type(screen.getByLabelText('Purpose'), 'First round')
  await user.click(screen.getByRole('button', { name: 'Book' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent).toEqual([{ event: 'capital', on: '2026-02-03', amount: 5_000_000, currency: 'EUR', note: 'First round', receiptId: 'e-1' }])
})

test('who books money that came in by hand says which unexplained receipt it is, or that it is none', async () => {
  const user = userEvent.setup()
  const [sent, asked]: [unknown[], string[]] = [[], []]
  server.use(
    mock.get('/operator/receipts', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: [baltic] })
    }),
    mock.post('/operator/ledger/entries', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })
    }),
  )
  server.use(mock.get('/operator/funds', () => HttpResponse.json({ data: [{ currency: 'EUR', bank: 70_000, untold: 0, inTransit: 0, left: 70_000 }] })))
  const open = async (event: string) => {
    show(<BookPage />, '/ledger/book', `/ledger/book?event=${event}&on=2026-02-04&amount=66011&currency=EUR`, ['treasury'])
    await user.type(await screen.findByLabelText('Purpose'), 'Owner')
    await user.click(screen.getByRole('button', { name: 'Book' }))
  }
  const body = { event: 'capital', on: '2026-02-04', amount: 66_011, currency: 'EUR', note: 'Owner' }
  await open('capital')
  expect(await screen.findByText('MB-5108')).toBeVisible()
  expect(asked).toEqual(['?amount=66011&currency=EUR'])
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'It is this receipt: Baltic Foods B.V., Feb 3, 2026, €660.11' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  cleanup()
  await open('capital')
  await user.click(await screen.findByRole('button', { name: 'It is none of them' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent).toEqual([{ ...body, on: '2026-02-03', receiptId: 'e-1' }, body])
  cleanup()
  await open('bank_charge')
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(asked).toHaveLength(2)
})

test('a charge that a statement has on another day is booked only as another one', async () => {
  const user = userEvent.setup()
  const sent: Record<string, unknown>[] = []
  server.use(
    mock.post('/operator/ledger/entries', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (!body.isAnother) return HttpResponse.json({ ...problem('not_possible', 409), reason: 'charge_near', chargedOn: '2026-02-03' }, { status: 409 })
      return HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })
    }),
  )
  show(<BookPage />, '/ledger/book', '/ledger/book?event=bank_charge&on=2026-02-04&amount=350&currency=EUR', ['treasury'])
  await user.type(await screen.findByLabelText('Purpose'), 'Fee')
  await user.click(screen.getByRole('button', { name: 'Book' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'A statement has a charge of this amount' }))
  expect(asked.getByText(/^A charge of €3.50 is on a statement, on Feb 3, 2026, and it’s booked\./)).toBeVisible()
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => { expect(screen.queryByRole('alertdialog')).toBeNull() })
  expect(sent).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Book' }))
  await user.click(await screen.findByRole('button', { name: 'Book it as another one' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent.map(({ isAnother }) => isAnother)).toEqual([undefined, undefined, true])
})

test('more than there is at the bank is booked out, or reversed, only when that was confirmed', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  const overdrawn = { ...problem('not_possible', 409), reason: 'bank_overdrawn' as const }
  server.use(
    mock.get('/operator/funds', () => HttpResponse.json({ data: [{ currency: 'EUR', bank: 39_489_549, untold: 0, inTransit: 0, left: 39_489_549 }] })),
    mock.post('/operator/ledger/entries', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      return body.overdraw ? HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 }) : HttpResponse.json(overdrawn, { status: 409 })
    }),
    mock.post('/operator/ledger/entries/{id}/reverse', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      return body.overdraw ? HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 }) : HttpResponse.json(overdrawn, { status: 409 })
    }),
  )
  show(<BookPage />, '/ledger/book', '/ledger/book?event=capital_out&on=2026-02-04&amount=99999999&currency=EUR', ['treasury'])
  await user.type(await screen.findByLabelText('Purpose'), 'Owner')
  await user.click(screen.getByRole('button', { name: 'Book' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'The bank balance falls below zero' }))
  expect(asked.getByText('More is taken out than there is at the bank.')).toBeVisible()
  expect(asked.getByRole('group', { name: 'Bank balance in EUR' })).toHaveTextContent('Available at the bank€394,895.49This entry−\u2060€999,999.99Overdrawn afterwards−\u2060€605,104.50')
  const body = { event: 'capital_out', on: '2026-02-04', amount: 99_999_999, currency: 'EUR', note: 'Owner' }
  expect(sent).toEqual([body])
  await user.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => { expect(screen.queryByRole('alertdialog')).toBeNull() })
  expect(screen.getByLabelText('Purpose')).toHaveValue('Owner')
  await user.click(screen.getByRole('button', { name: 'Book' }))
  await user.click(await screen.findByRole('button', { name: 'Book it all the same' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent).toEqual([body, body, { ...body, overdraw: true }])

  cleanup()
  sent.length = 0
  show(<EntryPage />, '/ledger/entries/:id', `/ledger/entries/${entryId}`, ['treasury'])
  const postings = [{ ...reserves, account: 'bank' as const, accountId: 'bank.EUR', class: 'asset' as const, debit: 50_000_000, credit: 0 }, { ...reserves, account: 'capital' as const, debit: 0, credit: 50_000_000 }]
  server.use(mock.get('/operator/ledger/entries/{id}', () => HttpResponse.json({ data: { ...entry, event: 'capital', postings, allowedActions: ['reverse'] } })))
  expect(await screen.findByText('More is taken out than there is at the bank.')).toBeVisible()
  await user.type(screen.getByLabelText('Reason'), 'Not ours')
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  await user.click(within(await screen.findByRole('alertdialog', { name: 'The bank balance falls below zero' })).getByRole('button', { name: 'Reverse it all the same' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent).toEqual([{ note: 'Not ours' }, { note: 'Not ours', overdraw: true }])
})

test('an entry by hand says what it is for, who saw to it, and which receipt it explains', async () => {
  show(<EntryPage />, '/ledger/entries/:id', `/ledger/entries/${entryId}`)
  const person = (id: string, name: string) => ({ id, name })
  server.use(
    mock.get('/operator/ledger/entries/{id}', () =>
      HttpResponse.json({ data: { ...entry, event: 'capital', note: 'First round', proposedBy: person('u-1', 'Tara Vogt'), approvedBy: person('u-2', 'Olga Reyes'), receipt: { id: 'e-1', on: '2026-02-03', name: 'Baltic Foods B.V.', text: 'MB-5108' } } }),
    ),
  )
  for (const text of ['First round', 'Tara Vogt', 'Olga Reyes', 'MB-5108']) expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText(/^Baltic Foods B\.V\./)).toBeVisible()
})

test('an entry by hand is reversed for a reason where the server offers it, and both name each other', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  let answers: 'waits' | 'refused' | 'done' = 'refused'
  show(<EntryPage />, '/ledger/entries/:id', `/ledger/entries/${entryId}`, ['treasury'])
  server.use(
    mock.get('/operator/ledger/entries/{id}', () => HttpResponse.json({ data: answers === 'done' ? { ...entry, reversedBy: receivable } : { ...entry, event: 'capital', allowedActions: ['reverse'] } })),
    mock.post('/operator/ledger/entries/{id}/reverse', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      if (answers === 'refused') return HttpResponse.json({ ...problem('not_possible', 409), reason: 'entry_on_statement' }, { status: 409 })
      if (answers === 'waits') return HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })
      return HttpResponse.json({ data: { id: receivable } }, { status: 201 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Reverse' }))
  expect(sent).toEqual([])
  await user.type(screen.getByLabelText('Reason'), 'Typed twice')
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  expect(await screen.findByText(/^A line of a bank statement is allocated to this entry/)).toBeVisible()
  answers = 'done'
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  expect(await screen.findByRole('link', { name: 'A later entry' })).toHaveAttribute('href', `/ledger/entries/${receivable}`)
  expect(screen.queryByRole('button', { name: 'Reverse' })).toBeNull()
  expect(sent).toEqual([[entryId, { note: 'Typed twice' }], [entryId, { note: 'Typed twice' }]])

  cleanup()
  answers = 'waits'
  show(<EntryPage />, '/ledger/entries/:id', `/ledger/entries/${entryId}`, ['treasury'])
  server.use(mock.get('/operator/ledger/entries/{id}', () => HttpResponse.json({ data: { ...entry, reverses: receivable, allowedActions: ['reverse'] } })))
  expect(await screen.findByRole('link', { name: 'The earlier entry' })).toHaveAttribute('href', `/ledger/entries/${receivable}`)
  await user.type(screen.getByLabelText('Reason'), 'Typed twice')
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
})

test('what cannot be reversed is not offered to be', async () => {
  show(<EntryPage />, '/ledger/entries/:id', `/ledger/entries/${entryId}`, ['treasury'])
  await screen.findByRole('heading', { level: 1, name: 'Receivable bought' })
  expect(screen.queryByRole('button', { name: 'Reverse' })).toBeNull()
})

test('only who may book by hand is offered it', async () => {
  show(<TrialBalancePage />, '/ledger', '/ledger')
  await screen.findByRole('table', { name: 'Trial balance in EUR' })
  expect(screen.queryByRole('link', { name: 'Book by hand' })).not.toBeInTheDocument()
})

test('as of a day to come it is said that only what is booked by now is shown', async () => {
  show(<TrialBalancePage />, '/ledger', '/ledger?on=2027-02-04')
  expect(await screen.findByText('This day is still to come: what is shown is what is booked by now.')).toBeVisible()
  cleanup()
  show(<TrialBalancePage />, '/ledger', '/ledger?on=2027-02-03')
  await screen.findByRole('table', { name: 'Trial balance in EUR' })
  expect(screen.queryByText(/This day is still to come/)).toBeNull()
})
