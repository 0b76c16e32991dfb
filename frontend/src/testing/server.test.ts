import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { API, serve } from './server'

const server = serve()

test('a request that is expected is answered', async () => {
  server.use(http.get(`${API}/somewhere`, () => HttpResponse.json({ data: 1 })))
  expect(await (await fetch(`${API}/somewhere`)).json()).toEqual({ data: 1 })
})

test.fails('a request nobody expected fails the test, though the client makes nothing of it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await fetch(`${API}/nowhere`).catch(() => undefined)
})
