import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fillStorage } from '@/testing/storage'
import { filtersOf, isBuiltIn, isViewAt, suggestName, useViews, viewPath, wrongName } from './views'

afterEach(() => {
  vi.unstubAllGlobals()
})

const viewsOf = (user: string) => renderHook(() => useViews(user)).result

test.each([
  ['status=2&sort=company', 'sort=company&status=approved'],
  ['sort=company&order=asc', 'status=pending&sort=company&cursor=x'],
  ['search=nord', 'search=%20nord+&unassigned=false&sort=waiting'],
  ['mine=true&unassigned=true', 'mine=true&status=1'],
])('“%s” and “%s” are the same filters', (one, other) => {
  expect(filtersOf(one)).toBe(filtersOf(other))
})

test.each([
  ['status=2', 'status=3'],
  ['search=nord', 'search=nord&status=pending'],
  ['sort=company', 'sort=company&order=desc'],
  ['sort=company', 'sort=company&country=DE'],
  ['status=archived', 'status=pending'],
])('“%s” and “%s” are not', (one, other) => {
  expect(filtersOf(one)).not.toBe(filtersOf(other))
})

test.each([
  ['', true],
  ['status=1&cursor=x', true],
  ['status=disapproved&sort=waiting', true],
  ['mine=true', true],
  ['unassigned=true&status=pending&order=asc', true],
  ['mine=true&status=approved', false],
  ['search=nord', false],
  ['sort=company', false],
  ['country=DE', false],
])('whether everybody has the view “%s”: %s', (query, answer) => {
  expect(isBuiltIn(query)).toBe(answer)
})

test('a view keeps what it does not know, and not the page one was on', () => {
  const views = viewsOf('keeps')
  act(() => { views.current.save('  Nord  ', new URLSearchParams('search=nord&colour=red&colour=blue&cursor=x')) })
  const [view] = viewsOf('keeps').current.all
  expect(view).toMatchObject({ name: 'Nord', query: 'search=nord&colour=red&colour=blue' })
  expect(view && viewPath(view)).toBe('/review?search=nord&colour=red&colour=blue')
  expect(view && isViewAt(view, '/review', new URLSearchParams('colour=red&search=nord&colour=blue&cursor=y'))).toBe(true)
  expect(view && isViewAt(view, '/review/a-1', new URLSearchParams('colour=red&search=nord&colour=blue'))).toBe(false)
})

test('each operator has their own', () => {
  const ada = viewsOf('ada')
  act(() => { ada.current.save('Nord', new URLSearchParams('search=nord')) })
  expect(ada.current.all).toHaveLength(1)
  expect(viewsOf('bob').current.all).toEqual([])
  const nobody = renderHook(() => useViews(undefined)).result
  expect(nobody.current.all).toEqual([])
})

test.each(['{', 'null', '7', '{"0":1}', '[null, 7, "x", [], {}, {"id":"1","name":" ","query":"search=a"}, {"id":"1","name":"A","query":7}, {"id":1,"name":"A","query":"search=a"}, {"id":"1","name":"A","query":"status=2"}]'])(
  'what cannot be read as views is ignored: %s',
  (kept) => {
    localStorage.setItem('views:unreadable', kept)
    expect(viewsOf('unreadable').current.all).toEqual([])
  },
)

test('beside what cannot be read the others stand, each once, with what a newer version added', () => {
  const good = { id: '1', name: 'A', query: 'search=a', colour: 'red' }
  localStorage.setItem('views:mixed', JSON.stringify([7, good, { id: '2', name: 'B', query: 'search=a&order=asc' }, { id: '1', name: 'C', query: 'search=c' }]))
  const views = viewsOf('mixed')
  expect(views.current.all).toEqual([good])
  act(() => { if (views.current.all[0]) views.current.rename(views.current.all[0], ' B ') })
  expect(JSON.parse(localStorage.getItem('views:mixed') ?? '')).toEqual([{ ...good, name: 'B' }])
})

test('what is removed comes back where it stood', () => {
  const views = viewsOf('back')
  for (const name of ['a', 'b', 'c']) act(() => { views.current.save(name, new URLSearchParams({ search: name })) })
  const names = () => views.current.all.map(({ name }) => name)
  const [, second] = views.current.all
  if (!second) throw new Error('three were saved')
  act(() => { views.current.remove(second) })
  expect(names()).toEqual(['a', 'c'])
  act(() => { views.current.putBack(second, 1) })
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('another tab is followed, and what it wrote is not written over', () => {
  const views = viewsOf('tabs')
  const theirs = { id: '1', name: 'Theirs', query: 'search=t' }
  localStorage.setItem('views:tabs', JSON.stringify([theirs]))
  act(() => { views.current.save('Ours', new URLSearchParams('search=o')) })
  expect(views.current.all.map(({ name }) => name)).toEqual(['Theirs', 'Ours'])
  localStorage.setItem('views:tabs', JSON.stringify([theirs]))
  act(() => { window.dispatchEvent(new StorageEvent('storage', { key: 'views:tabs' })) })
  expect(views.current.all).toEqual([theirs])
})

test('where the browser keeps nothing, views hold for this visit, which is said', () => {
  fillStorage()
  const views = viewsOf('full')
  let isKept = true
  act(() => { isKept = views.current.save('Nord', new URLSearchParams('search=nord')) })
  expect(isKept).toBe(false)
  expect(viewsOf('full').current.all.map(({ name }) => name)).toEqual(['Nord'])
})

test('where the browser forbids to look, there are none, and saving works for this visit', () => {
  const refuse = () => { throw new DOMException('forbidden', 'SecurityError') }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined })
  const views = viewsOf('forbidden')
  expect(views.current.all).toEqual([])
  act(() => { views.current.save('Nord', new URLSearchParams('search=nord')) })
  expect(views.current.all).toHaveLength(1)
})

test.each([
  ['', 'blank'],
  [' \t ', 'blank'],
  ['x'.repeat(41), 'long'],
  ['🦊'.repeat(40), null],
  [' MÜHLE ', 'taken'],
  ['Mühlen', null],
])('whether something is wrong with the name “%s”: %s', (name, wrong) => {
  expect(wrongName(name, ['Mühle'])).toBe(wrong)
})

test.each([
  [['Approved', 'nord', 'Company, A to Z'], 'Approved · nord · Company, A to Z'],
  [['Approved', 'nord '.repeat(20), 'Newest first'], 'Approved · Newest first'],
  [['n'.repeat(50)], 'n'.repeat(40)],
  [['Taken'], ''],
  [[], ''],
])('of %j the name “%s” is suggested', (said, name) => {
  expect(suggestName(said, ['taken'])).toBe(name)
})
