import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { connection } from '@/api/connection'
import { usePathname } from '@/lib/navigation'
import { quiet } from '@/testing/begun'
import { anApplication, problem } from '@/testing/data'
import { aBuyer, aFoundInvoice } from '@/testing/e-invoices'
import { aReceivable, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import EInvoicesPage from './e-invoices-page'

const server = serve()

type Found = Schemas['FoundInvoiceBody']
type Refused = Schemas['ProblemBody']

const Where = () => <p>at {usePathname()}</p>

/** What the server finds in a file, by its name; `RE-1` with a name it does not know. */
let found: Record<string, Found | Refused>

interface Entered {
  key: string | null
  query: Record<string, string>
  name: string
}

const nameIn = async (request: Request) => /filename="([^"]*)"/.exec(await request.text())?.[1] ?? ''

/** The screen, and what was entered on it. */
function open({ who = aSeller(), buyers = [aBuyer()], allowed = ['add_buyers'] }: { who?: { data: Schemas['MeBody'] }; buyers?: Schemas['BuyerBody'][]; allowed?: Schemas['OnboardingBody']['allowedActions'] } = {}) {
  found = {}
  const entered: Entered[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [{ id: 'm-1', name: 'Bo Chef', email: 'bo@example.com', role: 'owner', rights: ['enter_invoices', 'name_buyers'], isYou: false, allowedActions: [], since: '2026-01-01T00:00:00Z' }] })),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ status: 2, allowedActions: allowed }) })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: buyers })),
    mock.post('/semi-private/e-invoices/read', async ({ request }) => {
      const name = await nameIn(request)
      const answer = found[name] ?? aFoundInvoice({ number: name })
      return 'code' in answer ? HttpResponse.json(answer, { status: answer.status }) : HttpResponse.json({ data: answer })
    }),
    mock.post('/semi-private/e-invoices', async ({ request }) => {
      const name = await nameIn(request)
      entered.push({ key: request.headers.get('idempotency-key'), query: Object.fromEntries(new URL(request.url).searchParams), name })
      return HttpResponse.json({ data: aReceivable({ id: `r-${name}`, invoiceNumber: name }) }, { status: 201 })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  const rendered = renderScreen(
    <>
      <EInvoicesPage />
      <Where />
    </>,
    '/invoices/e-invoices',
  )
  return { user: userEvent.setup(), entered, ...rendered }
}

const aFile = (name: string) => new File(['<Invoice/>'], name, { type: 'text/xml' })
const chooser = () => screen.findByLabelText('E-invoices to add')
const row = async (name: string) => within(await screen.findByRole('group', { name }))

async function add(...names: string[]) {
  // Dropped, a file of any type comes through.
  fireEvent.drop(await screen.findByText('Drop your e-invoices here, or choose them.'), { dataTransfer: { files: names.map(aFile) } })
}

test('e-invoices are read, entered with one press, and lead to their drafts', async () => {
  const { user, entered } = open()
  found['a.xml'] = aFoundInvoice({ number: 'RE-1', face: 10_000 })
  found['b.pdf'] = aFoundInvoice({ number: 'RE-2', face: 5_000 })
  found['c.xml'] = aFoundInvoice({ number: 'RE-3', face: 700, currency: 'CHF' })
  await userEvent.upload(await chooser(), ['a.xml', 'b.pdf', 'c.xml'].map(aFile))
  const first = await row('a.xml')
  expect(await first.findByText('Ready to enter')).toBeVisible()
  const facts = first.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([['Buyer', 'Nordwind AG'], ['Invoice date', 'Jan 2, 2027'], ['Due date', 'Feb 1, 2027'], ['Amount', '€100.00']])
  expect(await screen.findByText('3 invoices are ready to enter.')).toBeVisible()
  expect(screen.getByText('€150.00')).toBeVisible()
  // In its row, and as the sum of its currency.
  expect(screen.getAllByText(/^CHF.7\.00$/)).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Enter 3 invoices' }))
  expect(await screen.findByText('3 invoices entered.')).toBeVisible()
  expect(entered.map(({ name, query }) => [name, query])).toEqual(['a.xml', 'b.pdf', 'c.xml'].map((name) => [name, { buyerId: 'b-1' }]))
  expect(new Set(entered.map(({ key }) => key)).size).toBe(3)
  expect((await row('b.pdf')).getByRole('link', { name: 'Open draft b.pdf' })).toHaveAttribute('href', '/invoices/r-b.pdf')
  const drafts = screen.getByRole('link', { name: 'Go to drafts' })
  expect(drafts).toHaveAttribute('href', '/invoices?status=draft')
  await waitFor(() => {
    expect(drafts).toHaveFocus()
  })
  expect(document.querySelectorAll('[data-main-action]')).toHaveLength(1)
})

test.each<[string, Partial<Found>, string, string | RegExp]>([
  ['the problems by term', { problems: [{ code: 'amount_due', term: 'BT-115', stated: 10_000, expected: 11_900 }] }, 'Contains errors', 'Amount due (BT-115): says €100.00, should be €119.00'],
  ['another seller', { isSellers: false, sellerName: 'Other GmbH' }, 'Another seller', /^The invoice names Other GmbH as its seller, not your company/],
  ['what seems to be sold', { isAssigned: true }, 'Sold already', /another company or account is to be paid: it seems to be sold already/],
  ['what was entered before', { enteredBefore: true }, 'Entered before', 'You entered this invoice before.'],
  ['a buyer who was declined', { buyerId: 'b-3' }, 'Buyer declined', 'We declined this buyer, so we can’t finance the invoice.'],
  ['a buyer who is not on the list', { buyerId: null, buyer: { name: 'New AG' } }, 'Buyer unknown', 'New AG isn’t on your list of buyers.'],
  ['a due date that is not after the invoice date', { issuedOn: '2027-02-01', dueOn: '2027-02-01', problems: [{ code: 'due_too_early', term: 'BT-9' }] }, 'Contains errors', 'Due date (BT-9): it has to be after the invoice date'],
  ['a missing due date', { dueOn: null }, 'Due date missing', 'Due date'],
])('%s: not ready, and says why', async (_, changes, badge, says) => {
  open({ buyers: [aBuyer(), aBuyer({ id: 'b-3', status: 'declined' })] })
  found['a.xml'] = aFoundInvoice({ number: 'RE 1&2', ...changes })
  await add('a.xml')
  const one = await row('a.xml')
  expect(await one.findByText(badge)).toBeVisible()
  expect(one.getByText(says)).toBeVisible()
  expect(screen.getByText('No invoice is ready to enter yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Enter invoices' })).toBeDisabled()
})

test('what is odd about an invoice is said, and it can be entered', async () => {
  open()
  found['a.xml'] = aFoundInvoice({ number: 'RE-1', warnings: [{ code: 'not_transferred', term: 'BT-81', text: '59' }], cashDiscounts: [{ until: '2027-01-16', rate: 300, off: 357, comes: 11_543 }] })
  await add('a.xml')
  const one = await row('a.xml')
  expect(await one.findByText('Ready to enter')).toBeVisible()
  expect(one.getByText('How to pay (BT-81): not by transfer (code 59), so we can’t buy it as it stands')).toBeVisible()
  expect(one.getByText('3% until Jan 16, 2027: €115.43 may come')).toBeVisible()
})

test('what was entered before is found, and another seller’s can be entered by hand', async () => {
  open()
  found['a.xml'] = aFoundInvoice({ number: 'RE 1&2', enteredBefore: true })
  found['b.xml'] = aFoundInvoice({ isSellers: false })
  await add('a.xml', 'b.xml')
  expect(await (await row('a.xml')).findByRole('link', { name: 'Find it in your invoices' })).toHaveAttribute('href', '/invoices?number=RE+1%262')
  expect(await (await row('b.xml')).findByRole('link', { name: 'enter it by hand' })).toHaveAttribute('href', '/invoices/new')
})

test.each<[Refused, string]>([
  [problem('file_refused', 422, { file: 'e_invoice_unknown' }), 'This isn’t an e-invoice (XRechnung, Peppol, Factur-X or ZUGFeRD).'],
  [problem('file_refused', 422, { file: 'e_invoice_not_in_pdf' }), 'There’s no e-invoice in this PDF. Enter the invoice by hand, and attach the PDF.'],
  [problem('file_refused', 422, { file: 'pdf_locked' }), 'This PDF is locked with a password. Save it without one.'],
  [problem('file_refused', 422, { file: { code: 'xml_malformed', params: { line: 7 } } }), 'The file is damaged or cut off at line 7.'],
  [problem('file_too_large', 413), 'The file is too large. The maximum is 10 MB.'],
])('what is no e-invoice says so, and those behind it are read all the same', async (refused, says) => {
  open()
  found['photo.png'] = refused
  await add('photo.png', 'b.xml')
  const one = await row('photo.png')
  expect(await one.findByText(says)).toBeVisible()
  expect(one.getByText('Not read')).toBeVisible()
  expect(one.queryByRole('button', { name: /^Try again/ })).toBeNull()
  expect(one.getByRole('link', { name: 'Enter it by hand' })).toHaveAttribute('href', '/invoices/new')
  expect(await (await row('b.xml')).findByText('Ready to enter')).toBeVisible()
})

test('a file that is too large is not even sent', async () => {
  open()
  const file = aFile('a.pdf')
  Object.defineProperty(file, 'size', { value: 10 * 1024 * 1024 + 1 })
  await userEvent.upload(await chooser(), file)
  expect(await screen.findByText('The file is too large. The maximum is 10 MB.')).toBeVisible()
})

test('a due date that is missing is told in the row, and goes with the file', async () => {
  const { user, entered } = open()
  found['a.xml'] = aFoundInvoice({ dueOn: null })
  await add('a.xml')
  const field = await screen.findByLabelText('Due date')
  await user.type(field, '2/31/2027')
  await user.tab()
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription('Enter a valid date.')
  })
  expect(screen.getByRole('button', { name: 'Enter invoices' })).toBeDisabled()
  // Issued on Jan 2, 2027.
  await user.clear(field)
  await user.type(field, '1/2/2027')
  await user.tab()
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription('Enter a day after the invoice date.')
  })
  expect(screen.getByRole('button', { name: 'Enter invoices' })).toBeDisabled()
  await user.clear(field)
  await user.type(field, '2/18/2027')
  await user.click(screen.getByRole('button', { name: 'Enter 1 invoice' }))
  expect(await screen.findByText('1 invoice entered.')).toBeVisible()
  expect(entered[0]?.query).toEqual({ buyerId: 'b-1', dueOn: '2027-02-18' })
})

test('a day the server refuses is said at its field, and told otherwise it is entered', async () => {
  const { user, entered } = open()
  found['a.xml'] = aFoundInvoice({ dueOn: null })
  server.use(mock.post('/semi-private/e-invoices', () => HttpResponse.json(problem('invalid_input', 422, { dueOn: 'date_in_past' }), { status: 422 }), { once: true }))
  await add('a.xml')
  const field = await screen.findByLabelText('Due date')
  await user.type(field, '2/10/2027')
  await user.click(screen.getByRole('button', { name: 'Enter 1 invoice' }))
  await waitFor(() => {
    expect(screen.getByLabelText('Due date')).toHaveAccessibleDescription('Use today’s date or a later one.')
  })
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
  await user.clear(screen.getByLabelText('Due date'))
  await user.type(screen.getByLabelText('Due date'), '2/18/2027')
  await user.click(screen.getByRole('button', { name: 'Enter 1 invoice' }))
  expect(await screen.findByText('1 invoice entered.')).toBeVisible()
  expect(entered[0]?.query).toEqual({ buyerId: 'b-1', dueOn: '2027-02-18' })
})

test('a buyer is added from what the invoice says of it, and all its invoices are read again', async () => {
  const { user, entered } = open()
  const unknown = (number: string, dueOn: string | null = '2027-02-01') =>
    aFoundInvoice({ number, dueOn, buyerId: null, buyer: { name: 'New AG', country: 'AT', vatId: 'ATU12345678', contactName: 'Eva', contactEmail: 'eva@new.example' } })
  found['a.xml'] = unknown('RE-1')
  found['b.xml'] = unknown('RE-2')
  const sent: unknown[] = []
  server.use(
    mock.post('/semi-private/buyers', async ({ request }) => {
      sent.push(await request.json())
      found['a.xml'] = { ...unknown('RE-1'), buyerId: 'b-9' }
      found['b.xml'] = { ...unknown('RE-2'), buyerId: 'b-9' }
      const added = aBuyer({ id: 'b-9', legalName: 'New AG', status: 'pending' })
      server.use(mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [aBuyer(), added] })))
      return HttpResponse.json({ data: added }, { status: 201 })
    }),
  )
  await add('a.xml', 'b.xml')
  const one = await row('a.xml')
  await user.click(await one.findByRole('button', { name: 'Add buyer: New AG' }))
  const form = within(one.getByRole('form', { name: 'New buyer' }))
  expect(form.getByLabelText('Legal name of the buyer')).toHaveFocus()
  await user.type(form.getByLabelText(/^Expected yearly volume/), '100000')
  // The DOM of the tests forgets what a list was set to.
  await user.selectOptions(form.getByLabelText('Country'), 'AT')
  await user.selectOptions(form.getByLabelText('Currency'), 'EUR')
  await user.click(form.getByRole('button', { name: 'Add buyer' }))
  expect(await one.findByText('Ready to enter')).toBeVisible()
  expect(await (await row('b.xml')).findByText('Ready to enter')).toBeVisible()
  expect(sent).toEqual([
    { legalName: 'New AG', country: 'AT', registrationNumber: 'ATU12345678', contactName: 'Eva', contactEmail: 'eva@new.example', expectedYearlyVolume: { amount: 10_000_000, currency: 'EUR' }, paymentTermsDays: 30 },
  ])
  expect(screen.getByRole('group', { name: 'a.xml' })).toHaveFocus()
  expect(one.getByText(/^We’re still reviewing this buyer/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Enter 2 invoices' }))
  expect(await screen.findByText('2 invoices entered.')).toBeVisible()
  expect(entered.map(({ query }) => query)).toEqual([{ buyerId: 'b-9' }, { buyerId: 'b-9' }])
})

test('a buyer who is on the list under another name is chosen', async () => {
  const { user, entered } = open({ allowed: [], who: aSeller(['enter_invoices']) })
  found['a.xml'] = aFoundInvoice({ buyerId: null, buyer: { name: 'Nordwind Aktiengesellschaft' } })
  await add('a.xml')
  const one = await row('a.xml')
  expect(await one.findByText(/You can ask:/)).toBeVisible()
  expect(one.queryByRole('button', { name: /^Add buyer/ })).toBeNull()
  const buyer = () => one.getAllByRole('term').find((term) => term.textContent === 'Buyer')?.nextElementSibling?.textContent
  expect(buyer()).toBe('Nordwind Aktiengesellschaft')
  await user.selectOptions(one.getByLabelText('Is it one of your buyers?'), 'b-1')
  expect(await one.findByText('Ready to enter')).toBeVisible()
  expect(buyer()).toBe('Nordwind AG')
  await user.click(screen.getByRole('button', { name: 'Enter 1 invoice' }))
  expect(await screen.findByText('1 invoice entered.')).toBeVisible()
  expect(entered[0]?.query).toEqual({ buyerId: 'b-1' })
})

test('the same invoice twice is entered once', async () => {
  const { user, entered } = open()
  found['a.xml'] = found['a.pdf'] = aFoundInvoice()
  await add('a.xml', 'a.pdf')
  const second = await row('a.pdf')
  expect(await second.findByText('Listed twice')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Enter 1 invoice' }))
  expect(await screen.findByText('1 invoice entered.')).toBeVisible()
  expect(entered.map(({ name }) => name)).toEqual(['a.xml'])
})

test('twenty files at once are read and entered one after the other', async () => {
  const { user, entered } = open()
  let underWay = 0
  let most = 0
  server.use(
    mock.post('/semi-private/e-invoices/read', async ({ request }) => {
      most = Math.max(most, ++underWay)
      const name = await nameIn(request)
      await new Promise((resolve) => setTimeout(resolve, 10))
      underWay -= 1
      return HttpResponse.json({ data: aFoundInvoice({ number: name }) })
    }),
  )
  const names = Array.from({ length: 20 }, (_, index) => `${String(index + 1)}.xml`)
  await add(...names)
  expect(await screen.findByText('Reading e-invoices')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Enter 20 invoices' }))
  expect(await screen.findByText('20 invoices entered.')).toBeVisible()
  expect(most).toBe(1)
  expect(entered.map(({ name }) => name)).toEqual(names)
})

test('while the server is dead nothing is lost, and it goes on by itself once that is back', async () => {
  open()
  let isDead = true
  server.use(
    mock.post('/semi-private/e-invoices/read', async ({ request }) => (isDead ? HttpResponse.error() : HttpResponse.json({ data: aFoundInvoice({ number: await nameIn(request) }) }))),
  )
  await add('a.xml', 'b.xml')
  const one = await row('a.xml')
  expect(await one.findByText('Connection lost. We’ll try again as soon as you’re back online.')).toBeVisible()
  expect((await row('b.xml')).getByText('Waiting')).toBeVisible()
  isDead = false
  connection.lost()
  connection.reached()
  expect(await one.findByText('Ready to enter')).toBeVisible()
  expect(await (await row('b.xml')).findByText('Ready to enter')).toBeVisible()
})

test('an answer that was lost is asked for again under the same key: it is entered once', async () => {
  const { user, entered } = open()
  const keys: (string | null)[] = []
  server.use(
    mock.post(
      '/semi-private/e-invoices',
      ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return HttpResponse.error()
      },
      { once: true },
    ),
  )
  await add('a.xml', 'b.xml')
  await user.click(await screen.findByRole('button', { name: 'Enter 2 invoices' }))
  const one = await row('a.xml')
  expect(await one.findByText(/^Connection lost/)).toBeVisible()
  expect(one.getByText('Not entered')).toBeVisible()
  // Those behind it stayed behind.
  expect(screen.getByRole('button', { name: 'Enter 2 invoices' })).toBeEnabled()
  await user.click(one.getByRole('button', { name: 'Try again: a.xml' }))
  expect(await screen.findByText('2 invoices entered.')).toBeVisible()
  expect(entered.map(({ name }) => name)).toEqual(['a.xml', 'b.xml'])
  expect(entered[0]?.key).toBe(keys[0])
})

test('a file that changed after it was chosen says so, and keeps nobody back', async () => {
  open()
  server.use(mock.post('/semi-private/e-invoices/read', () => HttpResponse.error(), { once: true }))
  const changed = aFile('a.xml')
  vi.spyOn(changed, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) } as unknown as Blob)
  fireEvent.drop(await screen.findByText('Drop your e-invoices here, or choose them.'), { dataTransfer: { files: [changed, aFile('b.xml')] } })
  const one = await row('a.xml')
  expect(await one.findByText('This file changed after you chose it. Choose it again.')).toBeVisible()
  expect(one.queryByRole('button', { name: 'Try again: a.xml' })).toBeNull()
  expect(await (await row('b.xml')).findByText('Ready to enter')).toBeVisible()
})

test('invoices are entered once however often it is clicked', async () => {
  const { entered } = open()
  await add('a.xml', 'b.xml')
  const button = await screen.findByRole('button', { name: 'Enter 2 invoices' })
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  expect(await screen.findByText('2 invoices entered.')).toBeVisible()
  expect(entered.map(({ name }) => name)).toEqual(['a.xml', 'b.xml'])
})

test('what the server would not enter says why, can be tried again or put away, and keeps nobody back', async () => {
  const { user, entered } = open()
  server.use(mock.post('/semi-private/e-invoices', () => HttpResponse.json(problem('file_refused', 422, { file: 'e_invoice_entered' }), { status: 422 }), { once: true }))
  await add('a.xml', 'b.xml')
  await user.click(await screen.findByRole('button', { name: 'Enter 2 invoices' }))
  const one = await row('a.xml')
  expect(await one.findByText('This invoice was entered before.')).toBeVisible()
  expect(await screen.findByText('1 invoice entered.')).toBeVisible()
  await user.click(one.getByRole('button', { name: 'Try again: a.xml' }))
  expect(await screen.findByText('2 invoices entered.')).toBeVisible()
  expect(entered.map(({ name }) => name)).toEqual(['b.xml', 'a.xml'])
})

test('where nobody knows whether it was entered, that is said', async () => {
  const { user } = open()
  server.use(mock.post('/semi-private/e-invoices', () => HttpResponse.json(problem('outcome_unknown', 500), { status: 500 }), { once: true }))
  await add('a.xml')
  await user.click(await screen.findByRole('button', { name: 'Enter 1 invoice' }))
  expect(await screen.findByText('We can’t tell yet whether it was entered. Try again: it counts once.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Enter 1 invoice' }))
  expect(await screen.findByText('1 invoice entered.')).toBeVisible()
})

test('the keyboard is enough, and stays where one is', async () => {
  const { user } = open()
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  const choose = await screen.findByRole('button', { name: 'Choose files' })
  choose.focus()
  await user.keyboard('{Enter}')
  expect(click).toHaveBeenCalledOnce()
  await add('a.xml', 'b.xml')
  await screen.findByRole('button', { name: 'Enter 2 invoices' })
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Choose files' })).toHaveFocus()
  })
  await user.tab()
  expect(screen.getByRole('button', { name: 'Dismiss a.xml' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('group', { name: 'a.xml' })).toBeNull()
  expect(screen.getByRole('group', { name: 'b.xml' })).toHaveFocus()
  await user.tab()
  await user.keyboard('{Enter}')
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Choose files' })).toHaveFocus()
  })
})

test('they are still there after another screen', async () => {
  const { client, unmount } = open()
  await add('a.xml')
  await screen.findByRole('button', { name: 'Enter 1 invoice' })
  expect(client.getQueryData<unknown[]>(['e-invoices'])).toHaveLength(1)
  unmount()
  expect(client.getQueryData<unknown[]>(['e-invoices'])).toHaveLength(1)
})

test('what is on its way when its owner signs out does not come back', async () => {
  const { client } = open()
  const answer: (() => void)[] = []
  server.use(
    mock.post('/semi-private/e-invoices/read', async () => {
      await new Promise<void>((resolve) => {
        answer.push(resolve)
      })
      return HttpResponse.json({ data: aFoundInvoice() })
    }),
  )
  await add('a.xml', 'b.xml')
  await waitFor(() => {
    expect(answer).toHaveLength(1)
  })
  client.removeQueries({ queryKey: ['e-invoices'] })
  answer[0]?.()
  await quiet()
  expect(client.getQueryData<unknown[]>(['e-invoices']) ?? []).toEqual([])
  expect(answer).toHaveLength(1)
})

test('whoever may not enter invoices learns who can; who sells nothing has nothing to do here', async () => {
  open({ who: aSeller([]) })
  expect(await screen.findByText(/You can ask:/)).toBeVisible()
  expect(screen.queryByText('Drop your e-invoices here, or choose them.')).toBeNull()
})

test('a company that is only paid early is sent to its invoices', async () => {
  const { data } = aSeller()
  open({ who: { data: { ...data, companyDetails: { ...data.companyDetails, wants: ['buyer'] } } } })
  expect(await screen.findByText('at /invoices')).toBeVisible()
})
