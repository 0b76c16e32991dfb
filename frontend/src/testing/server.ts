import { cleanup } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { configureApi } from '@/api/client'

export const API = 'http://api.test'

/** A stand-in for the API; a request nobody expected fails the test. */
export function serve(): ReturnType<typeof setupServer> {
  const server = setupServer()
  const unexpected: string[] = []
  beforeAll(() => {
    configureApi(API)
    server.listen({ onUnhandledRequest: 'error' })
    // Refusing it is not enough: to the client it is a lost connection, which no test needs to notice.
    server.events.on('request:unhandled', ({ request }) => {
      unexpected.push(`${request.method} ${request.url}`)
    })
  })
  afterEach(() => {
    // What is still on the screen may ask again.
    cleanup()
    server.resetHandlers()
    expect(unexpected.splice(0)).toEqual([])
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
