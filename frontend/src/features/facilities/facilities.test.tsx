import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator, me, problem } from '@/testing/data'
import { aFacility, anOffer, aProgrammeSupplier, someTerms } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import FacilitiesPage from './facilities-page'
import FacilityPage from './facility-page'
import NewFacilityPage from './new-facility-page'
import NewTermsPage from './new-terms-page'

const server = serve()

const seller: Schemas['QueueEntryBody'] = { id: 'app-1', companyId: 'c-1', status: 2, version: 1, companyName: 'Mühle Brandt GmbH', applicant: me().data.userDetails, pendingBuyers: 0, submissions: 1, wants: ['seller'], waitingSince: '2026-06-15T12:00:00Z' }
const waiting: Schemas['AwaitsBody'] = { approval: { id: 'a-1', action: 'propose_terms', hash: 'f'.repeat(64), expiresAt: '2027-01-11T09:00:00Z' } }
const called = (changes: Partial<Schemas['FacilityBody']> = {}) => aFacility({ companyName: 'Mühle Brandt GmbH', ...changes })
const second: Schemas['TermsVersionBody'] = { number: 2, state: 'open', hash: 'c'.repeat(64), terms: { ...someTerms, discountRate: 1100 }, proposedAt: '2027-01-03T12:00:00Z' }

/** A screen of the back office with an API behind it; answers what was asked and sent. */
function show(page: ReactNode, route: string, path: string, { facility = called(), roles = ['credit'], facilities = [facility] }: { facility?: Schemas['FacilityBody']; roles?: Schemas['OperatorRole'][]; facilities?: Schemas['FacilityBody'][] } = {}) {
  const kept = { facility }
  const asked: string[] = []
  const sent: [string, unknown][] = []
  const quoted: Schemas['QuoteRequestBody'][] = []
  const act = (action: 'withdraw' | 'suspend' | 'resume' | 'close') =>
    mock.post(`/operator/facilities/{id}/${action}`, async ({ request }) => {
      sent.push([action, await request.json()])
      return HttpResponse.json({ data: kept.facility })
    })
  server.use(
    mock.get('/operator/facilities', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: facilities })
    }),
    mock.get('/operator/facilities/{id}', () => HttpResponse.json({ data: kept.facility })),
    mock.get('/operator/approvals', () => HttpResponse.json({ data: [], waiting: 0 })),
    mock.get('/operator/applications', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: { applications: [seller], counts: [], tooMany: false } })
    }),
    mock.get('/operator/names', () => HttpResponse.json({ data: [{ id: 'c-1', kind: 'company', name: 'Mühle Brandt GmbH' }] })),
    mock.get('/operator/terms/advertised', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/clock', () => HttpResponse.json({ data: { now: '2027-01-04T10:00:00Z', movable: false } })),
    mock.post('/operator/quote', async ({ request }) => {
      quoted.push(await request.json())
      return HttpResponse.json({ data: { offer: anOffer() } })
    }),
    mock.post('/operator/facilities', async ({ request }) => {
      sent.push(['new', await request.json()])
      return HttpResponse.json({ data: waiting }, { status: 202 })
    }),
    mock.post('/operator/facilities/{id}/terms', async ({ request }) => {
      sent.push(['terms', await request.json()])
      return HttpResponse.json({ data: waiting }, { status: 202 })
    }),
    act('withdraw'), act('suspend'), act('resume'), act('close'),
  )
  const { client } = renderScreen(<Route path={route}>{page}</Route>, path)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
  return { kept, asked, sent, quoted, user: userEvent.setup() }
}

const showList = (path = '/facilities', more = {}) => show(<FacilitiesPage />, '/facilities', path, more)
const showOne = (facility: Schemas['FacilityBody'], more = {}) => show(<FacilityPage />, '/facilities/:id', '/facilities/f-1', { facility, ...more })
const showNew = () => show(<NewFacilityPage />, '/facilities/new', '/facilities/new')
const showTerms = (facility = called({ allowedActions: ['propose_terms'] })) => show(<NewTermsPage />, '/facilities/:id/terms', '/facilities/f-1/terms', { facility })

test('facilities are told with company, product, status, limit, and what of it is in use and free', async () => {
  showList('/facilities', { facilities: [called({ inUse: 25_000_000, free: 75_000_000 }), called({ id: 'f-2', companyName: 'Sägewerk Ost GmbH', kind: 'reverse_factoring', status: 'suspended', inUse: 5_000_000, free: 0 }), called({ id: 'f-3', companyName: 'Kran AG', kind: 'reverse_factoring', status: 'proposed', terms: null })] })
  const table = within(await screen.findByRole('table', { name: 'Facilities' }))
  expect(table.getByRole('link', { name: 'Mühle Brandt GmbH' })).toHaveAttribute('href', '/facilities/f-1')
  expect(table.getByText('Factoring · EUR')).toBeVisible()
  expect(table.getByText('Active')).toBeVisible()
  const cells = table.getAllByRole('row').slice(1).map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent))
  expect(cells.map((row) => row.slice(-4, -1))).toEqual([['€1,000,000.00', '€250,000.00', '€750,000.00'], ['€1,000,000.00', '€50,000.00', '€0.00'], ['–', '–', '–']])
  expect(screen.getByRole('list', { name: 'In use and free' })).toHaveTextContent('In use, EUR€300,000.00€750,000.00 free')
  expect(screen.getByRole('link', { name: 'Offer a facility' })).toHaveAttribute('href', '/facilities/new')
})

test('status and company stand in the address, and a company is found by its name', async () => {
  const { asked, user } = showList('/facilities?status=active')
  expect(await screen.findByRole('link', { name: 'Active' })).toHaveAttribute('aria-current', 'page')
  await user.click(screen.getByRole('button', { name: 'Find a company' }))
  await user.click(await screen.findByRole('button', { name: /Mühle Brandt GmbH/ }))
  expect(await screen.findByText('Only facilities of Mühle Brandt GmbH')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show all companies' })).toHaveAttribute('href', '/facilities?status=active')
  expect(asked).toEqual(['?status=active', '?status=2&sort=company', '?status=active&companyId=c-1'])
})

test('none says how one comes about, and none of a filter says that', async () => {
  showList('/facilities', { facilities: [] })
  expect(await screen.findByRole('heading', { name: 'No facilities yet' })).toBeVisible()
})

test('a list that cannot be read says so, and is asked for again', async () => {
  const { user } = showList()
  server.use(mock.get('/operator/facilities', () => HttpResponse.json(problem('internal', 500), { status: 500 }), { once: true }))
  expect(screen.getByRole('status', { name: 'Loading facilities' })).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table')).toBeVisible()
})

test('who may only look sees who can, and is offered nothing', async () => {
  showList('/facilities', { roles: ['treasury'] })
  expect(await screen.findByText(/You can look but not decide/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Offer a facility' })).toBeNull()
})

test('of a facility the terms that rule are told as the house speaks, and every version', async () => {
  const { user } = showOne(called())
  expect(await screen.findByRole('heading', { level: 1, name: 'Mühle Brandt GmbH' })).toBeVisible()
  expect(screen.getByText('The debtor is told and pays us')).toBeVisible()
  expect(screen.getByText('12% a year')).toBeVisible()
  expect(screen.queryByText(/\byour?\b/i)).toBeNull()
  expect(screen.getByRole('list', { name: 'Versions of the terms' })).toHaveTextContent(/Version 1signed by Ada Brandt on Dec 2, 2026.*Accepted/)
  await user.click(screen.getByRole('button', { name: 'Show version 1' }))
  expect(screen.getByText('b'.repeat(64))).toBeVisible()
  expect(screen.getByRole('button', { name: 'Signed terms (PDF)' })).toBeVisible()
})

test('a facility says what of its limit is in use and free', async () => {
  showOne(called({ inUse: 25_000_000, free: 75_000_000 }))
  expect(await screen.findByRole('progressbar', { name: 'In use' })).toHaveAttribute('aria-valuenow', '25')
  expect(screen.getByText('€250,000.00')).toBeVisible()
  expect(screen.getByText('of €1,000,000.00')).toBeVisible()
  expect(screen.getByText('€750,000.00')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show what is in use' })).toHaveAttribute('href', '/receivables?status=accepted,funded&facilityId=f-1')
})

test('terms that wait say what they change, and are withdrawn with a note', async () => {
  const { sent, user } = showOne(called({ version: 5, proposed: second, versions: [...called().versions, second], allowedActions: ['withdraw', 'suspend', 'close'] }))
  expect(await screen.findByText('Other terms that wait for the company')).toBeVisible()
  expect(screen.getByText('until now 12% a year')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Withdraw terms' }))
  const group = within(screen.getByRole('group', { name: 'Withdraw the terms that wait for the company?' }))
  await user.type(group.getByLabelText(/^Note/), 'A slip')
  await user.click(group.getByRole('button', { name: 'Withdraw terms' }))
  expect(await screen.findByText('Terms withdrawn')).toBeInTheDocument()
  expect(sent).toEqual([['withdraw', { version: 5, note: 'A slip' }]])
})

test.each([
  ['suspend', 'Suspend facility', 'Facility suspended'],
  ['resume', 'Resume facility', 'Facility resumed'],
  ['close', 'Close facility', 'Facility closed'],
] as const)('%s says what follows, and is done once confirmed', async (action, label, done) => {
  const { sent, user } = showOne(called({ allowedActions: [action] }))
  await user.click(await screen.findByRole('button', { name: label }))
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: label }))
  expect(await screen.findByText(done)).toBeInTheDocument()
  expect(sent).toEqual([[action, { version: 2, note: null }]])
})

test('what a colleague changed meanwhile is refused in words and read again', async () => {
  const { kept, user } = showOne(called({ allowedActions: ['suspend'] }))
  server.use(mock.post('/operator/facilities/{id}/suspend', () => HttpResponse.json(problem('stale_version', 409), { status: 409 })))
  await user.click(await screen.findByRole('button', { name: 'Suspend facility' }))
  kept.facility = called({ status: 'closed', version: 9 })
  await user.click(screen.getByRole('button', { name: 'Suspend facility' }))
  expect(await screen.findByText('This has changed in the meantime. Check it and try again.')).toBeVisible()
  expect(await screen.findByText('We buy nothing new under it, for good. What we bought runs on to its end.')).toBeVisible()
})

test('a facility that is none says so', async () => {
  showOne(called())
  server.use(mock.get('/operator/facilities/{id}', () => HttpResponse.json(problem('not_found', 404), { status: 404 })))
  expect(await screen.findByText('There is no such facility')).toBeVisible()
})

test('a facility is offered to an approved company, with a live example beside it, and waits for a second person', async () => {
  const { sent, quoted, user } = showNew()
  await user.click(await screen.findByRole('button', { name: /Mühle Brandt GmbH/ }))
  expect(await screen.findByRole('button', { name: 'Choose another company' })).toBeVisible()
  const example = within(screen.getByRole('region', { name: 'Example' }))
  expect(await example.findByText('27.38%')).toBeVisible()
  expect(example.getByRole('slider', { name: 'If the debtor pays' })).toBeInTheDocument()
  expect(example.getByText('Release when the debtor pays')).toBeVisible()
  expect(quoted[0]).toMatchObject({ face: 1_000_000, payoutOn: '2027-01-04', dueOn: '2027-02-18', terms: { kind: 'factoring', advanceRate: 8_000 } })
  const rate = screen.getByLabelText(/^Advance rate/)
  await user.clear(rate)
  await user.type(rate, '87.5')
  await waitFor(() => { expect(quoted.at(-1)?.terms.advanceRate).toBe(8_750) })
  await user.click(screen.getByRole('button', { name: 'Offer facility' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(screen.getByText(/Mühle Brandt GmbH doesn’t see these terms yet/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to approvals' })).toHaveAttribute('href', '/approvals')
  expect(sent).toEqual([['new', { companyId: 'c-1', terms: expect.objectContaining({ advanceRate: 8_750, limit: 10_000_000, verificationAbove: null, buyerShare: 0 }) }]])
})

test('what cannot be read is said at its field, and the example says why it is not there', async () => {
  const { sent, user } = showNew()
  const limit = await screen.findByLabelText(/^Limit/)
  await user.clear(limit)
  await user.type(limit, 'plenty')
  await user.tab()
  await waitFor(() => { expect(limit).toHaveAccessibleDescription('Enter an amount such as 1,250.50. EUR') })
  expect(screen.getByText('Correct the marked fields to see the example.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Offer facility' }))
  expect(sent).toEqual([])
})

test('a link names the company by its id alone: what it is called the server says', async () => {
  show(<NewFacilityPage />, '/facilities/new', '/facilities/new?company=c-1&name=Somebody%20Else%20AG')
  await screen.findByRole('button', { name: 'Choose another company' })
  expect(screen.getByText('Mühle Brandt GmbH')).toBeVisible()
  expect(screen.queryByText(/Somebody Else/)).toBeNull()
})

test('without a company nothing is offered', async () => {
  const { sent, user } = showNew()
  await user.click(await screen.findByRole('button', { name: 'Offer facility' }))
  await waitFor(() => { expect(screen.getByRole('searchbox', { name: 'Company' })).toHaveAccessibleDescription('Choose a company.') })
  expect(sent).toEqual([])
})

test('what the server refuses of terms stands at its field', async () => {
  const { user } = showNew()
  server.use(mock.post('/operator/facilities', () => HttpResponse.json(problem('invalid_input', 422, { 'terms.maxDays': { code: 'out_of_range', params: { min: 1, max: 3650 } }, 'terms.kind': 'not_listed' }), { status: 422 })))
  await user.click(await screen.findByRole('button', { name: /Mühle Brandt GmbH/ }))
  await screen.findByRole('button', { name: 'Choose another company' })
  await user.click(screen.getByRole('button', { name: 'Offer facility' }))
  await waitFor(() => { expect(screen.getByLabelText(/^Maximum tenor/)).toHaveAccessibleDescription('Enter 1 to 3,650.') })
  expect(screen.getByLabelText('Product')).toHaveAccessibleDescription('Choose an option from the list.')
})

test.each([
  ['conflict', 'The company already has a facility of this kind in this currency. Offer other terms under it.'],
  ['facility_inactive', 'The company isn’t approved.'],
  ['own_company', 'This concerns your own company. A colleague has to decide.'],
] as const)('%s is said in words', async (code, said) => {
  const { user } = showNew()
  server.use(mock.post('/operator/facilities', () => HttpResponse.json(problem(code, 409), { status: 409 })))
  await user.click(await screen.findByRole('button', { name: /Mühle Brandt GmbH/ }))
  await screen.findByRole('button', { name: 'Choose another company' })
  await user.click(screen.getByRole('button', { name: 'Offer facility' }))
  expect(await screen.findByText(said)).toBeVisible()
})

test('terms that come to nothing say so beside the form', async () => {
  showNew()
  server.use(mock.post('/operator/quote', () => HttpResponse.json(problem('invalid_input', 422, { face: 'nothing_to_pay' }), { status: 422 })))
  expect(await screen.findByText('Enter a larger amount: fees and discount would use up the advance.')).toBeVisible()
})

test('other terms begin with those that rule, say what was, and are sent with the version that was seen', async () => {
  const { sent, user } = showTerms()
  const rate = await screen.findByLabelText(/^Discount/)
  expect(rate).toHaveValue('12')
  expect(screen.queryByLabelText('Product')).toBeNull()
  await user.clear(rate)
  await user.type(rate, '11,25')
  await waitFor(() => { expect(rate).toHaveAccessibleDescription('Until now: 12% a year') })
  await user.click(screen.getByRole('button', { name: 'Offer terms' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent).toEqual([['terms', { version: 2, terms: expect.objectContaining({ kind: 'factoring', currency: 'EUR', discountRate: 1_125, verificationAbove: 2_000_000 }) }]])
})

test('where the facility changed meanwhile what was typed stays, and is sent again with the new version', async () => {
  const { kept, sent, user } = showTerms()
  const rate = await screen.findByLabelText(/^Discount/)
  await user.clear(rate)
  await user.type(rate, '9')
  kept.facility = called({ version: 7, terms: { ...someTerms, discountRate: 1_000 }, allowedActions: ['propose_terms'] })
  server.use(mock.post('/operator/facilities/{id}/terms', () => HttpResponse.json(problem('stale_version', 409), { status: 409 }), { once: true }))
  await user.click(screen.getByRole('button', { name: 'Offer terms' }))
  expect(await screen.findByText('The facility has changed in the meantime')).toBeVisible()
  await waitFor(() => { expect(rate).toHaveAccessibleDescription('Until now: 10% a year') })
  await user.click(screen.getByRole('button', { name: 'Offer terms' }))
  await waitFor(() => { expect(sent).toHaveLength(1) })
  expect(sent[0]?.[1]).toMatchObject({ version: 7, terms: { discountRate: 900 } })
})

test('where other terms wait none can be offered', async () => {
  showTerms(called({ proposed: second }))
  expect(await screen.findByText('Other terms already wait for the company. Withdraw them first.')).toBeVisible()
})

test('what a newer server knows is shown by its code', async () => {
  const code = 'something_new'
  showOne(called({ status: code as Schemas['FacilityStatus'], kind: code as Schemas['FacilityKind'], terms: { ...someTerms, verification: code as Schemas['VerificationRule'] } }))
  expect(await screen.findByText('something_new · EUR')).toBeVisible()
  expect(screen.getAllByText('something_new').length).toBeGreaterThan(1)
  expect(document.body).not.toHaveTextContent(/undefined|NaN/)
})

const programme = (changes: Partial<Schemas['FacilityBody']> = {}) => called({ kind: 'reverse_factoring', ...changes })

/** The facility of a programme with these suppliers. */
function showProgramme(suppliers: Schemas['ProgrammeSupplierBody'][], roles: Schemas['OperatorRole'][] = ['credit', 'reviewer']) {
  const shown = showOne(programme(), { roles })
  server.use(mock.get('/operator/facilities/{id}/suppliers', () => HttpResponse.json({ data: suppliers })))
  return shown
}

test('a programme tells its suppliers, what each waits for and costs, and what was promised', async () => {
  showProgramme([
    aProgrammeSupplier({ discountRate: 600, automatic: 'above', automaticAbove: { amount: 500_000, currency: 'EUR' }, promised: [{ currency: 'EUR', waiting: 40_000, committed: 30_000, paidEarly: 1_000_000, open: 250_000 }] }),
    aProgrammeSupplier({ id: 's-2', name: 'Lind', companyId: null, enrolment: 'invited', waitsFor: 'join' }),
    aProgrammeSupplier({ id: 's-3', name: 'Weber', automatic: 'all', waitsFor: 'review' }),
    aProgrammeSupplier({ id: 's-4', name: 'Roth', enrolment: 'left', waitsFor: 'unavailable' }),
  ])
  const rows = within(await screen.findByRole('list', { name: 'Suppliers' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Sägewerk Harz GmbHReadyDiscount: 6% a year, its own ratePaid early automatically: from €5,000.00Approved, not paid early€400.00Sold, not paid out yet€300.00Paid early€10,000.00Of both, still open€2,500.00',
    'LindInvitedWaiting for it to join. The link works for 30 days.Discount: 12% a year, as in the programme',
    'WeberIn reviewWe’re reviewing its application.Discount: 12% a year, as in the programmePaid early automatically: everything',
    'RothNot in the programme',
  ])
  expect(screen.getByRole('link', { name: 'Sägewerk Harz GmbH' })).toHaveAttribute('href', '/companies/c-9')
  expect(screen.queryByRole('link', { name: 'Lind' })).toBeNull()
})

test('who does not see companies is led to none', async () => {
  showProgramme([aProgrammeSupplier()], ['admin'])
  server.use(mock.get('/operator/operators', () => HttpResponse.json({ data: [] })))
  expect(await screen.findByText('Sägewerk Harz GmbH')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Sägewerk Harz GmbH' })).toBeNull()
})

test('a programme without suppliers says so', async () => {
  showProgramme([])
  expect(await screen.findByText('The company hasn’t invited any suppliers yet.')).toBeVisible()
})

test('many suppliers come page by page', async () => {
  const { user } = showProgramme([])
  server.use(
    mock.get('/operator/facilities/{id}/suppliers', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after')
      return HttpResponse.json(after === 's-1' ? { data: [aProgrammeSupplier({ id: 's-2', name: 'Lind' })] } : { data: [aProgrammeSupplier()], next: 's-1' })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Lind')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('credit proposes a rate for one supplier and says why, and a second person approves it', async () => {
  const suppliers = [aProgrammeSupplier({ version: 3, mayChangeRate: true })]
  const { user } = showProgramme(suppliers)
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/suppliers/{id}/rate', async ({ request, params }) => {
      sent.push([params.id, await request.json(), request.headers.has('idempotency-key')])
      suppliers[0] = aProgrammeSupplier({ version: 3, mayChangeRate: true, proposedRate: { approvalId: 'a-1', discountRate: 650, expiresAt: '2027-01-11T09:00:00Z' } })
      return HttpResponse.json({ data: waiting }, { status: 202 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Change rate: Sägewerk Harz GmbH' }))
  const form = within(screen.getByRole('form', { name: 'Change the rate of Sägewerk Harz GmbH' }))
  await user.type(form.getByLabelText(/^Own rate in per cent a year/), '6.5')
  await user.click(form.getByRole('button', { name: 'Change rate' }))
  expect(form.getByText('This is required.')).toBeVisible()
  await user.type(form.getByLabelText('Reason'), 'Their only customer')
  await user.click(form.getByRole('button', { name: 'Change rate' }))
  expect(await screen.findByText(/^Waiting for a second person until .*: 6\.5% a year\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Change the rate/ })).toBeNull()
  expect(sent).toEqual([['s-1', { version: 3, discountRate: 650, note: 'Their only customer' }, true]])
})

test('a supplier goes back to the programme’s rate, and what was refused stands there', async () => {
  const { user } = showProgramme([aProgrammeSupplier({ discountRate: 600, mayChangeRate: true })])
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/suppliers/{id}/rate', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1 ? HttpResponse.json(problem('approval_pending', 409), { status: 409 }) : new HttpResponse(null, { status: 204 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Change rate: Sägewerk Harz GmbH' }))
  const rate = screen.getByLabelText(/^Own rate in per cent a year/)
  expect(rate).toHaveValue('6')
  await user.clear(rate)
  await user.type(screen.getByLabelText('Reason'), 'The contract ended')
  await user.click(screen.getByRole('button', { name: 'Change rate' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Change rate' }))
  expect(await screen.findByText('Rate changed')).toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ version: 1, discountRate: null, note: 'The contract ended' })
})
