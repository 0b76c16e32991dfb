import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { me } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import VerifyEmail from './verify-email'

const server = serve()

test.each([
  ['ada@example.com', true, 60],
  ['bo@example.com', false, 41],
])('it says that a mail went only when one did: %s, %s', async (email, sent, nextInSeconds) => {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me({ email, emailVerified: false }))),
    mock.get('/semi-private/auth/send-email-verification', () => HttpResponse.json({ data: { email, sent, nextInSeconds } })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<VerifyEmail />, '/verify-email')
  await userEvent.click(await screen.findByRole('button', { name: 'Send e-mail again' }))
  expect(await screen.findByText(new RegExp(`You can request another e-mail in ${nextInSeconds} s.`))).toBeVisible()
  expect(screen.queryByText(`Verification mail set to ${email}`) !== null).toBe(sent)
  expect(screen.queryByText(/No new e-mail was sent/) !== null).toBe(!sent)
  expect(screen.getByRole('button', { name: 'Send e-mail again' })).toBeDisabled()
})
