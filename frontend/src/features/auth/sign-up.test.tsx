import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import SignUp from './sign-up'

const server = serve()
const FAILED = 'Error occurred! Try again later'

/** At once: letter by letter this form takes seconds. */
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function signUp(answer: Parameters<typeof mock.post<'/auth/signup'>>[1]) {
  server.use(mock.post('/auth/signup', answer))
  renderScreen(<SignUp />, '/sign-up')
  expect(screen.getByText(/^By signing up, you accept the/)).toHaveTextContent('By signing up, you accept the terms of use of Sooner Finance GmbH. The privacy notice says what happens with your data.')
  fill('First name', 'Ada')
  fill('Last name', 'Brandt')
  fill('E-mail address', 'ada@example.com')
  fill('Country', 'DE')
  fill('Mobile phone', '+4915112345678')
  fill('Password', 'copper violin harbour moss')
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }))
}

test('a failure is told by the toast, and below the form in words that stay', async () => {
  await signUp(() => HttpResponse.json(problem('unavailable', 503), { status: 503 }))
  expect(await screen.findByText(FAILED)).toBeInTheDocument()
  expect(screen.getByText('A service we rely on isn’t responding. Try again in a moment.').closest('form')).not.toBeNull()
})

test('an address that is taken is said at its field, and by the toast of every sign-up that failed', async () => {
  await signUp(() => HttpResponse.json(problem('email_taken', 409), { status: 409 }))
  await expect.poll(() => screen.getByLabelText('E-mail address')).toHaveAccessibleDescription('An account with this e-mail address already exists. Sign in instead.')
  expect(await screen.findByText(FAILED)).toBeInTheDocument()
})

test('a password the server refuses is not praised beside the reason', async () => {
  const reason = 'Leave your name and e-mail address out of the password.'
  await signUp(() => HttpResponse.json(problem('invalid_input', 422, { password: 'password_personal' }), { status: 422 }))
  await expect.poll(() => screen.getByLabelText('Password')).toHaveAccessibleDescription(reason)
  expect(screen.queryByText(/Strong|Good/)).toBeNull()
})

test('country and dial code follow each other', () => {
  renderScreen(<SignUp />, '/sign-up')
  const [country, phone] = [screen.getByLabelText('Country'), screen.getByLabelText('Mobile phone')]
  fill('Country', 'DE')
  fill('Mobile phone', '+44 7400 1')
  expect(country).toHaveValue('GB')
  fill('Country', 'FR')
  expect(phone).toHaveValue('+33 7400 1')
  fill('Mobile phone', '0151 123')
  fill('Country', 'AT')
  expect(phone).toHaveValue('0151 123')
})
