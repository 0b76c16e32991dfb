import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Buyer, NewBuyer } from '@/api/buyers'
import { me, problem } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { aToken, API, serve } from '@/testing/server'
import { Buyers } from './buyers'

const server = serve()

/** A server that never tells how adding ended, whether or not it adds. */
function silent({ adds }: { adds: boolean }): (string | null)[] {
  const keys: (string | null)[] = []
  const list: Buyer[] = []
  server.use(
    http.get(`${API}/semi-private/buyers`, () => HttpResponse.json({ data: list })),
    http.post<never, NewBuyer>(`${API}/semi-private/buyers`, async ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (adds) list.push({ ...(await request.json()), id: 'b-1', status: 'pending', createdAt: '2026-06-15T12:00:00Z' } as Buyer)
      return HttpResponse.json(problem('outcome_unknown', 503), { status: 503 })
    }),
  )
  renderScreen(<Buyers mayAdd />)
  return keys
}

async function add(user: UserEvent, legalName: string) {
  await user.click(await screen.findByRole('button', { name: /^Add (a|another) buyer$/ }))
  await user.type(screen.getByLabelText('Legal name of the buyer'), legalName)
  await user.selectOptions(screen.getByLabelText('Country'), 'NL')
  await user.type(screen.getByLabelText('Registration number'), '12345678')
  await user.type(screen.getByLabelText('Contact person'), 'Bo')
  await user.type(screen.getByLabelText('E-mail of the contact'), 'bo@example.com')
  await user.type(screen.getByLabelText('Expected yearly volume'), '1000')
  await user.click(screen.getByRole('button', { name: 'Add the buyer' }))
  expect(await screen.findByText('We can’t tell whether this worked. Check, and try again if it didn’t.')).toBeVisible()
}

test('a buyer that was added though nobody knew shows up', async () => {
  silent({ adds: true })
  await add(userEvent.setup(), 'Nordwind AG')
  await waitFor(() => {
    expect(screen.getByRole('list', { name: 'Buyers' })).toHaveTextContent('Nordwind AG')
  })
})

test('the same buyer typed again after closing the form has the same key, another buyer another', async () => {
  const keys = silent({ adds: false })
  const user = userEvent.setup()
  for (const name of ['Nordwind AG', 'Nordwind AG', 'Südlicht AG']) {
    await add(user, name)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
  }
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

const NORDWIND = { id: 'b-1', status: 'pending', createdAt: '2026-06-15T12:00:00Z', legalName: 'Nordwind AG', country: 'NL', registrationNumber: '1', contactName: 'Bo', contactEmail: 'bo@example.com', expectedYearlyVolume: { amount: 100_000, currency: 'EUR' }, paymentTermsDays: 30 } as Buyer

/** A server with a list that can be changed, and somebody signed in. */
function editable() {
  let list = [NORDWIND]
  const put: NewBuyer[] = []
  server.use(
    http.get(`${API}/semi-private/user`, () => HttpResponse.json(me())),
    http.get(`${API}/semi-private/buyers`, () => HttpResponse.json({ data: list })),
    http.put<never, NewBuyer>(`${API}/semi-private/buyers/b-1`, async ({ request }) => {
      put.push(await request.json())
      if (put.length === 1) return HttpResponse.json(problem('invalid_input', 422, { registrationNumber: ['This is required.'] }), { status: 422 })
      list = [{ ...NORDWIND, ...(put.at(-1) as object) }]
      return HttpResponse.json({ data: list[0] })
    }),
    http.delete(`${API}/semi-private/buyers/b-1`, () => {
      list = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  return put
}

test('a buyer is changed, and what is wrong stands at its field', async () => {
  const put = editable()
  renderScreen(<Buyers mayAdd mayEdit />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit Nordwind AG' }))
  const name = screen.getByLabelText('Legal name of the buyer')
  expect(name).toHaveValue('Nordwind AG')
  await user.clear(name)
  await user.type(name, 'Nordwind SE')
  // The DOM of the tests forgets what a list was set to.
  await user.selectOptions(screen.getByLabelText('Country'), 'NL')
  await user.selectOptions(screen.getByLabelText('Currency'), 'EUR')
  await user.click(screen.getByRole('button', { name: 'Save the buyer' }))
  await waitFor(() => {
    expect(screen.getByLabelText('Registration number')).toHaveAccessibleDescription('This is required.')
  })
  await user.click(screen.getByRole('button', { name: 'Save the buyer' }))
  expect(await screen.findByText('Nordwind SE')).toBeVisible()
  expect(put.at(-1)).toMatchObject({ legalName: 'Nordwind SE', registrationNumber: '1', expectedYearlyVolume: { amount: 100_000, currency: 'EUR' } })
})

test('a buyer is removed once that was confirmed', async () => {
  editable()
  renderScreen(<Buyers mayAdd mayEdit />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Remove Nordwind AG' }))
  await user.click(within(screen.getByRole('group', { name: 'Remove Nordwind AG?' })).getByRole('button', { name: 'Keep' }))
  await user.click(screen.getByRole('button', { name: 'Remove Nordwind AG' }))
  await user.click(within(screen.getByRole('group', { name: 'Remove Nordwind AG?' })).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/No buyers yet/)).toBeVisible()
})

test('once they are handed in buyers are only shown', async () => {
  editable()
  renderScreen(<Buyers mayAdd />)
  expect(await screen.findByText('Nordwind AG')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Nordwind/ })).toBeNull()
})

test('an unfinished buyer stays where it was left, until it is discarded', async () => {
  editable()
  const user = userEvent.setup()
  const { unmount } = renderScreen(<Buyers mayAdd mayEdit />)
  await user.click(await screen.findByRole('button', { name: 'Add another buyer' }))
  await user.type(screen.getByLabelText('Legal name of the buyer'), 'Half')
  unmount()
  renderScreen(<Buyers mayAdd mayEdit />)
  expect(await screen.findByLabelText('Legal name of the buyer')).toHaveValue('Half')
  expect(screen.getByText('Not added yet; kept on this device.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByLabelText('Legal name of the buyer')).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('buyerDraft'))).toEqual([])
})
