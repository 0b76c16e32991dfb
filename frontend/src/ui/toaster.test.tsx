import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toast, Toasts } from './toaster'

test('of four notifications at once the newest three are there', () => {
  render(<Toasts />)
  act(() => {
    for (const text of ['one', 'two', 'three', 'four']) toast(text, { duration: Infinity })
  })
  expect(screen.queryByText('one')).toBeNull()
  for (const text of ['two', 'three', 'four']) expect(screen.getByText(text)).toBeTruthy()
})

test('a notification goes after a while', async () => {
  render(<Toasts />)
  act(() => {
    toast('one', { duration: 10 })
  })
  expect(screen.getByText('one')).toBeTruthy()
  await waitFor(() => { expect(screen.queryByText('one')).toBeNull() })
})
