import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { usePathname } from '@/lib/navigation'
import { aHouse, configure } from '@/testing/config'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import Invitation from './invitation'

const server = serve()
const SIGN_IN = `/sign-in?next=${encodeURIComponent('/invitation')}`

function anOffer(changes: Partial<Schemas['OfferBody']> = {}): Schemas['OfferBody'] {
  return { email: 'ada@example.com', role: 'approver', invitedBy: 'Bo Nord', company: 'Mühle Brandt GmbH', hasAccount: false, expiresAt: '2026-06-15T12:00:00Z', ...changes }
}

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

function Where() {
  return <p data-testid="where">{usePathname()}</p>
}

const where = () => screen.getByTestId('where').textContent

/** The page that a link opens, for whoever is signed in here. */
function open(offer: Partial<Schemas['OfferBody']> = {}, signedIn: Partial<Schemas['UserDetailsBody']> | null = null) {
  const asked: string[] = []
  server.use(
    mock.get('/invitation', ({ request }) => {
      asked.push(request.headers.get('link-secret') ?? '')
      return HttpResponse.json({ data: anOffer(offer) })
    }),
    mock.get('/semi-private/user', () => HttpResponse.json(me(signedIn ?? {}))),
  )
  if (signedIn) localStorage.setItem('accessToken', aToken())
  location.hash = '#token=t%2F1'
  renderScreen(
    <>
      <Invitation />
      <Where />
    </>,
    '/invitation',
  )
  return asked
}

const refuse = (code: Schemas['ErrorCode'], status: number) => () => HttpResponse.json<Schemas['ProblemBody']>(problem(code, status), { status })

test('it says who invites, to which company, as what and which address', async () => {
  const asked = open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Join Mühle Brandt GmbH' })).toBeVisible()
  expect(screen.getByText('Bo Nord invited you to work together on Sooner.')).toBeVisible()
  expect(screen.getByText('Approver')).toBeVisible()
  expect(screen.getByText('Accepts offers and approves payments; also enters invoices and buyers.')).toBeVisible()
  expect(screen.getByText('ada@example.com')).toBeVisible()
  expect(asked).toEqual(['t/1'])
  expect(location.href).not.toContain('t%2F1')
})

test.each(['Sooner Finance GmbH', 'Nordbank Factoring AG'])('a supplier reads who would pay: %s', async (name) => {
  await configure({ house: aHouse({ name }) })
  open({ supplierOf: 'Nordwind AG' })
  expect(await screen.findByText(new RegExp(`The money comes from us: ${name}, Börsenplatz 4, 60313 Frankfurt am Main, the finance company of Nordwind AG.`))).toBeVisible()
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', 'mailto:support@example.com')
})

test('the form for a new account says what it accepts', async () => {
  await configure({ house: aHouse({ name: 'Nordbank Factoring AG', termsUrl: 'https://nordbank.example/terms/2', privacyUrl: '/data' }) })
  open()
  expect(await screen.findByText(/^By signing up, you accept the/)).toHaveTextContent('By signing up, you accept the terms of use of Nordbank Factoring AG. The privacy notice says what happens with your data.')
  expect(screen.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', 'https://nordbank.example/terms/2')
  expect(screen.getByRole('link', { name: 'privacy notice' })).toHaveAttribute('href', '/data')
})

test('a company without a name yet is its owner’s team', async () => {
  open()
  server.use(mock.get('/invitation', () => {
    const { company: _, ...rest } = anOffer()
    return HttpResponse.json({ data: rest })
  }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Join Bo Nord’s team' })).toBeVisible()
})

test('while it is on its way, that is said', () => {
  open()
  expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument()
})

test('a link that no longer works leads to a new one, or to signing in', async () => {
  open()
  server.use(mock.get('/invitation', refuse('link_invalid', 422)))
  expect(await screen.findByRole('heading', { level: 1, name: 'This invitation no longer works' })).toBeVisible()
  expect(screen.getByText(/Ask the person who invited you for a new one/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
})

test('an address without a token is no link at all, and asks for nothing', async () => {
  renderScreen(<Invitation />, '/invitation')
  expect(await screen.findByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
})

test('without the server it can be tried again', async () => {
  open()
  server.use(mock.get('/invitation', () => HttpResponse.error(), { once: true }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Can’t reach Sooner. Check your connection and try again.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Join Mühle Brandt GmbH' })).toBeVisible()
})

test('after too many tries it says how long to wait', async () => {
  open()
  server.use(mock.get('/invitation', () => HttpResponse.json(problem('too_many_requests', 429), { status: 429, headers: { 'retry-after': '30' } })))
  expect(await screen.findByText('Too many attempts. You can try again in 30 seconds.', { selector: '[role=status]' })).toBeInTheDocument()
})

/** At once: letter by letter this form takes seconds. */
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function createAccount(answer: Parameters<typeof mock.post<'/invitation/accept'>>[1]) {
  server.use(mock.post('/invitation/accept', answer))
  open()
  await screen.findByLabelText('First name')
  fill('First name', 'Ada')
  fill('Last name', 'Brandt')
  fill('Country', 'DE')
  fill('Mobile phone', '0151 12345678')
  fill('Password', 'copper violin harbour moss')
  await userEvent.click(screen.getByRole('button', { name: 'Create account and join' }))
}

test('with a new account one joins, is signed in and goes on with the phone', async () => {
  let sent: unknown
  await createAccount(async ({ request }) => {
    sent = [request.headers.get('link-secret'), await request.json()]
    return HttpResponse.json({ token: aToken() }, { status: 201 })
  })
  await waitFor(() => {
    expect(where()).toBe('/verify-phone')
  })
  expect(sent).toEqual([
    't/1',
    { password: 'copper violin harbour moss', fname: 'Ada', lname: 'Brandt', phone: '+4915112345678', country: 'DE', countryCode: '+49', language: 'en' },
  ])
})

test('the form says itself what is missing', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Create account and join' }))
  await waitFor(() => {
    expect(screen.getByLabelText('First name')).toBeInvalid()
  })
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Use at least 12 characters.')
})

test('what the server refuses is told at its field', async () => {
  await createAccount(() => HttpResponse.json(problem('invalid_input', 422, { password: 'password_personal' }), { status: 422 }))
  await expect.poll(() => screen.getByLabelText('Password')).toHaveAccessibleDescription('Leave your name and e-mail address out of the password.')
  expect(screen.getByLabelText('First name')).toHaveValue('Ada')
})

test('an address that has an account by now is offered to sign in', async () => {
  await createAccount(refuse('email_taken', 409))
  expect(await screen.findByRole('link', { name: 'Sign in to join' })).toHaveAttribute('href', SIGN_IN)
  expect(screen.queryByLabelText('First name')).toBeNull()
})

test('a full team is explained, and the form stays filled', async () => {
  await createAccount(refuse('list_full', 409))
  expect(await screen.findByRole('alert')).toHaveTextContent('The team is full')
  expect(screen.queryByText(/This list is full/)).toBeNull()
  expect(screen.getByLabelText('First name')).toHaveValue('Ada')
})

test('a link that was withdrawn meanwhile says so', async () => {
  await createAccount(refuse('link_invalid', 422))
  expect(await screen.findByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
})

test('any other failure is told below the form', async () => {
  await createAccount(refuse('unavailable', 503))
  expect(await screen.findByText('A service we rely on isn’t responding. Try again in a moment.')).toBeVisible()
})

test('an account that is made but not signed in is told to sign in, not made again', async () => {
  await createAccount(() => {
    server.use(mock.get('/semi-private/user', () => HttpResponse.error()))
    return HttpResponse.json({ token: aToken() }, { status: 201 })
  })
  expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in')
})

test('whoever has an account signs in first, and comes back to the link', async () => {
  open({ hasAccount: true })
  expect(await screen.findByRole('link', { name: 'Sign in to join' })).toHaveAttribute('href', SIGN_IN)
  expect(screen.queryByLabelText('First name')).toBeNull()
})

test('signed in as the invited address, one joins with a press, and nothing of the old company is left', async () => {
  const user = me().data.userDetails.id
  localStorage.setItem(`onboardingDraft:${user}:x`, '{}')
  localStorage.setItem('onboardingDraft:other:x', '{}')
  let [joined, asked] = [0, 0]
  open({ hasAccount: true, email: 'Ada@Example.com' }, {})
  server.use(
    mock.get('/semi-private/user', () => {
      asked += 1
      return HttpResponse.json(me())
    }),
    mock.post('/semi-private/invitation/accept', ({ request }) => {
      if (request.headers.get('link-secret') === 't/1') joined += 1
      asked = 0
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  await waitFor(() => {
    expect(where()).toBe('/dashboard')
  })
  expect(await screen.findByText('You’ve joined Mühle Brandt GmbH.')).toBeInTheDocument()
  expect([joined, asked]).toEqual([1, 1])
  expect([localStorage.getItem(`onboardingDraft:${user}:x`), localStorage.getItem('onboardingDraft:other:x')]).toEqual([null, '{}'])
})

test.each([
  ['company_in_use', 409, 'Your own company is in use'],
  ['list_full', 409, 'The team is full'],
  ['forbidden', 403, 'This invitation is for another e-mail address. Sign in with that one.'],
  ['unavailable', 503, 'A service we rely on isn’t responding. Try again in a moment.'],
] as const)('joining that is refused is explained: %s', async (code, status, said) => {
  open({ hasAccount: true }, {})
  server.use(mock.post('/semi-private/invitation/accept', refuse(code, status)))
  expect(await screen.findByText('If you have started an application of your own, it closes when you join.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(said)
  expect(where()).toBe('/invitation')
})

test('a link that was used meanwhile is told to whoever is signed in too', async () => {
  open({ hasAccount: true }, {})
  server.use(mock.post('/semi-private/invitation/accept', refuse('link_invalid', 422)))
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  expect(await screen.findByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to home page' })).toBeVisible()
})

test.each([[true, 'Sign in to join'], [false, 'Create account and join']])('signed in as another address, one signs out first and goes on (has an account: %s)', async (hasAccount, next) => {
  open({ hasAccount }, { email: 'cy@example.com' })
  server.use(mock.post('/semi-private/auth/signout', () => new HttpResponse(null, { status: 204 })))
  expect(await screen.findByText(/You’re signed in as cy@example.com/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText(next)).toBeVisible()
  expect(where()).toBe('/invitation')
})

const AS_SUPPLIER = { supplierOf: 'Nordwind AG', role: 'owner', hasAccount: true } as const

test('a buyer’s invitation says who is to be paid early by whom', async () => {
  open({ ...AS_SUPPLIER, hasAccount: false })
  expect(await screen.findByRole('heading', { level: 1, name: 'Nordwind AG invites Mühle Brandt GmbH to be paid early' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create account and join' })).toBeVisible()
})

test('whoever has applied joins with the company they have', async () => {
  open(AS_SUPPLIER, { onboarding_status: 2 })
  let joined = 0
  server.use(
    mock.post('/semi-private/invitation/enrol', ({ request }) => {
      if (request.headers.get('link-secret') === 't/1') joined += 1
      return HttpResponse.json({ data: { id: 's-1', buyerName: 'Nordwind AG', enrolment: 'enrolled', automatic: 'off', since: '2027-01-02T12:00:00Z', version: 2 } })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Join with your company' }))
  await waitFor(() => {
    expect(where()).toBe('/dashboard')
  })
  expect(await screen.findByText('Your company has joined the supplier programme of Nordwind AG.')).toBeInTheDocument()
  expect(joined).toBe(1)
})

test('who has not applied yet takes over the company that was made for them', async () => {
  open(AS_SUPPLIER, {})
  expect(await screen.findByRole('button', { name: 'Join' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Join with your company' })).toBeNull()
})

test.each([
  ['forbidden', 'This invitation is for another e-mail address. Sign in with that one.'],
  ['other_address', 'This invitation is for another e-mail address. Sign in with that one.'],
  ['company_not_named', 'Your customer named another country or registration number.'],
  ['supplier_listed', 'Your company is already a supplier of Nordwind AG. There is nothing more to do.'],
] as const)('a company that does not join is told why: %s', async (code, said) => {
  open(AS_SUPPLIER, { onboarding_status: 2 })
  server.use(mock.post('/semi-private/invitation/enrol', () => HttpResponse.json(code === 'forbidden' ? problem(code, 403) : problem('invalid_input', 422, { token: code }), { status: 422 })))
  await userEvent.click(await screen.findByRole('button', { name: 'Join with your company' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(said)
})

test('a supplier’s link that no longer works says so', async () => {
  open(AS_SUPPLIER, { onboarding_status: 2 })
  server.use(mock.post('/semi-private/invitation/enrol', refuse('link_invalid', 422)))
  await userEvent.click(await screen.findByRole('button', { name: 'Join with your company' }))
  expect(await screen.findByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
})
