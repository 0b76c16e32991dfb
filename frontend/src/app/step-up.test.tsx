import { useMutation } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { call } from '@/api/client'
import { configure } from '@/testing/config'
import { anApplication, me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { Shell } from './shell'

const server = serve()

function Save() {
  const save = useMutation({ mutationFn: () => call((client) => client.DELETE('/semi-private/members/{id}', { params: { path: { id: 'm-1' } } })) })
  return (
    <>
      <button disabled={save.isPending} onClick={() => { save.mutate() }}>Remove</button>
      <p>it is {save.status}</p>
    </>
  )
}

test('on every screen behind the door it is asked who one is; given up, the focus is where it was, and confirmed, it goes on', async () => {
  await configure()
  let isProven = false
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me())),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication() })),
    mock.delete('/semi-private/members/{id}', () => (isProven ? new HttpResponse(null, { status: 204 }) : HttpResponse.json({ ...problem('step_up_required', 403), confirm: 'act' }, { status: 403 }))),
    mock.post('/semi-private/auth/step-up', () => {
      isProven = true
      return new HttpResponse(null, { status: 204 })
    }),
  )
  localStorage.setItem(`onboardingStatusSeen:${me().data.userDetails.id}`, '0')
  localStorage.setItem('accessToken', aToken())
  await import('@/features/auth/step-up')
  renderScreen(<Shell><Save /></Shell>, '/dashboard')
  await screen.findByRole('button', { name: 'Account: Ada Brandt (AB)' })
  const button = screen.getByRole('button', { name: 'Remove' })
  await userEvent.click(button)
  expect(await screen.findByRole('dialog', { name: 'Confirm that it’s you' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('it is error')).toBeInTheDocument()
  await waitFor(() => {
    expect(button).toHaveFocus()
  })
  await userEvent.click(button)
  await userEvent.type(await screen.findByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('it is success')).toBeInTheDocument()
})
