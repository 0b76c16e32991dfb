import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import SignIn from './sign-in'

const server = serve()

async function signIn() {
  renderScreen(<SignIn />, '/sign-in')
  await userEvent.type(screen.getByLabelText('E-mail address'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a success welcomes by name and keeps the token', async () => {
  const token = aToken()
  server.use(
    mock.post('/auth/signin', () => HttpResponse.json({ data: { token, name: 'Ada Brandt', language: 'en' } })),
    mock.get('/semi-private/user', ({ request }) =>
      request.headers.get('authorization') === `Bearer ${token}` ? HttpResponse.json(me()) : HttpResponse.json(problem('unauthenticated', 401), { status: 401 }),
    ),
  )
  await signIn()
  expect(await screen.findByText('Welcome back! Ada Brandt')).toBeInTheDocument()
  expect(localStorage.getItem('accessToken')).toBe(token)
})

test.each([
  [401, 'Wrong credentials'],
  [422, 'Wrong credentials'],
  [429, 'Wrong credentials'],
  [500, 'Invalid user email or password!'],
  [503, 'Invalid user email or password!'],
])('an answer with %d is told as %s', async (status, message) => {
  server.use(mock.post('/auth/signin', () => HttpResponse.json(problem('unavailable', status), { status })))
  await signIn()
  expect(await screen.findByText(message)).toBeInTheDocument()
})

test('no answer at all is a failure too', async () => {
  server.use(mock.post('/auth/signin', () => HttpResponse.error()))
  await signIn()
  expect(await screen.findByText('Invalid user email or password!')).toBeInTheDocument()
})

test('who tried too often is told below the form when to try again; the toast stays as it is', async () => {
  server.use(mock.post('/auth/signin', () => HttpResponse.json(problem('too_many_requests', 429), { status: 429, headers: { 'retry-after': '40' } })))
  await signIn()
  expect(await screen.findByText('Wrong credentials')).toBeInTheDocument()
  expect(screen.getAllByText(/^Too many attempts\. You can try again in (40|39) seconds\.$/).length).toBeGreaterThan(0)
})

test('the toast goes, what to do stays below the form', async () => {
  server.use(mock.post('/auth/signin', () => HttpResponse.json(problem('wrong_credentials', 401), { status: 401 })))
  await signIn()
  expect(await screen.findByText('Wrong credentials')).toBeInTheDocument()
  expect(screen.getByText('The e-mail address or password is wrong.').closest('form')).not.toBeNull()
})
