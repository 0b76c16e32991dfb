import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSettled } from './use-settled'

afterEach(() => {
  vi.useRealTimers()
})

const Shown = ({ value }: { value: string }) => <p>{useSettled(value)}</p>

test('what changes while somebody presses is shown once the click is done', () => {
  vi.useFakeTimers()
  const { rerender } = render(<Shown value="before" />)
  fireEvent.pointerDown(document.body)
  rerender(<Shown value="after" />)
  expect(screen.getByText('before')).toBeVisible()
  fireEvent.click(document.body)
  expect(screen.getByText('before')).toBeVisible()
  act(() => {
    vi.advanceTimersByTime(1)
  })
  expect(screen.getByText('after')).toBeVisible()
})

test.each(['pointerUp', 'pointerCancel'] as const)('a press that becomes no click holds back as long as it lasts, and not for long thereafter: %s', (end) => {
  vi.useFakeTimers()
  const { rerender } = render(<Shown value="before" />)
  fireEvent.pointerDown(document.body)
  rerender(<Shown value="after" />)
  act(() => {
    vi.advanceTimersByTime(10_000)
  })
  expect(screen.getByText('before')).toBeVisible()
  fireEvent[end](document.body)
  act(() => {
    vi.advanceTimersByTime(500)
  })
  expect(screen.getByText('after')).toBeVisible()
})

test('a press that begins before the one before it is over lasts by itself', () => {
  vi.useFakeTimers()
  const { rerender } = render(<Shown value="before" />)
  fireEvent.pointerDown(document.body)
  fireEvent.pointerUp(document.body)
  fireEvent.pointerDown(document.body)
  rerender(<Shown value="after" />)
  act(() => {
    vi.advanceTimersByTime(500)
  })
  expect(screen.getByText('before')).toBeVisible()
  fireEvent.blur(window)
  act(() => {
    vi.advanceTimersByTime(1)
  })
  expect(screen.getByText('after')).toBeVisible()
})
