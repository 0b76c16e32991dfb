import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nProvider } from '@lingui/react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { afterEach, expect, test, vi } from 'vitest'
import { i18n } from '@/lib/i18n'
import { ThemeProvider } from './provider'
import { selectedWith, Table } from './table'

interface Fruit {
  name: string
  price: number | null
}

const fruits: Fruit[] = [{ name: 'Apple', price: 3 }, { name: 'Pear', price: null }]

function show(selected: ReadonlySet<string> = new Set(), select: (rows: readonly Fruit[], isSelected: boolean) => void = () => undefined, isAmongAll: (fruit: Fruit) => boolean = () => true, rows = fruits) {
  const location = memoryLocation({ path: '/', record: true })
  const columns = [
    { id: 'name', label: 'Name', cell: ({ name }: Fruit) => name },
    { id: 'price', label: 'Price', isFigure: true, cell: ({ price }: Fruit) => price ?? '–', isBlank: ({ price }: Fruit) => price === null, sortTo: '/?sort=price', sorted: 'descending' as const },
  ]
  render(
    <I18nProvider i18n={i18n}>
      <ThemeProvider>
        <Router hook={location.hook}>
          <Table label="Fruits" rows={rows} columns={columns} keyOf={({ name }) => name} nameOf={({ name }) => name} to={({ name }) => `/${name}`} selected={selected} select={select} isAmongAll={isAmongAll} />
        </Router>
      </ThemeProvider>
    </I18nProvider>,
  )
  return location.history
}

const narrow = () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a click anywhere in a row follows it; with the middle button or Ctrl in another tab', async () => {
  const open = vi.spyOn(window, 'open').mockImplementation(() => null)
  const history = show()
  const cell = screen.getByRole('cell', { name: '3' })
  fireEvent(cell, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  fireEvent.click(cell, { ctrlKey: true })
  expect(open.mock.calls).toEqual([['/Apple', '_blank', 'noopener'], ['/Apple', '_blank', 'noopener']])
  expect(history).toEqual(['/'])
  await userEvent.click(cell)
  expect(history).toEqual(['/', '/Apple'])
})

test('a row says whether it is selected', () => {
  show(new Set(['Apple']))
  expect(screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('aria-label'))).toEqual(['Select Apple'])
})

test('selecting a row and marking words in it do not follow it', async () => {
  const history = show()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Apple' }))
  vi.spyOn(window, 'getSelection').mockReturnValue({ toString: () => 'marked' } as Selection)
  await userEvent.click(screen.getByRole('cell', { name: '3' }))
  expect(history).toEqual(['/'])
})

test('a column says how it is sorted, and leads to the other order', () => {
  show()
  const head = screen.getByRole('columnheader', { name: 'Price' })
  expect(head).toHaveAttribute('aria-sort', 'descending')
  expect(within(head).getByRole('link')).toHaveAttribute('href', '/?sort=price')
  expect(screen.getByRole('columnheader', { name: 'Name' })).not.toHaveAttribute('aria-sort')
})

test('on a narrow screen rows are cards that leave out what is blank', () => {
  narrow()
  show()
  expect(screen.queryByRole('table')).toBeNull()
  const [apple, pear] = within(screen.getByRole('list', { name: 'Fruits' })).getAllByRole('listitem')
  expect(apple).toHaveTextContent('ApplePrice3')
  expect(pear).toHaveTextContent(/^Pear$/)
})

test.each([true, false])('all that can be selected are selected with one tick (wide: %s)', async (isWide) => {
  if (!isWide) narrow()
  const select = vi.fn()
  show(new Set(['Apple']), select)
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  expect([all.checked, all.indeterminate]).toEqual([false, true])
  await userEvent.click(all)
  expect(select).toHaveBeenCalledWith(fruits, true)
})

test.each([true, false])('the tick for all is full only where each row is selected, and takes all away again (wide: %s)', async (isWide) => {
  if (!isWide) narrow()
  const select = vi.fn()
  const rows = [...fruits, { name: 'Quince', price: 5 }]
  show(new Set(['Apple', 'Pear']), select, ({ name }) => name !== 'Quince', rows)
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  expect([all.checked, all.indeterminate]).toEqual([false, true])
  await userEvent.click(all)
  expect(select).toHaveBeenCalledWith(rows, false)
})

test('what is selected keeps what is on other pages', () => {
  expect([...selectedWith(new Set(['a', 'b']), ['b', 'c'], true)]).toEqual(['a', 'b', 'c'])
  expect([...selectedWith(new Set(['a', 'b']), ['b', 'c'], false)]).toEqual(['a'])
})

test('a table that is wider than its place scrolls in it, and what has the focus keeps it whenever the rows are read again', () => {
  let room = 900
  const observed: (() => void)[] = []
  vi.stubGlobal('ResizeObserver', class {
    constructor(look: () => void) {
      observed.push(look)
    }
    observe() {}
    disconnect() {}
  })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => Math.max(room, 1000))
  const look = (width: number) => {
    room = width
    act(() => {
      observed.at(-1)?.()
    })
    return [screen.queryByRole('table') !== null, document.querySelector('[data-wider]') !== null]
  }
  const listOf = (rows: Fruit[]) => (
    <I18nProvider i18n={i18n}>
      <ThemeProvider>
        <Table label="Fruits" rows={rows} columns={[{ id: 'name', label: 'Name', cell: ({ name }: Fruit) => name }]} keyOf={({ name }) => name} nameOf={({ name }) => name} to={({ name }) => `/${name}`} />
      </ThemeProvider>
    </I18nProvider>
  )
  const { rerender } = render(listOf([...fruits]))
  expect([look(900), look(999), look(1000), look(990)]).toEqual([[true, true], [true, false], [true, false], [true, true]])
  const link = screen.getByRole('link', { name: 'Pear' })
  link.focus()
  // The next page, with other rows before and behind.
  rerender(listOf([{ name: 'Plum', price: 1 }, ...fruits, { name: 'Quince', price: 2 }]))
  look(900)
  expect(link).toHaveFocus()
  expect(link).toBeInTheDocument()
})

test('on a card an amount is not broken', () => {
  narrow()
  show()
  expect(screen.getByText('3')).toHaveStyle({ overflowWrap: 'break-word' })
})
