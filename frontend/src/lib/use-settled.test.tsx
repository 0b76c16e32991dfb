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

test('a press that becomes no click holds nothing back for long', () => {
  vi.useFakeTimers()
  const { rerender } = render(<Shown value="before" />)
  fireEvent.pointerDown(document.body)
  rerender(<Shown value="after" />)
  act(() => {
    vi.advanceTimersByTime(500)
  })
  expect(screen.getByText('after')).toBeVisible()
})
