import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { anApplication, me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import CompanyPage from './company-page'

const server = serve()
const moment = '2026-06-15T12:00:00Z'
const document = (changes: Partial<Schemas['DocumentBody']>): Schemas['DocumentBody'] => ({
  id: 'd-1', kind: 'bank_statement', name: 'statement.pdf', contentType: 'application/pdf', size: 1, uploadedAt: moment, verdict: 'accepted', ...changes,
})

const RIGHTS: { [role in Schemas['MemberRole']]: Schemas['MemberRight'][] } = {
  owner: ['edit_application', 'name_buyers', 'change_bank_account', 'manage_members'],
  approver: ['name_buyers'],
  preparer: ['name_buyers'],
  viewer: [],
}

const member = (name: string, role: Schemas['MemberRole'], changes: Partial<Schemas['MemberBody']> = {}): Schemas['MemberBody'] => ({
  id: name, name: `${name} Brandt`, email: `${name.toLowerCase()}@example.com`, role, rights: RIGHTS[role], since: moment, isYou: false, allowedActions: ['change_role', 'remove'], ...changes,
})

const account = (iban: string): Schemas['BankAccountBody'] => ({ holder: 'Mühle Brandt GmbH', iban, currency: 'EUR', accountNumber: null, bic: null, routingNumber: null, sortCode: null })

interface Scene {
  role?: Schemas['MemberRole']
  status?: Schemas['OnboardingBody']['status']
  members?: Schemas['MemberBody'][]
  invitations?: Schemas['InvitationBody'][]
  payee?: Partial<Schemas['PayeeAccountBody']>
}

/** The screen for somebody in this role. */
function open({ role = 'owner', status = 2, members, invitations = [], payee = {} }: Scene = {}) {
  const who = me({ onboarding_status: status })
  const isOwner = role === 'owner'
  const everybody = members ?? [
    member('Ada', role, { isYou: true, allowedActions: isOwner ? ['change_role', 'remove'] : ['remove'] }),
    member('Omar', 'owner', { allowedActions: isOwner ? ['change_role', 'remove'] : [] }),
  ]
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json({ data: { ...who.data, membership: { role, rights: RIGHTS[role] } } })),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ status }) })),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: everybody })),
    mock.get('/semi-private/invitations', () => HttpResponse.json({ data: invitations })),
    mock.get('/semi-private/supplier-programmes', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/bank-account', () => HttpResponse.json({ data: { bankAccount: account('DE89370400440532013000'), mayChange: role === 'owner', waiting: null, due: [], ...payee } })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<CompanyPage />, '/company')
}

test('what was submitted can be read: answers, documents that count, history', async () => {
  open()
  const history = [{ at: moment, by: 'operator', from: 1, to: 2, reasons: [], note: 'Welcome.' }] as unknown as Schemas['OnboardingBody']['history']
  const documents = [document({}), document({ id: 'd-0', name: 'old.pdf', replacedAt: moment })]
  server.use(mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ status: 2, documents, history }) })))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mühle Brandt GmbH' })).toBeVisible()
  const list = screen.getByRole('list', { name: 'Documents' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(list).toHaveTextContent('statement.pdf')
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Welcome.')
})

test('of an approved company no paper waits for a review', async () => {
  open()
  server.use(mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ status: 2, documents: [document({ verdict: 'pending' })] }) })))
  expect(await screen.findByRole('list', { name: 'Documents' })).toHaveTextContent('statement.pdf')
  expect(screen.queryByText('Not reviewed')).toBeNull()
})

test('the IBAN of the bank account is whole, and copied without its gaps', async () => {
  const user = userEvent.setup()
  open()
  expect(await screen.findByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy: IBAN' }))
  expect(await navigator.clipboard.readText()).toBe('DE89370400440532013000')
})

test('before the application is handed in, the team is there and the form is a step away', async () => {
  open({ status: 0 })
  expect(await screen.findByRole('link', { name: 'Open application' })).toHaveAttribute('href', '/onboarding')
  expect(await screen.findByText('Omar Brandt')).toBeVisible()
  expect(screen.queryByText('Bank account')).toBeNull()
})

test('an owner invites, and what is wrong is said at the field', async () => {
  open()
  let asked: unknown
  server.use(
    mock.post('/semi-private/invitations', async ({ request }) => {
      asked = await request.json()
      return HttpResponse.json(problem('invalid_input', 422, { email: 'already_member' }), { status: 422 })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Invite a colleague' }))
  await userEvent.type(screen.getByLabelText('E-mail address'), 'omar@example.com')
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'viewer')
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('This person is already a member.')).toBeVisible()
  expect(asked).toEqual({ email: 'omar@example.com', role: 'viewer' })
})

test('whoever may not manage the team sees who can, and may leave', async () => {
  open({ role: 'viewer' })
  const said = await screen.findAllByText(/You can ask:/)
  expect(said[0]).toHaveTextContent('Omar Brandt (Owner)')
  expect(screen.queryByRole('button', { name: 'Invite a colleague' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove Omar Brandt' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Leave the company' })).toBeVisible()
})

test('the last owner is told why they stay', async () => {
  open({ members: [member('Ada', 'owner', { isYou: true, allowedActions: [] }), member('Vera', 'viewer')] })
  expect(await screen.findByText(/make someone else an owner first/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Leave the company' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove Vera Brandt' })).toBeVisible()
})

test('somebody is removed after a second look, and gets another role at once', async () => {
  open({ members: [member('Ada', 'owner', { isYou: true, allowedActions: [] }), member('Vera', 'viewer')] })
  const done: string[] = []
  server.use(
    mock.delete('/semi-private/members/{id}', ({ params }) => {
      done.push(`removed ${params.id}`)
      return new HttpResponse(null, { status: 204 })
    }),
    mock.put('/semi-private/members/{id}', async ({ params, request }) => {
      done.push(`${params.id} ${JSON.stringify(await request.json())}`)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await userEvent.selectOptions(await screen.findByLabelText('Role of Vera Brandt'), 'preparer')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Vera Brandt' }))
  expect(done).toEqual(['Vera {"role":"preparer","seen":"viewer"}'])
  const question = within(screen.getByRole('group', { name: 'Remove Vera Brandt' }))
  expect(question.getByText(/signed out everywhere at once/)).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => {
    expect(done).toContain('removed Vera')
  })
})

test('invitations are sent again and withdrawn; those that expired are told apart', async () => {
  const invitation = (id: string, expiresAt: string): Schemas['InvitationBody'] => ({ id, email: `${id}@example.com`, role: 'viewer', createdAt: moment, expiresAt })
  open({ invitations: [invitation('dora', '2099-01-01T00:00:00Z'), invitation('cleo', moment)] })
  const list = within(await screen.findByRole('list', { name: 'Invitations' }))
  expect(list.getByText(/valid until/)).toBeVisible()
  expect(list.getByText(/expired on/)).toBeVisible()
  let withdrawn = ''
  server.use(
    mock.delete('/semi-private/invitations/{id}', ({ params }) => {
      withdrawn = params.id
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await userEvent.click(list.getByRole('button', { name: 'Withdraw the invitation of dora@example.com' }))
  await waitFor(() => {
    expect(withdrawn).toBe('dora')
  })
})

test('another account waits for approval, and is withdrawn by whoever proposed it', async () => {
  const approval: Schemas['WaitingBody'] = { id: 'a-1', action: 'change_bank_account', hash: '0', expiresAt: '2099-01-01T00:00:00Z' }
  const due = [{ currency: 'EUR', count: 2, amount: 1_745_680, firstOn: '2027-01-04' }, { currency: 'USD', count: 1, amount: 100, firstOn: '2027-01-05' }]
  open({ payee: { due, waiting: { approval, bankAccount: account('NL91ABNA0417164300'), isYours: true } } })
  const waiting = within(await screen.findByRole('group', { name: 'Waiting for approval' }))
  expect(waiting.getByText(/NL91/)).toBeVisible()
  expect(waiting.getByText(/€17,456\.80 \+ \$1\.00 due to you waits until then/)).toBeVisible()
  expect(waiting.getByRole('button', { name: 'Withdraw change' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change bank account' })).toBeNull()
})

test('what the new account lacks is said at its field, and nothing typed is lost', async () => {
  open()
  server.use(
    mock.put('/semi-private/bank-account', () =>
      HttpResponse.json({ ...problem('onboarding_incomplete', 422), missing: [{ code: 'missing', field: 'bankAccount.iban', message: '', params: {} }] } as unknown as Schemas['ProblemBody'], { status: 422 }),
    ),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Change bank account' }))
  const holder = screen.getByLabelText('Account holder')
  await userEvent.clear(holder)
  await userEvent.type(holder, 'Mühle AG')
  await userEvent.click(screen.getByRole('button', { name: 'Send for approval' }))
  expect(await screen.findByText('Enter your IBAN, or an account number and a BIC.')).toBeVisible()
  expect(holder).toHaveValue('Mühle AG')
})

test('where nobody has to approve, the account counts at once', async () => {
  open({ payee: { due: [{ currency: 'EUR', count: 2, amount: 1_745_680, firstOn: '2027-01-04' }] } })
  let sent: unknown
  server.use(
    mock.put('/semi-private/bank-account', async ({ request }) => {
      sent = await request.json()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Change bank account' }))
  expect(screen.getByText('€17,456.80 due to you will wait')).toBeVisible()
  await userEvent.type(screen.getByLabelText('IBAN'), 'NL91 ABNA 0417 1643 00')
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'EUR')
  await userEvent.click(screen.getByRole('button', { name: 'Send for approval' }))
  expect(await screen.findByText('Bank account changed')).toBeInTheDocument()
  expect(sent).toEqual({ bankAccount: { ...account('NL91 ABNA 0417 1643 00') }, seen: account('DE89370400440532013000') })
})

test('a member who may not change the account sees who can', async () => {
  open({ role: 'preparer' })
  await screen.findByText('We pay to this account.')
  await waitFor(() => {
    expect(screen.getAllByText(/You can ask:/)).toHaveLength(2)
  })
  expect(screen.queryByRole('button', { name: 'Change bank account' })).toBeNull()
})
