import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { problem } from '@/testing/data'
import { aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { EarlyPayment } from './early-payment'

const server = serve()

const aPlace = (changes: Partial<Schemas['SupplierPlaceBody']> = {}): Schemas['SupplierPlaceBody'] => ({ id: 's-1', version: 2, buyerName: 'Nordwind AG', enrolment: 'enrolled', automatic: 'off', since: '2027-01-02T12:00:00Z', ...changes })

/** The section in a company in these programmes; answers what previews were asked for. */
function open(places: Schemas['SupplierPlaceBody'][], who = aSeller()) {
  const asked: string[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/supplier-programmes', () => HttpResponse.json({ data: places })),
    mock.get('/semi-private/supplier-programmes/{id}/automatic', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: [{ currency: 'EUR', payables: 3, face: 3_000_000, cost: 12_000, payout: 2_988_000 }] })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<EarlyPayment isApproved />, '/company')
  return { asked, user: userEvent.setup() }
}

test('each programme says what is paid early by itself; one that was left is not shown', async () => {
  open([aPlace(), aPlace({ id: 's-2', buyerName: 'Südwerk', automatic: 'above', automaticAbove: { amount: 500_000, currency: 'EUR' } }), aPlace({ id: 's-3', buyerName: 'Gone', enrolment: 'left' })])
  const rows = within(await screen.findByRole('list', { name: 'Automatic early payment' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/^Nordwind AGOff/), expect.stringMatching(/^SüdwerkAutomatic from €5,000\.00/)])
})

test('before it counts it says what it would have cost, and then what was chosen is saved', async () => {
  const { asked, user } = open([aPlace()])
  let sent: unknown
  server.use(
    mock.put('/semi-private/supplier-programmes/{id}/automatic', async ({ request, params }) => {
      sent = [params.id, await request.json(), request.headers.has('idempotency-key')]
      return HttpResponse.json({ data: aPlace({ automatic: 'above' }) })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Change automatic payment by Nordwind AG' }))
  expect(screen.getByText('You decide on each invoice yourself.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Every invoice' }))
  expect(await screen.findByText('In the last 30 days: 3 invoices of €30,000.00 in all. It would have cost €120.00, and you would have received €29,880.00.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'From an amount' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText('From this amount')).toHaveAccessibleDescription(/Enter an amount such as/)
  await user.type(screen.getByLabelText('From this amount'), '5000')
  await expect.poll(() => asked.at(-1)).toBe('?mode=above&above=500000&currency=EUR')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Automatic early payment saved')).toBeInTheDocument()
  expect(sent).toEqual(['s-1', { version: 2, mode: 'above', above: { amount: 500_000, currency: 'EUR' } }, true])
})

test('leaving asks first, and says why it is not possible', async () => {
  const { user } = open([aPlace()])
  server.use(mock.post('/semi-private/supplier-programmes/{id}/leave', () => HttpResponse.json(problem('stale_version', 412), { status: 412 })))
  await user.click(await screen.findByRole('button', { name: 'Leave the programme of Nordwind AG' }))
  await user.click(screen.getByRole('button', { name: 'Leave programme' }))
  expect(await screen.findByText('This has changed in the meantime. Check it and try again.')).toBeVisible()
})

test('who may not accept offers changes nothing', async () => {
  open([aPlace()], aSeller([], 'viewer'))
  expect(await screen.findByText('Nordwind AG')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
