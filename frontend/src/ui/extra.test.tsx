import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Extra } from './extra'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const Tray = ({ files }: { files: number }) => <p>{files} on their way</p>

function show(load: () => Promise<{ default: typeof Tray }>) {
  return render(
    <>
      <p>the screen</p>
      <Extra load={load} props={{ files: 2 }} meanwhile="coming" instead="not there yet" />
    </>,
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a part that does not come leaves the screen standing, and comes once it can', async () => {
  let loads = 0
  show(() => {
    loads += 1
    return loads < 3 ? Promise.reject(new Error('gone')) : Promise.resolve({ default: Tray })
  })
  expect(screen.getByText('coming', { exact: false })).toBeInTheDocument()
  await pass(0)
  expect(document.body).toHaveTextContent('the screennot there yet')
  await pass(2000)
  expect(document.body).toHaveTextContent('the screennot there yet')
  await pass(4000)
  expect(document.body).toHaveTextContent('the screen2 on their way')
  expect(loads).toBe(3)
})

test('a part that stays away is not asked for for ever', async () => {
  const load = vi.fn(() => Promise.reject(new Error('gone')))
  show(load)
  for (let minute = 0; minute < 60; minute += 1) await pass(60_000)
  expect(load).toHaveBeenCalledTimes(7)
  expect(document.body).toHaveTextContent('the screennot there yet')
})

test('a part that breaks leaves the screen standing', async () => {
  const Broken = () => {
    throw new Error('broken')
  }
  show(() => Promise.resolve({ default: Broken }))
  await pass(0)
  expect(document.body).toHaveTextContent('the screennot there yet')
})

test('what was loaded once stands there at once the next time', async () => {
  const load = () => Promise.resolve({ default: Tray })
  const { unmount } = show(load)
  await pass(0)
  unmount()
  show(load)
  expect(document.body).toHaveTextContent('the screen2 on their way')
})
