import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { problem } from '@/testing/data'
import { aFacility, aPayer, aProgramme, aSupplier } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import SuppliersPage from './suppliers-page'

const server = serve()

function open(suppliers: Schemas['SupplierBody'][], who = aPayer()) {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [{ id: 'u-1', name: 'Bo Nord', email: 'bo@example.com', role: 'owner', rights: ['manage_suppliers'], isYou: false, since: '2027-01-01T12:00:00Z', allowedActions: [] }] })),
    mock.get('/semi-private/suppliers', () => HttpResponse.json({ data: suppliers, next: null })),
    mock.get('/semi-private/programmes', () => HttpResponse.json({ data: [aProgramme()] })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<SuppliersPage />, '/suppliers')
  return userEvent.setup()
}

test('each supplier stands there with what it waits for', async () => {
  open([
    aSupplier(),
    aSupplier({ id: 's-2', legalName: 'Two', enrolment: 'invited', waitsFor: 'join' }),
    aSupplier({ id: 's-3', legalName: 'Three', waitsFor: 'application' }),
    aSupplier({ id: 's-4', legalName: 'Four', waitsFor: 'review' }),
    aSupplier({ id: 's-5', legalName: 'Five', waitsFor: 'unavailable' }),
    aSupplier({ id: 's-7', legalName: 'Seven', enrolment: 'other_company', waitsFor: 'other_company' }),
    aSupplier({ id: 's-6', legalName: 'Six', enrolment: 'left', leftAt: '2027-01-05T12:00:00Z', waitsFor: 'unavailable' }),
  ])
  const rows = within(await screen.findByRole('list', { name: 'Suppliers' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Sägewerk Harz GmbHReadyGermany · HRB 7 · harz@example\.comIt can be paid early\.Remove$/),
    expect.stringMatching(/TwoInvited.*Waiting for it to join\. The link works for 30 days\.Invite againRemove$/),
    expect.stringMatching(/ThreeJoined.*Waiting for it to complete its application\.Remove$/),
    expect.stringMatching(/FourIn review.*We’re reviewing its application\.Remove$/),
    expect.stringMatching(/FiveNot available.*It can’t be paid early at the moment\.Remove$/),
    expect.stringMatching(/SevenOther company.*The company that joined has another country or registration number\. Nothing is paid early to it\. Invite the right one again, or remove it\.Invite againRemove$/),
    expect.stringMatching(/SixNot in the programme.*Invite it again to bring it back\.Invite again$/),
  ])
})

test('a supplier is invited with what it is told by', async () => {
  const user = open([])
  const sent: unknown[] = []
  server.use(
    mock.post('/semi-private/suppliers', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1 ? HttpResponse.json(problem('invalid_input', 422, { registrationNumber: 'supplier_listed' }), { status: 422 }) : HttpResponse.json({ data: aSupplier() }, { status: 201 })
    }),
  )
  expect(await screen.findByText('No suppliers yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Invite supplier' }))
  await user.type(screen.getByLabelText('Legal name'), 'Sägewerk Harz GmbH')
  await user.selectOptions(screen.getByLabelText('Country of registration'), 'DE')
  await user.type(screen.getByLabelText('Registration number'), 'HRB 7')
  await user.type(screen.getByLabelText('E-mail address'), 'harz@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await expect.poll(() => screen.getByLabelText('Registration number')).toHaveAccessibleDescription('This supplier is already on your list.')
  await user.type(screen.getByLabelText('Registration number'), '7')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Invitation sent to harz@example.com')).toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ legalName: 'Sägewerk Harz GmbH', country: 'DE', registrationNumber: 'HRB 77', email: 'harz@example.com' })
})

test('without a programme nobody is invited, and it says what to do', async () => {
  const user = open([aSupplier({ enrolment: 'left' })])
  server.use(mock.post('/semi-private/suppliers/{id}/invite', () => HttpResponse.json(problem('facility_inactive', 409), { status: 409 })))
  await user.click(await screen.findByRole('button', { name: 'Invite again: Sägewerk Harz GmbH' }))
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText(/^You have no active programme/)).toHaveTextContent('You have no active programme. Write to support@example.com to set one up.')
  expect(screen.getByRole('link', { name: 'support@example.com' })).toHaveAttribute('href', 'mailto:support@example.com')
})

test('a supplier is invited again, perhaps under another address', async () => {
  const user = open([aSupplier({ enrolment: 'invited', waitsFor: 'join', version: 3 })])
  let sent: unknown
  server.use(
    mock.post('/semi-private/suppliers/{id}/invite', async ({ request, params }) => {
      sent = [params.id, await request.json()]
      return HttpResponse.json({ data: aSupplier() })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Invite again: Sägewerk Harz GmbH' }))
  await user.clear(screen.getByLabelText('E-mail address'))
  await user.type(screen.getByLabelText('E-mail address'), 'new@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Sägewerk Harz GmbH was invited again')).toBeInTheDocument()
  expect(sent).toEqual(['s-1', { version: 3, email: 'new@example.com' }])
})

test('where another company joined, the one that was named is invited again, and it says what comes of it', async () => {
  const user = open([aSupplier({ enrolment: 'other_company', waitsFor: 'other_company', version: 2 })])
  let sent: unknown
  server.use(
    mock.post('/semi-private/suppliers/{id}/invite', async ({ request, params }) => {
      sent = [params.id, await request.json()]
      return HttpResponse.json({ data: aSupplier({ enrolment: 'invited', waitsFor: 'join' }) })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Invite again: Sägewerk Harz GmbH' }))
  expect(screen.getByText(/The company that joined leaves your programme, and Sägewerk Harz GmbH can join with a new link\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Sägewerk Harz GmbH was invited again')).toBeInTheDocument()
  expect(sent).toEqual(['s-1', { version: 2, email: 'harz@example.com' }])
})

test('taking one off the programme asks first', async () => {
  const user = open([aSupplier()])
  let sent: unknown
  server.use(
    mock.post('/semi-private/suppliers/{id}/remove', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ data: aSupplier({ enrolment: 'left' }) })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Remove Sägewerk Harz GmbH' }))
  const question = screen.getByRole('group', { name: /^Remove Sägewerk Harz GmbH\? Nothing new/ })
  expect(sent).toBeUndefined()
  await user.click(within(question).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Sägewerk Harz GmbH was removed')).toBeInTheDocument()
  expect(sent).toEqual({ version: 1 })
})

test('who may not manage them sees them, and who can', async () => {
  open([aSupplier()], aPayer([], 'viewer'))
  expect(await screen.findByText('Sägewerk Harz GmbH')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Bo Nord' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Invite supplier' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
})

test('while the programme is suspended no supplier is ready', async () => {
  open([aSupplier(), aSupplier({ id: 's-3', legalName: 'Three', waitsFor: 'application' })])
  server.use(
    mock.get('/semi-private/programmes', () => HttpResponse.json({ data: [aProgramme({ status: 'suspended' })] })),
    mock.get('/semi-private/facilities', () => HttpResponse.json({ data: [aFacility({ kind: 'reverse_factoring', status: 'suspended', takesNew: false })] })),
  )
  expect(await screen.findByText('Nothing new is paid early at the moment.')).toBeVisible()
  const rows = within(screen.getByRole('list', { name: 'Suppliers' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/GmbHIn the programme/), expect.stringMatching(/ThreeJoined/)])
  expect(screen.getByText('Reverse factoring · EUR: Suspended')).toBeVisible()
  expect(screen.queryByText('It can be paid early.')).toBeNull()
})
