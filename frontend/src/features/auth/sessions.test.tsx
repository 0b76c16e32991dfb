import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { chooseLanguage } from '@/lib/i18n'
import { problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { Sessions } from './sessions'

const server = serve()
const NOW = Date.parse('2026-06-15T12:00:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const HERE: Schemas['SessionBody'] = { id: 'here', isCurrent: true, client: 'Firefox on Linux', startedAt: ago(90), lastUsedAt: ago(0) }
const PHONE: Schemas['SessionBody'] = { id: 'phone', isCurrent: false, client: 'Safari on iOS', startedAt: ago(300), lastUsedAt: ago(25) }
const OTHER: Schemas['SessionBody'] = { id: 'other', isCurrent: false, startedAt: ago(400), lastUsedAt: ago(4) }

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
})

/** The list over a server that keeps it; answers which sessions were ended. */
function listed(sessions: Schemas['SessionBody'][], refuse: (id: string) => Response | undefined = () => undefined) {
  const ended: string[] = []
  let left = sessions
  server.use(
    mock.get('/semi-private/auth/sessions', () => HttpResponse.json({ data: left })),
    mock.delete('/semi-private/auth/sessions/{id}', ({ params }) => {
      const refusal = refuse(String(params.id))
      if (refusal) return refusal
      ended.push(String(params.id))
      left = left.filter(({ id }) => id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderScreen(<Sessions />)
  return ended
}

const rows = async () => within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem')

test('each session says where it is, since when, and when it was used last; this one is marked and cannot be ended', async () => {
  listed([HERE, OTHER, PHONE])
  const [here, other, phone] = (await rows()) as [HTMLElement, HTMLElement, HTMLElement]
  expect(here).toHaveTextContent('Firefox on Linux')
  expect(here).toHaveTextContent('This device')
  expect(within(here).queryByRole('button')).toBeNull()
  expect(here).not.toHaveTextContent('Last used')
  expect(other).toHaveTextContent('Unknown device')
  expect(other, 'the server knows it to within five minutes').toHaveTextContent('Used in the last few minutes')
  expect(phone).toHaveTextContent('Safari on iOS')
  expect(phone).toHaveTextContent('Last used 25 minutes ago')
  expect(phone).toHaveTextContent(/Signed in on .*2026/)
  expect(phone).not.toHaveTextContent('This device')
})

test('in German the device and the time are German too', async () => {
  await chooseLanguage('de')
  listed([HERE, PHONE])
  const list = within(await screen.findByRole('list', { name: 'Sitzungen' }))
  expect(list.getByText('Firefox unter Linux')).toBeVisible()
  expect(list.getByText('Zuletzt genutzt vor 25 Minuten')).toBeVisible()
  expect(list.getByRole('button', { name: /^Beenden: Safari unter iOS/ })).toBeVisible()
})

test('ending one asks nothing, says that it is done, and keeps the place of the keyboard', async () => {
  const ended = listed([HERE, PHONE, OTHER])
  await userEvent.click(await screen.findByRole('button', { name: /^End the session: Safari on iOS, signed in on / }))
  expect(await screen.findByText('Session ended')).toBeInTheDocument()
  expect(ended).toEqual(['phone'])
  expect(await rows()).toHaveLength(2)
  expect(screen.getByRole('heading', { name: 'Sessions' })).toHaveFocus()
})

test('all others are ended one after the other, and this one is left', async () => {
  const ended = listed([HERE, PHONE, OTHER])
  await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByText('2 sessions ended')).toBeInTheDocument()
  expect(ended).toEqual(['phone', 'other'])
  expect(await screen.findByText('You are signed in on this device only.')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('with this one alone there is nothing to end', async () => {
  listed([HERE])
  expect(await screen.findByText('You are signed in on this device only.')).toBeVisible()
  expect(await rows()).toHaveLength(1)
  expect(screen.queryByRole('button')).toBeNull()
})

test('one other is ended by its own button: there are not yet many', async () => {
  listed([HERE, PHONE])
  expect(await screen.findByRole('button', { name: /^End the session/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
  expect(screen.queryByText('You are signed in on this device only.')).toBeNull()
})

test('one that ended by itself meanwhile is as it should be', async () => {
  const ended = listed([HERE, PHONE, OTHER], (id) => (id === 'phone' ? HttpResponse.json(problem('not_found', 404), { status: 404 }) : undefined))
  await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByText('2 sessions ended')).toBeInTheDocument()
  expect(ended).toEqual(['other'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where one cannot be ended that is said, and the list shows what is left', async () => {
  listed([HERE, PHONE, OTHER], (id) => (id === 'other' ? HttpResponse.json(problem('unavailable', 503), { status: 503 }) : undefined))
  await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('A service we rely on isn’t responding. Try again in a moment.')
  await waitFor(() => {
    expect(within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem')).toHaveLength(2)
  })
  expect(screen.queryByText('Safari on iOS')).toBeNull()
  expect(screen.queryByText('2 sessions ended')).toBeNull()
})

test('a list that cannot be loaded says so, and is loaded when it can be', async () => {
  server.use(mock.get('/semi-private/auth/sessions', () => HttpResponse.error()))
  renderScreen(<Sessions />)
  expect(await screen.findByRole('alert')).toHaveTextContent('Can’t reach Sooner. Check your connection and try again.')
  expect(screen.queryByText('You are signed in on this device only.')).toBeNull()
  server.use(mock.get('/semi-private/auth/sessions', () => HttpResponse.json({ data: [HERE] })))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Firefox on Linux')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
