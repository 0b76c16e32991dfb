import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fillStorage } from '@/testing/storage'
import { useSeen } from './seen'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what somebody has seen in a case is theirs, and of that case alone', () => {
  const { result } = renderHook(() => [useSeen('olga', 'one'), useSeen('olga', 'two'), useSeen('omar', 'one')] as const)
  act(() => {
    result.current[0].mark('document:d')
  })
  expect(result.current.map(({ has }) => has('document:d'))).toEqual([true, false, false])
  act(() => {
    result.current[0].unmark('document:d')
  })
  expect(result.current[0].has('document:d')).toBe(false)
})

test('of a hundred cases it is remembered; the one looked at longest ago goes first', () => {
  const { result, rerender } = renderHook(({ id }) => useSeen('olga', id), { initialProps: { id: 'case 0' } })
  for (let count = 0; count <= 100; count += 1) {
    rerender({ id: `case ${count}` })
    act(() => {
      result.current.mark('document:d')
    })
  }
  const remembered = (id: string) => {
    rerender({ id })
    return result.current.has('document:d')
  }
  expect([remembered('case 0'), remembered('case 1'), remembered('case 100')]).toEqual([false, true, true])
})

test.each(['nonsense', '{}', '[1]', '[["case"]]'])('what is kept as %s is nothing', (kept) => {
  localStorage.setItem('reviewSeen:olga', kept)
  const { result } = renderHook(() => useSeen('olga', 'case'))
  expect(result.current.has('document:d')).toBe(false)
})

test('a device that keeps nothing more does not stop the work', () => {
  fillStorage()
  const { result } = renderHook(() => useSeen('olga', 'case'))
  act(() => {
    result.current.mark('document:d')
  })
  expect(result.current.has('document:d')).toBe(false)
})
