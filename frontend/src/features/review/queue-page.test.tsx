import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { anOperator, me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import QueuePage from './queue-page'

const server = serve()
const blank: Schemas['QueueBody'] = { applications: [], next: null, tooMany: false, counts: [0, 2, 1000, 0, 0] }

/** Answers the queue and remembers what was asked for. */
function answer(page: Schemas['QueueBody'] = blank): string[] {
  const asked: string[] = []
  server.use(
    mock.get('/operator/applications', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: page })
    }),
  )
  return asked
}

test('the address says what is looked for', async () => {
  const asked = answer({ ...blank, next: 'cursor-2' })
  renderScreen(<QueuePage />, '/review')
  expect(await screen.findByRole('link', { name: 'To review 2' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Approved 999+' })).toBeInTheDocument()
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'Approved 999+' }))
  await user.click(await screen.findByRole('link', { name: 'Next page' }))
  await user.click(screen.getByRole('link', { name: 'Assigned to me' }))
  await waitFor(() => {
    expect(asked).toEqual(['?status=1', '?status=2', '?status=2&cursor=cursor-2', '?status=1&mine=true'].map((query) => query.replace(/(&cursor.*)?$/, '&sort=waiting&order=asc$1')))
  })
})

const anEntry = (id: string, changes: Partial<Schemas['QueueEntryBody']> = {}): Schemas['QueueEntryBody'] => ({
  id,
  version: 3,
  companyId: `company-${id}`,
  status: 1,
  companyName: `Company ${id}`,
  registrationNumber: 'HRB 1',
  applicant: me().data.userDetails,
  country: 'NL',
  wants: ['seller'],
  turnover: { amount: 123_456_700, currency: 'EUR' },
  waitingSince: '2026-06-15T12:00:00Z',
  submissions: 1,
  pendingBuyers: 1,
  reviewer: null,
  ...changes,
})
const full: Schemas['QueueBody'] = { ...blank, applications: [anEntry('a'), anEntry('b', { submissions: 2, reviewer: { id: 'x', name: 'Omar Haddad' } })] }

test('the queue is a table with what decides who is next', async () => {
  answer(full)
  renderScreen(<QueuePage />, '/review')
  const table = await screen.findByRole('table', { name: 'Applications' })
  expect(within(table).getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Selection', 'Company', 'Country', 'Wants', 'Turnover', 'Waiting since', 'Assigned to', 'Flags'])
  const [, first, second] = within(table).getAllByRole('row')
  expect(first).toHaveTextContent(/Company a.*Netherlands.*Factoring.*€1,234,567.*ago–$/)
  expect(second).toHaveTextContent(/Omar HaddadResubmitted$/)
  expect(within(table).getByRole('link', { name: 'Company a' })).toHaveAttribute('href', '/review/a')
  expect(within(table).getByRole('columnheader', { name: 'Waiting since' })).toHaveAttribute('aria-sort', 'ascending')
})

test.each([
  ['?status=approved', '?status=2&sort=waiting&order=asc'],
  ['?status=2', '?status=2&sort=waiting&order=asc'],
  ['?status=nonsense&sort=nonsense&order=nonsense', '?status=1&sort=waiting&order=asc'],
  ['?unassigned=true&sort=company&order=desc', '?status=1&unassigned=true&sort=company&order=desc'],
])('the address %s asks for %s', async (address, question) => {
  const asked = answer()
  renderScreen(<QueuePage />, `/review${address}`)
  await screen.findByRole('heading', { level: 2 })
  expect(asked).toEqual([question])
})

test('a column puts the queue in its order, and the other way round', async () => {
  const asked = answer(full)
  renderScreen(<QueuePage />, '/review')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('link', { name: 'Company' }))
  await waitFor(() => { expect(asked.at(-1)).toBe('?status=1&sort=company&order=asc') })
  await user.click(await screen.findByRole('link', { name: 'Company' }))
  await waitFor(() => { expect(asked.at(-1)).toBe('?status=1&sort=company&order=desc') })
})

test('by keys alone: to a row, selected, assigned; what a colleague was faster with stays selected and is said', async () => {
  answer(full)
  const taken: unknown[] = []
  server.use(
    mock.post('/operator/applications/{id}/take', async ({ request, params }) => {
      taken.push([params.id, await request.json()])
      return params.id === 'a' ? HttpResponse.json({ data: {} as Schemas['CaseBody'] }) : HttpResponse.json(problem('stale_version', 409), { status: 409 })
    }),
  )
  renderScreen(<QueuePage />, '/review')
  await screen.findByRole('table')
  const user = userEvent.setup()
  await user.keyboard('/')
  expect(screen.getByRole('searchbox')).toHaveFocus()
  act(() => { screen.getByRole('searchbox').blur() })
  await user.keyboard('jxjx')
  expect(screen.getByRole('link', { name: 'Company b' })).toHaveFocus()
  expect(await screen.findByText('2 selected')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Assign to me' }))
  expect(await screen.findByText('1 case has changed in the meantime and wasn’t assigned.')).toBeInTheDocument()
  expect(taken).toEqual([['a', { version: 3 }], ['b', { version: 3 }]])
  expect(screen.getByRole('checkbox', { name: 'Select Company a' })).not.toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Select Company b' })).toBeChecked()
})

test('a search that finds too much says so', async () => {
  answer({ ...blank, tooMany: true })
  renderScreen(<QueuePage />, '/review?search=gmbh')
  expect(await screen.findByText(/Too many results to list them all/)).toBeInTheDocument()
  expect(screen.getByRole('searchbox')).toHaveValue('gmbh')
})

test('an operator without the compulsory second factor is shown the way to it', async () => {
  server.use(mock.get('/operator/applications', () => HttpResponse.json(problem('second_factor_missing', 403), { status: 403 })))
  renderScreen(<QueuePage />, '/review')
  expect(await screen.findByRole('link', { name: 'Turn on two-factor sign-in' })).toHaveAttribute('href', '/security')
})

/** The queue for an operator in these roles. */
function showTo(...roles: Schemas['OperatorRole'][]) {
  server.use(mock.get('/operator/operators', () => HttpResponse.json({ data: [{ id: 'o', name: 'Olga Reyes', email: 'o@example.com', roles: ['reviewer'], secondFactor: true, isYou: false }] })))
  renderScreen(<QueuePage />, '/review').client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
}

test('who may look but not decide selects and takes nothing, and learns who can', async () => {
  answer(full)
  showTo('auditor')
  const table = await screen.findByRole('table')
  expect(await screen.findByText(/You can look but not decide. Your roles: Auditor. Who can: Olga Reyes./)).toBeInTheDocument()
  await waitFor(() => { expect(within(table).queryByRole('checkbox')).toBeNull() })
  expect(screen.queryByRole('link', { name: 'Assigned to me' })).toBeNull()
})

test('who may not read applications learns why, and who can', async () => {
  answer()
  showTo('admin')
  expect(await screen.findByRole('heading', { name: 'Your roles don’t include this' })).toBeInTheDocument()
  expect(await screen.findByText(/Your roles: Admin. Who can: Olga Reyes. Admins change roles./)).toBeInTheDocument()
})
