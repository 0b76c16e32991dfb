import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { problem } from '@/testing/data'
import { ApiError } from './client'
import { useIdempotencyKey, type IdempotencyKey } from './idempotency-key'

interface Content {
  amount: number
}

const held = () => renderHook(() => useIdempotencyKey<Content>()).result.current
const refusal = (code: Parameters<typeof problem>[0], status: number) => new ApiError(status, problem(code, status))

/** Sends it, to end well or with this error, and tells the key it went under. */
async function keyOf(held: IdempotencyKey<Content>, amount: number, error?: ApiError): Promise<string> {
  let sent = ''
  const end = held.send({ amount }, (key) => {
    sent = key
    return error ? Promise.reject(error) : Promise.resolve('done')
  })
  await (error ? expect(end).rejects.toBe(error) : expect(end).resolves.toBe('done'))
  return sent
}

const nothing = [refusal('request_timeout', 408), refusal('too_many_requests', 429), refusal('unauthenticated', 401), refusal('unavailable', 503)]

test('the same content keeps its key, other content has another, and what is done is sent anew', async () => {
  const { result, rerender } = renderHook(() => useIdempotencyKey<Content>())
  const first = await keyOf(result.current, 1, nothing[0])
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  rerender()
  expect(await keyOf(result.current, 1, nothing[0])).toBe(first)
  const other = await keyOf(result.current, 2)
  expect(other).not.toBe(first)
  expect(await keyOf(result.current, 2)).not.toBe(other)
})

test.each([
  ['no answer came', new ApiError(null, null)],
  ['the server cannot tell', refusal('outcome_unknown', 503)],
  ['the server failed', refusal('internal', 500)],
  ['something in between failed', new ApiError(502, null)],
])('when %s, it stays unsettled until an answer settles it', async (_, unknown) => {
  const key = held()
  const first = await keyOf(key, 1, unknown)
  expect(key.unsettled()).toEqual({ amount: 1 })
  // Turned away before anybody looked.
  for (const error of nothing) {
    expect(await keyOf(key, 1, error)).toBe(first)
    expect(key.unsettled()).toEqual({ amount: 1 })
  }
  expect(await keyOf(key, 1, refusal('stale_version', 409))).toBe(first)
  expect(key.unsettled()).toBeNull()
  expect(await keyOf(key, 1)).not.toBe(first)
})

test.each([refusal('stale_version', 409), refusal('unavailable', 503), refusal('invalid_input', 422)])('a refusal of the first attempt leaves nothing unsettled', async (error) => {
  const key = held()
  await keyOf(key, 1, error)
  expect(key.unsettled()).toBeNull()
})

test('an answer that comes after other content was sent says nothing of that', async () => {
  const key = held()
  let fail = (_error: ApiError): void => undefined
  const late = key.send({ amount: 1 }, () => new Promise((_, reject) => (fail = reject)))
  const second = await keyOf(key, 2, nothing[0])
  fail(new ApiError(null, null))
  await expect(late).rejects.toBeInstanceOf(ApiError)
  expect(key.unsettled()).toBeNull()
  expect(await keyOf(key, 2)).toBe(second)
})

test('what is on its way is not sent again: a double click gets the one answer twice', async () => {
  const { result } = renderHook(() => useIdempotencyKey<string>())
  const keys: string[] = []
  const request = (key: string) => {
    keys.push(key)
    return Promise.resolve(`answer ${keys.length}`)
  }
  const answers = await Promise.all([result.current.send('approve', request), result.current.send('approve', request)])
  expect(answers).toEqual(['answer 1', 'answer 1'])
  expect(keys.length).toBe(1)
  expect(await result.current.send('approve', request)).toBe('answer 2')
})
