import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIdempotencyKey } from './idempotency-key'

test('the same content keeps its key, other content has another, and what is settled is sent anew', () => {
  const { result, rerender } = renderHook(() => useIdempotencyKey())
  const first = result.current.of({ amount: 1 })
  rerender()
  expect(result.current.of({ amount: 1 })).toBe(first)
  const other = result.current.of({ amount: 2 })
  expect(other).not.toBe(first)
  result.current.forget()
  expect(result.current.of({ amount: 2 })).not.toBe(other)
})
