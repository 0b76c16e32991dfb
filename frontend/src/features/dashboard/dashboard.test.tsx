import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { anApplication, me } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { aToken, API, serve } from '@/testing/server'
import Dashboard from './dashboard'

const server = serve()

/** The dashboard of somebody at a status, whether or not a type of ours knows it. */
function show(status: unknown) {
  const { data } = me()
  const moment = '2026-06-15T12:00:00Z'
  const history = [{ at: moment, by: 'operator', from: 2, to: status, reasons: [], note: null }]
  server.use(
    http.get(`${API}/semi-private/user`, () => HttpResponse.json({ data: { ...data, userDetails: { ...data.userDetails, onboarding_status: status } } })),
    http.get(`${API}/semi-private/onboarding`, () => HttpResponse.json({ data: { ...anApplication(), status, history } })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Dashboard buyers={null} />, '/dashboard')
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
