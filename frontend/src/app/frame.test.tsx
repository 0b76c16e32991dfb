import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useEffect } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { useNavigate, usePathname, useQuery } from '@/lib/navigation'
import { aHouse, configure } from '@/testing/config'
import { anApplication, anOperator, me } from '@/testing/data'
import { aPayable, aReceivable, anExamined } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { followColorScheme, theme } from '@/ui/color-scheme'
import { matches, recent, remember } from './found'
import { Shell } from './shell'

const server = serve()
const asked: string[] = []
const numbers: string[] = []
const aDebtor: Schemas['DebtorBody'] = { id: 'd-1', legalName: 'Kaufhaus Süd', legalEntity: 'DE:R:HRB1', state: 'open', limits: [], version: 1, createdAt: '2027-01-04T12:00:00Z', mayChange: false, merged: [] }

/** Goes somewhere else, as the browser does. */
let goTo: (to: string) => void

function Where() {
  const [query] = useQuery()
  const navigate = useNavigate()
  useEffect(() => {
    goTo = navigate
  }, [navigate])
  return <p data-testid="where">{`${usePathname()}?${query}`}</p>
}

let house = aHouse()
const where = () => screen.getByTestId('where').textContent

const wanting = (wants: Schemas['Want'][], { data }: ReturnType<typeof me>) => ({ data: { ...data, companyDetails: { ...data.companyDetails, wants } } })

/** The frame of somebody at an address; null for a guest. */
async function show(path: string, user: Partial<Schemas['UserDetailsBody']> | null, roles?: Schemas['OperatorRole'][], wants: Schemas['Want'][] = []) {
  await configure({ house })
  asked.splice(0)
  numbers.splice(0)
  const entry: Schemas['QueueEntryBody'] = { id: 'a-1', companyId: 'c-1', status: 1, version: 1, companyName: 'Mühle Brandt GmbH', applicant: me().data.userDetails, pendingBuyers: 0, submissions: 1, wants: [], waitingSince: '2026-06-15T12:00:00Z' }
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(roles ? anOperator(...roles) : wanting(wants, me(user ?? {})))),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication() })),
    mock.post('/semi-private/auth/signout', () => new HttpResponse(null, { status: 204 })),
    mock.get('/operator/approvals', () => HttpResponse.json({ data: [], waiting: 3 })),
    mock.get('/semi-private/receivables', ({ request }) => {
      const number = new URL(request.url).searchParams.get('number') ?? ''
      numbers.push(number)
      return HttpResponse.json({ data: 'MB-1006'.includes(number) ? [aReceivable({ id: 'r-1', invoiceNumber: 'MB-1006', debtorName: 'Kaufhaus Süd' })] : [], counts: [] } as never)
    }),
    mock.get('/operator/receivables', ({ request }) => {
      const number = new URL(request.url).searchParams.get('number') ?? ''
      numbers.push(number)
      return HttpResponse.json({ data: 'MB-1006'.includes(number) ? [anExamined({ id: 'r-1', invoiceNumber: 'MB-1006' })] : [], next: null } as never)
    }),
    mock.get('/operator/debtors', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name') ?? ''
      numbers.push(name)
      return HttpResponse.json({ data: 'kaufhaus süd'.includes(name.toLowerCase()) ? [aDebtor] : [], next: null })
    }),
    mock.get('/operator/applications', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? ''
      asked.push(search)
      return HttpResponse.json({ data: { applications: search.startsWith('m') ? [entry] : [], counts: [], tooMany: false } })
    }),
  )
  const details = me(user ?? {}).data.userDetails
  localStorage.setItem(`onboardingStatusSeen:${details.id}`, String(details.onboarding_status))
  if (user) localStorage.setItem('accessToken', aToken())
  const rendered = renderScreen(
    <Shell>
      <h1>what is being done</h1>
      <input aria-label="Field" />
      <Where />
    </Shell>,
    path,
  )
  if (user) await screen.findByRole('button', { name: 'Account: Ada Brandt (AB)' })
  return rendered
}

/** The rail's places; the bar along the foot is the other menu, which styles hide. */
const rail = () => within(screen.getByRole('complementary', { name: 'Sidebar' }))
const places = () => rail().getAllByRole('link').slice(1).map((link) => link.textContent)
const here = () => rail().getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent)

beforeAll(async () => {
  // What is loaded when it is needed is there: a busy machine takes its time over it.
  await Promise.all([import('./search'), import('./key-list'), import('./account-menu'), import('./more-sheet')])
})

beforeEach(() => {
  theme.set('system')
})

test('a guest has no rail, and the language and theme in the footer', async () => {
  await show('/sign-in', null)
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign up' })).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Theme'), 'dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(screen.getByLabelText('Language')).toBeVisible()
})

const houses = [aHouse(), aHouse({ name: 'Nordbank Factoring AG', address: 'Am Wall 1, 28195 Bremen', register: 'Amtsgericht Bremen, HRB 98765', vatId: 'DE811569869', phone: null, supportEmail: 'hilfe@nordbank.example', imprintUrl: 'https://nordbank.example/imprint' })]

test.each(houses.flatMap((one) => [[one, '/sign-in', null], [one, '/dashboard', {}]] as const))('the footer says who runs the instance: %o on %s', async (one, path, user) => {
  house = one
  await show(path, user)
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByText(`${one.name} · ${one.address} · ${one.register} · VAT ID ${one.vatId}`)).toBeVisible()
  expect(footer.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', one.termsUrl)
  expect(footer.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', one.privacyUrl)
  expect(footer.getByRole('link', { name: 'Legal notice' })).toHaveAttribute('href', one.imprintUrl)
  expect(footer.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', `mailto:${one.supportEmail}`)
  const phone = footer.queryByRole('link', { name: /^[+\d ]+$/ })
  if (one.phone) expect(phone).toHaveAttribute('href', 'tel:+49691234567')
  else expect(phone).toBeNull()
})

test('before approval a company has its home, its application and its team; after it, its money too', async () => {
  const { unmount } = await show('/dashboard', { onboarding_status: 1 })
  expect(places()).toEqual(['Home', 'Application', 'Company'])
  expect(here()).toEqual(['Home'])
  unmount()
  await show('/buyers', { onboarding_status: 2 })
  expect(places()).toEqual(['Home', 'Invoices', 'Payments', 'Buyers', 'Company', 'Facility'])
  expect(rail().getByRole('link', { name: 'Facility' }).querySelector('svg')).not.toBeNull()
  expect(here()).toEqual(['Buyers'])
  expect(screen.queryByLabelText('Language')).toBeNull()
})

/** With what waits there, seen and read. */
const APPROVALS = 'Approvals33 changes wait for your approval'

test.each([
  [['admin'], [APPROVALS, 'Receivables', 'Ledger', 'Debtors', 'Facilities', 'Settings']],
  [['treasury'], ['Desk', 'Applications', 'To review', APPROVALS, 'Receivables', 'Payments', 'Ledger', 'New sellers', 'Companies', 'Debtors', 'Facilities', 'Settings']],
  [['auditor'], ['Desk', 'Applications', 'To review', APPROVALS, 'Receivables', 'Payments', 'Ledger', 'New sellers', 'Companies', 'Debtors', 'Facilities', 'Settings']],
  [['reviewer', 'admin'], ['Applications', 'To review', 'Assigned to me', APPROVALS, 'Receivables', 'Ledger', 'New sellers', 'Companies', 'Debtors', 'Facilities', 'Settings']],
] as const)('in the back office %s has the places %s', async (roles, expected) => {
  await show('/approvals', { role: 'operator' }, [...roles])
  await waitFor(() => { expect(places()).toEqual(expected) })
  expect(here()).toEqual([APPROVALS])
})

/** The menu along the foot, which styles hide from a screen as wide as here. */
const bar = () => within(document.querySelector('[data-bottom-bar]') as HTMLElement)
const inBar = () => bar().getAllByRole('link', { hidden: true }).map((link) => link.textContent)
const more = () => bar().getByRole('button', { hidden: true })
const APPROVALS_IN_BAR = '33 changes wait for your approvalApprovals'

test.each([
  [['admin'], [APPROVALS_IN_BAR, 'Receivables', 'Ledger', 'Debtors'], ['Facilities', 'Settings']],
  [['treasury'], ['Desk', 'Applications', APPROVALS_IN_BAR, 'Receivables'], ['To review', 'Payments', 'Ledger', 'New sellers', 'Companies', 'Debtors', 'Facilities', 'Settings']],
] as const)('on a phone %s has four places at the foot, and behind more all the others', async (roles, first, others) => {
  await show('/facilities', { role: 'operator' }, [...roles])
  await waitFor(() => { expect(inBar()).toEqual(first) })
  const button = more()
  expect(button).toHaveAttribute('aria-current', 'true')
  const user = userEvent.setup()
  await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'More places' })
  expect(within(dialog).getAllByRole('link').map((link) => link.textContent)).toEqual(others)
  expect(within(dialog).getByRole('link', { current: 'page' })).toHaveTextContent('Facilities')
  await user.keyboard('{Escape}')
  await waitFor(() => { expect(screen.queryByRole('dialog')).toBeNull() })
  await user.click(button)
  await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: others[1] }))
  expect(where()).not.toBe('/facilities?')
  await waitFor(() => { expect(screen.queryByRole('dialog')).toBeNull() })
})

test('what is behind more is closed by going back, and there is none where all places fit', async () => {
  const { unmount } = await show('/facility', { onboarding_status: 2 })
  const user = userEvent.setup()
  expect(inBar()).toEqual(['Home', 'Invoices', 'Payments', 'Buyers'])
  expect(more()).toHaveAttribute('aria-current', 'true')
  await user.keyboard('gb')
  expect(more()).not.toHaveAttribute('aria-current')
  await user.click(more())
  await screen.findByRole('dialog', { name: 'More places' })
  // What going back comes to: the address is another, and nobody chose it in the dialog.
  act(() => { goTo('/facility') })
  expect(where()).toBe('/facility?')
  await waitFor(() => { expect(screen.queryByRole('dialog')).toBeNull() })
  unmount()
  await show('/dashboard', { onboarding_status: 1 })
  expect(inBar()).toEqual(['Home', 'Application', 'Company'])
  expect(bar().queryByRole('button', { hidden: true })).toBeNull()
})

test.each([
  [['supplier'], ['Home', 'Invoices', 'Payments', 'Company']],
  [['buyer'], ['Home', 'Payables', 'Suppliers', 'Payments', 'Company', 'Facility']],
  [['supplier', 'buyer'], ['Home', 'Invoices', 'Payments', 'Payables', 'Suppliers', 'Company', 'Facility']],
  [['supplier', 'seller'], ['Home', 'Invoices', 'Payments', 'Buyers', 'Company', 'Facility']],
] as const)('an approved company that wants %o has these places: %o', async (wants, expected) => {
  await show('/dashboard', { onboarding_status: 2 }, undefined, [...wants])
  await waitFor(() => { expect(places()).toEqual(expected) })
})

test('without a role nothing is counted', async () => {
  await show('/approvals', { role: 'operator' }, [])
  expect(places()).toEqual(['Approvals'])
})

test('keys lead to approvals and settings, and who sees no applications searches for none', async () => {
  await show('/approvals', { role: 'operator' }, ['admin'])
  const user = userEvent.setup()
  await user.keyboard('gs')
  expect(where()).toBe('/settings?')
  await user.keyboard('gv')
  expect(where()).toBe('/approvals?')
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  await user.type(field, 'sett')
  expect(await screen.findByRole('option', { name: 'Settings' })).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, 'mühl')
  expect((await screen.findAllByText('No results for “mühl”.'))[0]).toBeVisible()
  expect(asked).toEqual([])
})

test.each([
  ['/review', 'To review'],
  ['/review?status=pending', 'To review'],
  ['/review?status=1&mine=true', 'Assigned to me'],
  ['/review?status=2', 'Applications'],
  ['/review?search=nord', 'Applications'],
  ['/review/a-1', 'Applications'],
])('in the back office, at %s, one place is the current one: %s', async (path, place) => {
  await show(path, { role: 'operator' })
  await waitFor(() => { expect(places()).toEqual(['Applications', 'To review', 'Assigned to me', APPROVALS, 'New sellers', 'Companies', 'Settings']) })
  expect(here()).toEqual([place])
})

const nordic = { id: 'v-1', name: 'Nordic clients of a name that is long', query: 'status=pending&search=nord' }

test.each(['?search=nord&status=1', '?cursor=x&status=pending&search=nord'])('at %s the view somebody saved is the current place, and no other', async (query) => {
  localStorage.setItem(`views:${me().data.userDetails.id}`, JSON.stringify([nordic]))
  await show(`/review${query}`, { role: 'operator' })
  await waitFor(() => { expect(places()).toEqual(['Applications', 'To review', 'Assigned to me', nordic.name, APPROVALS, 'New sellers', 'Companies', 'Settings']) })
  expect(here()).toEqual([nordic.name])
  expect(rail().getByTitle(nordic.name)).toBeInTheDocument()
})

test('a saved view is not current on the screen of a case, and is nothing to a company', async () => {
  localStorage.setItem(`views:${me().data.userDetails.id}`, JSON.stringify([nordic]))
  const { unmount } = await show('/review/a-1?search=nord&status=pending', { role: 'operator' })
  expect(here()).toEqual(['Applications'])
  unmount()
  await show('/dashboard', {})
  expect(places()).toEqual(['Home', 'Application', 'Company'])
})

test('a saved view is found by the search, and what it looks for is not remembered there', async () => {
  localStorage.setItem(`views:${me().data.userDetails.id}`, JSON.stringify([nordic]))
  await show('/review', { role: 'operator' })
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'clients nor')
  await user.click(await screen.findByRole('option', { name: nordic.name }))
  expect(where()).toBe(`/review?${nordic.query}`)
  expect(recent(me().data.userDetails.id)).toEqual(['screen:v-1'])
})

test('a mailed link has the open frame, whoever is signed in', async () => {
  location.hash = '#token=x'
  await show('/verify-email', {})
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
})

test('the account menu opens on the first press, changes the theme and signs out', async () => {
  await show('/dashboard', {})
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Account: Ada Brandt (AB)' })
  await user.click(button)
  const menu = await screen.findByRole('menu')
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(within(menu).getByText('ada@example.com')).toBeInTheDocument()
  await user.click(within(menu).getByRole('menuitemradio', { name: 'Dark' }))
  await waitFor(() => {
    expect(theme.get()).toBe('dark')
  })
  expect(within(menu).getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true')
  await user.click(within(menu).getByRole('menuitem', { name: 'Sign out' }))
  await waitFor(() => {
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
})

test('the search finds screens, actions and terms, also without their accents, and says when there is nothing', async () => {
  await show('/dashboard', { onboarding_status: 2 })
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Field'))
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search' })
  expect(field).toHaveFocus()
  await user.keyboard('iba')
  expect(screen.getByRole('option', { name: /^IBAN/ })).toHaveAttribute('aria-selected', 'true')
  await user.clear(field)
  await user.keyboard('zzz')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect((await screen.findAllByText('No results for “zzz”.'))[0]).toBeVisible()
  await user.clear(field)
  await user.keyboard('buy{ArrowDown}')
  const chosen = screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')
  expect(field).toHaveAttribute('aria-activedescendant', chosen?.id)
  await user.keyboard('{ArrowUp}{Enter}')
  expect(where()).toBe('/buyers?')
  expect(screen.queryByRole('combobox')).toBeNull()
  // An applicant asks for no companies.
  expect(asked).toEqual([])
})

test('what was used last comes first in the search', async () => {
  remember(me().data.userDetails.id, 'screen:/security')
  await show('/dashboard', {})
  await userEvent.click(screen.getAllByRole('button', { name: /^Search/ })[0] as HTMLElement)
  const group = await screen.findByRole('group', { name: 'Recently used' })
  expect(within(group).getByRole('option')).toHaveTextContent('Security')
  expect(screen.getAllByRole('option', { name: 'Security' })).toHaveLength(1)
})

test('an operator finds companies, of which nothing stays on the device', async () => {
  await show('/review', { role: 'operator' })
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'mühl')
  await user.click(await screen.findByRole('option', { name: /Mühle Brandt GmbH/ }))
  expect(where()).toBe('/review/a-1?')
  expect(asked).toEqual(['mühl'])
  expect(recent(me().data.userDetails.id)).toEqual([])
})

test('a company that lets its suppliers be paid early finds its payables by a part of their number', async () => {
  server.use(mock.get('/semi-private/payables', () => HttpResponse.json({ data: [aPayable({ invoiceNumber: 'MB-1006' })], next: null })))
  await show('/dashboard', { onboarding_status: 2 }, undefined, ['buyer'])
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'MB-10')
  const group = await screen.findByRole('group', { name: 'Payables' })
  expect(within(group).getByRole('option')).toHaveTextContent(/^MB-1006Sägewerk Harz GmbH · To approve/)
  await user.click(within(group).getByRole('option'))
  expect(where()).toBe('/payables/p-1?')
})

test('a company finds its own invoices by a part of their number, and asks once it has paused', async () => {
  await show('/dashboard', { onboarding_status: 2 })
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'MB-10')
  const group = await screen.findByRole('group', { name: 'Invoices' })
  expect(within(group).getByRole('option')).toHaveTextContent(/^MB-1006Kaufhaus Süd · /)
  expect(numbers).toEqual(['MB-10'])
  await user.keyboard('{Enter}')
  expect(where()).toBe('/invoices/r-1?')
  expect(recent(me().data.userDetails.id)).toEqual([])
})

test('the house finds receivables by number and debtors by name, where its rights include them', async () => {
  const { unmount } = await show('/approvals', { role: 'operator' }, ['admin'])
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  await user.type(field, 'kaufhaus')
  await user.click(within(await screen.findByRole('group', { name: 'Debtors' })).getByRole('option', { name: /^Kaufhaus Süd/ }))
  expect(where()).toBe('/debtors/d-1?')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '1006')
  await user.click(within(await screen.findByRole('group', { name: 'Receivables' })).getByRole('option', { name: /^MB-1006/ }))
  expect(where()).toBe('/receivables/r-1?')
  unmount()
  await show('/approvals', { role: 'operator' }, [])
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '1006')
  expect((await screen.findAllByText('No results for “1006”.'))[0]).toBeVisible()
  expect(numbers).toEqual([])
})

test('? lists the keys of this area, and they can be turned off there', async () => {
  await show('/dashboard', { onboarding_status: 2 })
  const user = userEvent.setup()
  await user.keyboard('gb')
  expect(where()).toBe('/buyers?')
  await user.click(screen.getByLabelText('Field'))
  await user.keyboard('?gh')
  expect(where()).toBe('/buyers?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(document.body)
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog).toHaveTextContent(/SearchCtrlKShow keyboard shortcuts\?Go to HomeGHGo to InvoicesGIGo to PaymentsGPGo to BuyersGBGo to CompanyGCIn listsNext in a listJPrevious in a listKUse shortcuts/)
  await user.click(within(dialog).getByRole('checkbox'))
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await user.keyboard('gh')
  expect(where()).toBe('/buyers?')
})

test('those who match receipts are told by which keys', async () => {
  await show('/approvals', { role: 'operator' }, ['treasury'])
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(/Matching receiptsGo to the suggested matchMNext receiptJPrevious receiptKBack to the listEscUse shortcuts/)
})

test('the theme that was chosen holds over the system’s', () => {
  render(<p />)
  const stop = followColorScheme()
  theme.set('dark')
  expect(document.documentElement).toHaveClass('dark')
  theme.set('light')
  expect(document.documentElement).toHaveClass('light')
  expect(document.documentElement).not.toHaveClass('dark')
  stop()
})

test.each([
  ['Mühle Brandt GmbH', 'muh bra', true],
  ['Go to Buyers', 'buy', true],
  ['Go to Buyers', 'uyers', false],
  ['Beneficial owner', 'owner ben', true],
  ['Beneficial owner', 'owner iban', false],
])('whether “%s” is found by “%s”: %s', (text, typed, found) => {
  expect(matches(text, typed)).toBe(found)
})
