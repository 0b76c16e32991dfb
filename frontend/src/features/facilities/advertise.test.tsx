import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { anOperator, problem } from '@/testing/data'
import { anOffer, someTerms } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import AdvertisePage from './advertise-page'

const server = serve()

/** The screen on which terms are advertised; answers what was sent. */
function show(path: string, roles: Schemas['OperatorRole'][] = ['credit']) {
  const sent: Schemas['TermsBody'][] = []
  server.use(
    mock.get('/operator/operators', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/terms/advertised', () => HttpResponse.json({ data: [someTerms] })),
    mock.get('/operator/clock', () => HttpResponse.json({ data: { now: '2027-01-04T10:00:00Z', movable: false } })),
    mock.post('/operator/quote', () => HttpResponse.json({ data: { offer: anOffer() } })),
    mock.put('/operator/terms/advertised', async ({ request }) => {
      sent.push((await request.json()).terms)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { client } = renderScreen(<AdvertisePage />, path)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
  return { sent, user: userEvent.setup() }
}

test('terms of a product and currency begin as they are, say what was, and count at once', async () => {
  const { sent, user } = show('/settings/terms?kind=factoring&currency=EUR')
  const rate = await screen.findByLabelText(/^Discount/)
  expect(rate).toHaveValue('12')
  expect(screen.queryByLabelText('Product')).toBeNull()
  await user.clear(rate)
  await user.type(rate, '11')
  await waitFor(() => { expect(rate).toHaveAccessibleDescription('Until now: 12% a year') })
  expect(screen.getByText('Takes effect at once. Visitors see it.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Advertise terms' }))
  expect(await screen.findByText('Terms advertised')).toBeInTheDocument()
  expect(sent).toEqual([expect.objectContaining({ kind: 'factoring', currency: 'EUR', discountRate: 1_100 })])
})

test('others name their product and currency, and what is refused stands at its field', async () => {
  const { user } = show('/settings/terms')
  expect(await screen.findByLabelText('Product')).toHaveValue('factoring')
  expect(screen.getByText('What is advertised already for the same product and currency is replaced.')).toBeVisible()
  server.use(mock.put('/operator/terms/advertised', () => HttpResponse.json(problem('invalid_input', 422, { 'terms.advanceRate': 'percentage_out_of_range' }), { status: 422 })))
  await user.click(screen.getByRole('button', { name: 'Advertise terms' }))
  await waitFor(() => { expect(screen.getByLabelText(/^Advance rate/)).toBeInvalid() })
})

test('who may not change terms learns who can', async () => {
  show('/settings/terms', ['auditor'])
  expect(await screen.findByRole('heading', { name: 'Your roles don’t include this' })).toBeVisible()
})
