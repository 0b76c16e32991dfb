import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { useAuth } from '@/features/auth/auth-provider'
import { StatusDialog } from '@/features/onboarding/status-dialog'
import { quiet } from '@/testing/begun'
import { anApplication, me } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'

const server = serve()

test.each([['0', false], ['4', true]])('signing in anew does not tell again what was read, and tells what is new: %s', async (seen, isTold) => {
  const token = aToken()
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me())),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ progress: { met: 0, asked: 22 } }) })),
  )
  function SignIn() {
    const { login } = useAuth()
    return <button onClick={() => void login(token)}>Sign in</button>
  }
  renderScreen(
    <>
      <SignIn />
      <StatusDialog />
    </>,
    '/dashboard',
  )
  localStorage.setItem(`onboardingStatusSeen:${me().data.userDetails.id}`, seen)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  if (isTold) expect(await screen.findByRole('alertdialog')).toBeInTheDocument()
  else {
    await quiet()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  }
})
