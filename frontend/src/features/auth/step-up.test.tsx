import { useMutation } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { expect, test } from 'vitest'
import { call, type Schemas } from '@/api/client'
import { isCancelled, sentence } from '@/api/errors'
import { session } from '@/api/session'
import { stepUp } from '@/api/step-up'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { Failure } from '@/ui/failure'
import { useAuth } from './auth-provider'
import StepUp from './step-up'

const server = serve()
const [mine, others] = [aToken(3600), aToken(3601)]

/** Asks, as the frame does. */
function Asker() {
  const id = useAuth().user?.userDetails.id
  const act = useSyncExternalStore(stepUp.subscribe, stepUp.asked)
  useEffect(() => stepUp.listen(), [id])
  const about = useSyncExternalStore(stepUp.subscribe, stepUp.about)
  return act === null ? null : <StepUp act={act} about={about} />
}

function Save({ id }: { id: string }) {
  const save = useMutation({ mutationFn: () => call((client) => client.DELETE('/semi-private/members/{id}', { params: { path: { id } } })) })
  return (
    <>
      <button onClick={() => { save.mutate() }}>Remove {id}</button>
      <p>{id}: {save.status}{save.error && isCancelled(save.error) ? ', cancelled' : ''}</p>
      <Failure sentence={save.error ? sentence(save.error) : undefined} until={null} />
    </>
  )
}

function Work() {
  const [typed, setTyped] = useState('')
  const { user } = useAuth()
  if (!user) return null
  return (
    <>
      <p>{user.userDetails.fname} works</p>
      <input aria-label="Typed" value={typed} onChange={(event) => { setTyped(event.target.value) }} />
      <Save id="m-1" />
      <Save id="m-2" />
      <Asker />
    </>
  )
}

/** A server that wants to know first who it is. Answers what it was sent, and how to let the proof lapse. */
async function serveAda({ secondFactor = false }: { secondFactor?: boolean } = {}) {
  const sent: string[] = []
  const proofs: Schemas['StepUpBody'][] = []
  const confirmed = new Set<string>()
  server.use(
    mock.get('/semi-private/user', ({ request }) =>
      HttpResponse.json(request.headers.get('authorization') === `Bearer ${others}` ? me({ id: 'other', fname: 'Bo', email: 'bo@example.com' }) : me({ secondFactor })),
    ),
    mock.delete('/semi-private/members/{id}', ({ params }) => {
      sent.push(params.id)
      const act = `act of ${params.id}`
      return confirmed.has(act) ? new HttpResponse(null, { status: 204 }) : HttpResponse.json({ ...problem('step_up_required', 403), confirm: act }, { status: 403 })
    }),
    mock.post('/semi-private/auth/step-up', async ({ request }) => {
      const proof = await request.json()
      proofs.push(proof)
      const isRight = proof.password === 'right'
      if (isRight) confirmed.add(proof.confirm)
      return isRight ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(problem('code_refused', 422), { status: 422 })
    }),
  )
  localStorage.setItem('accessToken', mine)
  renderScreen(<Work />)
  const user = userEvent.setup()
  await screen.findByText('Ada works')
  return {
    sent,
    proofs,
    user,
    lapse: () => {
      confirmed.clear()
    },
  }
}

const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it’s you' })
const gone = () => waitFor(() => {
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('with the password, what was being done goes on, and what was typed is still there', async () => {
  const { sent, proofs, user } = await serveAda()
  await user.type(screen.getByLabelText('Typed'), 'half a sentence')
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  expect(await dialog()).toBeVisible()
  await waitFor(() => {
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })
  expect(screen.getByText('m-1: pending')).toBeInTheDocument()
  await user.keyboard('right{Enter}')
  expect(await screen.findByText('m-1: success')).toBeInTheDocument()
  await gone()
  expect(screen.getByLabelText('Typed')).toHaveValue('half a sentence')
  expect([sent, proofs]).toEqual([['m-1', 'm-1'], [{ password: 'right', confirm: 'act of m-1' }]])
})

test('a file is shown by its name', async () => {
  await serveAda()
  await screen.findByText(/works$/)
  void session.confirm?.('act of a file', 'january.xml').catch(() => undefined)
  expect(await screen.findByText('Enter your password to send january.xml. Nothing you typed is lost.')).toBeVisible()
})

test.each(['Cancel', 'Escape'])('cancelled by %s, it is given up without a word, and asked anew the next time', async (how) => {
  const { sent, user } = await serveAda()
  await user.type(screen.getByLabelText('Typed'), 'half a sentence')
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  await dialog()
  if (how === 'Cancel') await user.click(screen.getByRole('button', { name: 'Cancel' }))
  else await user.keyboard('{Escape}')
  expect(await screen.findByText('m-1: error, cancelled')).toBeInTheDocument()
  await gone()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText('Typed')).toHaveValue('half a sentence')
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  expect(await dialog()).toBeVisible()
  expect(sent).toEqual(['m-1', 'm-1'])
})

test('a wrong password is told at its field, and the right one goes on', async () => {
  const { sent, user } = await serveAda()
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  await dialog()
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => {
    expect(screen.getByLabelText('Password')).toBeInvalid()
  })
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await waitFor(() => {
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('This password is wrong.')
  })
  expect(sent).toEqual(['m-1'])
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('m-1: success')).toBeInTheDocument()
})

test('with two-factor sign-in it is the password, too, so that no act waits for a new code', async () => {
  const { proofs, user } = await serveAda({ secondFactor: true })
  for (const id of ['m-1', 'm-2']) {
    await user.click(screen.getByRole('button', { name: `Remove ${id}` }))
    await dialog()
    await user.type(screen.getByLabelText('Password'), 'right{Enter}')
    expect(await screen.findByText(`${id}: success`)).toBeInTheDocument()
    await gone()
  }
  expect(proofs).toEqual(['m-1', 'm-2'].map((id) => ({ password: 'right', confirm: `act of ${id}` })))
})

test('two acts are confirmed each by itself, one after the other', async () => {
  const { sent, proofs, user } = await serveAda()
  screen.getByRole('button', { name: 'Remove m-1' }).click()
  await dialog()
  screen.getByRole('button', { name: 'Remove m-2', hidden: true }).click()
  await expect.poll(() => sent.length).toBe(2)
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('m-1: success')).toBeInTheDocument()
  expect(screen.getByText('m-2: pending')).toBeInTheDocument()
  await waitFor(() => {
    expect(screen.getByLabelText('Password')).toHaveValue('')
  })
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('m-2: success')).toBeInTheDocument()
  await gone()
  expect([sent, proofs.map(({ confirm }) => confirm)]).toEqual([['m-1', 'm-2', 'm-1', 'm-2'], ['act of m-1', 'act of m-2']])
})

test('what was confirmed lets nothing else through', async () => {
  const { proofs, user } = await serveAda()
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  await dialog()
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  await screen.findByText('m-1: success')
  await gone()
  await user.click(screen.getByRole('button', { name: 'Remove m-2' }))
  expect(await dialog()).toBeVisible()
  expect(screen.getByText('m-2: pending')).toBeInTheDocument()
  expect(proofs.length).toBe(1)
})

test('when the proof has lapsed, it is asked again', async () => {
  const { proofs, user, lapse } = await serveAda()
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  await dialog()
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  await screen.findByText('m-1: success')
  lapse()
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  await dialog()
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('m-1: success')).toBeInTheDocument()
  expect(proofs.length).toBe(2)
})

test('after too many tries it says how long to wait', async () => {
  const { user } = await serveAda()
  server.use(mock.post('/semi-private/auth/step-up', () => HttpResponse.json(problem('too_many_requests', 429), { status: 429, headers: { 'retry-after': '60' } })))
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  await dialog()
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByRole('status')).toHaveTextContent('Too many attempts. You can try again in 60 seconds.')
})

test('when another account comes into this tab, nothing that waits is sent in its name', async () => {
  const { sent, user } = await serveAda()
  await user.click(screen.getByRole('button', { name: 'Remove m-1' }))
  await dialog()
  localStorage.setItem('accessToken', others)
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
  expect(await screen.findByText('Bo works')).toBeInTheDocument()
  await gone()
  expect(sent).toEqual(['m-1'])
})
