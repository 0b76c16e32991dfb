import { afterEach, expect, test } from 'vitest'
import { clearToken, isValidToken, storedToken, storeToken } from './token'

const token = (payload: unknown) => `e30.${btoa(JSON.stringify(payload))}.signature`

afterEach(clearToken)

test('a token counts only while its expiry, in seconds, lies ahead', () => {
  expect(isValidToken(token({ exp: 100 }), 99_999)).toBe(true)
  expect(isValidToken(token({ exp: 100 }), 100_000)).toBe(false)
})

test.each(['', 'a.b', 'a.b.c', token({}), token({ exp: '100' }), token(null), token({ exp: null })])('%s is no token', (text) => {
  expect(isValidToken(text, 0)).toBe(false)
})

test('an expired token in the storage is none', () => {
  storeToken(token({ exp: 100 }))
  expect(storedToken(99_000)).not.toBeNull()
  expect(storedToken(101_000)).toBeNull()
})
