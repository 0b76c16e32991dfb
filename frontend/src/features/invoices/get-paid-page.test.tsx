import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { problem } from '@/testing/data'
import { anAvailability, aProgrammeAvailability, anOffer, aReceivable, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import GetPaidPage from './get-paid-page'

const server = serve()

const offered = (number: number, changes: Partial<Schemas['ReceivableBody']> = {}) =>
  aReceivable({ id: `r-${number}`, invoiceNumber: `RE-${number}`, status: 'offered', allowedActions: ['accept'], offer: anOffer({ id: `o-${number}`, hash: String(number).repeat(64), payout: number * 100_000, release: 10_000, cost: number * 1_000 }), ...changes })

interface Scene {
  receivables?: Schemas['ReceivableBody'][]
  fitting?: string[]
  available?: number
  programmes?: Schemas['AvailabilityBody'][]
}

function open({ receivables = [offered(1), offered(2), offered(3)], fitting = ['r-1', 'r-2'], available = 300_000, programmes = [] }: Scene = {}) {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(aSeller())),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/availability', () => HttpResponse.json({ data: [anAvailability({ fitting, available }), ...programmes] })),
    mock.get('/semi-private/receivables', () => HttpResponse.json({ data: receivables, next: null })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<GetPaidPage />, '/invoices/get-paid')
  return userEvent.setup()
}

const sum = () => screen.getByLabelText('What you accept').textContent

test('at first all that fits together is chosen, with its sum; what is chosen changes the sum', async () => {
  const user = open()
  expect(await screen.findByRole('checkbox', { name: 'Select RE-1' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Select RE-3' })).not.toBeChecked()
  expect(sum()).toBe('You receive now€3,000.00You receive when your buyers pay€200.00What it costs€30.00')
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-3' }))
  expect(sum()).toContain('€6,000.00')
  expect(screen.getByText(/^Together these are more than the €3,000\.00 available now\./)).toBeVisible()
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
  await user.click(await screen.findByRole('button', { name: 'Accept 2 offers' }))
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
  const need = await screen.findByLabelText('How much do you need? (EUR)')
  await user.click(screen.getByRole('button', { name: 'Choose offers' }))
  expect(need).toHaveAccessibleDescription(/Enter an amount such as/)
  await user.type(need, '2,500')
  await user.click(screen.getByRole('button', { name: 'Choose offers' }))
  expect(await screen.findByText('They pay €3,000.00 at a cost of €30.00. No other choice costs less.')).toBeVisible()
  expect(asked).toEqual([{ amount: 250_000, currency: 'EUR' }])
  expect(screen.getByRole('checkbox', { name: 'Select RE-3' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Select RE-1' })).not.toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-1' }))
  expect(screen.queryByText(/No other choice costs less/)).toBeNull()
})

test('what cannot be reached says how far it goes', async () => {
  const user = open()
  server.use(mock.post('/semi-private/receivables/quote', () => HttpResponse.json({ data: { currency: 'EUR', reached: false, payout: 600_000, cost: 6_000, unproven: 0, offers: [] } })))
  await user.type(await screen.findByLabelText('How much do you need? (EUR)'), '40000')
  await user.click(screen.getByRole('button', { name: 'Choose offers' }))
  expect(await screen.findByText('You can’t get that much today')).toBeVisible()
  expect(screen.getByText(/^The most your offers and limits allow is €6,000\.00/)).toBeVisible()
})

test('offers one may not accept are not among them; without any, that is said', async () => {
  open({ receivables: [offered(1, { allowedActions: [] })], fitting: ['r-1'] })
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
  const user = open({ receivables: [offered(1, { kind: 'reverse_factoring' }), offered(2, { kind: 'reverse_factoring' }), offered(3)], fitting: ['r-3'], available: 0, programmes: [aProgrammeAvailability()] })
  for (const number of [1, 2, 3]) expect(await screen.findByRole('checkbox', { name: `Select RE-${number}` })).toBeChecked()
  expect(screen.getByText(/^Together these are more than the €3,000\.00 available now\./)).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select RE-3' }))
  expect(screen.queryByText(/^Together these are more/)).toBeNull()
})

test('where all is paid at once, nothing is said of what comes later', async () => {
  open({ receivables: [offered(1, { kind: 'reverse_factoring', offer: anOffer({ payout: 100_000, release: 0 }) })], programmes: [aProgrammeAvailability()] })
  expect(await screen.findByRole('checkbox', { name: 'Select RE-1' })).toBeChecked()
  expect(sum()).toMatch(/^You receive now€1,000\.00What it costs/)
  expect(screen.queryByRole('columnheader', { name: 'When your buyer pays' })).toBeNull()
})
