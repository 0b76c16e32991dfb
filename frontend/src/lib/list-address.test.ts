import { expect, test } from 'vitest'
import { listAddress, sortBy, sortIn } from './list-address'

const query = (text: string) => new URLSearchParams(text)

test.each([
  ['status=draft&after=7', {}, '/list?status=draft'],
  ['status=draft', { after: '8' }, '/list?status=draft&after=8'],
  ['status=draft&after=7', { status: 'offered,funded' }, '/list?status=offered,funded'],
  ['status=draft', { status: null }, '/list'],
  ['number=a%26b', { status: '' }, '/list?number=a%26b'],
])('%s with %o is %s', (now, changes, address) => {
  expect(listAddress('/list', query(now), changes)).toBe(address)
})

const SORTS = ['due', 'face'] as const

test('an order that is not known is the usual one', () => {
  expect(sortIn(query(''), SORTS)).toBeUndefined()
  expect(sortIn(query('sort=color'), SORTS)).toBeUndefined()
  expect(sortIn(query('sort=due'), SORTS)).toEqual({ sort: 'due', order: 'desc' })
  expect(sortIn(query('sort=due&order=asc'), SORTS)).toEqual({ sort: 'due', order: 'asc' })
})

test('a column is sorted one way first, then the other, from the first page on', () => {
  const at = (text: string) => sortBy('/list', query(text), sortIn(query(text), SORTS), 'due', 'asc')
  expect(at('after=7')).toEqual({ sortTo: '/list?sort=due&order=asc', sorted: undefined })
  expect(at('sort=due&order=asc')).toEqual({ sortTo: '/list?sort=due&order=desc', sorted: 'ascending' })
  expect(at('sort=due&order=desc')).toEqual({ sortTo: '/list?sort=due&order=asc', sorted: 'descending' })
  expect(at('sort=face&order=desc')).toEqual({ sortTo: '/list?sort=due&order=asc', sorted: undefined })
})
