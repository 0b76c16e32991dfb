import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import NewSellersPage from './new-sellers-page'

const server = serve()

const row = (kind: Schemas['SetUp'], id: string, more: Partial<Schemas['SetUpBody']> = {}): Schemas['SetUpBody'] => ({ kind, id, companyId: 'c-1', companyName: 'Solarwerk GmbH', since: '2027-01-03T12:00:00Z', isProposed: false, ...more })

function open(rows: Schemas['SetUpBody'][], path = '/new-sellers', roles: Schemas['OperatorRole'][] = ['reviewer']) {
  server.use(mock.get('/operator/setting-up', () => HttpResponse.json({ data: rows })))
  const { client } = renderScreen(<Route path="/new-sellers"><NewSellersPage /></Route>, path)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
}

const links = async () => (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')])

test('each row leads to where it is done, and each count is that of its rows', async () => {
  open([
    row('facility', 'c-1'),
    row('signature', 'f-1'),
    row('buyer', 'b-1', { name: 'Nordwind AG', applicationId: 'a-1' }),
    row('buyer', 'b-2', { name: 'Südwind AG', applicationId: 'a-1' }),
    row('limit', 'd-1', { name: 'Marktkette Süd', companyId: null, companyName: null }),
  ])
  const table = await screen.findByRole('table', { name: 'New sellers' })
  expect(within(table).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Solarwerk GmbH', '/companies/c-1?show=facilities'],
    ['Solarwerk GmbH', '/facilities/f-1'],
    ['Nordwind AG', '/review/a-1'],
    ['Südwind AG', '/review/a-1'],
    ['Marktkette Süd', '/debtors/d-1'],
  ])
  const filters = within(screen.getByRole('navigation', { name: 'What is missing' }))
  expect(filters.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['All (5)', '/new-sellers'],
    ['Approved without a facility (1)', '/new-sellers?kind=facility'],
    ['Facility waiting for signature (1)', '/new-sellers?kind=signature'],
    ['Buyer to decide on (2)', '/new-sellers?kind=buyer'],
    ['Debtor without a limit (1)', '/new-sellers?kind=limit'],
  ])
})

test('of one kind exactly its rows are there; where nothing is missing it says so', async () => {
  open([row('facility', 'c-1'), row('buyer', 'b-1', { name: 'Nordwind AG', applicationId: 'a-1' })], '/new-sellers?kind=buyer')
  const table = await screen.findByRole('table', { name: 'New sellers' })
  expect(within(table).getAllByRole('link').map((link) => link.textContent)).toEqual(['Nordwind AG'])
})

test('what was proposed says that a second person is next', async () => {
  open([row('limit', 'd-1', { name: 'Marktkette Süd' }), row('limit', 'd-2', { name: 'Nordwind AG', isProposed: true })], '/new-sellers', ['credit'])
  const [, ...rows] = within(await screen.findByRole('table', { name: 'New sellers' })).getAllByRole('row')
  expect(rows.map((one) => within(one).getAllByRole('cell')[1]?.textContent)).toEqual(['Debtor without a limit', 'Debtor without a limitProposed, waits for a second person'])
})

test('where nothing is missing it says so', async () => {
  open([])
  expect(await screen.findByText('Nothing is missing')).toBeVisible()
  expect(await links()).not.toContainEqual(['Solarwerk GmbH', '/companies/c-1?show=facilities'])
})
