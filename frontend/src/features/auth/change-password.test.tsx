import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import Security from './security'

const server = serve()
const [OLD, NEW] = ['correct horse battery staple', 'copper violin harbour moss']
const session = (id: string, isCurrent: boolean) => ({ id, isCurrent, startedAt: '2026-01-01T10:00:00Z', lastUsedAt: '2026-01-01T10:00:00Z' })

/** The security screen; answers what the server was sent. */
async function security(answer: () => Response) {
  const sent: unknown[] = []
  let sessions = [session('1', true), session('2', false)]
  localStorage.setItem('accessToken', aToken())
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me())),
    mock.get('/semi-private/auth/second-factor', () => HttpResponse.json({ data: { on: false, recoveryCodesLeft: 0 } })),
    mock.get('/semi-private/auth/sessions', () => HttpResponse.json({ data: sessions })),
    mock.put('/semi-private/auth/password', async ({ request }) => {
      sent.push(await request.json())
      const said = answer()
      if (said.ok) sessions = [session('1', true)]
      return said
    }),
  )
  renderScreen(<Security />)
  await screen.findByRole('button', { name: 'Change password' })
  return sent
}

const field = (label: string) => screen.getByLabelText(label)

async function change(old: string, chosen: string) {
  if (old) await userEvent.type(field('Current password'), old)
  if (chosen) await userEvent.type(field('New password'), chosen)
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
}

const refused = (status: number, code: Parameters<typeof problem>[0], fields: Parameters<typeof problem>[2] = {}, headers = {}) => HttpResponse.json(problem(code, status, fields), { status, headers })
const accepted = () => new HttpResponse(null, { status: 204 })

test('the password is changed with the old one, and the screen says that the other sessions ended', async () => {
  const sent = await security(accepted)
  expect(await screen.findByRole('button', { name: /^End the session/ })).toBeVisible()
  await change(OLD, NEW)
  expect(await screen.findByText('Your password is changed')).toBeVisible()
  expect(screen.getByText('You’ve been signed out on all other devices.')).toBeVisible()
  expect(sent).toEqual([{ old: OLD, new: NEW }])
  expect([field('Current password'), field('New password')].map((one) => (one as HTMLInputElement).value)).toEqual(['', ''])
  expect(await screen.findByText('You are signed in on this device only.')).toBeVisible()
})

test('password managers are told whose password it is, which one is old and which is new', async () => {
  await security(accepted)
  expect(field('Current password')).toHaveAttribute('autocomplete', 'current-password')
  expect(field('New password')).toHaveAttribute('autocomplete', 'new-password')
  expect(document.querySelector('input[autocomplete=username]')).toHaveValue('ada@example.com')
})

test('the new one is weighed while it is typed, also by what is known of the person', async () => {
  await security(accepted)
  await userEvent.type(field('New password'), 'brandt and harbour')
  expect(await screen.findByText('Leave your name and e-mail address out of the password.')).toBeVisible()
})

test('both are needed, and the new one has 12 characters: nothing is sent before', async () => {
  const sent = await security(accepted)
  await change('', 'short')
  expect(field('Current password')).toHaveAccessibleDescription('This is required.')
  expect(field('New password')).toHaveAccessibleDescription('Use at least 12 characters.')
  expect(field('Current password')).toHaveFocus()
  expect(sent).toEqual([])
})

test('a wrong old one and a common new one are each told at their field, and nothing typed is lost', async () => {
  const fields = { old: 'password_wrong', new: 'password_common' } as const
  await security(() => refused(422, 'invalid_input', fields))
  await change(OLD, NEW)
  await expect.poll(() => field('Current password')).toHaveAccessibleDescription('This password is wrong.')
  expect(field('Current password')).toHaveFocus()
  expect(field('New password')).toHaveAccessibleDescription('This password is too common. Try a few unrelated words.')
  expect(field('New password')).toHaveValue(NEW)
  expect(screen.queryByText('Your password is changed')).toBeNull()
})

test('a wrong attempt after a change does not say that it was changed', async () => {
  let isFirst = true
  await security(() => {
    const answer = isFirst ? accepted() : refused(422, 'invalid_input', { old: 'password_wrong' })
    isFirst = false
    return answer
  })
  await change(OLD, NEW)
  await screen.findByText('Your password is changed')
  await change(OLD, NEW)
  await expect.poll(() => field('Current password')).toHaveAccessibleDescription('This password is wrong.')
  expect(screen.queryByText('Your password is changed')).toBeNull()
})

test('too many attempts are told with when to try again', async () => {
  await security(() => refused(429, 'too_many_requests', {}, { 'retry-after': '540' }))
  await change(OLD, NEW)
  const form = field('Current password').closest('form')
  expect(await within(form as HTMLElement).findByRole('status')).toHaveTextContent('You can try again in 9 minutes.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure is told below the fields', async () => {
  await security(() => refused(503, 'unavailable'))
  await change(OLD, NEW)
  expect(await screen.findByRole('alert')).toHaveTextContent('A service we rely on isn’t responding. Try again in a moment.')
  expect(field('Current password')).toHaveValue(OLD)
})
