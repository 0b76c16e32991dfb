import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { anOperator, me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { ClockBar } from './clock-bar'

const server = serve()

function show(who: { data: Schemas['MeBody'] }, businessTime: string | null = '2027-01-04T09:00:00Z') {
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/clock', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      return HttpResponse.json({ data: { now: body.to, movable: true } })
    }),
  )
  const { client } = renderScreen(<ClockBar />)
  client.setQueryData(userQuery.queryKey, { ...who.data, businessTime })
  return sent
}

test('where time is the machine’s there is no bar', () => {
  show(anOperator('admin'), null)
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('a member reads what time it is, and moves nothing', async () => {
  show(me())
  expect(await screen.findByText(/Test clock: Jan 4, 2027/)).toBeVisible()
  expect(screen.getByText('Sign-ins, links, invitations and requests run on the real time.')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('who may moves it by a day, a week, or to a day, the time of day staying', async () => {
  const user = userEvent.setup()
  const sent = show(anOperator('admin'))
  await user.click(await screen.findByRole('button', { name: 'One day on' }))
  await user.click(screen.getByRole('button', { name: 'One week on' }))
  expect(screen.getByRole('button', { name: 'Move clock' })).toBeDisabled()
  await user.type(screen.getByLabelText('Move to'), '02/18/2027')
  await user.click(screen.getByRole('button', { name: 'Move clock' }))
  await waitFor(() => { expect(sent).toEqual([{ to: '2027-01-05T09:00:00.000Z' }, { to: '2027-01-11T09:00:00.000Z' }, { to: '2027-02-18T09:00:00.000Z' }]) })
  await waitFor(() => { expect(screen.getByLabelText('Move to')).toHaveValue('') })
})

test('backwards it is refused in words', async () => {
  const user = userEvent.setup()
  show(anOperator('admin'))
  server.use(mock.post('/operator/clock', () => HttpResponse.json(problem('clock_backwards', 409), { status: 409 })))
  await user.type(await screen.findByLabelText('Move to'), '01/03/2027')
  await user.click(screen.getByRole('button', { name: 'Move clock' }))
  expect(await screen.findByText('Business time only moves forward.')).toBeVisible()
})
