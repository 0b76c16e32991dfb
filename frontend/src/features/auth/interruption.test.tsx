import { useMutation } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { call, type Schemas } from '@/api/client'
import { connection } from '@/api/connection'
import { upload } from '@/features/onboarding/upload'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { useAuth } from './auth-provider'
import Interrupted from './interruption'

const server = serve()
const [first, second, third, others] = [aToken(3600), aToken(3601), aToken(3602), aToken(3603)]
const unauthenticated = () => HttpResponse.json<Schemas['ProblemBody']>(problem('unauthenticated', 401), { status: 401 })
const bearer = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '')

/** Something that is done in a session, and how it went. */
function Work() {
  const { isAuthenticated, user } = useAuth()
  const save = useMutation({ mutationFn: () => call((client) => client.DELETE('/semi-private/documents/{id}', { params: { path: { id: 'd-1' } } })) })
  const send = useMutation({
    mutationFn: () => upload({ kind: 'bank_statement', file: new File(['x'], 'x.pdf'), key: 'k', onProgress: () => undefined, signal: new AbortController().signal }),
  })
  if (!isAuthenticated) return <p>nobody is in</p>
  return (
    <>
      <p>{user?.userDetails.fname} works</p>
      <button onClick={() => { save.mutate() }}>Save</button>
      <button onClick={() => { send.mutate() }}>Send</button>
      <p>save: {save.status}, send: {send.status}</p>
      <Interrupted />
    </>
  )
}

/** A server that takes these tokens for Ada's, where a write needs the newest. */
function serveAda({ needsCode = false, beside = null }: { needsCode?: boolean; beside?: ReactNode } = {}) {
  const sent: (string | undefined)[] = []
  const known = new Set([first])
  const write = <T,>(done: () => T) => ({ request }: { request: Request }) => {
    sent.push(bearer(request))
    return bearer(request) === first ? unauthenticated() : done()
  }
  const document: Schemas['DocumentBody'] = { id: 'd-1', kind: 'bank_statement', name: 'scan.png', contentType: 'image/png', size: 1, uploadedAt: '2026-06-15T12:00:00Z', verdict: 'pending' }
  server.use(
    mock.get('/semi-private/user', ({ request }) => {
      const token = bearer(request) ?? ''
      if (token === others) return HttpResponse.json(me({ id: 'other', fname: 'Bo', email: 'bo@example.com' }))
      if (!known.has(token)) return HttpResponse.json(problem('second_factor_required', 403), { status: 403 })
      return HttpResponse.json(me())
    }),
    mock.delete('/semi-private/documents/{id}', write(() => new HttpResponse(null, { status: 204 }))),
    mock.post('/semi-private/documents', write(() => HttpResponse.json<{ data: Schemas['DocumentBody'] }>({ data: document }, { status: 201 }))),
    mock.post('/auth/signin', async ({ request }) => {
      const { email, password } = await request.json()
      if (email !== 'ada@example.com' || password !== 'right') return HttpResponse.json(problem('wrong_credentials', 401), { status: 401 })
      if (!needsCode) known.add(second)
      return HttpResponse.json({ data: { token: second, name: 'Ada Brandt', language: 'en' } })
    }),
    mock.post('/semi-private/auth/second-factor', async ({ request }) => {
      if (bearer(request) !== second || (await request.json()).code !== '123456') return HttpResponse.json(problem('code_refused', 422), { status: 422 })
      known.add(third)
      return HttpResponse.json({ token: third })
    }),
  )
  localStorage.setItem('accessToken', first)
  renderScreen(
    <>
      {beside}
      <Work />
    </>,
  )
  return sent
}

async function interrupted(button: 'Save' | 'Send') {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByRole('dialog', { name: 'Sign in to continue' })).toBeVisible()
  return user
}

test.each([['Save', 'save: success'], ['Send', 'send: success']] as const)('when the session has ended, signing in in place goes on with what was being done: %s', async (button, done) => {
  const sent = serveAda()
  const user = await interrupted(button)
  expect(screen.getByText('Ada works')).toBeInTheDocument()
  const email = screen.getByLabelText('E-mail address')
  expect(email).toHaveValue('ada@example.com')
  expect(email).toHaveAttribute('readonly')
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await waitFor(() => {
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('This password is wrong.')
  })
  expect(await screen.findByText('Wrong credentials')).toBeInTheDocument()
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText(new RegExp(done))).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([first, second])
  expect(localStorage.getItem('accessToken')).toBe(second)
})

test('with two-factor sign-in the code is asked for in place too', async () => {
  const sent = serveAda({ needsCode: true })
  const user = await interrupted('Save')
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  await user.type(await screen.findByLabelText('Code'), '000000{Enter}')
  await waitFor(() => {
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('This code is wrong or has expired. Enter the current one.')
  })
  expect(screen.getByLabelText('Code')).toHaveValue('')
  expect(localStorage.getItem('accessToken')).toBe(first)
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText(/save: success/)).toBeInTheDocument()
  expect(sent).toEqual([first, third])
})

test('a sign-in nobody answers says so in the customer’s words too', async () => {
  serveAda()
  server.use(mock.post('/auth/signin', () => HttpResponse.json(problem('internal', 500), { status: 500 })))
  const user = await interrupted('Save')
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('Invalid user email or password!')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on our side.')
})

test('a code that is given too late leads back to the password', async () => {
  const sent = serveAda({ needsCode: true })
  server.use(mock.post('/semi-private/auth/second-factor', unauthenticated, { once: true }))
  const user = await interrupted('Save')
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('That took too long. Enter your password again.')).toBeVisible()
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText(/save: success/)).toBeInTheDocument()
  expect(sent).toEqual([first, third])
})

test('once the code was right, a lost answer asks for no other: it goes on when the connection is back', async () => {
  const sent = serveAda({ needsCode: true })
  const user = await interrupted('Save')
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  await screen.findByLabelText('Code')
  server.use(mock.get('/semi-private/user', () => HttpResponse.error(), { once: true }))
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('Connection lost. We’ll try again as soon as you’re back online.')).toBeVisible()
  expect(screen.queryByLabelText('Code')).toBeNull()
  connection.reached()
  await waitFor(() => {
    expect(screen.getByText(/save: success/)).toBeInTheDocument()
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([first, third])
})

test('a new token for the same person ends the interruption, and what waited goes on', async () => {
  function Renewal() {
    const { renew } = useAuth()
    return <button onClick={() => void renew(second)}>Switch on</button>
  }
  const sent = serveAda({ beside: <Renewal /> })
  await interrupted('Save')
  server.use(mock.get('/semi-private/user', () => HttpResponse.json(me())))
  // The dialog lies over it: what ends it is an answer that comes in, not a click.
  fireEvent.click(screen.getByText('Switch on'))
  expect(await screen.findByText(/save: success/)).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([first, second])
})

/** What another tab does to the storage. */
function elsewhere(token: string | null) {
  if (token) localStorage.setItem('accessToken', token)
  else localStorage.removeItem('accessToken')
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
}

test('signing in again in another tab is enough', async () => {
  const sent = serveAda()
  const user = await interrupted('Save')
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  await screen.findByText(/save: success/)
  elsewhere(second)
  expect(screen.getByText('Ada works')).toBeInTheDocument()
  expect(sent).toEqual([first, second])
})

test.each([['over the one who works', [others]], ['after signing out', [null, others]]])('when another account signs in elsewhere, %s, that is said, and nothing waiting is sent in its name', async (_, tokens) => {
  const sent = serveAda()
  await interrupted('Save')
  for (const token of tokens) elsewhere(token)
  expect(await screen.findByRole('dialog', { name: 'This tab now shows another account' })).toHaveTextContent('bo@example.com')
  expect(screen.getByText('Bo works')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Continue as bo@example.com' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([first])
})

test('who chooses to be somebody else is out, and nothing is sent again', async () => {
  server.use(mock.post('/semi-private/auth/signout', unauthenticated))
  const sent = serveAda()
  const user = await interrupted('Save')
  await user.click(screen.getByRole('button', { name: 'Sign in with another account' }))
  expect(await screen.findByText('nobody is in')).toBeVisible()
  expect(sent).toEqual([first])
})
