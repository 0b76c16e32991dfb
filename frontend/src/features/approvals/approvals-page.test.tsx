import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { approvalTitle } from '@/entities/approval/labels'
import { manualEvents } from '@/entities/ledger/accounts'
import { userQuery } from '@/entities/user/me'
import { anOperator, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import ApprovalsPage from './approvals-page'

const server = serve()
const ada = { id: '00000000-0000-7000-8000-000000000001', name: 'Ada Brandt' }
const omar = { id: 'omar', name: 'Omar Haddad' }

const anApproval = (changes: Partial<Schemas['ApprovalBody']> = {}): Schemas['ApprovalBody'] => ({
  id: 'a-1',
  action: 'change_operator_roles',
  state: 'pending',
  hash: 'f'.repeat(64),
  about: 'Olga Reyes',
  changes: [{ field: 'operatorRoles', before: 'reviewer,auditor', after: 'admin,auditor' }],
  isOvertaken: false,
  exposure: [],
  due: [],
  payouts: [],
  proposedBy: omar,
  proposedAt: '2026-06-15T12:00:00Z',
  expiresAt: '2026-06-22T12:00:00Z',
  allowedActions: ['approve', 'refuse'],
  ...changes,
})
const anAccount = (changes: Partial<Schemas['ApprovalBody']> = {}) =>
  anApproval({
    id: 'a-2',
    action: 'change_bank_account',
    about: 'Mühle Brandt GmbH',
    changes: [
      { field: 'bankAccount.iban', before: 'DE89370400440532013000', after: 'DE02120300000000202051' },
      { field: 'bankAccount.bic', before: null, after: 'BYLADEM1001' },
      { field: 'bankAccount.holder', before: 'Ada Brandt', after: null },
    ],
    ...changes,
  })

const operator = (name: string, roles: Schemas['OperatorRole'][], isYou = false): Schemas['OperatorBody'] => ({ id: name, name, email: 'x@example.com', roles, secondFactor: true, isYou })

/** The inbox of somebody in these roles; answers what was asked and sent. */
function show(approvals: Schemas['ApprovalBody'][], roles: Schemas['OperatorRole'][] = ['admin', 'reviewer'], path = '/approvals') {
  const asked: string[] = []
  const sent: unknown[] = []
  const page = { now: approvals }
  server.use(
    mock.get('/operator/approvals', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: page.now, waiting: 1 })
    }),
    mock.get('/operator/operators', () => HttpResponse.json({ data: [operator('Ada Brandt', roles, true), operator('Omar Haddad', ['admin']), operator('Rita Groß', ['reviewer'])] })),
    mock.get('/operator/names', () => HttpResponse.json({ data: [{ id: '019a-1', kind: 'payout', name: 'Weberei Falk GmbH' }] })),
    mock.post('/operator/approvals/{id}/approve', async ({ request, params }) => {
      sent.push(['approve', params.id, await request.json(), request.headers.has('idempotency-key')])
      page.now = []
      return HttpResponse.json({ data: anApproval({ state: 'approved' }) })
    }),
    mock.post('/operator/approvals/{id}/refuse', async ({ request, params }) => {
      sent.push(['refuse', params.id, await request.json(), request.headers.has('idempotency-key')])
      page.now = []
      return HttpResponse.json({ data: anApproval({ state: 'refused' }) })
    }),
    mock.post('/operator/approvals/{id}/withdraw', ({ params }) => {
      sent.push(['withdraw', params.id])
      page.now = []
      return HttpResponse.json({ data: anApproval({ state: 'withdrawn' }) })
    }),
  )
  const { client } = renderScreen(<ApprovalsPage />, path)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
  return { asked, sent, page, client }
}

test('a change of roles says who proposed it, until when, and what is added, removed and kept', async () => {
  show([anApproval()])
  const item = await screen.findByRole('listitem')
  expect(within(item).getByRole('heading', { name: 'Change Olga Reyes’s roles' })).toBeInTheDocument()
  expect(item).toHaveTextContent(/Proposed by Omar Haddad/)
  expect(item).toHaveTextContent(/Pending until .*2026/)
  expect(item).toHaveTextContent(/AddedAdminRemovedReviewerUnchangedAuditor/)
})

test('a change of account shows each field before and after, the IBAN in groups', async () => {
  show([anAccount()])
  const item = await screen.findByRole('listitem')
  expect(within(item).getByRole('heading', { name: 'Change Mühle Brandt GmbH’s bank account' })).toBeInTheDocument()
  expect(item).toHaveTextContent('IBANfrom DE89 3704 0044 0532 0130 00 → to DE02 1203 0000 0000 2020 51')
  expect(item).toHaveTextContent('BICfrom empty → to BYLADEM1001')
  expect(item).toHaveTextContent('Account holderfrom Ada Brandt → to empty')
})

test('approving repeats what is going to happen, sends what was seen under a key, and says how it ended', async () => {
  const { sent } = show([anApproval({ changes: [{ field: 'operatorRoles', before: 'reviewer', after: null }] })])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve: End Olga Reyes’s access' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve change' })
  expect(dialog).toHaveTextContent('Olga Reyes loses access at once. All their sessions end.')
  expect(dialog).toHaveTextContent('RemovedReviewer')
  expect(sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Approve change' }))
  expect(await screen.findByText('Approved and in effect.')).toBeInTheDocument()
  expect(sent).toEqual([['approve', 'a-1', { hash: 'f'.repeat(64), note: null }, true]])
  expect(await screen.findByText('Nothing is waiting for approval')).toBeInTheDocument()
})

test('refusing takes a note, and needs none', async () => {
  const { sent } = show([anAccount()])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Refuse: / }))
  const dialog = await screen.findByRole('dialog', { name: 'Refuse change' })
  await user.type(within(dialog).getByLabelText(/^Note/), 'Call us first.')
  await user.click(within(dialog).getByRole('button', { name: 'Refuse change' }))
  expect(await screen.findByText('Refused. Nothing changed.')).toBeInTheDocument()
  expect(sent).toEqual([['refuse', 'a-2', { hash: 'f'.repeat(64), note: 'Call us first.' }, true]])
})

test('what one proposed oneself cannot be approved: it says so, names who can, and can be withdrawn', async () => {
  const { sent } = show([anApproval({ proposedBy: ada, allowedActions: ['withdraw'] })])
  expect(await screen.findByText('You proposed this, so another person has to approve it.')).toBeInTheDocument()
  expect(await screen.findByText('Who can: Omar Haddad.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Approve|Refuse/ })).toBeNull()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Withdraw: / }))
  await user.click(await screen.findByRole('button', { name: 'Keep' }))
  await user.click(screen.getByRole('button', { name: /^Withdraw: / }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw change' }))
  expect(await screen.findByText('Withdrawn. Nothing changed.')).toBeInTheDocument()
  expect(sent).toEqual([['withdraw', 'a-1']])
})

test('who may not decide learns who can: by name where they may read it, else by role', async () => {
  show([anAccount({ allowedActions: [] })], ['auditor'])
  expect(await screen.findByText('Who can: Rita Groß.')).toBeInTheDocument()
})

test('without the right to read the operators the role is named', async () => {
  show([anAccount({ allowedActions: [] })], ['treasury'])
  expect(await screen.findByText('Who can: operators with the role Reviewer.')).toBeInTheDocument()
})

test('nobody decides on their own company', async () => {
  show([anAccount({ allowedActions: [] })], ['reviewer'])
  expect(await screen.findByText('This concerns your own company. A colleague has to decide.')).toBeInTheDocument()
})

test.each([
  ['approval_closed', 'It was decided or withdrawn, or has expired. The list shows what is left.'],
  ['stale_version', 'What this was based on has changed. It has to be proposed again.'],
] as const)('%s is explained and the list read again', async (code, said) => {
  const { asked, page } = show([anApproval()])
  server.use(
    mock.post('/operator/approvals/{id}/approve', () => {
      page.now = []
      return HttpResponse.json(problem(code, 409), { status: 409 })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Approve: / }))
  const before = asked.length
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve change' }))
  expect(await screen.findByText(said)).toBeInTheDocument()
  await waitFor(() => { expect(asked.length).toBeGreaterThan(before) })
  expect(await screen.findByText('Nothing is waiting for approval')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what a colleague decided on meanwhile stays before one’s eyes until it was tried', async () => {
  const { page, client } = show([anApproval()])
  server.use(mock.post('/operator/approvals/{id}/approve', () => HttpResponse.json(problem('approval_closed', 409), { status: 409 })))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Approve: / }))
  const dialog = await screen.findByRole('dialog')
  page.now = []
  await act(() => client.invalidateQueries())
  await waitFor(() => { expect(document.querySelector('ul[aria-label="Proposed changes"]')).toBeNull() })
  await user.click(within(dialog).getByRole('button', { name: 'Approve change' }))
  expect(await screen.findByText(/It was decided or withdrawn, or has expired/)).toBeInTheDocument()
})

test('four eyes name the people who can', async () => {
  show([anApproval()])
  server.use(mock.post('/operator/approvals/{id}/approve', () => HttpResponse.json({ ...problem('four_eyes', 403), people: [omar, { id: 'rita', name: 'Rita Groß' }] }, { status: 403 })))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Approve: / }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve change' }))
  expect(await screen.findByText('You proposed this, so another person has to approve it. Who can: Omar Haddad, Rita Groß.')).toBeInTheDocument()
})

test('where the outcome is unknown it is sent again as it was, under its key', async () => {
  const keys: (string | null)[] = []
  show([anApproval()])
  server.use(
    mock.post('/operator/approvals/{id}/approve', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return keys.length === 1 ? HttpResponse.json(problem('internal', 500), { status: 500 }) : HttpResponse.json({ data: anApproval({ state: 'approved' }) })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Approve: / }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Approve change' }))
  expect(await within(dialog).findByText(/We don’t know whether your decision was saved/)).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Approved and in effect.')).toBeInTheDocument()
  expect(new Set(keys).size).toBe(1)
})

test('the decided ones say how they ended, by whom and why, and offer nothing', async () => {
  const ended = anApproval({ state: 'refused', decidedBy: ada, decidedAt: '2026-06-16T12:00:00Z', note: 'Not yet.', allowedActions: [] })
  const { asked } = show([ended, anAccount({ state: 'expired', allowedActions: [] })], ['admin'], '/approvals?ended=1')
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent(/Refused.*Decided by Ada Brandt, .*2026.*Not yet\./)
  expect(second).toHaveTextContent(/Expired.*Nobody decided before/)
  expect(screen.queryByRole('button')).toBeNull()
  expect(asked[0]).toBe('?ended=true')
  expect(screen.getByRole('link', { name: 'Decided' })).toHaveAttribute('aria-current', 'page')
})

test('a long list goes on from where it ended', async () => {
  const asked: string[] = []
  show([])
  server.use(
    mock.get('/operator/approvals', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after')
      asked.push(after ?? '')
      return HttpResponse.json(after ? { data: [anAccount()], waiting: 2 } : { data: [anApproval()], next: 'a-1', waiting: 2 })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  await waitFor(() => { expect(screen.getAllByRole('listitem')).toHaveLength(2) })
  expect(asked).toEqual(['', 'a-1'])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('payouts and debts are told as they are, without what was before', async () => {
  show(
    [
      anApproval({ id: 'a-3', action: 'release_payouts', about: '1500.00 EUR', changes: [{ field: 'payout', before: null, after: '019a-1 1000.00 EUR' }, { field: 'payout', before: null, after: '019a-2 500.00 EUR' }] }),
      anApproval({ id: 'a-4', action: 'give_up', about: 'Mühle Brandt GmbH', changes: [{ field: 'amount', before: null, after: '503.33 EUR' }, { field: 'note', before: null, after: 'Insolvent too' }] }),
      anApproval({ id: 'a-5', action: 'change_debtor_limits', about: 'Nordwind AG', changes: [{ field: 'limits.EUR', before: '100000', after: '250000' }] }),
    ],
    ['admin', 'treasury', 'credit'],
  )
  expect(await screen.findByText('Waive Mühle Brandt GmbH’s debt of €503.33')).toBeVisible()
  expect(screen.getByText('Release payouts of €1,500.00')).toBeVisible()
  expect(await screen.findByText('Weberei Falk GmbH')).toBeVisible()
  for (const value of ['€500.00', '€503.33', 'Insolvent too']) expect(screen.getByText(value)).toBeVisible()
  expect(screen.queryByText('was empty')).toBeNull()
  expect(screen.getByText('Limit in EUR')).toBeVisible()
  expect(screen.getAllByText('€1,000.00')).toHaveLength(2)
  expect(screen.getByText('Payout')).toBeVisible()
})

test('changed terms are told as labelled rows, before and after', async () => {
  show([anApproval({ action: 'propose_terms', about: 'Mühle Brandt GmbH', currency: 'EUR', facilityId: 'f-1', changes: [{ field: 'terms.discountRate', before: '1200', after: '1125' }, { field: 'terms.notification', before: 'disclosed', after: 'undisclosed' }, { field: 'terms.limit', before: '100000000', after: '5000' }] })], ['credit'])
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent('Discountfrom 12% a year → to 11.25% a year')
  expect(item).toHaveTextContent('Notice to debtorsfrom The debtor is told and pays us → to The debtor pays the seller, who forwards the money')
  expect(item).toHaveTextContent('Limitfrom €1,000,000.00 → to €50.00')
})

test('terms that are new are told whole, their amounts in their currency', async () => {
  show([anApproval({ action: 'propose_terms', about: 'Mühle Brandt GmbH', currency: 'EUR', changes: [{ field: 'terms.currency', before: null, after: 'EUR' }, { field: 'terms.kind', before: null, after: 'factoring' }, { field: 'terms.limit', before: null, after: '100000000' }, { field: 'terms.advanceRate', before: null, after: '8000' }, { field: 'terms.buyerShare', before: null, after: '0' }] })], ['credit'])
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent('CurrencyEURProductFactoringLimit€1,000,000.00Advance rate80%')
  expect(item).not.toHaveTextContent('share of the discount')
  expect(screen.queryByText('was empty')).toBeNull()
})

test('J and K go through the changes', async () => {
  show([anApproval(), anAccount()])
  await screen.findAllByRole('listitem')
  const user = userEvent.setup()
  await user.keyboard('jj')
  expect(screen.getByRole('heading', { name: 'Change Mühle Brandt GmbH’s bank account' })).toHaveFocus()
  await user.keyboard('k')
  expect(screen.getByRole('heading', { name: 'Change Olga Reyes’s roles' })).toHaveFocus()
})

test('an operator without a role learns why there is nothing', async () => {
  const { asked } = show([], [])
  expect(await screen.findByRole('heading', { name: 'You have no role in the back office' })).toBeInTheDocument()
  expect(asked.length).toBeLessThan(2)
})

test('changed terms say their amounts in their currency, and a limit that is taken away says what that does', async () => {
  show([
    anApproval({ id: 'a-3', action: 'propose_terms', about: 'Weberei Falk GmbH', currency: 'EUR', facilityId: 'f-1', changes: [{ field: 'terms.limit', before: '5000000', after: '6000000' }] }),
    anApproval({ id: 'a-4', action: 'change_debtor_limits', about: 'Kaufhaus Lindt', debtorId: 'd-1', changes: [{ field: 'limits.USD', before: '100', after: null }, { field: 'limits.EUR', before: '5000000', after: '0' }, { field: 'limits.CHF', before: null, after: '700' }] }),
  ], ['credit'])
  const [terms, limits] = await screen.findAllByRole('listitem')
  expect(terms).toHaveTextContent('from €50,000.00 → to €60,000.00')
  expect(limits).toHaveTextContent('Limit in USDfrom $1.00 → to $0.00, so nothing more is bought')
  expect(limits).toHaveTextContent('Limit in EURfrom €50,000.00 → to €0.00, so nothing more is bought')
  expect(limits).toHaveTextContent('Limit in CHFfrom none set → to CHF 7.00')
})

test('a supplier’s rate is told with whose programme it is, what it was and what it will be', async () => {
  const rate = anApproval({ action: 'change_supplier_rate', about: 'Lind GmbH', buyerName: 'Nordwind AG', changes: [{ field: 'discountRate', before: null, after: '600' }, { field: 'note', before: null, after: 'Their only customer' }] })
  show([rate, { ...rate, id: 'a-2', changes: [{ field: 'discountRate', before: '600', after: null }] }], ['credit'])
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent('Change the rate of Lind GmbH')
  expect(first).toHaveTextContent('Programme of the buyerNordwind AGDiscount ratefrom the programme’s rate → to 6% a yearNoteTheir only customer')
  expect(second).toHaveTextContent('Discount ratefrom 6% a year → to the programme’s rate')
})

test('a limit that was ended is told with what that does, once it was decided too', async () => {
  show([anApproval({ action: 'change_debtor_limits', state: 'approved', about: 'Kaufhaus Lindt', changes: [{ field: 'limits.EUR', before: '5000000', after: '0' }, { field: 'limits.USD', before: '100', after: null }, { field: 'limits.CHF', before: null, after: '700' }], allowedActions: [] })], ['credit'], '/approvals?ended')
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent('Limit in EURwas €50,000.00is €0.00, so nothing more is bought')
  expect(item).toHaveTextContent('Limit in USDwas $1.00is $0.00, so nothing more is bought')
  expect(item).toHaveTextContent('Limit in CHFwas none setis CHF 7.00')
  expect(item).not.toHaveTextContent('left empty')
})

test('a supplier’s rate that was decided on says what it was and is', async () => {
  show([anApproval({ action: 'change_supplier_rate', state: 'approved', about: 'Lind GmbH', buyerName: 'Nordwind AG', changes: [{ field: 'discountRate', before: '600', after: null }], allowedActions: [] })], ['credit'], '/approvals?ended')
  expect(await screen.findByRole('listitem')).toHaveTextContent('Discount ratewas 6% a yearis the programme’s rate')
})

test('terms that were approved count once the company accepts them', async () => {
  const terms = anApproval({ action: 'propose_terms', about: 'Weberei Falk GmbH', currency: 'EUR', changes: [{ field: 'terms.limit', before: '5000000', after: '6000000' }] })
  show([terms], ['credit'])
  server.use(mock.post('/operator/approvals/{id}/approve', () => HttpResponse.json({ data: { ...terms, state: 'approved' } })))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Approve: / }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve change' }))
  expect(await screen.findByText('Approved. The terms take effect once the company accepts them.')).toBeInTheDocument()
})

test('what is to be undone names the invoice, what is at stake, and the latest entry', async () => {
  const position = { open: 200_000, out: 50_000, diluted: 0, withSeller: 0, payments: [] }
  const receivable = { id: 'r-1', invoiceNumber: 'MB-1003', debtorName: 'Kaufhaus Lindt', currency: 'EUR', face: 1_000_000, position, newest: { kind: 'credited' as const, on: '2027-01-04', amount: 30_000 }, isOvertaken: false }
  show([anApproval({ action: 'undo_fact', about: 'Weberei Falk GmbH', changes: [], receivable })], ['credit'])
  const item = await screen.findByRole('listitem')
  expect(within(item).getByRole('link', { name: 'MB-1003' })).toHaveAttribute('href', '/receivables/r-1')
  expect(item).toHaveTextContent('InvoiceMB-1003 · Kaufhaus LindtInvoice amount€10,000.00Still open€2,000.00Outstanding advance€500.00Latest entryCredit note · €300.00 · Jan 4, 2027')
})

test('of what was decided nothing is told that has changed since', async () => {
  const position = { open: 0, out: 0, diluted: 0, withSeller: 0, payments: [] }
  const receivable = { id: 'r-1', invoiceNumber: 'MB-1003', debtorName: null, currency: 'EUR', face: 1_000_000, position, newest: null, isOvertaken: false }
  show([anApproval({ action: 'write_off', state: 'approved', about: 'Weberei Falk GmbH', changes: [], receivable })], ['credit'])
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent('InvoiceMB-1003Invoice amount€10,000.00')
  expect(item).not.toHaveTextContent('Still open')
})

test('what changed since it was proposed says so', async () => {
  const receivable = { id: 'r-1', invoiceNumber: 'MB-1003', debtorName: null, currency: 'EUR', face: 1_000_000, isOvertaken: true }
  show([anApproval({ action: 'undo_fact', about: 'Weberei Falk GmbH', changes: [], receivable })], ['credit'])
  expect(await screen.findByRole('listitem')).toHaveTextContent('it can’t be approved any more. Refuse it, and propose it again.')
})

test('whatever else is overtaken says so', async () => {
  for (const changes of [[], anApproval().changes]) {
    show([anApproval({ action: 'book_ledger_entry', about: '5.00 EUR', changes, isOvertaken: true, allowedActions: ['refuse'] })], ['treasury'])
    const item = await screen.findByRole('listitem')
    expect(item).toHaveTextContent('it can’t be approved any more. Refuse it, and propose it again.')
    expect(item).not.toHaveTextContent('your own company')
    cleanup()
  }
})

const changed = (...changes: [field: string, after: string | null, before?: string][]) => changes.map(([field, after, before = null]) => ({ field, before, after }))

test.each(['', 'Weberei Falk GmbH', '120.00 EUR'])('no two things that are proposed have one title, whatever they are about: %j', (about) => {
  // What each action does in several ways.
  const ways: { [A in Schemas['ApprovalAction']]: Schemas['ApprovalBody']['changes'][] } = {
    change_operator_roles: [changed(['operatorRoles', 'admin', 'reviewer'])],
    change_bank_account: [[]],
    change_house_accounts: [[]],
    book_ledger_entry: manualEvents.codes.flatMap((event) => [changed(['ledger.event', event]), changed(['ledger.event', event], ['ledger.reverses', 'x'])]),
    propose_terms: [changed(['advanceRate', '8000']), changed(['advanceRate', '8000', '9000'])],
    change_debtor_limits: [changed(['limits.EUR', '1.00 EUR']), changed(['contact.email', 'a@example.com'])],
    merge_debtors: [[]],
    change_supplier_rate: [[]],
    release_payouts: [[]],
    send_back: [[]],
    write_off: [[]],
    undo_fact: [[]],
    lift_duplicate: ['duplicate_exact', 'already_sold', 'payment_means'].map((check) => changed(['check', check])),
    give_up: [changed(['amount', '70.00 EUR'])],
    undo_give_up: [[]],
    undo_part: [[]],
  }
  const all = Object.entries(ways).flatMap(([action, each]) => each.map((changes) => ({ action: action as Schemas['ApprovalAction'], about, changes })))
  const titles = all.map(approvalTitle)
  expect(titles.filter((title, place) => titles.indexOf(title) !== place)).toEqual([])
  expect(titles).toHaveLength(27)
})

const byHand = (event: string, more: [string, string][], goesOut: boolean) =>
  anApproval({ takenOut: goesOut ? { amount: 99_999_999, currency: 'EUR' } : null, action: 'book_ledger_entry', about: '999999.99 EUR', changes: [...more, ['ledger.event', event], ['ledger.on', '2027-01-04'], ['ledger.amount', '999999.99 EUR'], ['note', 'Typed twice']].map(([field = '', after]) => ({ field, after })) })

test.each([
  ['capital_out', [], 'Book €999,999.99 by hand: Capital taken out', '€999,999.99 is booked at once. What was wrong can only be reversed.', true],
  ['capital', [], 'Book €999,999.99 by hand: Capital paid in', '€999,999.99 is booked at once. What was wrong can only be reversed.', false],
  ['capital_out', [['ledger.reverses', 'x']], 'Reverse €999,999.99 booked by hand: Capital taken out', 'The entry of €999,999.99 is reversed at once: what it booked is taken back.', false],
  ['capital', [['ledger.reverses', 'x']], 'Reverse €999,999.99 booked by hand: Capital paid in', 'The entry of €999,999.99 is reversed at once: what it booked is taken back.', true],
] satisfies [string, [string, string][], string, string, boolean][])('an entry by hand (%s, %j) is told from its reversal, and with what is left at the bank where money goes out', async (event, more, title, effect, goesOut) => {
  server.use(mock.get('/operator/funds', () => HttpResponse.json({ data: [{ currency: 'EUR', bank: 39_489_549, untold: 0, inTransit: 0, left: 39_489_549 }] })))
  show([byHand(event, more, goesOut)], ['treasury'])
  await userEvent.click(await screen.findByRole('button', { name: `Approve: ${title}` }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(title)).toBeVisible()
  expect(dialog.getByText(effect)).toBeVisible()
  if (goesOut) {
    expect(await dialog.findByText('More is taken out than there is at the bank.')).toBeVisible()
    expect(dialog.getByRole('group', { name: 'Bank balance in EUR' })).toHaveTextContent('Overdrawn afterwards−\u2060€605,104.50')
  } else expect(dialog.queryByRole('group', { name: 'Bank balance in EUR' })).toBeNull()
})

test('payouts that are to be released name invoice, purpose and account', async () => {
  const account = { holder: 'Weberei Falk GmbH', iban: 'DE89370400440532013000', currency: null, accountNumber: null, bic: null, routingNumber: null, sortCode: null }
  const payout = { id: '019a-1', companyName: 'Weberei Falk GmbH', receivableId: 'r-6', invoiceNumber: 'MB-1006', debtorName: 'Kaufhaus Lindt', purpose: 'advance' as const, currency: 'EUR', gross: 1_216_000, account }
  show([anApproval({ action: 'release_payouts', about: '12160.00 EUR', changes: [{ field: 'payout', before: null, after: '019a-1 12160.00 EUR' }], payouts: [payout] })], ['treasury'])
  const item = await screen.findByRole('listitem')
  expect(within(item).getByRole('link', { name: 'MB-1006' })).toHaveAttribute('href', '/receivables/r-6')
  expect(item).toHaveTextContent('Weberei Falk GmbH€12,160.00Advance: MB-1006 · Kaufhaus LindtTo DE89 3704 0044 0532 0130 00 · Weberei Falk GmbH')
})

test('an advance for an invoice that is overdue says so to who approves it', async () => {
  const account = { holder: 'Weberei Falk GmbH', iban: 'DE89370400440532013000', currency: null, accountNumber: null, bic: null, routingNumber: null, sortCode: null }
  const payout = { id: '019a-1', companyName: 'Weberei Falk GmbH', receivableId: 'r-6', invoiceNumber: 'WF-2461', debtorName: null, purpose: 'advance' as const, currency: 'EUR', gross: 1_216_000, account, overdueSince: '2026-04-05' }
  const now = { hash: 'seen', balances: [], payees: [], payouts: [], warnings: [], needsReason: false, needsApproval: true }
  show([anApproval({ action: 'release_payouts', about: '12160.00 EUR', changes: [], payouts: [payout], release: { isOvertaken: false, now } })], ['treasury'])
  expect(await screen.findByText('Overdue: the invoice was due on Apr 5, 2026.')).toBeVisible()
  expect(screen.getByText('1 payout is an advance for an invoice that is overdue.')).toBeVisible()
})

test('what a batch will pay is told net, and that a payout came back before', async () => {
  const account = { holder: 'Weberei Falk GmbH', iban: 'DE89370400440532013000', currency: null, accountNumber: null, bic: null, routingNumber: null, sortCode: null }
  const payout = { id: '019a-1', companyName: 'Weberei Falk GmbH', receivableId: 'r-6', invoiceNumber: 'MB-1006', debtorName: null, purpose: 'advance' as const, currency: 'EUR', gross: 1_216_000, setOff: 16_000, replaces: 'p-0', cameBack: 'AC04 closed account', account }
  show([anApproval({ action: 'release_payouts', about: '12160.00 EUR', changes: [], payouts: [payout] })], ['treasury'])
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent('€12,000.00€12,160.00 less €160.00, which the company owesReturned before: The account is closed (AC04)')
  cleanup()
  const other = { ...payout, replaces: null, cameBack: null, accountFailed: { on: '2027-02-17', reason: null } }
  show([anApproval({ action: 'release_payouts', about: '12160.00 EUR', changes: [], payouts: [other] })], ['treasury'])
  expect(await screen.findByRole('listitem')).toHaveTextContent('The last payment to this account came back on Feb 17, 2027. The bank gave no reason.')
})

test('a change that only a newer version knows is described as no other, and not decided on', async () => {
  show([anApproval({ action: 'wind_down_facility' as Schemas['ApprovalAction'], about: 'Mühle Brandt GmbH', changes: [], allowedActions: ['approve', 'refuse'] })])
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent('This change needs a newer version of the app')
  expect(item).toHaveTextContent('Unknown change: wind_down_facility')
  expect(item).not.toHaveTextContent('roles')
  for (const name of [/^Approve/, /^Refuse/]) expect(within(item).queryByRole('button', { name })).toBeNull()
})

test('a write-off says the loss it makes, and what the seller owes', async () => {
  const position = { open: 1_000_000, out: 813_700, diluted: 0, withSeller: 0, payments: [] }
  const receivable = { id: 'r-1', invoiceNumber: 'MB-1003', debtorName: null, currency: 'EUR', face: 1_000_000, position, loss: { loss: 650_960, sellerOwes: 162_740, toSeller: 0 }, newest: null, isOvertaken: false }
  show([anApproval({ action: 'write_off', about: 'Weberei Falk GmbH', changes: [{ field: 'lossCause', before: null, after: 'insolvency' }], receivable })], ['credit'])
  expect(await screen.findByRole('listitem')).toHaveTextContent('Outstanding advance€8,137.00Our loss€6,509.60The seller owes us€1,627.40')
})

test('another account says which payouts go to it, by currency; once it was decided, nothing of that is told', async () => {
  const due = [{ currency: 'EUR', count: 3, amount: 1_745_680, firstOn: '2027-01-04' }, { currency: 'USD', count: 1, amount: 100, firstOn: '2027-01-05' }]
  const account = { action: 'change_bank_account', about: 'Mühle Brandt GmbH', changes: [{ field: 'bankAccount.iban', before: 'DE89370400440532013000', after: 'NL91ABNA0417164300' }] } as const
  show([anApproval({ ...account, changes: [...account.changes], due }), anApproval({ ...account, changes: [...account.changes], id: 'a-2', due: [] }), anApproval({ ...account, changes: [...account.changes], id: 'a-3', due, state: 'approved' })], ['reviewer'])
  const [some, none, ended] = await screen.findAllByRole('listitem')
  expect(some).toHaveTextContent('Goes to the new account3 payouts of €17,456.80, the first due on Jan 4, 20271 payout of $1.00, due on Jan 5, 2027')
  expect(none).toHaveTextContent('Goes to the new accountNo payout is due at the moment.')
  expect(ended).not.toHaveTextContent('Goes to the new account')
})

test('a limit says what is in use of it today', async () => {
  show([anApproval({ action: 'change_debtor_limits', about: 'Nordwind AG', changes: [{ field: 'limits.EUR', before: '2000000', after: '5000000' }], exposure: [{ currency: 'EUR', inUse: 1_950_000, offersStopped: 0, offersStoppedFace: 0 }] })], ['credit'])
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent('In use today in EUR€19,500.00')
  expect(item).not.toHaveTextContent('Offers that stop')
})

test.each([
  [1, 1_500_000, 'Offers that stop1 offer for an invoice of €15,000.00 can’t be accepted any more.'],
  [2, 2_500_000, 'Offers that stop2 offers for invoices of €25,000.00 in total can’t be accepted any more.'],
])('a lower limit says which offers stop by it: %i', async (offersStopped, offersStoppedFace, says) => {
  show([anApproval({ action: 'change_debtor_limits', about: 'Nordwind AG', changes: [{ field: 'limits.EUR', before: '5000000', after: '0' }], exposure: [{ currency: 'EUR', inUse: 0, offersStopped, offersStoppedFace }] })], ['credit'])
  expect(await screen.findByRole('listitem')).toHaveTextContent(says)
})

test('an approver of a release sees its sums: how many, what is owed, what is kept back, what is sent', async () => {
  const account = { holder: 'Weberei Falk GmbH', iban: 'DE89370400440532013000', currency: null, accountNumber: null, bic: null, routingNumber: null, sortCode: null }
  const payee = (companyId: string, gross: number, setOff: number, payouts: number) => ({ companyId, companyName: companyId, account, currency: 'EUR', gross, setOff, net: gross - setOff, payouts })
  const now: Schemas['ReleaseOutlookBody'] = {
    needsApproval: true,
    hash: 'seen',
    balances: [{ currency: 'EUR', bank: 5_000_000, untold: 0, inTransit: 0, before: 5_000_000, released: 2_048_188, after: 2_951_812 }],
    payees: [payee('c-1', 1_806_840, 170_401, 3), payee('c-2', 411_749, 0, 1)],
    warnings: [{ code: 'account_failed', count: 3, needsReason: true }],
    payouts: [],
    needsReason: true,
  }
  show([anApproval({ action: 'release_payouts', about: '20481.88 EUR', changes: [], release: { now, isOvertaken: false } })], ['treasury'])
  const item = await screen.findByText('Total sent').then((sum) => sum.closest('li[class]')?.closest('ul, ol')?.closest('li') ?? document.body)
  expect(item).toHaveTextContent('4 payouts to 2 payees€22,185.89Set off against what they owe−\u2060€1,704.01Total sent€20,481.88')
  expect(item).toHaveTextContent('3 payouts go to accounts whose last payment came back.')
})
