import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { makeQueryClient } from './query-client'

/** Another tab: a tab does not hear itself. */
const elsewhere = new BroadcastChannel('sooner')
afterAll(() => {
  elsewhere.close()
})

test('what a tab changes, or may have changed, it tells the others', async () => {
  const heard = vi.fn()
  elsewhere.onmessage = heard
  const here = makeQueryClient()
  await new MutationObserver(here, { mutationFn: () => Promise.resolve('done') }).mutate()
  await vi.waitFor(() => {
    expect(heard).toHaveBeenCalledTimes(1)
  })
  await new MutationObserver(here, { mutationFn: () => Promise.reject(new Error('lost')) }).mutate().catch(() => undefined)
  await vi.waitFor(() => {
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

test('a tab that is told looks up again what it shows', async () => {
  let looked = 0
  const stop = new QueryObserver(makeQueryClient(), { queryKey: ['list'], queryFn: () => (looked += 1) }).subscribe(() => undefined)
  await vi.waitFor(() => {
    expect(looked).toBe(1)
  })
  elsewhere.postMessage('changed')
  await vi.waitFor(() => {
    expect(looked).toBe(2)
  })
  stop()
})
