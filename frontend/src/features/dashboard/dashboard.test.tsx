import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Application } from '@/entities/application/api'
import { anApplication, me } from '@/testing/data'
import type { Schemas } from '@/api/client'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import Dashboard from './dashboard'

const server = serve()

/** The dashboard of somebody at a status, whether or not a type of ours knows it. */
function show(sent: unknown, more: Partial<Application> = {}, buyers: Schemas['BuyerBody'][] = []) {
  const status = sent as Schemas['OnboardingBody']['status']
  const { data } = me()
  const moment = '2026-06-15T12:00:00Z'
  const history = [{ at: moment, by: 'operator', from: 2 as const, to: status, reasons: [], note: null }]
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json({ data: { ...data, userDetails: { ...data.userDetails, onboarding_status: status } } })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: buyers })),
    mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/availability', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/receivables', () => HttpResponse.json({ data: [], next: null })),
    mock.get('/semi-private/payments', () => HttpResponse.json({ data: [], next: null })),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: { ...anApplication(), status, history, ...more } })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Dashboard />, '/dashboard')
}

test('a status this version does not know sends nobody to the form', async () => {
  show(99)
  expect(await screen.findByRole('heading', { name: 'Your application' })).toBeVisible()
  expect(screen.getByText('We can’t show your application’s status in this version. Reload the page.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'History' }))
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Unknown status')
  expect(screen.queryByRole('link', { name: 'Fill in the form' })).toBeNull()
})

test('what stands there is of one moment: the next step comes with what was asked for', async () => {
  show(4, { status: 1, history: [] })
  expect(await screen.findByRole('heading', { name: 'Documents verification pending' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Provide documents' })).toBeNull()
})

test('a missing status leads to the form', async () => {
  show(null)
  expect(await screen.findByRole('heading', { name: 'Onboarding not yet completed' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Fill in the form' })).toBeVisible()
})

const aBuyer = (id: string, status: Schemas['BuyerStatus']): Schemas['BuyerBody'] => ({
  id,
  legalName: id,
  country: 'DE',
  registrationNumber: 'HRB 1',
  contactName: 'Bo Berg',
  contactEmail: 'bo@example.com',
  expectedYearlyVolume: { amount: 100, currency: 'EUR' },
  paymentTermsDays: 30,
  status,
  createdAt: '2026-06-15T12:00:00Z',
})

test('the buyers stand there in short, with the way to all of them', async () => {
  show(2, { allowedActions: ['add_buyers'] }, [aBuyer('b-1', 'pending'), aBuyer('b-2', 'approved'), aBuyer('b-3', 'pending')])
  expect(await screen.findByText('3 buyers · 2 pending approval')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Manage buyers' })).toHaveAttribute('href', '/buyers')
})

test('while the form is open, its step for buyers is the place for them', async () => {
  show(0, { allowedActions: ['edit_form', 'add_buyers'] })
  expect(await screen.findByRole('heading', { name: 'Onboarding not yet completed' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Buyers' })).toBeNull()
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

test('beside what the status says, it is said what is still missing', async () => {
  const asked = (field: string) => ({ field, message: 'Missing.', code: 'missing' as const, params: {} })
  show(0, { allowedActions: ['edit_form', 'submit'], missing: [asked('buyers'), ...['bank_statement', 'annual_accounts', 'identity'].map((kind) => asked(`documents.${kind}`))] })
  expect(await screen.findByText('Still missing: 1 buyer, 3 documents.')).toBeVisible()
})

test('what is kept on this device and not saved counts as left here too', async () => {
  localStorage.setItem(`onboardingDraft:${me().data.userDetails.id}:tab`, JSON.stringify({ open: ['company.website'], refused: { 'company.website': 'Enter a web address.' } }))
  show(0, { allowedActions: ['edit_form', 'submit'] })
  expect(await screen.findByText('1 item left')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Check and submit' })).toBeNull()
  expect(screen.getByRole('navigation', { name: 'Joining' })).toHaveTextContent('Account: done')
})

test.each([
  [false, false, 'Verify your phone and e-mail address to start your application.'],
  [false, true, 'Verify your phone to start your application.'],
  [true, false, 'Confirm your e-mail address to start your application.'],
])('phone verified: %s, e-mail address confirmed: %s; only what is left is asked for', async (phoneVerified, emailVerified, sentence) => {
  server.use(mock.get('/semi-private/user', () => HttpResponse.json(me({ phoneVerified, emailVerified }))))
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Dashboard />, '/dashboard')
  expect(await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent.endsWith(sentence))).toBeVisible()
})
