import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { problem } from '@/testing/data'
import { aFacility, anAvailability, aProgrammeAvailability, anOffer, aReceivable, aSeller } from '@/testing/financing'
import { useQuery } from '@/lib/navigation'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import GetPaidPage from './get-paid-page'

const server = serve()

const offered = (number: number, changes: Partial<Schemas['ReceivableBody']> = {}) =>
  aReceivable({ id: `r-${number}`, invoiceNumber: `RE-${number}`, status: 'offered', allowedActions: ['accept'], offer: anOffer({ id: `o-${number}`, hash: String(number).repeat(64), payout: number * 100_000, release: 10_000, cost: number * 1_000 }), ...changes })

interface Scene {
  path?: string
  receivables?: Schemas['ReceivableBody'][]
  available?: number
  owed?: number
  programmes?: Schemas['AvailabilityBody'][]
}

function open({ path = '/invoices/get-paid', receivables = [offered(1), offered(2), offered(3)], available = 300_000, owed = 0, programmes = [] }: Scene = {}) {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(aSeller())),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/availability', () => HttpResponse.json({ data: [anAvailability({ available, steps: anAvailability().steps.map((step) => (step.code === 'owed' ? { ...step, amount: -owed } : step)) }), ...programmes] })),
    mock.get('/semi-private/receivables', () => HttpResponse.json({ data: receivables, next: null })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<><GetPaidPage /><Address /></>, path)
  return userEvent.setup()
}

function Address() {
  return <p data-testid="address">{useQuery()[0].toString()}</p>
}

const address = () => screen.getByTestId('address').textContent

const chooseThem = async (user: ReturnType<typeof open>, ...numbers: number[]) => {
  for (const number of numbers) await user.click(await screen.findByRole('checkbox', { name: `Select RE-${number}` }))
}

const sum = () => screen.getByLabelText('What you accept').textContent

test('what is kept back and the tax stand in the sum of what is chosen, which adds up', async () => {
  const taxed = (number: number) => offered(number, { offer: anOffer({ id: `o-${number}`, hash: String(number).repeat(64), payout: 800_000, release: 169_386, cost: 27_000, tax: 3_614 }) })
  const user = open({ receivables: [taxed(1), taxed(2)], available: 1_600_000, owed: 574_515 })
  await chooseThem(user, 1, 2)
  expect(sum()).toBe('You receive nowYou owe us €5,745.15. We keep back up to €5,745.15 of this.€16,000.00You receive when your buyers pay€3,387.72What it costs€540.00Tax on the fees€72.28Total€20,000.00')
})

test('while payouts to the company wait, no sum of offers is said to be received now, and what was sold waits', async () => {
  const user = open()
  server.use(
    mock.get('/semi-private/payments', () => HttpResponse.json({ data: [], stops: ['account_changing'], next: null })),
    mock.post('/semi-private/receivables/accept', () => HttpResponse.json({ data: [{ id: 'r-1', receivable: offered(1, { status: 'accepted' }) }, { id: 'r-2', receivable: offered(2, { status: 'accepted' }) }] })),
  )
  expect(await screen.findByText('Payouts to your company wait')).toBeVisible()
  expect(screen.getByText('We’re checking your new bank account. What you sell now waits, too.')).toBeVisible()
  await chooseThem(user, 1, 2)
  expect(sum()).toMatch(/^We pay you once your payouts continueWe’re checking your new bank account\.€3,000\.00/)
  expect(screen.queryByText('You receive now')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Accept 2 offers' }))
  expect(await screen.findByText(/Your payout of €3,000\.00 waits: We’re checking your new bank account\./)).toBeVisible()
})

test('an offer that fits under no limit waits for nobody; one that does waits for who can accept it', async () => {
  const vera = { id: 'v', name: 'Vera Klein' }
  const others = { allowedActions: [], acceptors: [vera] }
  const cap: Schemas['CheckBody'] = { code: 'debtor_limit', outcome: 'cap', verified: false, figures: [], message: '', cure: 'await_room' }
  open({ receivables: [offered(1, others), offered(2, { ...others, checks: [cap] })] })
  expect(await screen.findByText('1 offer waits for Vera Klein')).toBeVisible()
  expect(screen.queryByText(/2 offers wait/)).toBeNull()
})

test('at first nothing is chosen, all can be at once, and what is chosen changes the sum', async () => {
  const user = open()
  expect(await screen.findByRole('button', { name: 'Choose offers to accept' })).toBeDisabled()
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(sum()).toContain('€6,000.00')
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-3' }))
  expect(sum()).toBe('You receive now€3,000.00You receive when your buyers pay€200.00What it costs€30.00')
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-3' }))
  expect(sum()).toContain('€6,000.00')
  expect(screen.getByText(/^The total is more than the €3,000\.00 available now\./)).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-2' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-3' }))
  expect(screen.getByRole('button', { name: 'Accept 1 offer' })).toBeEnabled()
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-1' }))
  expect(screen.getByRole('button', { name: 'Choose offers to accept' })).toBeDisabled()
})

test('exactly the offers that are seen are accepted, and each says what came of it', async () => {
  const user = open()
  const sent: unknown[] = []
  server.use(
    mock.post('/semi-private/receivables/accept', async ({ request }) => {
      sent.push(await request.json(), request.headers.get('idempotency-key'))
      return HttpResponse.json({ data: [
        { id: 'r-1', receivable: offered(1, { status: 'accepted', allowedActions: [] }), problem: null },
        { id: 'r-2', receivable: null, problem: { ...problem('limit_reached', 409), limit: { ceiling: 'debtor_limit', fits: null } } },
      ] })
    }),
  )
  await chooseThem(user, 1, 2)
  await user.click(screen.getByRole('button', { name: 'Accept 2 offers' }))
  expect(await screen.findByText('1 invoice sold')).toBeVisible()
  expect(screen.getByText(/^We pay you €1,000\.00\./)).toBeVisible()
  const failed = screen.getByText('1 invoice not sold').closest('[role=status]') as HTMLElement
  expect(within(failed).getByRole('listitem')).toHaveTextContent('RE-2: The invoice doesn’t fit under the limit for this buyer today.')
  expect(sent).toEqual([{ offers: [{ id: 'r-1', offerId: 'o-1', hash: '1'.repeat(64) }, { id: 'r-2', offerId: 'o-2', hash: '2'.repeat(64) }] }, expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

test('the cheapest way to an amount is chosen, and how good it is', async () => {
  const user = open()
  const asked: unknown[] = []
  const choice: Schemas['ChoiceBody'] = { currency: 'EUR', reached: true, payout: 300_000, cost: 3_000, unproven: 0, offers: [{ id: 'r-3', offerId: 'o-3', hash: '3'.repeat(64), payout: 300_000, cost: 3_000 }] }
  server.use(
    mock.post('/semi-private/receivables/quote', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ data: choice })
    }),
  )
  const need = await screen.findByLabelText('How much do you need?')
  await user.click(screen.getByRole('button', { name: 'Choose offers' }))
  expect(need).toHaveAccessibleDescription(/Enter an amount such as/)
  await user.type(need, '2,500')
  await user.click(screen.getByRole('button', { name: 'Choose offers' }))
  expect(await screen.findByText('They pay €3,000.00 at a cost of €30.00. No other choice costs less.')).toBeVisible()
  expect(asked).toEqual([{ amount: 250_000, currency: 'EUR' }])
  expect(address()).toBe('chosenEUR=r-3&needEUR=2%2C500.00')
  expect(screen.getByRole('checkbox', { name: 'Select RE-3' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Select RE-1' })).not.toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-1' }))
  expect(screen.queryByText(/No other choice costs less/)).toBeNull()
})

test('what was asked for and chosen is there again after coming back', async () => {
  open({ path: '/invoices/get-paid?chosenEUR=r-3,r-9&needEUR=2%2C500' })
  expect(await screen.findByLabelText('How much do you need?')).toHaveValue('2,500')
  expect(screen.getByRole('checkbox', { name: 'Select RE-3' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Accept 1 offer' })).toBeEnabled()
})

test('once they are sold, nothing says any more that they are chosen', async () => {
  const user = open()
  server.use(
    mock.post('/semi-private/receivables/quote', () => HttpResponse.json({ data: { currency: 'EUR', reached: true, payout: 300_000, cost: 3_000, unproven: 0, offers: [{ id: 'r-3', offerId: 'o-3', hash: '3'.repeat(64), payout: 300_000, cost: 3_000 }] } })),
    mock.post('/semi-private/receivables/accept', () => HttpResponse.json({ data: [{ id: 'r-3', receivable: offered(3, { status: 'accepted', allowedActions: [] }), problem: null }] })),
  )
  await user.type(await screen.findByLabelText('How much do you need?'), '2500')
  await user.click(screen.getByRole('button', { name: 'Choose offers' }))
  expect(await screen.findByText('1 offer chosen')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept 1 offer' }))
  expect(await screen.findByText('1 invoice sold')).toBeVisible()
  expect(screen.queryByText('1 offer chosen')).toBeNull()
  expect(address()).toBe('')
})

test('what cannot be reached says how far it goes, until another amount is typed', async () => {
  const user = open()
  server.use(mock.post('/semi-private/receivables/quote', () => HttpResponse.json({ data: { currency: 'EUR', reached: false, payout: 600_000, cost: 6_000, unproven: 0, offers: [] } })))
  await user.type(await screen.findByLabelText('How much do you need?'), '40000')
  await user.click(screen.getByRole('button', { name: 'Choose offers' }))
  expect(await screen.findByText('You can’t get that much today')).toBeVisible()
  expect(screen.getByText(/^The most your offers and limits allow is €6,000\.00/)).toBeVisible()
  await user.type(screen.getByLabelText('How much do you need?'), 'x')
  expect(screen.queryByText('You can’t get that much today')).toBeNull()
})

test('offers one may not accept are not among them; without any, that is said', async () => {
  open({ receivables: [offered(1, { allowedActions: [] })] })
  expect(await screen.findByText('No offers for you to accept')).toBeVisible()
})

test('a failure can be tried again', async () => {
  const user = open()
  let asked = 0
  server.use(mock.get('/semi-private/receivables', () => { asked += 1; return HttpResponse.json(problem('internal', 500), { status: 500 }) }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => {
    expect(asked).toBe(2)
  })
})

test('what is available in a buyer’s programme counts besides what the company has itself', async () => {
  const user = open({ receivables: [offered(1, { kind: 'reverse_factoring' }), offered(2, { kind: 'reverse_factoring' }), offered(3)], available: 0, programmes: [aProgrammeAvailability()] })
  await chooseThem(user, 1, 2, 3)
  expect(screen.getByText(/^The total is more than the €3,000\.00 available now\./)).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-3' }))
  expect(screen.queryByText(/^The total is more/)).toBeNull()
})

test('where all is paid at once, nothing is said of what comes later', async () => {
  const user = open({ receivables: [offered(1, { kind: 'reverse_factoring', offer: anOffer({ payout: 100_000, release: 0 }) })], programmes: [aProgrammeAvailability()] })
  await chooseThem(user, 1)
  expect(sum()).toMatch(/^You receive now€1,000\.00What it costs/)
  expect(screen.queryByRole('columnheader', { name: 'When your buyer pays' })).toBeNull()
})

test('offers that wait for a colleague are theirs by name, and are not called none', async () => {
  const members = (['u-2', 'u-3'] as const).map((id) => ({ id, name: id === 'u-2' ? 'Paul Berg' : 'Ada Brandt', email: `${id}@example.com`, role: 'approver', rights: ['accept_offers'], since: '2026-06-15T12:00:00Z', isYou: false, allowedActions: [] }) satisfies Schemas['MemberBody'])
  server.use(mock.get('/semi-private/members', () => HttpResponse.json({ data: members })))
  const others = { allowedActions: [], acceptors: [{ id: 'u-2', name: 'Paul Berg' }] }
  const user = open({ receivables: [offered(1, others), offered(2, { ...others, takesColleague: true })] })
  expect(user).toBeDefined()
  expect(await screen.findByText('2 offers wait for Paul Berg')).toBeVisible()
  expect(screen.queryByText('No offers for you to accept')).toBeNull()
  expect(screen.queryByText(/Ada Brandt/)).toBeNull()
})

test('where nobody else can accept them it says what it takes; where there are none, that there are none', async () => {
  open({ receivables: [offered(1, { allowedActions: [], acceptors: [], takesColleague: true })] })
  expect(await screen.findByText('1 offer waits for a second approver')).toBeVisible()
  expect(screen.queryByText('No offers for you to accept')).toBeNull()
})

test('a suspended facility is told of where offers would be', async () => {
  open({ receivables: [] })
  server.use(mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [aFacility({ status: 'suspended', takesNew: false })] })))
  expect(await screen.findByText('Factoring · EUR: Suspended')).toBeVisible()
})

test('where an amount and its button do not fit beside each other, the button goes below', async () => {
  open()
  const row = (await screen.findByLabelText('How much do you need?')).closest('form')?.querySelector('button[type="submit"]')?.parentElement
  expect(row).toHaveStyle({ flexWrap: 'wrap' })
  expect(row?.firstElementChild).toHaveStyle({ flexBasis: '12rem' })
})
