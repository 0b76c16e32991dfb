import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { aHouse, configure } from '@/testing/config'
import { anOperator, problem } from '@/testing/data'
import { someTerms } from '@/testing/financing'
import { someSettings } from '@/testing/house'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import SettingsPage from './settings-page'

const server = serve()

const approval: Schemas['WaitingBody'] = { id: 'a-1', action: 'change_house_accounts', hash: 'f'.repeat(64), expiresAt: '2026-12-01T12:00:00Z' }
const { mayChange: _, waiting: __, accounts: ___, ...asSent } = someSettings()

/** A view of the settings for an admin; answers what was sent. */
function show(view: string, settings = someSettings(), roles: Schemas['OperatorRole'][] = ['admin']) {
  const kept = { settings }
  const sent: unknown[] = []
  server.use(
    mock.get('/operator/operators', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/settings', () => HttpResponse.json({ data: kept.settings })),
    mock.put('/operator/settings', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (body.version !== kept.settings.version) return HttpResponse.json(problem('stale_version', 409), { status: 409 })
      kept.settings = { ...kept.settings, ...body, pricedOn: body.pricedOn ?? 'certain', version: body.version + 1 }
      return HttpResponse.json({ data: kept.settings })
    }),
    mock.put('/operator/settings/accounts', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      kept.settings = { ...kept.settings, waiting: { approval, accounts: body.accounts } }
      return HttpResponse.json({ data: { approval } }, { status: 202 })
    }),
  )
  const { client } = renderScreen(<SettingsPage />, `/settings?show=${view}`)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
  return { sent, kept }
}

const edit = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByRole('button', { name }))
  return within(screen.getByRole('form', { name }))
}

async function retype(user: ReturnType<typeof userEvent.setup>, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.type(field, text)
}

test('where our pages name another house than our letters do, that is said', async () => {
  await configure({ house: aHouse({ name: 'Nordbank Factoring AG' }) })
  show('profile')
  expect(await screen.findByText('Our pages name us differently')).toBeVisible()
  expect(screen.getByText('Name on our pages: Nordbank Factoring AG')).toBeVisible()
  expect(screen.getByText('Address on our pages: Börsenplatz 4, 60313 Frankfurt am Main')).toBeVisible()
  cleanup()
  await configure({ house: aHouse({ address: 'Speicherstraße 1, 20457 Hamburg' }) })
  show('profile')
  expect(await screen.findByText('Germany')).toBeInTheDocument()
  expect(screen.queryByText('Our pages name us differently')).toBeNull()
})

test('our details are shown and changed, and everything else is sent as it was', async () => {
  const { sent } = show('profile')
  const user = userEvent.setup()
  expect(await screen.findByText('Germany')).toBeInTheDocument()
  const form = await edit(user, 'Change our details')
  await retype(user, form.getByRole('textbox', { name: 'Legal name' }), 'Sooner Finance SE')
  await retype(user, form.getByRole('textbox', { name: 'Phone (optional)' }), '040 / 123 457')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Our details saved')).toBeInTheDocument()
  expect(sent).toEqual([{ ...asSent, profile: { ...asSent.profile, legalName: 'Sooner Finance SE', phone: '+4940123457' } }])
  expect(screen.getByText('Sooner Finance SE')).toBeInTheDocument()
  await waitFor(() => { expect(screen.getByRole('button', { name: 'Change our details' })).toHaveFocus() })
})

test('what is missing and what the server refuses stands at its field', async () => {
  show('profile', someSettings({ profile: null }))
  const user = userEvent.setup()
  expect(await screen.findByText('Nothing entered yet.')).toBeInTheDocument()
  const form = await edit(user, 'Change our details')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  for (const name of ['Legal name', 'Street and number', 'City', 'E-mail']) expect(form.getByRole('textbox', { name })).toHaveAccessibleDescription('This is required.')
  for (const [name, text] of [['Legal name', 'Sooner'], ['Street and number', 'Kai 1'], ['City', 'Hamburg'], ['E-mail', 'a@sooner.example'], ['Phone (optional)', '1']] as const) await user.type(form.getByRole('textbox', { name }), text)
  await user.selectOptions(form.getByRole('combobox', { name: 'Country' }), 'DE')
  server.use(mock.put('/operator/settings', () => HttpResponse.json(problem('invalid_input', 422, { 'profile.phone': 'phone_implausible', 'profile.address.city': 'control_characters' }), { status: 422 })))
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await form.findByText('Enter a valid phone number for this country.')).toBeInTheDocument()
  expect(form.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription('Remove the invisible control characters.')
})

test('holidays are added and taken off, and the cut-off is read as people write it', async () => {
  const { sent } = show('days')
  const user = userEvent.setup()
  expect(await screen.findByText('Dec 24, 2026 · Christmas Eve')).toBeInTheDocument()
  const form = await edit(user, 'Change business days')
  await user.selectOptions(form.getByRole('combobox', { name: 'Time zone' }), 'Europe/Lisbon')
  await retype(user, form.getByRole('textbox', { name: 'Cut-off' }), '9.30')
  await user.click(form.getByRole('button', { name: 'Add holiday' }))
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  const second = within(form.getByRole('group', { name: 'Holiday 2' }))
  expect(second.getByRole('textbox', { name: 'Day' })).toHaveAccessibleDescription('This is required.')
  await user.type(second.getByRole('textbox', { name: 'Day' }), '12/31/2026')
  await user.type(second.getByRole('textbox', { name: 'Name' }), 'New Year’s Eve')
  await user.click(form.getByRole('button', { name: 'Remove holiday 1' }))
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Business days saved')).toBeInTheDocument()
  expect(sent).toEqual([{ ...asSent, timeZone: 'Europe/Lisbon', cutOff: '09:30', extraHolidays: [{ date: '2026-12-31', name: 'New Year’s Eve' }] }])
})

test('a day that is named twice is said at that day', async () => {
  show('days')
  const user = userEvent.setup()
  const form = await edit(user, 'Change business days')
  await user.click(form.getByRole('button', { name: 'Add holiday' }))
  const second = within(form.getByRole('group', { name: 'Holiday 2' }))
  await user.type(second.getByRole('textbox', { name: 'Day' }), '12/24/2026')
  await user.type(second.getByRole('textbox', { name: 'Name' }), 'Again')
  server.use(mock.put('/operator/settings', () => HttpResponse.json(problem('invalid_input', 422, { 'extraHolidays[1].date': 'named_twice' }), { status: 422 })))
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => { expect(second.getByRole('textbox', { name: 'Day' })).toHaveAccessibleDescription('This is named twice.') })
})

test('small differences are amounts, one for each currency', async () => {
  const { sent } = show('differences')
  const user = userEvent.setup()
  expect(await screen.findByText('€5.00')).toBeInTheDocument()
  const form = await edit(user, 'Change small differences')
  await user.click(form.getByRole('button', { name: 'Add currency' }))
  const second = within(form.getByRole('group', { name: 'Difference 2' }))
  expect(second.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD')
  await user.type(second.getByRole('textbox', { name: 'Amount' }), 'much')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(second.getByRole('textbox', { name: 'Amount' })).toHaveAccessibleDescription('Enter an amount such as 2.50.')
  await retype(user, second.getByRole('textbox', { name: 'Amount' }), '7.50')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Small differences saved')).toBeInTheDocument()
  expect(sent).toEqual([{ ...asSent, shortBelow: [{ amount: 500, currency: 'EUR' }, { amount: 750, currency: 'USD' }] }])
})

test('reminders are numbers of days before and after the due date, and what is refused stands at its field', async () => {
  const { sent } = show('reminders')
  const user = userEvent.setup()
  expect((await screen.findByText('Days before the due date')).nextElementSibling).toHaveTextContent('5')
  expect(screen.getByText('Days after the due date').nextElementSibling).toHaveTextContent('None')
  const form = await edit(user, 'Change payment reminders')
  const [before, after] = ['before', 'after'].map((when) => form.getByRole('textbox', { name: `Days ${when} the due date` }))
  if (!before || !after) throw new Error('no fields')
  await retype(user, before, '10; 3')
  await user.type(after, 'soon')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(after).toHaveAccessibleDescription(/Enter numbers of days, such as 3, 14\./)
  expect(sent).toEqual([])
  server.use(mock.put('/operator/settings', () => HttpResponse.json(problem('invalid_input', 422, { 'reminders.afterDue': 'named_twice' }), { status: 422 })))
  await retype(user, after, '7 7')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => { expect(after).toHaveAccessibleDescription(/This is named twice\./) })
})

test('reminders are saved, and none is one of the choices', async () => {
  const { sent } = show('reminders', someSettings({ reminders: { beforeDue: [5], afterDue: [7] } }))
  const user = userEvent.setup()
  const form = await edit(user, 'Change payment reminders')
  await user.clear(form.getByRole('textbox', { name: 'Days before the due date' }))
  await retype(user, form.getByRole('textbox', { name: 'Days after the due date' }), '3, 14')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Payment reminders saved')).toBeInTheDocument()
  expect(sent).toEqual([{ ...asSent, reminders: { beforeDue: [], afterDue: [3, 14] } }])
  expect(screen.getByText('Days before the due date').nextElementSibling).toHaveTextContent('None')
  expect(screen.getByText('Days after the due date').nextElementSibling).toHaveTextContent('3, 14')
})

test('another account waits for another admin, and until it is decided there is no other change', async () => {
  const { sent } = show('accounts')
  const user = userEvent.setup()
  expect(await screen.findByText('DE89 3704 0044 0532 0130 00')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Copy: IBAN' }))
  expect(await navigator.clipboard.readText()).toBe('DE89370400440532013000')
  const form = await edit(user, 'Change bank accounts')
  await user.click(form.getByRole('button', { name: 'Add account' }))
  const second = within(form.getByRole('group', { name: 'Account 2' }))
  expect(second.getByRole('textbox', { name: 'Account holder' })).toHaveValue('Sooner Finance GmbH')
  await user.selectOptions(second.getByRole('combobox', { name: 'Currency' }), 'CHF')
  await user.type(second.getByRole('textbox', { name: 'IBAN' }), 'CH9300762011623852957')
  await user.click(form.getByRole('button', { name: 'Send for approval' }))
  expect(await screen.findByText('Sent for approval')).toBeInTheDocument()
  const [holder, iban] = ['Sooner Finance GmbH', 'CH9300762011623852957']
  expect(sent).toEqual([{ version: 3, accounts: [{ currency: 'EUR', holder, iban: 'DE89 3704 0044 0532 0130 00', bic: null }, { currency: 'CHF', holder, iban, bic: null }] }])
  const waits = within(await screen.findByRole('group', { name: 'Waiting for a second admin' }))
  expect(waits.getByText('CH93 0076 2011 6238 5295 7')).toBeInTheDocument()
  expect(waits.getByRole('link', { name: 'Show approvals' })).toHaveAttribute('href', '/approvals')
  expect(screen.queryByRole('button', { name: 'Change bank accounts' })).toBeNull()
})

test('what a colleague changed elsewhere in the settings stays', async () => {
  const { sent, kept } = show('differences')
  const user = userEvent.setup()
  const form = await edit(user, 'Change small differences')
  kept.settings = someSettings({ version: 4, cutOff: '12:00' })
  await retype(user, form.getByRole('textbox', { name: 'Amount' }), '6')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Small differences saved')).toBeInTheDocument()
  expect(sent.at(-1)).toEqual({ ...asSent, version: 4, cutOff: '12:00', shortBelow: [{ amount: 600, currency: 'EUR' }] })
})

test('where a colleague changed the same, both are shown before anything is replaced', async () => {
  const { sent, kept } = show('differences')
  const user = userEvent.setup()
  const form = await edit(user, 'Change small differences')
  kept.settings = someSettings({ version: 4, shortBelow: [{ amount: 300, currency: 'EUR' }] })
  await retype(user, form.getByRole('textbox', { name: 'Amount' }), '6')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await form.findByText('A colleague changed this in the meantime')).toBeInTheDocument()
  expect(form.getByText('€3.00')).toBeInTheDocument()
  expect(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('6.00')
  expect(sent).toHaveLength(1)
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Small differences saved')).toBeInTheDocument()
  expect(sent.at(-1)).toMatchObject({ version: 4, shortBelow: [{ amount: 600, currency: 'EUR' }] })
})

test('what is typed is there at the next visit until it is discarded', async () => {
  show('differences')
  const user = userEvent.setup()
  const form = await edit(user, 'Change small differences')
  await retype(user, form.getByRole('textbox', { name: 'Amount' }), '6')
  expect(form.getByText('Not saved yet. Kept on this device.')).toBeInTheDocument()
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await user.click(await form.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('button', { name: 'Change small differences' })).toBeInTheDocument()
  const again = await edit(user, 'Change small differences')
  expect(again.getByRole('textbox', { name: 'Amount' })).toHaveValue('5.00')
})

test('advertised terms are shown, and changed by those who may', async () => {
  server.use(mock.get('/operator/terms/advertised', () => HttpResponse.json({ data: [someTerms] })))
  show('terms', someSettings(), ['credit'])
  expect(await screen.findByText('€1,000,000.00')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Change terms for Factoring · EUR' })).toHaveAttribute('href', '/settings/terms?kind=factoring&currency=EUR')
  expect(screen.getByRole('link', { name: 'Add terms' })).toHaveAttribute('href', '/settings/terms')
})

test('an auditor sees advertised terms, and no way to change them', async () => {
  server.use(mock.get('/operator/terms/advertised', () => HttpResponse.json({ data: [someTerms] })))
  show('terms', someSettings(), ['auditor'])
  expect(await screen.findByText('€1,000,000.00')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /terms for|Add terms/ })).toBeNull()
  expect(screen.getByText(/You can look but not decide/)).toBeInTheDocument()
})
