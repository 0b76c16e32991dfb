import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

/** What a tab that is opened now keeps, or one that is loaded anew. */
async function aTab(as: 'new' | 'reloaded' = 'new') {
  vi.resetModules()
  if (as === 'new') sessionStorage.clear()
  const { useKept } = await import('./kept')
  const { result } = renderHook(() => useKept<{ name: string }>('draft', 'ada'))
  return {
    value: () => result.current[0],
    keep: (next: Parameters<(typeof result.current)[1]>[0]) => {
      act(() => {
        result.current[1](next)
      })
    },
  }
}
const changedElsewhere = () => act(() => window.dispatchEvent(new StorageEvent('storage')))

test('two tabs keep each its own, and neither forgets the other’s', async () => {
  const [one, other] = [await aTab(), await aTab()]
  one.keep({ name: 'Nordwind' })
  changedElsewhere()
  expect(other.value()).toBeNull()
  other.keep({ name: 'Südlicht' })
  changedElsewhere()
  expect(one.value()).toEqual({ name: 'Nordwind' })
  other.keep(null)
  changedElsewhere()
  expect(one.value()).toEqual({ name: 'Nordwind' })
})

test('a tab that is loaded anew has its own again, and not another’s', async () => {
  const [other, one] = [await aTab(), await aTab()]
  other.keep({ name: 'Südlicht' })
  one.keep({ name: 'Nordwind' })
  expect((await aTab('reloaded')).value()).toEqual({ name: 'Nordwind' })
})

test('what was left is there at the next visit, once, and forgotten when that is done with it', async () => {
  const before = await aTab()
  before.keep({ name: 'Nordwind' })
  const now = await aTab()
  expect(now.value()).toEqual({ name: 'Nordwind' })
  now.keep({ name: 'Nordwind AG' })
  expect(Object.keys(localStorage)).toHaveLength(1)
  now.keep(null)
  expect(localStorage).toHaveLength(0)
})

test('of several that were left one is shown; clearing it brings up no other, and loses none', async () => {
  const [one, other] = [await aTab(), await aTab()]
  one.keep({ name: 'Nordwind' })
  other.keep({ name: 'Südlicht' })
  const now = await aTab()
  const first = now.value()
  now.keep(null)
  expect(now.value()).toBeNull()
  now.keep({ name: 'Westwind' })
  now.keep(null)
  const next = (await aTab()).value()
  expect([first?.name, next?.name].sort()).toEqual(['Nordwind', 'Südlicht'])
})

test('what the version before kept is not lost', async () => {
  localStorage.setItem('draft:ada', JSON.stringify({ name: 'Nordwind' }))
  expect((await aTab()).value()).toEqual({ name: 'Nordwind' })
})

test('a device that is full stops nobody from typing', async () => {
  const tab = await aTab()
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => {
    tab.keep({ name: 'Nordwind' })
  }).not.toThrow()
  full.mockRestore()
})
