import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fillStorage } from '@/testing/storage'
import { useKept } from './kept'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what is kept is there until it is let go', () => {
  const { result } = renderHook(() => useKept<string>('thing', 'ada'))
  act(() => {
    result.current[1]('typed')
  })
  expect(result.current[0]).toBe('typed')
  act(() => {
    result.current[1](null)
  })
  expect(result.current[0]).toBeNull()
})

test('a storage that is full stops nobody from typing', () => {
  const { result } = renderHook(() => useKept<string>('thing', 'ada'))
  fillStorage()
  expect(() => {
    act(() => {
      result.current[1]('typed')
    })
  }).not.toThrow()
})
