import { screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Buyer, NewBuyer } from '@/api/buyers'
import { problem } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { API, serve } from '@/testing/server'
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
