import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { anApplication, me } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { aToken, API, serve } from '@/testing/server'
import Dashboard from './dashboard'

const server = serve()

/** The dashboard of somebody at a status, whether or not a type of ours knows it. */
function show(status: unknown, buyers: unknown[] = [], allowedActions: string[] = []) {
  const { data } = me()
  const moment = '2026-06-15T12:00:00Z'
  const history = [{ at: moment, by: 'operator', from: 2, to: status, reasons: [], note: null }]
  server.use(
    http.get(`${API}/semi-private/user`, () => HttpResponse.json({ data: { ...data, userDetails: { ...data.userDetails, onboarding_status: status } } })),
    http.get(`${API}/semi-private/buyers`, () => HttpResponse.json({ data: buyers })),
    http.get(`${API}/semi-private/onboarding`, () => HttpResponse.json({ data: { ...anApplication(), status, history, allowedActions } })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Dashboard />, '/dashboard')
}

test('a status this version does not know sends nobody to the form', async () => {
  show(99)
  expect(await screen.findByRole('heading', { name: 'Your application' })).toBeVisible()
  expect(screen.getByText('We can’t show your application’s status in this version. Reload the page.')).toBeVisible()
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Unknown status')
  expect(screen.queryByRole('link', { name: 'Fill in the form' })).toBeNull()
})

test('a missing status leads to the form', async () => {
  show(null)
  expect(await screen.findByRole('heading', { name: 'Onboarding not yet completed' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Fill in the form' })).toBeVisible()
})

test('the buyers stand there in short, with the way to all of them', async () => {
  show(2, [{ id: 'b-1', status: 'pending' }, { id: 'b-2', status: 'approved' }, { id: 'b-3', status: 'pending' }], ['add_buyers'])
  expect(await screen.findByText('3 buyers · 2 pending approval')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Manage buyers' })).toHaveAttribute('href', '/buyers')
})

test('while the form is open, its step for buyers is the place for them', async () => {
  show(0, [], ['edit_form', 'add_buyers'])
  expect(await screen.findByRole('heading', { name: 'Onboarding not yet completed' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Buyers' })).toBeNull()
})
