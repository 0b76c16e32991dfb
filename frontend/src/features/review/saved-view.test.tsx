import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { userQuery } from '@/entities/user/me'
import { me } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { fillStorage } from '@/testing/storage'
import QueuePage from './queue-page'

const server = serve()

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The queue of an operator at an address, with views they saved: their names and filters. */
function show(address: string, views: [name: string, query: string][] = [], user = 'olga') {
  server.use(mock.get('/operator/applications', () => HttpResponse.json({ data: { applications: [], next: null, tooMany: false, counts: [0, 0, 0, 0, 0] } })))
  if (views.length > 0) localStorage.setItem(`views:${user}`, JSON.stringify(views.map(([name, query], id) => ({ id: String(id), name, query }))))
  const { client } = renderScreen(<QueuePage />, `/review${address}`)
  act(() => {
    client.setQueryData(userQuery.queryKey, me({ id: user, role: 'operator' }).data)
  })
  return userEvent.setup()
}

interface Kept {
  name: string
  query: string
}

const kept = (user = 'olga') => (JSON.parse(localStorage.getItem(`views:${user}`) ?? '[]') as Kept[]).map(({ name, query }) => [name, query])
const title = () => screen.getByRole('heading', { level: 1 }).textContent
/** The views where there is no room for the rail; here there is, and styles hide them. */
const links = () => [...document.querySelectorAll<HTMLElement>('nav[aria-label="Saved views"] a')]
const link = (name: string) => links().find(({ textContent }) => textContent === name) as HTMLElement

test.each(['', '?status=approved', '?status=2&order=asc', '?mine=true', '?status=pending&unassigned=true'])('at %s there is nothing to save: everybody has this view', async (address) => {
  show(address)
  await screen.findByRole('heading', { level: 2 })
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
})

test('filters are saved under a name, with Enter, and are then the open view', async () => {
  const user = show('?search=nord&status=2&sort=company&cursor=x')
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  const field = screen.getByRole('textbox', { name: 'Name of the view' })
  expect(field).toHaveFocus()
  expect(field).toHaveValue('Approved · nord · Company, A to Z')
  await user.keyboard('Nordic clients{Enter}')
  expect(kept()).toEqual([['Nordic clients', 'search=nord&status=2&sort=company']])
  expect(title()).toBe('Nordic clients')
  expect(link('Nordic clients')).toHaveAttribute('aria-current', 'page')
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Rename Nordic clients' })).toHaveFocus()
  expect(screen.getByText('View saved.')).toBeInTheDocument()
})

test('Escape leaves the filters unsaved, and the focus where it was', async () => {
  const user = show('?search=nord')
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  expect(screen.getByRole('textbox')).toHaveValue('nord')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Save view' })).toHaveFocus()
  expect(kept()).toEqual([])
})

test('a name is needed, of at most forty characters, that no other view has', async () => {
  const user = show('?search=nord', [['Süd', 'search=sued']])
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  const field = screen.getByRole('textbox')
  for (const [name, wrong] of [
    ['  ', 'Enter a name.'],
    ['x'.repeat(41), 'Use at most 40 characters.'],
    ['SÜD', 'Another view has this name. Enter a different one.'],
    ['to review', 'Another view has this name. Enter a different one.'],
  ] as const) {
    await user.clear(field)
    await user.type(field, `${name}{Enter}`)
    expect(field).toHaveAccessibleDescription(wrong)
    expect(field).toBeInvalid()
    expect(field).toHaveFocus()
  }
  expect(kept()).toHaveLength(1)
  await user.clear(field)
  await user.type(field, 'Nord')
  expect(field).toBeValid()
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  expect(kept()).toHaveLength(2)
})

const ten = Array.from({ length: 10 }, (_, place): [string, string] => [`View ${place}`, `search=view-${place}`])

test('with ten views it says that there can be no more', async () => {
  const user = show('?search=nord', ten)
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  expect(screen.getByText('You’ve saved 10 views, the most there can be. Remove one to save another.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the tenth saved in another tab while one types is told at the field', async () => {
  const user = show('?search=nord', ten.slice(1))
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  localStorage.setItem('views:olga', JSON.stringify(ten.map(([name, query]) => ({ id: name, name, query }))))
  act(() => { window.dispatchEvent(new StorageEvent('storage', { key: 'views:olga' })) })
  await user.keyboard('Nord{Enter}')
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription(/^You’ve saved 10 views/)
  expect(kept()).toHaveLength(10)
})

test('a saved view is open whatever the order of the address, and leads there', async () => {
  show('?cursor=x&sort=company&status=2&search=nord', [['Nord', 'search=nord&status=approved&sort=company'], ['Süd', 'search=sued']])
  await screen.findByRole('heading', { level: 2 })
  expect(title()).toBe('Nord')
  expect(links().map((one) => [one.textContent, one.getAttribute('href'), one.getAttribute('aria-current')])).toEqual([
    ['Nord', '/review?search=nord&status=approved&sort=company', 'page'],
    ['Süd', '/review?search=sued', null],
  ])
})

test('an open view is renamed, also to its own name, not to another’s', async () => {
  const user = show('?search=nord', [['Nord', 'search=nord'], ['Süd', 'search=sued']])
  await user.click(await screen.findByRole('button', { name: 'Rename Nord' }))
  expect(screen.getByRole('textbox', { name: 'New name of the view' })).toHaveFocus()
  await user.keyboard('Süd{Enter}')
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Another view has this name. Enter a different one.')
  await user.clear(screen.getByRole('textbox'))
  await user.keyboard('NORD{Enter}')
  expect(kept()).toEqual([['NORD', 'search=nord'], ['Süd', 'search=sued']])
  expect(title()).toBe('NORD')
  expect(screen.getByRole('button', { name: 'Rename NORD' })).toHaveFocus()
})

test('a removed view comes back where it stood when that is undone', async () => {
  const views: [string, string][] = [['Nord', 'search=nord'], ['Süd', 'search=sued']]
  const user = show('?search=nord', views)
  await user.click(await screen.findByRole('button', { name: 'Remove Nord' }))
  expect(kept()).toEqual([['Süd', 'search=sued']])
  expect(title()).toBe('Applications')
  expect(screen.getByText('Nord removed.')).toBeVisible()
  const undo = screen.getByRole('button', { name: 'Undo: keep Nord' })
  expect(undo).toHaveFocus()
  await user.click(undo)
  expect(kept()).toEqual(views)
  expect(screen.getByRole('button', { name: 'Remove Nord' })).toHaveFocus()
})

test('after six seconds the removal stands, and the filters can be saved anew', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show('?search=nord', [['Nord', 'search=nord']])
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(await screen.findByRole('button', { name: 'Remove Nord' }))
  await act(() => vi.advanceTimersByTimeAsync(5500))
  expect(screen.getByRole('button', { name: 'Undo: keep Nord' })).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByText('Nord removed.')).toBeNull()
  expect(screen.getByRole('button', { name: 'Save view' })).toHaveFocus()
  expect(kept()).toEqual([])
})

test('other filters than those that were removed have their own to do', async () => {
  const user = show('?search=nord', [['Nord', 'search=nord'], ['Süd', 'search=sued']])
  await user.click(await screen.findByRole('button', { name: 'Remove Nord' }))
  await user.click(link('Süd'))
  expect(screen.getByRole('button', { name: 'Rename Süd' })).toBeVisible()
  expect(screen.queryByText('Nord removed.')).toBeNull()
})

test('what another tab saves and removes is followed', async () => {
  show('?search=nord')
  await screen.findByRole('button', { name: 'Save view' })
  localStorage.setItem('views:olga', JSON.stringify([{ id: '1', name: 'Theirs', query: 'search=nord' }]))
  act(() => { window.dispatchEvent(new StorageEvent('storage', { key: 'views:olga' })) })
  expect(title()).toBe('Theirs')
  localStorage.removeItem('views:olga')
  act(() => { window.dispatchEvent(new StorageEvent('storage', { key: 'views:olga' })) })
  expect(title()).toBe('Applications')
  expect(screen.getByRole('button', { name: 'Save view' })).toBeVisible()
})

test('where the browser keeps nothing the view is there until the page is left, which is said', async () => {
  const user = show('?search=nord', [], 'full')
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  fillStorage()
  await user.keyboard('Nord{Enter}')
  expect(title()).toBe('Nord')
  expect(screen.getByText('Your browser couldn’t save this. The change holds until you close or reload the page.')).toBeVisible()
  vi.unstubAllGlobals()
  await user.click(screen.getByRole('button', { name: 'Rename Nord' }))
  await user.keyboard('Süd{Enter}')
  await waitFor(() => { expect(screen.queryByText(/^Your browser couldn’t save this/)).toBeNull() })
  expect(kept('full')).toEqual([['Süd', 'search=nord']])
})
