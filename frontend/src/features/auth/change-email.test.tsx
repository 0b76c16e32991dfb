import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import VerifyEmail from './verify-email'

const server = serve()
const CHANGE = '/semi-private/auth/email'

/** The screen of somebody whose address is not proved; answers what the server was sent. */
async function mistyped(answer: (email: string) => Response) {
  let email = 'ada@exmaple.com'
  const sent: unknown[] = []
  localStorage.setItem('accessToken', aToken())
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me({ email, emailVerified: false }))),
    mock.put(CHANGE, async ({ request }) => {
      const body = (await request.json()) as { email: string }
      sent.push(body)
      const said = answer(body.email)
      if (said.ok) ({ email } = body)
      return said
    }),
  )
  renderScreen(<VerifyEmail />, '/verify-email')
  await userEvent.click(await screen.findByRole('button', { name: 'Wrong address?' }))
  return sent
}

async function save(email: string) {
  const field = screen.getByLabelText('E-mail address')
  await userEvent.clear(field)
  await userEvent.type(field, email)
  await userEvent.click(screen.getByRole('button', { name: 'Save address' }))
}

const refused = (status: number, code: Parameters<typeof problem>[0], fields: Parameters<typeof problem>[2] = {}, headers = {}) => HttpResponse.json<Schemas['ProblemBody']>(problem(code, status, fields), { status, headers })
const accepted = () => new HttpResponse(null, { status: 204 })

test('a mistyped address is corrected where it stands, and the screen says where the link went and that the older one is dead', async () => {
  const sent = await mistyped(accepted)
  const field = screen.getByLabelText('E-mail address')
  expect(field).toHaveValue('ada@exmaple.com')
  expect(field).toHaveFocus()
  expect(field).toHaveAttribute('autocomplete', 'email')
  await save(' ada@example.com ')
  expect(await screen.findByText('We e-mailed a link to ada@example.com. Open it within 24 hours.')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('The older link no longer works.')
  expect(sent).toEqual([{ email: 'ada@example.com' }])
  expect(screen.getByRole('button', { name: 'Wrong address?' })).toHaveFocus()
})

test('whoever changes their mind is back where they were, and nothing was sent', async () => {
  const sent = await mistyped(accepted)
  await userEvent.type(screen.getByLabelText('E-mail address'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('We e-mailed a link to ada@exmaple.com. Open it within 24 hours.')).toBeVisible()
  expect(screen.queryByText(/no longer works/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Wrong address?' })).toHaveFocus()
  expect(sent).toEqual([])
})

test.each([
  ['', 'This is required.'],
  ['ada', 'Enter an e-mail address such as name@example.com.'],
  ['Ada@Exmaple.com', 'We already wrote to this address. Enter the right one.'],
])('“%s” is not sent, and its field says why', async (email, reason) => {
  const sent = await mistyped(accepted)
  const field = screen.getByLabelText('E-mail address')
  await userEvent.clear(field)
  if (email) await userEvent.type(field, email)
  await userEvent.click(screen.getByRole('button', { name: 'Save address' }))
  expect(field).toHaveAccessibleDescription(reason)
  expect(field).toHaveFocus()
  expect(sent).toEqual([])
})

test.each([
  ['a taken address', () => refused(409, 'email_taken'), 'Another account uses this e-mail address. Enter a different one.'],
  [
    'one the server does not take',
    () => refused(422, 'invalid_input', { email: 'email_implausible' }),
    'Enter an e-mail address such as name@example.com.',
  ],
])('%s is told at its field, and stays to be mended', async (_, answer, reason) => {
  await mistyped(answer)
  await save('bob@example.com')
  const field = screen.getByLabelText('E-mail address')
  await expect.poll(() => field).toHaveAccessibleDescription(reason)
  expect(field).toHaveValue('bob@example.com')
})

test('too many attempts are told with when to try again', async () => {
  await mistyped(() => refused(429, 'too_many_requests', {}, { 'retry-after': '90' }))
  await save('ada@example.com')
  expect(await screen.findByRole('status')).toHaveTextContent('You can try again in 90 seconds.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['a failure', () => refused(503, 'unavailable'), 'A service we rely on isn’t responding. Try again in a moment.'],
  ['an impatient server that names no time', () => refused(429, 'too_many_requests'), 'Too many attempts. Wait a moment and try again.'],
  ['no answer', () => HttpResponse.error(), 'Can’t reach Sooner. Check your connection and try again.'],
])('%s is told below, and what was typed stays', async (_, answer, reason) => {
  await mistyped(answer)
  await save('ada@example.com')
  expect(await screen.findByRole('alert')).toHaveTextContent(reason)
  expect(screen.getByLabelText('E-mail address')).toHaveValue('ada@example.com')
})

test('an address that was proved meanwhile is not corrected: the screen goes on', async () => {
  let emailVerified = false
  localStorage.setItem('accessToken', aToken())
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me({ emailVerified }))),
    mock.put(CHANGE, () => {
      emailVerified = true
      return refused(409, 'email_already_verified')
    }),
  )
  renderScreen(<VerifyEmail />, '/verify-email')
  await userEvent.click(await screen.findByRole('button', { name: 'Wrong address?' }))
  await save('bob@example.com')
  await expect.poll(() => screen.queryByLabelText('E-mail address')).toBeNull()
})
