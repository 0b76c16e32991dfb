import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { renderScreen } from '@/testing/render'

/** As a browser has it that asks before it goes back or forward. */
const navigation = vi.hoisted(() => {
  const asks = Object.assign(new EventTarget(), { traverseTo: vi.fn() })
  Object.assign(window, { navigation: asks })
  return asks
})

function Typed() {
  useAskBeforeLeaving(true, 'A letter')
  return <p>typed</p>
}

function traverse(path: string, { cancelable = true, navigationType = 'traverse' } = {}) {
  const event = Object.assign(new Event('navigate', { cancelable }), { navigationType, destination: { url: new URL(path, location.href).href, key: `of ${path}` } })
  act(() => { navigation.dispatchEvent(event) })
  return event.defaultPrevented
}

test('going forward does not happen before the person agreed, so that nothing behind is lost', async () => {
  history.replaceState(null, '', '/form')
  const push = vi.spyOn(history, 'pushState')
  const { unmount } = renderScreen(<Typed />)
  expect(traverse('/next')).toBe(true)
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('A letter')
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect([push.mock.calls.length, navigation.traverseTo.mock.calls.length]).toEqual([0, 0])
  expect(traverse('/next')).toBe(true)
  await screen.findByRole('alertdialog')
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(navigation.traverseTo).toHaveBeenCalledExactlyOnceWith('of /next')
  // It is let go the second time.
  expect(traverse('/next')).toBe(false)
  unmount()
  history.replaceState(null, '', '/')
})

test.each([
  ['another order of the same screen', '/form?sort=due', {}],
  ['a link, which is asked of elsewhere', '/next', { navigationType: 'push' }],
  ['what the browser does not let be stopped', '/next', { cancelable: false }],
])('nothing is stopped by %s', (_, path, init) => {
  history.replaceState(null, '', '/form')
  window.dispatchEvent(new PopStateEvent('popstate'))
  const { unmount } = renderScreen(<Typed />)
  expect(traverse(path, init)).toBe(false)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  unmount()
  history.replaceState(null, '', '/')
})
