import { screen } from '@testing-library/react'
import { useMutation } from '@tanstack/react-query'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiError, call } from '@/api/client'
import { connection } from '@/api/connection'
import { sendFile } from '@/api/send-file'
import { useDelayed } from '@/lib/use-delayed'
import { endAll } from './begun'
import { forgotten } from './forgotten'
import { mock } from './mock'
import { renderScreen } from './render'
import { serve } from './server'

const server = serve()
const ask = () => call((client) => client.GET('/health/live'))
const send = () => sendFile({ path: '/semi-private/documents', file: new File(['%PDF'], 'july.pdf'), key: 'k-1', onProgress: () => undefined, signal: new AbortController().signal })
/** Why it failed; never, where it goes on. */
const why = (request: Promise<unknown>) => request.then(() => 'it did not', (error: unknown) => error)

test('what is on its way as its screen goes is cut off, however long its answer takes', async () => {
  const late = vi.fn()
  server.use(
    mock.get('/health/live', () => new Promise<never>(() => undefined)),
    mock.post('/semi-private/documents', async () => {
      await new Promise((answer) => setTimeout(answer, 60_000))
      late()
      return HttpResponse.error()
    }),
  )
  const failures = [why(ask()), why(send())]
  expect(await endAll()).toEqual([])
  expect(await Promise.all(failures)).toEqual([new ApiError(null, null), expect.objectContaining({ name: 'AbortError' })])
  expect(late).not.toHaveBeenCalled()
})

test('what a screen sends as it goes is sent', async () => {
  const sent = vi.fn()
  server.use(mock.get('/health/live', () => (sent(), HttpResponse.error())))
  function Leaving() {
    useEffect(() => () => void ask().catch(() => undefined), [])
    return null
  }
  renderScreen(<Leaving />)
  expect(await endAll()).toEqual([])
  expect(sent).toHaveBeenCalledTimes(1)
})

test('what a screen ends itself is no leak', async () => {
  const Typed = ({ what }: { what: string }) => <p>{useDelayed(what, 60_000)}</p>
  const { rerender } = renderScreen(<Typed what="M" />)
  rerender(<Typed what="Mü" />)
  expect(await endAll()).toEqual([])
})

test.each([
  ['timer', 'setTimeout of testing/forgotten:3'],
  ['interval', 'setInterval of testing/forgotten:4'],
  ['frame', 'requestAnimationFrame of testing/forgotten:5'],
  ['listener', 'a listener of the window for online of testing/forgotten:6'],
  ['channel', 'the channel forgotten of testing/forgotten:7'],
] as const)('a %s that nothing ends is named, with its place', async (what, named) => {
  forgotten[what]()
  expect(await endAll()).toEqual([named])
  expect(await endAll()).toEqual([])
})

test('what is sent when all had ended is named, and is over before the next test', async () => {
  server.use(mock.get('/health/live', () => new Promise<never>(() => undefined)))
  const second = why(ask().catch(ask))
  expect(await endAll()).toEqual(['GET http://api.test/health/live, sent after the end'])
  expect(await second).toBeInstanceOf(ApiError)
})

test.fails('what lasts fails the test that began it', () => {
  forgotten.timer()
})

test('a test begins with a server that is there and a device that keeps nothing', async () => {
  server.use(mock.get('/health/live', () => HttpResponse.error()))
  localStorage.setItem('a', 'b')
  const Again = () => <button onClick={useMutation({ mutationFn: ask }).mutate as () => void}>Ask</button>
  renderScreen(<Again />)
  await userEvent.click(screen.getByRole('button'))
  await vi.waitFor(() => { expect(connection.snapshot()).toBe(true) })
})

test('and so does the next', () => {
  expect([connection.snapshot(), localStorage.length, document.body.children.length]).toEqual([false, 0, 0])
  expect(server.listHandlers().filter((handler) => 'info' in handler && handler.info.header.includes('/health/live'))).toEqual([])
})
