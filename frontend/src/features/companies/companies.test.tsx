import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator, me, problem } from '@/testing/data'
import { aFacility, anExamined, aPayout } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import CompaniesPage from './companies-page'
import CompanyPage from './company-page'

const server = serve()

function show(page: ReactNode, route: string, path: string, roles: Schemas['OperatorRole'][] = ['credit']) {
  const { client } = renderScreen(<Route path={route}>{page}</Route>, path)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
}

const entry: Schemas['QueueEntryBody'] = {
  id: 'app-1',
  companyId: 'c-1',
  status: 2,
  version: 1,
  companyName: 'Mühle Brandt GmbH',
  registrationNumber: 'HRB 1',
  country: 'DE',
  applicant: me().data.userDetails,
  pendingBuyers: 0,
  submissions: 1,
  wants: ['seller'],
  waitingSince: '2026-06-15T12:00:00Z',
}

function listed(rows: Schemas['QueueEntryBody'][], path = '/companies', next?: string) {
  const asked: string[] = []
  server.use(
    mock.get('/operator/applications', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: { applications: rows, counts: [], tooMany: false, ...(next ? { next } : {}) } })
    }),
  )
  show(<CompaniesPage />, '/companies', path)
  return asked
}

test('approved companies are listed by name, each with the way to all that there is of it', async () => {
  const asked = listed([entry], '/companies', 'page-2')
  const [, row] = within(await screen.findByRole('table', { name: 'Companies' })).getAllByRole('row')
  expect(row).toHaveTextContent('Mühle Brandt GmbHHRB 1GermanyFactoringOnboarding approved')
  expect(screen.getByRole('link', { name: 'Mühle Brandt GmbH' })).toHaveAttribute('href', '/companies/c-1')
  expect(asked).toEqual(['?status=2&sort=company'])
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/companies?status=approved&cursor=page-2')
})

test('words look through all of them', async () => {
  const asked = listed([])
  await screen.findByText('No companies with this status.')
  await userEvent.type(screen.getByRole('searchbox'), 'nord{Enter}')
  expect(await screen.findByText('No companies match your search.')).toBeVisible()
  expect(asked.at(-1)).toBe('?search=nord&sort=company')
})

const company: Schemas['CompanyFileBody'] = {
  id: 'c-1',
  name: 'Mühle Brandt GmbH',
  application: { id: 'app-1', status: 2 },
  members: [{ id: 'u-1', name: 'Ada Brandt', email: 'ada@example.com', role: 'owner', since: '2026-06-15T12:00:00Z' }],
}

function one(path: string, roles: Schemas['OperatorRole'][] = ['credit'], of = company) {
  const asked: string[] = []
  const note = ({ request }: { request: Request }) => asked.push(new URL(request.url).search)
  server.use(
    mock.get('/operator/companies/{id}', () => HttpResponse.json({ data: of })),
    mock.get('/operator/facilities', (call) => {
      note(call)
      return HttpResponse.json({ data: [aFacility()] })
    }),
    mock.get('/operator/receivables', (call) => {
      note(call)
      return HttpResponse.json({ data: [anExamined()] })
    }),
    mock.get('/operator/payouts', (call) => {
      note(call)
      return HttpResponse.json({ data: [aPayout()] })
    }),
  )
  show(<CompanyPage />, '/companies/:id', path, roles)
  return asked
}

test('a company begins with its application', async () => {
  one('/companies/c-1')
  expect(await screen.findByRole('heading', { name: 'Mühle Brandt GmbH' })).toBeVisible()
  expect(screen.getByText('Onboarding approved')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open application' })).toHaveAttribute('href', '/review/app-1')
  expect(screen.queryByText(/payee check/)).toBeNull()
})

test('what a bank found out last of whose account it is paid to is told with its day and the bank’s words', async () => {
  one('/companies/c-1', ['credit'], { ...company, payeeCheck: { payeeCheck: 'close_match', reason: 'Muehle Brandt', at: '2027-01-05T12:00:00Z' } })
  expect(await screen.findByText('Payee’s name nearly matches the account')).toBeVisible()
  expect(screen.getByText('Bank’s payee check on Jan 5, 2027')).toBeVisible()
  expect(screen.getByText('Muehle Brandt')).toBeVisible()
})

test.each([
  ['facilities', 'Facilities', '/facilities/f-1', '?companyId=c-1'],
  ['receivables', 'Receivables', '/receivables/r-1', '?totals=true&companyId=c-1'],
  ['payouts', 'Payouts', '/receivables/r-1', '?companyId=c-1'],
])('its %s are listed, and lead on', async (view, label, to, query) => {
  const asked = one(`/companies/c-1?show=${view}`)
  const table = within(await screen.findByRole('table', { name: label }))
  expect(table.getAllByRole('link')[0]).toHaveAttribute('href', to)
  expect(asked).toEqual([query])
  expect(screen.getByRole('link', { name: label, current: 'page' })).toHaveAttribute('href', `/companies/c-1?show=${view}`)
})

test('an overdue or disputed receivable says so, and a payout names its invoice', async () => {
  one('/companies/c-1?show=receivables')
  server.use(mock.get('/operator/receivables', () => HttpResponse.json({ data: [anExamined({ status: 'funded', overdue: true, dispute: { reason: 'defective', amount: 1_000, since: '2027-02-20T12:00:00Z' } })] })))
  const receivables = await screen.findByRole('table', { name: 'Receivables' })
  expect(within(receivables).getByText('Overdue')).toBeVisible()
  expect(within(receivables).getByText('Disputed')).toBeVisible()
  cleanup()
  one('/companies/c-1?show=payouts')
  server.use(mock.get('/operator/payouts', () => HttpResponse.json({ data: [aPayout({ invoiceNumber: 'BM-1' })] })))
  const payouts = await screen.findByRole('table', { name: 'Payouts' })
  expect(within(payouts).getAllByRole('row')[1]).toHaveTextContent('BM-1AdvanceJan 4, 2027')
})

test('its team is told with their roles', async () => {
  one('/companies/c-1?show=team')
  const [, row] = within(await screen.findByRole('table', { name: 'Team' })).getAllByRole('row')
  expect(row).toHaveTextContent(/Ada Brandtada@example.comOwner/)
})

test('whoever does not see payments has no place for payouts', async () => {
  one('/companies/c-1?show=payouts', ['reviewer'], { ...company, application: null })
  expect(await screen.findByText('The company hasn’t begun its application.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Payouts' })).toBeNull()
})

test('where there is none it says so', async () => {
  one('/companies/c-9')
  server.use(mock.get('/operator/companies/{id}', () => HttpResponse.json(problem('not_found', 404), { status: 404 })))
  expect(await screen.findByRole('heading', { name: 'There is no such company' })).toBeVisible()
})
