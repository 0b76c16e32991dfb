import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { singleKeys, useKeys, useListKeys } from './keys'

const focused = () => document.activeElement?.textContent

function List() {
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  return (
    <>
      <input aria-label="Search" />
      <div role="dialog" aria-label="Open">
        <button>Close</button>
      </div>
      <ul ref={list}>
        {['one', 'two', 'three'].map((name) => (
          <li key={name}>
            <a href={`#${name}`} data-list-item>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

test('J and K move through a list and stop at its ends', async () => {
  render(<List />)
  await userEvent.keyboard('j')
  expect(focused()).toBe('one')
  await userEvent.keyboard('jj')
  expect(focused()).toBe('three')
  await userEvent.keyboard('j')
  expect(focused()).toBe('three')
  await userEvent.keyboard('kkkk')
  expect(focused()).toBe('one')
})

test('keys do nothing while somebody types, in a dialog, or with a modifier', async () => {
  render(<List />)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.keyboard('j')
  expect(screen.getByRole('textbox')).toHaveFocus()
  expect(screen.getByRole('textbox')).toHaveValue('j')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.keyboard('j')
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.click(document.body)
  await userEvent.keyboard('{Control>}j{/Control}{Meta>}j{/Meta}{Alt>}j{/Alt}{Shift>}J{/Shift}')
  expect(document.body).toHaveFocus()
})

test('keys can be turned off', async () => {
  render(<List />)
  singleKeys.set('off')
  await userEvent.keyboard('j')
  expect(document.body).toHaveFocus()
  singleKeys.set('on')
})

test('two keys, one soon after the other, jump', async () => {
  const jump = vi.fn()
  function Jumps() {
    useKeys({ 'g h': jump })
    return null
  }
  render(<Jumps />)
  await userEvent.keyboard('h')
  await userEvent.keyboard('gxh')
  expect(jump).not.toHaveBeenCalled()
  await userEvent.keyboard('gh')
  expect(jump).toHaveBeenCalledOnce()
})
