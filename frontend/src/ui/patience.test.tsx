import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render'
import { Patience } from './patience'

afterEach(() => {
  vi.useRealTimers()
})

test('it counts down for the eye, and is heard at the beginning and the end', () => {
  vi.useFakeTimers()
  renderScreen(<Patience until={Date.now() + 3000} />)
  const heard = () => screen.getByRole('status').textContent
  expect(screen.getAllByText('Too many attempts. You can try again in 3 seconds.')).toHaveLength(2)
  act(() => {
    vi.advanceTimersByTime(1000)
  })
  expect(screen.getByText('Too many attempts. You can try again in 2 seconds.')).toBeVisible()
  expect(heard()).toBe('Too many attempts. You can try again in 3 seconds.')
  for (let second = 0; second < 3; second += 1) {
    act(() => {
      vi.advanceTimersByTime(1000)
    })
  }
  expect(heard()).toBe('You can try again now.')
})
