import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { stepUp } from '@/api/step-up'
import { save } from '@/lib/save-file'
import { problem } from '@/testing/data'
import { aFacility, anAvailability, aSeller, someTerms } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import FacilityPage from './facility-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(() => {
  vi.mocked(save).mockClear()
  vi.unstubAllGlobals()
})

const server = serve()

function open(facilities: Schemas['FacilityBody'][] | null, { who = aSeller(), availability = [anAvailability()] }: { who?: { data: Schemas['MeBody'] }; availability?: Schemas['AvailabilityBody'][] } = {}) {
  const kept = { now: facilities }
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [{ id: 'o', name: 'Omar Brandt', email: 'o@example.com', role: 'approver', rights: ['accept_terms'], since: '2026-06-15T12:00:00Z', isYou: false, allowedActions: [] }] })),
    mock.get('/semi-private/facilities', () => (kept.now ? HttpResponse.json({ data: kept.now }) : HttpResponse.json(problem('internal', 500), { status: 500 }))),
    mock.get('/semi-private/availability', () => HttpResponse.json({ data: availability })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<FacilityPage />, '/facility')
  return { kept, user: userEvent.setup() }
}

const open2: Schemas['TermsVersionBody'] = { number: 2, state: 'open', hash: 'c'.repeat(64), terms: { ...someTerms, discountRate: 1100 }, proposedAt: '2027-01-03T12:00:00Z' }
const first: Schemas['TermsVersionBody'] = { number: 1, state: 'open', hash: 'd'.repeat(64), terms: someTerms, proposedAt: '2027-01-03T12:00:00Z' }
const proposed = () => aFacility({ status: 'proposed', version: 1, hash: null, proposed: first, versions: [first], takesNew: false, allowedActions: ['accept_terms', 'decline_terms'] })

test('without a facility it is said what will be here', async () => {
  open([], { availability: [] })
  expect(await screen.findByText('No facility yet')).toBeVisible()
})

test('while it loads there are shapes, and a failure can be tried again', async () => {
  const { kept, user } = open(null)
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
  expect(await screen.findByText('Something went wrong on our side.')).toBeVisible()
  kept.now = [aFacility()]
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Factoring · EUR')).toBeVisible()
})

test('terms that are proposed can be read whole, and are accepted with a typed name once it is known who one is', async () => {
  const { kept, user } = open([proposed()], { availability: [] })
  expect(await screen.findByText('Our terms for you to accept')).toBeVisible()
  expect(screen.getByText('12% a year')).toBeVisible()
  expect(screen.getByText('Invoices above €20,000.00')).toBeVisible()
  expect(screen.queryByText('Current terms')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Accept terms' }))
  await waitFor(() => {
    expect(screen.getByLabelText('Your full name')).toHaveAccessibleDescription(/^This is required\. You are signed in as .* Sign with this name\.$/)
  })
  const stop = stepUp.listen()
  const sent: unknown[] = []
  server.use(
    mock.post('/semi-private/facilities/{id}/accept-terms', async ({ request }) => {
      sent.push(request.headers.get('idempotency-key'))
      if (sent.length === 1) return HttpResponse.json({ ...problem('step_up_required', 403), confirm: 'act' }, { status: 403 })
      sent.push(await request.json())
      kept.now = [aFacility()]
      return HttpResponse.json({ data: aFacility() })
    }),
  )
  await user.type(screen.getByLabelText('Your full name'), 'Ada Brandt')
  await user.click(screen.getByRole('button', { name: 'Accept terms' }))
  await waitFor(() => {
    expect(stepUp.asked()).toBe('act')
  })
  act(() => { stepUp.pass() })
  expect(await screen.findByText('Terms accepted')).toBeInTheDocument()
  expect(sent).toEqual([sent[0], sent[0], { version: 1, hash: 'd'.repeat(64), signedName: 'Ada Brandt' }])
  expect(await screen.findByText('Current terms')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Accept terms' })).toBeNull()
  stop()
})

test('terms are signed with the name of the account: it is said which, and another is refused at the field', async () => {
  const { user } = open([proposed()], { availability: [] })
  const { fname, lname } = aSeller().data.userDetails
  const other = { ...problem('invalid_input', 422), fields: { signedName: ['Another name.'] }, fieldCodes: { signedName: [{ code: 'other_name', params: {} }] } }
  server.use(mock.post('/semi-private/facilities/{id}/accept-terms', () => HttpResponse.json(other as never, { status: 422 })))
  const field = await screen.findByLabelText('Your full name')
  expect(field).toHaveAccessibleDescription(`You are signed in as ${fname} ${lname}. Sign with this name.`)
  await user.type(field, 'x')
  await user.click(screen.getByRole('button', { name: 'Accept terms' }))
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription(`Type your name as it stands in your account. You are signed in as ${fname} ${lname}. Sign with this name.`)
  })
})

test('given up at the question who one is, nothing is lost and nothing is said', async () => {
  const { user } = open([proposed()], { availability: [] })
  const stop = stepUp.listen()
  server.use(mock.post('/semi-private/facilities/{id}/accept-terms', () => HttpResponse.json({ ...problem('step_up_required', 403), confirm: 'act' }, { status: 403 })))
  await user.type(await screen.findByLabelText('Your full name'), 'Ada Brandt')
  await user.click(screen.getByRole('button', { name: 'Accept terms' }))
  await waitFor(() => {
    expect(stepUp.asked()).toBe('act')
  })
  act(() => { stepUp.cancel() })
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Accept terms' })).toBeEnabled()
  })
  expect(screen.getByLabelText('Your full name')).toHaveValue('Ada Brandt')
  expect(screen.queryByRole('alert')).toBeNull()
  stop()
})

test('new terms say what they change; those that changed meanwhile are not accepted', async () => {
  const { user } = open([aFacility({ version: 3, proposed: open2, versions: [...aFacility().versions, open2], allowedActions: ['accept_terms', 'decline_terms'] })])
  expect(await screen.findByText('New terms for you to accept')).toBeVisible()
  expect(screen.getByText('until now 12% a year')).toBeVisible()
  expect(screen.getAllByText(/^until now/)).toHaveLength(1)
  server.use(mock.post('/semi-private/facilities/{id}/accept-terms', () => HttpResponse.json(problem('stale_version', 409), { status: 409 })))
  await user.type(screen.getByLabelText('Your full name'), 'Ada Brandt')
  await user.click(screen.getByRole('button', { name: 'Accept terms' }))
  expect(await screen.findByText('This has changed in the meantime. Check it and try again.')).toBeVisible()
  expect(screen.getByLabelText('Your full name')).toHaveValue('Ada Brandt')
})

test('terms are declined after a second look', async () => {
  const { kept, user } = open([proposed()], { availability: [] })
  let sent: unknown
  server.use(
    mock.post('/semi-private/facilities/{id}/decline-terms', async ({ request }) => {
      sent = await request.json()
      kept.now = [aFacility({ status: 'declined', versions: [{ ...first, state: 'declined', endedAt: '2027-01-04T12:00:00Z' }], takesNew: false })]
      return HttpResponse.json({ data: kept.now[0] as Schemas['FacilityBody'] })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Decline terms' }))
  await user.click(within(screen.getByRole('group', { name: 'Decline these terms?' })).getByRole('button', { name: 'Decline terms' }))
  expect(await screen.findByText('You declined our terms.')).toBeVisible()
  expect(sent).toEqual({ version: 1 })
})

test('who may not accept terms reads them and sees who can', async () => {
  open([{ ...proposed(), allowedActions: [] }], { who: aSeller(['enter_invoices'], 'preparer'), availability: [] })
  expect(await screen.findByText(/You can ask:/)).toHaveTextContent('Omar Brandt (Approver)')
  expect(screen.getByText('12% a year')).toBeVisible()
  expect(screen.queryByLabelText('Your full name')).toBeNull()
})

test('of an active one it shows what is available, the terms that apply, and who signed them', async () => {
  const { user } = open([aFacility()])
  expect(await screen.findByLabelText('How it comes about')).toHaveTextContent('Left of the limit€900,000.00')
  expect(screen.getByRole('progressbar', { name: 'In use' })).toHaveAttribute('aria-valuenow', '10')
  expect(screen.getByText('12% a year')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Versions of the terms' }))
  expect(screen.getByRole('list', { name: 'Versions of the terms' })).toHaveTextContent(/Version 1signed by Ada Brandt on Dec 2, 2026.*Accepted/)
})

test('a programme is told to its buyer as what it owes and its suppliers get', async () => {
  const terms: Schemas['TermsBody'] = { ...someTerms, kind: 'reverse_factoring', notification: 'disclosed' }
  open([aFacility({ kind: 'reverse_factoring', terms, proposed: { ...open2, terms: { ...terms, discountRate: 1100 } }, allowedActions: ['accept_terms'] })])
  expect(await screen.findByText('We pay your suppliers early under these terms.')).toBeVisible()
  expect(screen.getByText(/They apply to what is paid early after you accept/)).toBeVisible()
  expect(screen.getAllByRole('heading', { name: 'When you pay late or not at all' })[0]).toBeVisible()
  expect(screen.queryByText('Concentration limit per buyer')).toBeNull()
  expect(screen.queryByText('Notice to buyers')).toBeNull()
  expect(screen.queryByText(/what you sell/)).toBeNull()
})

test('what a newer server knows is shown by its code', async () => {
  const code = 'something_new'
  open([aFacility({ status: code as Schemas['FacilityStatus'], kind: code as Schemas['FacilityKind'] })], { availability: [anAvailability({ steps: [{ code: code as Schemas['StepCode'], label: 'Something new', amount: 5 }] })] })
  expect(await screen.findByText('something_new · EUR')).toBeVisible()
  expect(await screen.findByText('Something new')).toBeVisible()
  expect(document.body).not.toHaveTextContent(/undefined|NaN/)
})

test('terms that were signed are given in writing, and as rows', async () => {
  const { user } = open([aFacility()])
  await user.click(await screen.findByText('Versions of the terms'))
  const files = within(screen.getByRole('group', { name: 'Signed terms, version 1' }))
  await user.click(files.getByRole('button', { name: 'Download CSV' }))
  const [content, name] = vi.mocked(save).mock.calls[0] ?? []
  expect(name).toBe('terms-1.csv')
  const lines = (await content?.text())?.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines?.slice(0, 2)).toEqual(['Term,Agreed,id', expect.stringMatching(/^Limit,.*,limit$/)])
  const fetched = vi.fn(() => Promise.resolve(new Response('%PDF')))
  vi.stubGlobal('fetch', fetched)
  await user.click(files.getByRole('button', { name: 'Signed terms (PDF)' }))
  expect(fetched).toHaveBeenCalledWith(expect.stringMatching(/\/semi-private\/facilities\/[^/]+\/terms\/1\/paper\?language=en$/), expect.anything())
  expect(vi.mocked(save).mock.calls[1]?.[1]).toBe('terms-1.pdf')
})
