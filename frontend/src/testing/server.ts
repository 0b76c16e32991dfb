import { HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll } from 'vitest'
import { configureApi } from '@/api/client'
import { connection } from '@/api/connection'
import { session } from '@/api/session'
import { mock } from './mock'
import { asScreensGo, complain, onceOver, watchRequests } from './begun'

export const API = 'http://api.test'

/** What frames and Home ask for beside what a screen is about: nothing is missing, and nobody is on the way, until a test says otherwise. */
const beside = () => [mock.get('/operator/setting-up', () => HttpResponse.json({ data: [] })), mock.get('/operator/companies/{id}/first-cash', () => HttpResponse.json({ data: null })), mock.get('/semi-private/first-cash', () => HttpResponse.json({ data: null })), mock.get('/semi-private/receivables/{id}/schedule', () => HttpResponse.json({ data: { soldOn: '2027-01-03', currency: 'EUR', sales: [] } })), mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [] })), mock.get('/semi-private/programmes', () => HttpResponse.json({ data: [] })), mock.get('/semi-private/availability', () => HttpResponse.json({ data: [] })), mock.get('/semi-private/coming', () => HttpResponse.json({ data: [] })), mock.get('/semi-private/payments', () => HttpResponse.json({ data: [], stops: [], next: null }))]

/** A stand-in for the API, with nothing else to say at each test's beginning; a request nobody expected fails the test. */
export function serve(): ReturnType<typeof setupServer> {
  const server = setupServer(...beside())
  let unwatch = (): void => undefined
  beforeAll(() => {
    configureApi(API)
    server.listen({ onUnhandledRequest: 'error' })
    unwatch = watchRequests()
    // Refusing it is not enough: to the client it is a lost connection, which no test needs to notice.
    server.events.on('request:unhandled', ({ request }) => {
      complain(`${request.method} ${request.url}, which this test does not expect`)
    })
  })
  const ofThisFile = [
    asScreensGo(() => {
      session.begin(null)
    }),
    onceOver(() => {
      server.resetHandlers()
      // What was cut off looks like a server that is away.
      connection.reached()
    }),
  ]
  afterAll(() => {
    for (const takeOut of ofThisFile) takeOut()
    unwatch()
    server.close()
  })
  return server
}

/** A token that expires an hour from now; nothing checks its signature here. */
export function aToken(secondsFromNow = 3600): string {
  const part = (value: unknown) => btoa(JSON.stringify(value))
  return `${part({ alg: 'HS256' })}.${part({ exp: Math.floor(Date.now() / 1000) + secondsFromNow })}.signature`
}
