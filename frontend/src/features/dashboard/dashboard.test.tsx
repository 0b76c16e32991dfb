import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Application } from '@/entities/application/api'
import { anApplication, me } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { aToken, API, serve } from '@/testing/server'
import Dashboard from './dashboard'

const server = serve()

/** The dashboard of somebody at a status, whether or not a type of ours knows it. */
function show(status: unknown, more: Partial<Application> = {}) {
  const { data } = me()
  const moment = '2026-06-15T12:00:00Z'
  const history = [{ at: moment, by: 'operator', from: 2, to: status, reasons: [], note: null }]
  server.use(
    http.get(`${API}/semi-private/user`, () => HttpResponse.json({ data: { ...data, userDetails: { ...data.userDetails, onboarding_status: status } } })),
    http.get(`${API}/semi-private/onboarding`, () => HttpResponse.json({ data: { ...anApplication(), status, history, ...more } })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Dashboard buyers={null} />, '/dashboard')
}

test('a status this version does not know sends nobody to the form', async () => {
  show(99)
  expect(await screen.findByRole('heading', { name: 'Your application' })).toBeVisible()
  expect(screen.getByText('We can’t show your application’s status in this version. Reload the page.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'History' }))
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Unknown status')
  expect(screen.queryByRole('link', { name: 'Fill in the form' })).toBeNull()
})

test('a missing status leads to the form', async () => {
  show(null)
  expect(await screen.findByRole('heading', { name: 'Onboarding not yet completed' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Fill in the form' })).toBeVisible()
})

test('being approved has its moment, once on this device', async () => {
  show(2)
  expect(await screen.findByRole('heading', { name: 'Onboarding approved' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }))
  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull()
  cleanup()
  show(2)
  expect(await screen.findByRole('heading', { name: 'Onboarding approved' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull()
})

test('documents that were asked for are listed with their reasons', async () => {
  const missing = [{ field: 'documents.bank_statement', message: 'Upload the last bank statement again: page 2 is missing', code: 'document_requested' as const, params: {} }]
  show(4, { missing })
  const list = await screen.findByRole('list', { name: 'Requested documents' })
  expect(list).toHaveTextContent('Last bank statement')
  expect(list).toHaveTextContent('page 2 is missing')
  expect(screen.getByRole('link', { name: 'Provide documents' })).toBeVisible()
})

test('what is kept on this device and not saved counts as left here too', async () => {
  localStorage.setItem(`onboardingDraft:${me().data.userDetails.id}:tab`, JSON.stringify({ open: ['company.website'], refused: { 'company.website': 'Enter a web address.' } }))
  show(0, { allowedActions: ['edit_form', 'submit'] })
  expect(await screen.findByText('1 item left')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Check and submit' })).toBeNull()
  expect(screen.getByRole('navigation', { name: 'Joining' })).toHaveTextContent('Account: done')
})
