import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { configureApi } from '@/api/client'

export const API = 'http://api.test'

/** A stand-in for the API; a request nobody expected fails the test. */
export function serve(): ReturnType<typeof setupServer> {
  const server = setupServer()
  beforeAll(() => {
    configureApi(API)
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(() => {
    server.resetHandlers()
  })
  afterAll(() => {
    server.close()
  })
  return server
}

/** A token that expires an hour from now; nothing checks its signature here. */
export function aToken(secondsFromNow = 3600): string {
  const part = (value: unknown) => btoa(JSON.stringify(value))
  return `${part({ alg: 'HS256' })}.${part({ exp: Math.floor(Date.now() / 1000) + secondsFromNow })}.signature`
}
