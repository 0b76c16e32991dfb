import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { stepUp } from '@/api/step-up'
import { chooseLanguage } from '@/lib/i18n'
import { Route } from '@/lib/navigation'
import { configure } from '@/testing/config'
import { problem } from '@/testing/data'
import { aLateness, anAvailability, anOffer, aReceivable, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import InvoicePage from './invoice-page'

const server = serve()

beforeEach(() => configure())

interface Scene {
  who?: { data: Schemas['MeBody'] }
  members?: Schemas['MemberBody'][]
}

/** The screen of an invoice, which stands as the test last left it. */
function open(receivable: Schemas['ReceivableBody'], { who = aSeller(), members = [] }: Scene = {}) {
  const kept = { now: receivable }
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: members })),
    mock.get('/semi-private/receivables/{id}', () => HttpResponse.json({ data: kept.now })),
    mock.post('/semi-private/quote', () => HttpResponse.json({ data: { offer: anOffer() } })),
    mock.get('/semi-private/receivables/{id}/payments', () => HttpResponse.json({ data: { payouts: [], owed: 0 } })),
  )
  localStorage.setItem('accessToken', aToken())
  return { kept, user: userEvent.setup(), ...renderScreen(<Route path="/invoices/:id"><InvoicePage /></Route>, '/invoices/r-1') }
}

/** The rows of a list of amounts. */
const rowsIn = (list: HTMLElement) => [...(list.firstElementChild?.children ?? [])]

const offered = (changes: Partial<Schemas['ReceivableBody']> = {}) => aReceivable({ status: 'offered', version: 3, offer: anOffer(), submittedAt: '2027-01-03T13:00:00Z', allowedActions: ['accept', 'withdraw'], ...changes })
const check = (code: Schemas['CheckCode'], outcome: Schemas['Outcome'], more: Partial<Schemas['CheckBody']> = {}): Schemas['CheckBody'] => ({ code, outcome, verified: false, message: '', figures: [], ...more })
const invoice: Schemas['InvoiceDocumentBody'] = { id: 'd-1', name: 'RE-100.pdf', contentType: 'application/pdf', sha256: '0', uploadedAt: '2027-01-03T12:30:00Z' }

test('what is not there is said, with the way back', async () => {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(aSeller())),
    mock.get('/semi-private/receivables/{id}', () => HttpResponse.json(problem('not_found', 404), { status: 404 })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Route path="/invoices/:id"><InvoicePage /></Route>, '/invoices/r-9')
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  expect(await screen.findByText('We can’t find this, or you don’t have access to it.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All invoices' })).toHaveAttribute('href', '/invoices')
})

test('a draft without its invoice leads to attaching it; with it, to submitting', async () => {
  const draft = aReceivable({ allowedActions: ['edit', 'attach_documents', 'withdraw'], checks: [check('invoice_attached', 'block', { cure: 'attach_invoice' }), check('plausible', 'pass'), check('not_due', 'pass')] })
  const { kept, user } = open(draft)
  expect(await screen.findByRole('button', { name: 'Attach invoice' })).toBeVisible()
  expect(screen.getByRole('list', { name: 'Checks that are open' })).toHaveTextContent('The invoice isn’t attached.Attach the invoice.')
  await user.click(screen.getByRole('button', { name: '2 checks passed' }))
  expect(screen.getByRole('list', { name: 'Checks that passed' })).toHaveTextContent('The invoice and due dates fit together.')
  const files: (string | null)[] = []
  server.use(
    mock.post('/semi-private/receivables/{id}/documents', ({ request }) => {
      files.push(request.headers.get('idempotency-key'))
      kept.now = { ...draft, version: 2, documents: [invoice], checks: [check('plausible', 'pass')], allowedActions: ['edit', 'attach_documents', 'submit', 'withdraw'] }
      return HttpResponse.json({ data: kept.now }, { status: 201 })
    }),
  )
  await user.upload(screen.getByLabelText('Files of the invoice'), new File(['%PDF-'], 'RE-100.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('RE-100.pdf')).toBeVisible()
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(await screen.findByText('All checks passed.')).toBeVisible()
  let sent: unknown
  server.use(
    mock.post('/semi-private/receivables/{id}/submit', async ({ request }) => {
      sent = await request.json()
      kept.now = offered()
      return HttpResponse.json({ data: kept.now })
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Submit invoice' }))
  expect(await screen.findByText('Submitted: our offer is ready')).toBeInTheDocument()
  expect(sent).toEqual({ version: 2 })
  expect(screen.getByRole('button', { name: 'Accept offer' })).toBeVisible()
})

test('a file that is refused says why, and can be put away or tried again', async () => {
  const { user } = open(aReceivable({ allowedActions: ['attach_documents'] }))
  server.use(mock.post('/semi-private/receivables/{id}/documents', () => HttpResponse.json(problem('invalid_input', 422, { file: 'file_damaged' }), { status: 422 })))
  await user.upload(await screen.findByLabelText('Files of the invoice'), new File(['x'], 'bad.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('The file is damaged or cut off. Save or scan it again.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again: bad.pdf' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Discard bad.pdf' }))
  expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull()
})

test('a file is sent again once however often it is clicked', async () => {
  const { user } = open(aReceivable({ allowedActions: ['attach_documents'] }))
  let sent = 0
  server.use(mock.post('/semi-private/receivables/{id}/documents', () => { sent += 1; return HttpResponse.json(problem('invalid_input', 422, { file: 'file_damaged' }), { status: 422 }) }))
  await user.upload(await screen.findByLabelText('Files of the invoice'), new File(['x'], 'bad.pdf', { type: 'application/pdf' }))
  const again = await screen.findByRole('button', { name: 'Try again: bad.pdf' })
  act(() => {
    fireEvent.click(again)
    fireEvent.click(again)
  })
  await waitFor(() => { expect(sent).toBe(2) })
  expect(await screen.findByRole('button', { name: 'Try again: bad.pdf' })).toBeVisible()
  expect(sent).toBe(2)
})

test('a file of a draft is taken away after a second look', async () => {
  const draft = aReceivable({ version: 4, documents: [invoice], allowedActions: ['edit', 'attach_documents'] })
  const { kept, user } = open(draft)
  let asked = ''
  server.use(
    mock.delete('/semi-private/receivables/{id}/documents/{document}', ({ request, params }) => {
      asked = `${params.document}${new URL(request.url).search}`
      kept.now = { ...draft, documents: [] }
      return HttpResponse.json({ data: kept.now })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Remove RE-100.pdf' }))
  await user.click(within(screen.getByRole('group', { name: 'Remove RE-100.pdf?' })).getByRole('button', { name: 'Remove' }))
  await waitFor(() => {
    expect(screen.queryByText('RE-100.pdf')).toBeNull()
  })
  expect(asked).toBe('d-1?version=4')
})

test('an offer on another amount than the invoice says why', async () => {
  open({ ...offered(), face: 1_050_000 })
  expect(rowsIn(await screen.findByLabelText('Why these amounts'))[0]).toHaveTextContent('as confirmed, in place of €10,500.00')
})

test('the offer shows what is paid when, what it costs, and why each cent', async () => {
  open(offered())
  const why = await screen.findByLabelText('Why these amounts')
  const rows = rowsIn(why).map((row) => row.textContent)
  expect(rows).toEqual([
    expect.stringContaining('as on the invoice'),
    expect.stringContaining('80% of €10,000.00'),
    expect.stringContaining('Invoice amount − Advance'),
    expect.stringContaining('1.5% of €10,000.00'),
    expect.stringContaining('€8,000.00 × 45 days × 12% ÷ 360'),
    // A fee of nothing is left out.
    expect.stringMatching(/^Payout.*Advance€8,000\.00$/),
    expect.stringContaining('Reserve − Discount − Service fee'),
    expect.stringMatching(/Discount \+ Service fee€/),
  ])
  expect(screen.getByText('27.38% a year (simple), 30.94% compounded')).toBeVisible()
  expect(screen.getByText(/^Valid until Jan 4, 2027/)).toBeVisible()
})

test('the price by paying day moves from point to point, and stands in a table too', async () => {
  const { user } = open(offered())
  const slider = await screen.findByRole('slider', { name: 'If your buyer pays' })
  expect(slider).toHaveAttribute('aria-valuetext', 'Feb 18, 2027, on the due date')
  fireEvent.change(slider, { target: { value: '2' } })
  expect(slider).toHaveAttribute('aria-valuetext', 'Mar 5, 2027, 15 days late')
  const now = screen.getByText('€13.33 of it as a late charge').closest('[role="status"]')
  expect(now).toHaveTextContent('€323.33')
  expect(now).toHaveTextContent('€1,676.67')
  await user.click(screen.getByRole('button', { name: 'Show as a table' }))
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Paid onDiscountLate chargeCostRelease', 'Feb 8, 2027€93.33€0.00€243.33€1,756.67', 'Feb 18, 2027€120.00€0.00€270.00€1,730.00', 'Mar 5, 2027€160.00€13.33€323.33€1,676.67',
  ])
})

test('exactly the offer that was seen is accepted, once it is known who one is', async () => {
  const { kept, user } = open(offered())
  const stop = stepUp.listen()
  const keys: (string | null)[] = []
  let body: unknown
  server.use(
    mock.post('/semi-private/receivables/{id}/accept', async ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (keys.length === 1) return HttpResponse.json({ ...problem('step_up_required', 403), confirm: 'act' }, { status: 403 })
      body = await request.json()
      kept.now = aReceivable({ status: 'accepted', version: 4, offer: anOffer({ validUntil: undefined as unknown as string }), acceptedAt: '2027-01-03T14:00:00Z', payoutOn: '2027-01-04', position: { open: 1_000_000, out: 800_000, diluted: 0, withSeller: 0, payments: [] } })
      return HttpResponse.json({ data: kept.now })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  const panel = within(screen.getByRole('group', { name: 'Accept offer' }))
  expect(panel.getByText('You sell us invoice RE-100, which Nordwind AG owes. You can’t undo this.')).toBeVisible()
  await user.click(panel.getByRole('button', { name: 'Accept offer' }))
  await waitFor(() => {
    expect(stepUp.asked()).toBe('act')
  })
  act(() => { stepUp.pass() })
  expect(await screen.findByText(/We pay you €8,000\.00 on Jan 4, 2027\./)).toBeVisible()
  expect(screen.getAllByText(/We pay you €8,000\.00/), 'said once').toHaveLength(1)
  expect(screen.getByText(/You receive €1,730\.00 once your buyer has paid on time\./)).toBeVisible()
  expect(body).toEqual({ offerId: anOffer().id, hash: anOffer().hash })
  expect(keys[1]).toBe(keys[0])
  expect(screen.queryByRole('button', { name: 'Accept offer' })).toBeNull()
  expect(screen.getByText('The offer you accepted')).toBeVisible()
  expect(screen.getByLabelText('Position')).toHaveTextContent('€8,000.00')
  stop()
})

test('what is accepted says what is kept back of the payout, and adds up to the invoice with its tax', async () => {
  const lines = anOffer().lines.map((line) => (line.code === 'release' ? { ...line, amount: 169_386 } : line))
  const { user } = open(offered({ offer: anOffer({ tax: 3_614, release: 169_386, lines }) }))
  server.use(mock.get('/semi-private/availability', () => HttpResponse.json({ data: [anAvailability({ steps: anAvailability().steps.map((step) => (step.code === 'owed' ? { ...step, amount: -574_515 } : step)) })] })))
  expect(await screen.findByText('plus €36.14 tax on the fees')).toBeVisible()
  expect(await screen.findByText('You owe us €5,745.15. We keep it back from your next payouts: up to €5,745.15 of this one.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept offer' }))
  expect(rowsIn(screen.getByLabelText('What you accept')).map((row) => row.textContent)).toEqual([
    'We pay you on Jan 4, 2027You owe us €5,745.15. We keep back up to €5,745.15 of this.€8,000.00',
    'You receive when your buyer pays€1,693.86',
    'What it costs€270.00',
    'Tax on the fees€36.14',
    'Invoice amount€10,000.00',
  ])
})

test('while payouts to the company wait, neither the offer nor its acceptance nor what follows promises a day', async () => {
  const { kept, user } = open(offered())
  server.use(
    mock.get('/semi-private/payments', () => HttpResponse.json({ data: [], stops: ['account_changing', 'account_unwritable'], next: null })),
    mock.post('/semi-private/receivables/{id}/accept', () => {
      kept.now = aReceivable({ status: 'accepted', version: 4, offer: anOffer({ validUntil: undefined as unknown as string }), acceptedAt: '2027-01-03T14:00:00Z', payoutOn: '2027-01-04' })
      return HttpResponse.json({ data: kept.now })
    }),
  )
  const why = 'We’re checking your new bank account. The account holder’s name has letters that banks can’t carry. Give it in Latin letters.'
  expect(await screen.findByText(`It waits: ${why}`)).toBeVisible()
  expect(screen.queryByText('You receive now')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Accept offer' }))
  expect(rowsIn(screen.getByLabelText('What you accept'))[0]).toHaveTextContent(`We pay you once your payouts continue${why}€8,000.00`)
  await user.click(screen.getByRole('button', { name: 'Accept offer' }))
  expect(await screen.findByText(new RegExp(`Your payout of €8,000\\.00 waits: ${why}`))).toBeVisible()
  expect(screen.queryByText(/We pay you .* on /)).toBeNull()
  // The payout is not said to be planned for a day in its progress either.
  expect(screen.getByLabelText('Progress of the invoice')).not.toHaveTextContent('Jan 4, 2027')
})

test.each([
  ['accepted', [], undefined, '2027-01-04T09:00:00Z', true],
  ['accepted', [], undefined, '2027-01-05T09:00:00Z', false],
  ['accepted', ['account_changing'], undefined, '2027-01-04T09:00:00Z', false],
  ['funded', ['account_changing'], 'sent', '2027-01-09T09:00:00Z', true],
  ['accepted', [], 'due_again', '2027-01-04T09:00:00Z', false],
] as const)('the payout of %s, stopped by %j, with its advance %s, has a day at %s: %s', async (status, stops, advance, businessTime, hasDay) => {
  open(aReceivable({ status, offer: anOffer(), acceptedAt: '2027-01-03T14:00:00Z', payoutOn: '2027-01-04', position: { open: 1_000_000, out: 0, diluted: 0, withSeller: 0, payments: [], ...(advance ? { advance } : {}) } }))
  server.use(
    mock.get('/semi-private/payments', () => HttpResponse.json({ data: [], stops: [...stops], next: null })),
    mock.get('/semi-private/user', () => HttpResponse.json({ data: { ...aSeller().data, businessTime } })),
  )
  const progress = await screen.findByLabelText('Progress of the invoice')
  await waitFor(() => {
    expect(progress.textContent.includes('Jan 4, 2027')).toBe(hasDay)
  })
})

test('an offer that changed meanwhile is shown anew, and is not accepted by itself', async () => {
  const { kept, user } = open(offered())
  const sent: unknown[] = []
  server.use(
    mock.post('/semi-private/receivables/{id}/accept', async ({ request }) => {
      sent.push(await request.json())
      kept.now = offered({ offer: anOffer({ id: '00000000-0000-8000-8000-00000000000b', hash: 'b'.repeat(64), payout: 790_000, payoutOn: '2027-01-05' }) })
      return HttpResponse.json({ ...problem('offer_changed', 409), receivable: kept.now }, { status: 409 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  await user.click(screen.getByRole('button', { name: 'Accept offer' }))
  expect(await screen.findByText('You would have received €8,000.00. Check the new amounts and accept again.')).toBeVisible()
  expect(screen.getByLabelText('What you accept')).toHaveTextContent('We pay you on Jan 5, 2027€7,900.00')
  expect(sent).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Accept offer' }))
  await waitFor(() => {
    expect(sent[1]).toEqual({ offerId: '00000000-0000-8000-8000-00000000000b', hash: 'b'.repeat(64) })
  })
})

test.each<[Schemas['ProblemBody'], number, string]>([
  [{ ...problem('limit_reached', 409), limit: { ceiling: 'facility_limit', fits: 300_000 } }, 409, 'The advance doesn’t fit under your facility’s limit today: €3,000.00 is left.'],
  [{ ...problem('limit_reached', 409), limit: { ceiling: 'debtor_limit', fits: null } }, 409, 'The invoice doesn’t fit under the limit for this buyer today.'],
  [{ ...problem('four_eyes', 403), people: [{ id: 'u-2', name: 'Omar Brandt' }] }, 403, 'You entered this invoice, so a colleague has to accept the offer: Omar Brandt.'],
  [{ ...problem('not_possible', 409), reason: 'no_account' }, 409, 'Add a bank account for payouts first.'],
  [problem('duplicate_receivable', 409), 409, 'An invoice with this number was already sold.'],
])('a refusal says why: %#', async (answer, status, says) => {
  const { user } = open(offered())
  server.use(mock.post('/semi-private/receivables/{id}/accept', () => HttpResponse.json(answer, { status })))
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  await user.click(screen.getByRole('button', { name: 'Accept offer' }))
  expect(await screen.findByText(says)).toBeVisible()
})

test('who may not accept sees who can; who entered it, that a colleague has to', async () => {
  const omar = { id: 'o', name: 'Omar Brandt', email: 'o@example.com', role: 'approver', rights: ['accept_offers'], since: '2026-06-15T12:00:00Z', isYou: false, allowedActions: [] } satisfies Schemas['MemberBody']
  const ada = { ...omar, id: 'a', name: 'Ada Brandt', email: 'a@example.com', role: 'owner' } satisfies Schemas['MemberBody']
  const acceptors = [{ id: 'o', name: 'Omar Brandt' }]
  const { unmount } = open(offered({ allowedActions: [], acceptors }), { who: aSeller(['enter_invoices'], 'preparer'), members: [ada, omar] })
  const asked = await screen.findByText(/You can ask:/)
  expect(asked).toHaveTextContent('Omar Brandt (Approver)')
  expect(asked, 'who entered it can’t').not.toHaveTextContent('Ada Brandt')
  expect(screen.queryByRole('button', { name: 'Accept offer' })).toBeNull()
  unmount()
  const own = open(offered({ allowedActions: ['withdraw'], takesColleague: true, acceptors }))
  expect(await screen.findByText('You entered this invoice, so a colleague has to accept the offer: Omar Brandt.')).toBeVisible()
  own.unmount()
  open(offered({ allowedActions: ['withdraw'], takesColleague: true }))
  expect(await screen.findByText(/Nobody else can at the moment: invite another approver under/)).toBeVisible()
})

test('what is sold by itself says so, and where that is changed', async () => {
  open(offered({ sellsItself: true }))
  expect(await screen.findByText(/^It is sold automatically at the end of the day, as far as it fits under the limits\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Company' })).toHaveAttribute('href', '/company')
})

test('an invoice is withdrawn after a second look', async () => {
  const { kept, user } = open(offered())
  let sent: unknown
  server.use(
    mock.post('/semi-private/receivables/{id}/withdraw', async ({ request }) => {
      sent = await request.json()
      kept.now = aReceivable({ status: 'withdrawn' })
      return HttpResponse.json({ data: kept.now })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await user.click(within(screen.getByRole('group', { name: /Withdraw this invoice/ })).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('The invoice was taken back before it was sold.')).toBeVisible()
  expect(sent).toEqual({ version: 3 })
})

test('one that lapsed can be entered again with another due date', async () => {
  open(aReceivable({ status: 'lapsed' }))
  expect(await screen.findByRole('link', { name: 'Enter it again' })).toHaveAttribute('href', `/invoices/new?again=${aReceivable().id}`)
  expect(screen.getByText('If it is due later than it says here, enter it again with the right date.')).toBeVisible()
})

test('a settled one shows from the release that was offered to what came of it', async () => {
  const lines: Schemas['StatementLineBody'][] = [
    { code: 'offered', label: 'Release as offered', amount: 173_000 },
    { code: 'paid', label: 'Paid', from: '2027-02-18', to: '2027-03-20', amount: -8_000 },
    { code: 'late', label: 'Late', from: '2027-02-24', rate: 600, amount: -3_333 },
    { code: 'settled', label: 'Settlement', amount: 161_667 },
  ]
  const settlement: Schemas['SettledBody'] = { lines, discount: 20_000, serviceFee: 15_000, tax: 0, late: 3_333, dilution: 0, chargedBack: 0, notCovered: 0, loss: 0, toSeller: 161_667, sellerOwes: 0, debtorCredit: 0 }
  open(aReceivable({ status: 'settled', offer: anOffer({ validUntil: undefined as unknown as string }), acceptedAt: '2027-01-03T14:00:00Z', payoutOn: '2027-01-04', position: { open: 0, out: 0, diluted: 0, withSeller: 0, payments: [{ on: '2027-02-18', amount: 400_000, by: 'debtor' }, { on: '2027-03-20', amount: 600_000, by: 'debtor' }] }, settlement }))
  expect(await screen.findByText('Paid: €4,000.00 on Feb 18, 2027 · €6,000.00 on Mar 20, 2027')).toBeVisible()
  expect(await screen.findByText('At the end you were due €1,616.67 in addition to the payout.')).toBeVisible()
  expect(rowsIn(screen.getByLabelText('Settlement')).map((row) => row.textContent)).toEqual([
    'Release as offeredReserve €2,000.00 − Discount €120.00 − Service fee €150.00€1,730.00', 'Paid on other days than the due dateMar 20, 2027 instead of Feb 18, 2027−\u2060€80.00', 'Late charge6% a year from Feb 24, 2027−\u2060€33.33', 'Settlement€1,616.67',
  ])
  expect(screen.queryByLabelText('Position')).toBeNull()
  expect(screen.getByRole('list', { name: 'Progress of the invoice' })).toHaveTextContent('Settled: done')
})

test('while it is looked at nothing more is said; a rejection says why, a dispute what about', async () => {
  const { unmount } = open(aReceivable({ status: 'submitted', beingLookedAt: true }))
  expect(await screen.findByText('We’re looking at this invoice.')).toBeVisible()
  unmount()
  const second = open(aReceivable({ status: 'rejected', rejection: 'Not delivered yet.' }))
  expect(await screen.findByText('Not delivered yet.')).toBeVisible()
  second.unmount()
  open(aReceivable({ status: 'funded', overdue: true, disputed: { amount: 20_000, reason: 'defective', since: '2027-03-01T12:00:00Z', remark: 'Two are broken.' } }))
  expect(await screen.findByText(/€200\.00 is disputed: Goods or services are defective\./)).toBeVisible()
  expect(screen.getByText('Two are broken.')).toBeVisible()
})

test('what a delay costs is told, and what comes of it if nobody pays', async () => {
  const { unmount } = open(aReceivable({ status: 'funded', overdue: true, lateness: aLateness() }))
  const costs = await screen.findByLabelText('What the delay costs')
  expect(screen.getByRole('heading', { name: 'Overdue by 30 days' })).toBeVisible()
  expect(rowsIn(costs).map((row) => row.textContent)).toEqual(['Late charge so far6% a year from Feb 23, 2027€33.33', 'Discount for 30 more dayssince the due date€80.00', 'Each further day costs€4.00', 'If your buyer pays today, you receive€1,616.67'])
  expect(screen.getByText('Please ask your buyer when they will pay. If nobody pays, we may charge it back from Apr 19, 2027. You would then owe us €8,503.33.')).toBeVisible()
  unmount()
  open(aReceivable({ status: 'funded', overdue: true, lateness: aLateness({ days: 1, late: 0, discount: 0, lateRate: 0, release: -5_000, remedy: 'default', sellerOwes: null }) }))
  expect(rowsIn(await screen.findByLabelText('What the delay costs')).map((row) => row.textContent)).toEqual(['Late charge so farNone is agreed.€0.00', 'Each further day costs€4.00', 'If your buyer pays today, you owe us€50.00'])
  expect(screen.getByRole('heading', { name: 'Overdue by 1 day' })).toBeVisible()
  expect(screen.getByText('If nobody pays, we bear our share of the loss. It counts as a default from Apr 19, 2027.')).toBeVisible()
})

const draft = () => aReceivable({ version: 1, allowedActions: ['edit'] })

test('a draft is changed, under the version that was seen', async () => {
  const { kept, user } = open(draft())
  let sent: unknown
  server.use(
    mock.put('/semi-private/receivables/{id}', async ({ request }) => {
      sent = await request.json()
      kept.now = { ...draft(), version: 2, invoiceNumber: 'RE-100A' }
      return HttpResponse.json({ data: kept.now })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByLabelText('Invoice number')
  await user.type(await screen.findByLabelText('Invoice number'), 'A')
  await user.click(screen.getByRole('button', { name: 'Save invoice' }))
  expect(await screen.findByRole('heading', { name: 'Invoice RE-100A' })).toBeVisible()
  expect(sent).toEqual({ invoiceNumber: 'RE-100A', issuedOn: '2027-01-02', dueOn: '2027-02-18', face: 1_000_000, currency: 'EUR', orderReference: null, note: null, version: 1 })
})

test('leaving a draft half changed asks first, and what was typed is there again', async () => {
  const { user } = open(draft())
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(await screen.findByLabelText('Invoice number'), 'A')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText('Invoice number')).toHaveValue('RE-100A')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeVisible()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('invoiceEdit'))).toEqual([])
})

test('what a colleague changed meanwhile is kept, and where both did, both stand there', async () => {
  const { kept, user } = open(draft())
  const sent: Schemas['ChangedReceivableBody'][] = []
  server.use(
    mock.put('/semi-private/receivables/{id}', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (body.version === 1) {
        kept.now = { ...draft(), version: 2, invoiceNumber: 'RE-200', orderReference: 'PO 9' }
        return HttpResponse.json(problem('stale_version', 409), { status: 409 })
      }
      kept.now = { ...draft(), version: 3, invoiceNumber: body.invoiceNumber }
      return HttpResponse.json({ data: kept.now })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(await screen.findByLabelText('Invoice number'), 'A')
  await user.click(screen.getByRole('button', { name: 'Save invoice' }))
  expect(await screen.findByText('Changed elsewhere to RE-200.')).toBeVisible()
  expect(screen.getByLabelText('Invoice number')).toHaveValue('RE-100A')
  expect(screen.getByLabelText(/^Order reference/)).toHaveValue('PO 9')
  await user.click(screen.getByRole('button', { name: 'Use the other: Invoice number' }))
  expect(screen.getByLabelText('Invoice number')).toHaveValue('RE-200')
  await user.click(screen.getByRole('button', { name: 'Save invoice' }))
  await waitFor(() => {
    expect(sent[1]).toMatchObject({ version: 2, invoiceNumber: 'RE-200', orderReference: 'PO 9' })
  })
})

test('what a newer server knows is shown by its code', async () => {
  const newer = aReceivable({ status: 'something_new' as Schemas['ReceivableStatus'], checks: [check('something_new' as Schemas['CheckCode'], 'block', { message: 'Something new.', cure: 'something_new' as Schemas['Cure'] })], noOffer: 'something_new' as Schemas['NoOffer'] })
  open(newer)
  expect(await screen.findByText('Something new.')).toBeVisible()
  expect(screen.getAllByText(/something_new/).length).toBeGreaterThan(1)
  expect(document.body).not.toHaveTextContent(/undefined|NaN/)
})

test('an offer that fits under no limit today cannot be accepted, and says why beside the button', async () => {
  const cap = check('concentration', 'cap', { cure: 'await_receipts', figures: [{ name: 'wanted', amount: 2_480_000 }, { name: 'available', amount: 1_784_000 }] })
  open(offered({ checks: [cap] }))
  expect(await screen.findByText('You can’t accept this offer today')).toBeVisible()
  expect(screen.getAllByText(/The advance doesn’t fit under the concentration limit today\./)[0]).toHaveTextContent('It takes €24,800.00; €17,840.00 is available.')
  expect(screen.getByRole('button', { name: 'Accept offer' })).toBeDisabled()
})

test('what was verified stands in the way no more', async () => {
  open(offered({ checks: [check('verification_above', 'verify', { verified: true, cure: 'await_verification' })] }))
  expect(await screen.findByText('All checks passed.')).toBeVisible()
  expect(screen.queryByText(/We’re verifying/)).toBeNull()
})

test('of a draft nobody verifies anything yet', async () => {
  open(aReceivable({ allowedActions: ['edit'], checks: [check('verification_above', 'verify', { cure: 'await_verification' })] }))
  expect(await screen.findByText(/We verify it once you’ve submitted it\./)).toBeVisible()
})

test('accepting is one thing at a time: nothing else to press, and the keys go on where it goes on', async () => {
  const { user } = open(offered())
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Accept offer' })).toHaveFocus()
  let answer: (() => void) | undefined
  server.use(
    mock.post('/semi-private/receivables/{id}/accept', async () => {
      await new Promise<void>((done) => { answer = done })
      return HttpResponse.json({ data: offered({ status: 'accepted', allowedActions: [] }) })
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Accept offer' }))
  expect(screen.getByRole('button', { name: 'Not now' })).toBeDisabled()
  await waitFor(() => { expect(answer).toBeDefined() })
  answer?.()
  expect((await screen.findByText('Sold', { selector: '[tabindex="-1"] *' })).closest('[tabindex="-1"]')).toHaveFocus()
})

test('a sale whose answer was lost is not sent again by itself', async () => {
  const { user } = open(offered())
  let sent = 0
  server.use(mock.post('/semi-private/receivables/{id}/accept', () => { sent += 1; return HttpResponse.error() as never }))
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  await user.click(screen.getByRole('button', { name: 'Accept offer' }))
  expect(await screen.findByText(/^Connection lost\. Nobody knows yet whether we received it/)).toBeVisible()
  window.dispatchEvent(new Event('online'))
  expect(sent).toBe(1)
})

test('an invoice in a programme shows what each day costs, and nothing of when the buyer pays', async () => {
  open(aReceivable({ kind: 'reverse_factoring', status: 'offered', submittedAt: '2027-01-03T12:00:00Z', offer: anOffer({ release: 0, curve: [] }), allowedActions: ['accept'] }))
  server.use(
    mock.get('/semi-private/receivables/{id}/prices', () =>
      HttpResponse.json({ data: Array.from({ length: 12 }, (_, day) => ({ payoutOn: `2027-01-${String(day + 10)}`, days: 30 - day, cost: 12_000 - day * 100, payout: 988_000 + day * 100 })) }),
    ),
  )
  expect(await screen.findByRole('figure', { name: 'Cost by the day you’re paid' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show every business day' }))
  const table = within(screen.getByRole('region', { name: 'Price by day' })).getByRole('table')
  expect([...table.querySelectorAll('tr')].map((row) => row.textContent).slice(0, 2)).toEqual(['Get paid onCostYou receive', 'Jan 10, 2027€120.00€9,880.00'])
  expect(table.querySelectorAll('tbody tr')).toHaveLength(12)
  expect(screen.getByText('Approved by your buyer')).toBeVisible()
  expect(screen.queryByText('If your buyer pays early or late')).toBeNull()
})

test('of a payable that can’t be paid early its supplier reads who has to do something', async () => {
  open(
    aReceivable({
      kind: 'reverse_factoring',
      status: 'submitted',
      submittedAt: '2027-01-03T12:00:00Z',
      checks: [check('plausible', 'block', { cure: 'correct_invoice' }), check('facility_active', 'block', { cure: 'ask_for_facility' })],
    }),
  )
  expect(await screen.findByText('Approved, can’t be paid early yet')).toBeVisible()
  const checks = within(screen.getByRole('list', { name: 'Checks that are open' }))
  expect(checks.getByText('Ask Nordwind AG to correct it.')).toBeVisible()
  expect(checks.getByText('Your buyer’s programme doesn’t take this invoice at the moment.')).toBeVisible()
  expect(checks.queryByRole('link')).toBeNull()
  expect(screen.queryByText(/withdraw|Contact us/)).toBeNull()
})

test('a part that was paid is said with its amount; one paid before the payout was confirmed says what it waits for', async () => {
  const sold = { status: 'funded', offer: anOffer(), acceptedAt: '2027-01-03T14:00:00Z' } as const
  const { unmount } = open(aReceivable({ ...sold, position: { open: 20_000, out: 0, diluted: 10_000, withSeller: 0, payments: [{ on: '2027-01-20', amount: 900_000, by: 'debtor' }, { on: '2027-02-03', amount: 70_000, by: 'seller' }], advance: 'sent' } }))
  expect(rowsIn(await screen.findByLabelText('Position')).map((row) => row.textContent)).toEqual(['Your buyer has paid€9,000.00 on Jan 20, 2027 · €700.00 on Feb 3, 2027, from you€9,700.00', expect.stringMatching(/^Your buyer still has to pay.*€200\.00$/), 'Credit notes and deductions€100.00'])
  expect(screen.getByText('due on Feb 18, 2027')).toBeVisible()
  unmount()
  open(aReceivable({ ...sold, position: { open: 0, out: 0, diluted: 0, withSeller: 0, payments: [], advance: 'on_its_way', withAdvance: { on: '2027-01-05', amount: 173_000 }, coming: { on: '2027-02-18', amount: 0 } } }))
  expect(await screen.findByLabelText('Position')).toHaveTextContent('You receive once your payout is confirmed€1,730.00')
  expect(await screen.findByText('Your buyer has paid. Once our bank has confirmed your payout, the invoice closes and you see here what else you receive.')).toBeVisible()
  expect(screen.getByText('The invoice closes once our bank has confirmed your payout.')).toBeVisible()
  expect(screen.getByLabelText('Progress of the invoice')).toHaveTextContent('Paid by your buyer: done')
  expect(screen.queryByText(/due on/)).toBeNull()
})

test('who accepted the offer stands beside when', async () => {
  open(aReceivable({ status: 'accepted', offer: anOffer(), acceptedAt: '2027-01-03T14:00:00Z' }))
  server.use(mock.get('/semi-private/receivables/{id}/schedule', () => HttpResponse.json({ data: { soldOn: '2027-01-03', currency: 'EUR', sales: [], acceptedBy: 'Paul Berg' } })))
  expect(await screen.findByText(/^Jan 3, 2027, 2:00\sPM by Paul Berg$/)).toBeVisible()
})

test('of one just sold nothing is said of an advance that is not out yet', async () => {
  open(aReceivable({ status: 'accepted', offer: anOffer(), acceptedAt: '2027-01-03T14:00:00Z', position: { open: 1_000_000, out: 0, diluted: 0, withSeller: 0, payments: [] } }))
  expect(await screen.findByLabelText('Position')).toHaveTextContent(/Your buyer still has to pay.*€10,000\.00/)
  expect(screen.queryByText('Outstanding advance')).toBeNull()
})

test.each([
  ['on_its_way', 'Payout on its way', 'Advance before fees; its payout is on its way'],
  ['due_again', 'Payout returned', 'Advance before fees; its payout was returned'],
  ['sent', 'Funded', 'Outstanding advance'],
] as const)('where the money of the advance is stands in badge, step and figures: %s', async (advance, status, figure) => {
  const position = { open: 1_000_000, out: 800_000, diluted: 0, withSeller: 0, payments: [], advance, coming: { on: '2027-02-18', amount: 173_000 } }
  open(aReceivable({ status: 'funded', offer: anOffer(), acceptedAt: '2027-01-03T14:00:00Z', payoutOn: '2027-01-04', position }))
  const steps = within(await screen.findByRole('list', { name: 'Progress of the invoice' }))
  // It moves with each change of a draft.
  expect(steps.getByText(/^as of Jan \d, 2027, /).parentElement).toHaveTextContent(/^Entered: doneas of /)
  expect(screen.getAllByText(status).length).toBeGreaterThanOrEqual(2)
  expect(steps.getByText(status)).toHaveTextContent(advance === 'sent' ? 'Funded: done' : status)
  expect(screen.getByLabelText('Position')).toHaveTextContent(new RegExp(`${figure}.*You receive when your buyer pays.*€1,730\\.00`))
  if (advance !== 'sent') expect(screen.queryByText(/Funded|We’ve paid you/)).toBeNull()
})

test.each([
  ['factoring', 'Zinsen für 30 weitere Tage'],
  ['reverse_factoring', 'Diskont für 30 weitere Tage'],
] as const)('in German the charge for a delay has its name in %s', async (kind, name) => {
  await chooseLanguage('de')
  open(aReceivable({ kind, status: 'funded', overdue: true, lateness: aLateness(), offer: anOffer(), position: { open: 1_000_000, out: 800_000, diluted: 0, withSeller: 0, payments: [] } }))
  expect(await screen.findByText(name)).toBeVisible()
  await chooseLanguage('en')
})
