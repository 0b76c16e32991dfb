import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { anApplication } from '@/testing/data'
import { aFacility, aPayer, aProgramme, aProgrammeAvailability, aReceivable, anOffer, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import Dashboard from './dashboard'

const server = serve()

/** Home of an approved company that lets its suppliers be paid early, or is paid early. */
function open(programmes: Schemas['ProgrammeBody'][], who = aPayer(), facilities: Schemas['FacilityBody'][] = [], receivables: Schemas['ReceivableBody'][] = [], available: Schemas['AvailabilityBody'][] = []) {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ status: 2 }) })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/facilities', () => HttpResponse.json({ data: facilities })),
    mock.get('/semi-private/availability', () => HttpResponse.json({ data: available })),
    mock.get('/semi-private/coming', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/payments', () => HttpResponse.json({ data: [], next: null })),
    mock.get('/semi-private/receivables', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status') ?? ''
      return HttpResponse.json({ data: receivables.filter((one) => status.split(',').includes(one.status)), next: null })
    }),
    mock.get('/semi-private/programmes', () => HttpResponse.json({ data: programmes })),
  )
  localStorage.setItem('accessToken', aToken())
  localStorage.setItem(`welcomed:${who.data.userDetails.id}`, 'yes')
  renderScreen(<Dashboard />, '/dashboard')
}

test('a programme says what is free, used, due and taken up', async () => {
  open([aProgramme({ drafts: 300_000, overdue: 50_000 })])
  const section = (await screen.findByRole('heading', { name: 'Supplier programme · EUR' })).closest('section') as HTMLElement
  expect(section).toHaveTextContent('Free€750,000.00Used€250,000.00of €1,000,000.00')
  expect(section).toHaveTextContent('Paid early, last 90 days25%of €40,000.00 approvedTo approve€3,000.00See drafts')
  expect(within(section).getByRole('progressbar', { name: 'Used' })).toHaveAttribute('aria-valuenow', '25')
  expect(within(section).getByRole('link', { name: 'Approve payables' })).toHaveAttribute('href', '/payables?status=draft')
  expect(section).toHaveTextContent('€500.00 is overdue.')
  expect(section).toHaveTextContent('Another €2,000.00 is due later.')
  expect(within(section).getByRole('figure', { name: 'Due by week, EUR' })).toBeVisible()
  expect(screen.queryByText('Available now')).toBeNull()
})

test('weeks in which nothing is due are not drawn', async () => {
  open([aProgramme({ weeks: [{ from: '2027-01-04', to: '2027-01-10', toHouse: 0, toSuppliers: 0 }], later: 0 })])
  expect(await screen.findByText('Nothing is due in the next eight weeks.')).toBeVisible()
  expect(screen.queryByRole('figure')).toBeNull()
})

test('without a programme it says what will be here, and terms lead to their screen', async () => {
  open([], aPayer(), [aFacility({ kind: 'reverse_factoring', allowedActions: ['accept_terms'] })])
  expect(await screen.findByText(/^You have no programme yet/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Read our terms for your supplier programme' })).toHaveAttribute('href', '/facility')
})

test('who only supplies sees offers and what comes, and no facility', async () => {
  const { data } = aSeller()
  const who = { data: { ...data, companyDetails: { ...data.companyDetails, wants: ['supplier' as const] } } }
  open([], who, [], [aReceivable({ kind: 'reverse_factoring', status: 'offered', offer: anOffer(), allowedActions: ['accept'] })])
  expect(await screen.findByRole('link', { name: 'Offer for RE-100 · Nordwind AG' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Money coming by week' })).toBeVisible()
  expect(screen.queryByText('Available now')).toBeNull()
  expect(screen.queryByRole('link', { name: 'New invoice' })).toBeNull()
})

test('who only supplies sees what is available in each programme, and the way to several offers', async () => {
  const { data } = aSeller()
  open([], { data: { ...data, companyDetails: { ...data.companyDetails, wants: ['supplier' as const] } } }, [], [], [aProgrammeAvailability()])
  const section = (await screen.findByRole('heading', { name: 'Available now' })).closest('section') as HTMLElement
  expect(section).toHaveTextContent('EUR, programme of Solarwerk AG€3,000.00')
  expect(within(section).getByRole('link', { name: 'Accept several offers' })).toHaveAttribute('href', '/invoices/get-paid')
  expect(screen.queryByText('Funds in use')).toBeNull()
})

test('a programme that is suspended promises nothing: neither in its figures nor in what comes next', async () => {
  open([aProgramme({ status: 'suspended', free: 0, drafts: 300_000 })], aPayer(), [aFacility({ id: 'f-2', kind: 'reverse_factoring', status: 'suspended', takesNew: false })])
  const section = (await screen.findByRole('heading', { name: 'Supplier programme · EUR' })).closest('section') as HTMLElement
  expect(section).toHaveTextContent('Free€0.00Only an active programme has something free.')
  expect(section).toHaveTextContent('Due by week')
  expect(screen.getByText('Reverse factoring · EUR: Suspended')).toBeVisible()
  expect(screen.getAllByText('We pay nothing new early at the moment. What was paid early runs on.')).toHaveLength(2)
  expect(screen.queryByText(/^Next: invite/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Approve payables' })).toBeNull()
})

test('of a programme that is closed it isn’t said that there is none yet', async () => {
  open([], aPayer(), [aFacility({ kind: 'reverse_factoring', status: 'closed', takesNew: false })])
  expect(await screen.findByText('Reverse factoring · EUR: Closed')).toBeVisible()
  expect(screen.queryByText(/You have no programme yet/)).toBeNull()
})

test('who only supplies reads that the programme of a customer takes nothing, not how to be paid early', async () => {
  const { data } = aSeller()
  const stopped: Schemas['CheckBody'] = { code: 'facility_active', outcome: 'block', verified: false, message: '', figures: [], cure: 'await_facility' }
  open([], { data: { ...data, companyDetails: { ...data.companyDetails, wants: ['supplier' as const] } } }, [], [aReceivable({ kind: 'reverse_factoring', status: 'submitted', debtorName: 'Bergmann SE', checks: [stopped] })])
  expect(await screen.findByText('We pay no invoices of Bergmann SE early at the moment.')).toBeVisible()
  expect(screen.queryByText(/^Next: once your customer/)).toBeNull()
})
