import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import type { Buyer, NewBuyer } from '@/entities/buyer/api'
import { connection } from '@/api/connection'
import { timePasses } from '@/testing/begun'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { Buyers } from './buyers'

/** What a change sends. */
type BuyerEdit = Schemas['ChangedBuyerBody']

const server = serve()

/** A server that never tells how adding ended, whether or not it adds. */
function silent({ adds }: { adds: boolean }): (string | null)[] {
  const keys: (string | null)[] = []
  const list: Buyer[] = []
  server.use(
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: list })),
    mock.post('/semi-private/buyers', async ({ request }) => {
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
  await user.type(screen.getByLabelText('Contact e-mail'), 'bo@example.com')
  await user.type(screen.getByLabelText('Expected yearly volume'), '1000')
  await user.click(screen.getByRole('button', { name: 'Add buyer' }))
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
    mock.get('/semi-private/user', () => HttpResponse.json(me())),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: list })),
    mock.put('/semi-private/buyers/{id}', async ({ request }) => {
      put.push(await request.json())
      if (put.length === 1) return HttpResponse.json(problem('invalid_input', 422, { registrationNumber: 'required' }), { status: 422 })
      list = [{ ...NORDWIND, ...(put.at(-1) as object) }]
      return HttpResponse.json({ data: list[0] ?? NORDWIND })
    }),
    mock.delete('/semi-private/buyers/{id}', () => {
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
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await waitFor(() => {
    expect(screen.getByLabelText('Registration number')).toHaveAccessibleDescription('This is required.')
  })
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
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
  expect(screen.getByText('Not added yet. Kept on this device.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByLabelText('Legal name of the buyer')).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('buyerDraft'))).toEqual([])
})

test('an amount that is written with its thousands apart is kept as it stands', async () => {
  editable()
  const user = userEvent.setup()
  renderScreen(<Buyers mayAdd mayEdit />)
  await user.click(await screen.findByRole('button', { name: 'Add another buyer' }))
  await user.selectOptions(screen.getByLabelText('Currency'), 'EUR')
  const volume = screen.getByLabelText('Expected yearly volume')
  await user.type(volume, '1,234')
  expect(await screen.findByText('Read as €1,234.00')).toBeVisible()
  await user.tab()
  expect(volume).toHaveValue('1,234.00')
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('buyerDraft'))
  expect(kept.map(([, value]) => String(value))).toEqual([expect.stringContaining('"volume":"1,234.00"')])
})

const NAME = 'Legal name of the buyer'
const lost = () => HttpResponse.error()

/** The DOM of the tests forgets what a list was set to. */
async function setLists(user: UserEvent) {
  await user.selectOptions(screen.getByLabelText('Country'), 'NL')
  await user.selectOptions(screen.getByLabelText('Currency'), 'EUR')
}

async function edit(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'Edit Nordwind AG' }))
  await user.clear(screen.getByLabelText(NAME))
  await user.type(screen.getByLabelText(NAME), name)
  await setLists(user)
}

/** The buyers of somebody signed in, whose writes are answered as told. */
function listed(list: Buyer[] = [NORDWIND]) {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me())),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: list })),
  )
  localStorage.setItem('accessToken', aToken())
  return { user: userEvent.setup(), list, ...renderScreen(<Buyers mayAdd mayEdit />) }
}

/** The connection is lost and back, as long as it takes to try again. */
async function back() {
  connection.reached()
  await timePasses(1500)
}

test('a buyer that was kept after all is not removed when the connection is back', async () => {
  let removals = 0
  server.use(
    mock.delete('/semi-private/buyers/{id}', () => {
      removals += 1
      return lost()
    }),
  )
  const { user } = listed()
  await user.click(await screen.findByRole('button', { name: 'Remove Nordwind AG' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Connection lost. We’ll try again as soon as you’re back online.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  await back()
  expect(removals).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a removal that got no answer is done again once the connection is back', async () => {
  let removals = 0
  const { user, list } = listed()
  server.use(
    mock.delete('/semi-private/buyers/{id}', () => {
      removals += 1
      if (removals === 1) return lost()
      list.splice(0)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Remove Nordwind AG' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('alert')
  await back()
  expect(await screen.findByText(/No buyers yet/)).toBeVisible()
})

test('what was typed about a buyer who was removed elsewhere stays, and can be added again', async () => {
  const { user, list, client } = listed([NORDWIND])
  const added: unknown[] = []
  server.use(
    mock.post('/semi-private/buyers', async ({ request }) => {
      added.push(await request.json())
      list.push({ ...NORDWIND, id: 'again' })
      return HttpResponse.json({ data: list[0] ?? NORDWIND }, { status: 201 })
    }),
  )
  await edit(user, 'Nordwind SE')
  list.length = 0
  await act(() => client.invalidateQueries())
  expect(await screen.findByText(/^This buyer was removed elsewhere/)).toBeVisible()
  expect(screen.getByLabelText(NAME)).toHaveValue('Nordwind SE')
  await setLists(user)
  await user.type(screen.getByLabelText(NAME), ' ')
  expect(screen.getByText(/^This buyer was removed elsewhere/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add buyer' }))
  await waitFor(() => {
    expect(added).toMatchObject([{ legalName: 'Nordwind SE' }])
  })
  await waitFor(() => {
    expect(screen.queryByLabelText(NAME)).toBeNull()
  })
})

test('a form that was left and is taken back to its beginning stays open under one’s fingers', async () => {
  editable()
  const user = userEvent.setup()
  const { unmount } = renderScreen(<Buyers mayAdd mayEdit />)
  await user.click(await screen.findByRole('button', { name: 'Add another buyer' }))
  await user.type(screen.getByLabelText(NAME), 'H')
  unmount()
  renderScreen(<Buyers mayAdd mayEdit />)
  await user.type(await screen.findByLabelText(NAME), '{Backspace}')
  expect(screen.getByLabelText(NAME)).toHaveValue('')
  await user.type(screen.getByLabelText(NAME), 'Süd')
  expect(screen.getByLabelText(NAME)).toHaveValue('Süd')
})

test('what is typed on after an answer was lost is not sent by itself', async () => {
  const sent: string[] = []
  server.use(
    mock.put('/semi-private/buyers/{id}', async ({ request }) => {
      sent.push((await request.json()).legalName)
      return lost()
    }),
  )
  const { user } = listed()
  await edit(user, 'Nordwind SE')
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  expect(await screen.findByText('Connection lost. We’ll try again as soon as you’re back online.')).toBeVisible()
  await user.type(screen.getByLabelText(NAME), ' & C')
  expect(screen.queryByRole('alert')).toBeNull()
  await back()
  expect(sent).toEqual(['Nordwind SE'])
  expect(screen.getByLabelText(NAME)).toHaveValue('Nordwind SE & C')
})

test('what was sent and got no answer is sent again as it was', async () => {
  const sent: NewBuyer[] = []
  const { user, list } = listed()
  server.use(
    mock.put('/semi-private/buyers/{id}', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) return lost()
      list[0] = { ...NORDWIND, legalName: 'Nordwind SE' }
      return HttpResponse.json({ data: list[0] ?? NORDWIND })
    }),
  )
  await edit(user, 'Nordwind SE')
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await screen.findByRole('alert')
  await back()
  expect(await screen.findByText('Nordwind SE')).toBeVisible()
  expect(sent[1]).toEqual(sent[0])
  expect(screen.queryByLabelText(NAME)).toBeNull()
})

/** A server that adds a buyer, at first without a word; the requests it gets. */
function addsSilently(list: Buyer[]) {
  const added: { name: string; key: string | null }[] = []
  server.use(
    mock.post('/semi-private/buyers', async ({ request }) => {
      const buyer = await request.json()
      const key = request.headers.get('idempotency-key')
      added.push({ name: buyer.legalName, key })
      if (added.length === 1) return lost()
      if (list.length === 0) list.push({ ...NORDWIND, ...buyer })
      return HttpResponse.json({ data: list[0] ?? NORDWIND }, { status: 201 })
    }),
  )
  return added
}

async function fillIn(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Add a buyer' }))
  for (const [label, value] of [[NAME, 'Nordwind'], ['Registration number', '1'], ['Contact person', 'Bo'], ['Contact e-mail', 'bo@example.com'], ['Expected yearly volume', '1000']] as const)
    await user.type(screen.getByLabelText(label), value)
  await setLists(user)
  await user.click(screen.getByRole('button', { name: 'Add buyer' }))
  await screen.findByRole('alert')
}

test('a buyer corrected after the answer was lost is not added twice: it is settled first, and the correction is saved', async () => {
  const { user, list } = listed([])
  const added = addsSilently(list)
  const put: BuyerEdit[] = []
  server.use(
    mock.put('/semi-private/buyers/{id}', async ({ request }) => {
      put.push(await request.json())
      return HttpResponse.json({ data: list[0] ?? NORDWIND })
    }),
  )
  await fillIn(user)
  await user.type(screen.getByLabelText(NAME), ' AG')
  await setLists(user)
  await user.click(screen.getByRole('button', { name: 'Add buyer' }))
  expect(await screen.findByText('The buyer was added as you first sent it. Save your later changes.')).toBeVisible()
  expect(added.map(({ name }) => name)).toEqual(['Nordwind', 'Nordwind'])
  expect(added[1]?.key).toBe(added[0]?.key)
  expect(screen.getByLabelText(NAME)).toHaveValue('Nordwind AG')
  await setLists(user)
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await waitFor(() => {
    expect(put[0]).toMatchObject({ legalName: 'Nordwind AG', before: { legalName: 'Nordwind' } })
  })
})

/** What a colleague made of the buyer while it was being changed here. */
function conflict(changes: Record<string, unknown>) {
  const put: BuyerEdit[] = []
  server.use(
    mock.put('/semi-private/buyers/{id}', async ({ request }) => {
      const body = await request.json()
      put.push(body)
      if (put.length > 1) return HttpResponse.json({ data: { ...NORDWIND, ...body } })
      const conflicts = Object.entries(changes).map(([field, theirs]) => ({ field, before: body.before?.[field as keyof NewBuyer], theirs, mine: body[field as keyof NewBuyer] }))
      return HttpResponse.json({ ...problem('conflict', 409), conflicts }, { status: 409 })
    }),
  )
  return put
}

test('a field changed here and elsewhere shows both; saving again keeps mine', async () => {
  const put = conflict({ legalName: 'Nordwind KG', expectedYearlyVolume: { amount: 500_000, currency: 'USD' }, country: 'FR' })
  const { user } = listed()
  await edit(user, 'Nordwind SE')
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  const beside = await screen.findByRole('group', { name: 'Legal name of the buyer: changed elsewhere' })
  expect(beside).toHaveTextContent('Changed elsewhere to Nordwind KG.')
  expect(screen.getByText('Changed elsewhere to $5,000.00.')).toBeVisible()
  expect(screen.getByText('Changed elsewhere to France.')).toBeVisible()
  expect(screen.getByLabelText(NAME)).toHaveValue('Nordwind SE')
  await setLists(user)
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await waitFor(() => {
    expect(screen.queryByLabelText(NAME)).toBeNull()
  })
  expect(put[0]?.before).toMatchObject({ legalName: 'Nordwind AG' })
  expect(put[1]).toMatchObject({ legalName: 'Nordwind SE', before: { legalName: 'Nordwind KG', country: 'FR', expectedYearlyVolume: { amount: 500_000, currency: 'USD' } } })
})

test('what a field became elsewhere can be taken over, and the rest of what was typed stays', async () => {
  const put = conflict({ legalName: 'Nordwind KG', expectedYearlyVolume: { amount: 500_000, currency: 'USD' } })
  const { user } = listed()
  await edit(user, 'Nordwind SE')
  await user.type(screen.getByLabelText('Contact person'), 'b')
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await user.click(await screen.findByRole('button', { name: 'Use the other: Legal name of the buyer' }))
  expect(screen.getByLabelText(NAME)).toHaveValue('Nordwind KG')
  expect(screen.getByLabelText(NAME)).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Use the other: Expected yearly volume' }))
  expect(screen.getByLabelText('Expected yearly volume')).toHaveValue('5,000.00')
  expect(screen.queryByText(/^Changed elsewhere/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await waitFor(() => {
    expect(put[1]).toMatchObject({ legalName: 'Nordwind KG', contactName: 'Bob', expectedYearlyVolume: { amount: 500_000, currency: 'USD' } })
  })
})

test('a change left unfinished is compared with the buyer as it was when it was begun', async () => {
  const put = conflict({ legalName: 'Nordwind KG' })
  const first = listed()
  await first.user.click(await screen.findByRole('button', { name: 'Edit Nordwind AG' }))
  await first.user.type(screen.getByLabelText('Contact person'), 'b')
  first.unmount()
  const { user } = listed([{ ...NORDWIND, contactName: 'Cy' }])
  expect(await screen.findByLabelText('Contact person')).toHaveValue('Bob')
  await setLists(user)
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await waitFor(() => {
    expect(put[0]).toMatchObject({ contactName: 'Bob', before: { contactName: 'Bo' } })
  })
})

test('the keyboard stays where things happened, and what became of a buyer is announced', async () => {
  editable()
  renderScreen(<Buyers mayAdd mayEdit />)
  const user = userEvent.setup()
  const press = async (name: string) => {
    await user.click(await screen.findByRole('button', { name }))
  }
  await press('Edit Nordwind AG')
  await press('Cancel')
  expect(screen.getByRole('button', { name: 'Edit Nordwind AG' })).toHaveFocus()
  await press('Add another buyer')
  await user.type(screen.getByLabelText(NAME), 'Half')
  await press('Cancel')
  expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await press('Keep editing')
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await press('Cancel')
  await press('Discard')
  expect(screen.getByRole('button', { name: 'Add another buyer' })).toHaveFocus()
  await press('Remove Nordwind AG')
  expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await press('Keep')
  expect(screen.getByRole('button', { name: 'Remove Nordwind AG' })).toHaveFocus()
  await edit(user, 'Nordwind SE')
  await press('Save buyer')
  await screen.findByText('This is required.')
  await press('Save buyer')
  expect(await screen.findByRole('button', { name: 'Edit Nordwind SE' })).toHaveFocus()
  expect(screen.getByText('Buyer saved.')).toHaveAttribute('role', 'status')
  await press('Remove Nordwind SE')
  await press('Remove')
  await screen.findByText(/No buyers yet/)
  expect(document.activeElement).toHaveAttribute('id', 'buyers')
  expect(screen.getByText('Buyer removed.')).toBeInTheDocument()
})

test.each([true, false])('what is typed while a change is on its way stays and is sent by nobody else; answered: %s', async (isAnswered) => {
  const put: BuyerEdit[] = []
  let answer: () => void = () => undefined
  const { user, list } = listed()
  server.use(
    mock.put('/semi-private/buyers/{id}', async ({ request }) => {
      put.push(await request.json())
      await new Promise<void>((resolve) => (answer = resolve))
      if (!isAnswered) return lost()
      list[0] = { ...NORDWIND, legalName: 'Nordwind SE' }
      return HttpResponse.json({ data: list[0] ?? NORDWIND })
    }),
  )
  await edit(user, 'Nordwind SE')
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await waitFor(() => {
    expect(put).toHaveLength(1)
  })
  await user.type(screen.getByLabelText(NAME), ' & C')
  answer()
  if (isAnswered) expect(await screen.findByText('Nordwind SE')).toBeVisible()
  else expect(await screen.findByText('Can’t reach Sooner. Check your connection and try again.')).toBeVisible()
  await back()
  expect(put).toHaveLength(1)
  expect(screen.getByLabelText(NAME)).toHaveValue('Nordwind SE & C')
  await setLists(user)
  await user.click(screen.getByRole('button', { name: 'Save buyer' }))
  await waitFor(() => {
    expect(put[1]).toMatchObject({ legalName: 'Nordwind SE & C', before: { legalName: isAnswered ? 'Nordwind SE' : 'Nordwind AG' } })
  })
  answer()
})

test('everything that is wrong with a buyer is said in one round, before anything is sent', async () => {
  silent({ adds: true })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add a buyer' }))
  await user.type(screen.getByLabelText('Contact e-mail'), 'bo@example')
  await user.type(screen.getByLabelText('Expected yearly volume'), 'much')
  await user.clear(screen.getByLabelText('Payment terms in days'))
  await user.type(screen.getByLabelText('Payment terms in days'), '366')
  await user.click(screen.getByRole('button', { name: 'Add buyer' }))
  await waitFor(() => {
    expect(screen.getByLabelText('Legal name of the buyer')).toHaveAccessibleDescription('This is required.')
  })
  expect(screen.getByLabelText('Contact e-mail')).toHaveAccessibleDescription('Enter an e-mail address such as name@example.com.')
  expect(screen.getByLabelText('Expected yearly volume')).toHaveAccessibleDescription('Enter an amount such as 250,000.')
  expect(screen.getByLabelText('Payment terms in days')).toHaveAccessibleDescription('Enter 1 to 365 days.')
})
