import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { anOperator, problem } from '@/testing/data'
import { someSettings } from '@/testing/house'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import SettingsPage from './settings-page'

const server = serve()

const colleague = (name: string, roles: Schemas['OperatorRole'][], changes: Partial<Schemas['OperatorBody']> = {}): Schemas['OperatorBody'] => ({
  id: name, name, email: `${name.split(' ')[0]?.toLowerCase() ?? ''}@example.com`, roles, secondFactor: true, isYou: false, lastSignInAt: '2026-06-15T12:00:00Z', ...changes,
})
const waiting = { approval: { id: 'a-1', action: 'change_operator_roles' as const, hash: 'f'.repeat(64), expiresAt: '2026-06-22T12:00:00Z' }, roles: ['admin' as const] }
const everybody = [
  colleague('Ada Brandt', ['admin'], { isYou: true }),
  colleague('Left Long', []),
  colleague('Olga Reyes', ['reviewer'], { secondFactor: false, lastSignInAt: null }),
  colleague('Omar Haddad', ['admin', 'auditor'], { waiting }),
]

/** The settings for somebody in these roles; answers what was sent. */
function show(roles: Schemas['OperatorRole'][] = ['admin'], operators = everybody) {
  const sent: unknown[] = []
  server.use(
    mock.get('/operator/operators', () => HttpResponse.json({ data: operators })),
    mock.put('/operator/operators/{id}/roles', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      return HttpResponse.json({ data: { approval: waiting.approval } }, { status: 202 })
    }),
  )
  const { client } = renderScreen(<SettingsPage />, '/settings')
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
  return sent
}

const list = async () => within(await screen.findByRole('list', { name: 'Operators' }))
/** Opens the dialog about Olga Reyes. */
async function open(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Change roles: Olga Reyes' }))
  return screen.findByRole('dialog', { name: 'Change Olga Reyes’s roles' })
}
const save = (user: ReturnType<typeof userEvent.setup>, dialog: HTMLElement) => user.click(within(dialog).getByRole('button', { name: 'Change roles' }))

test('each operator stands there with roles, last sign-in and second factor; who left stands last', async () => {
  show()
  const rows = (await list()).getAllByRole('listitem').filter((item) => within(item).queryByText(/@example\.com/))
  expect(rows.map((row) => row.textContent.slice(0, 10))).toEqual(['Ada Brandt', 'Olga Reyes', 'Omar Hadda', 'Left Longl'])
  expect(rows[0]).toHaveTextContent(/You.*AdminSigned in .*Two-factor sign-in is on/)
  expect(rows[1]).toHaveTextContent(/ReviewerNever signed inTwo-factor sign-in is off/)
  expect(rows[3]).toHaveTextContent('No access')
  const command = screen.getByText('sooner operator add').closest('code')
  expect(command?.textContent).toBe('sooner operator add --email ada@example.com --name "Ada Brandt" --role reviewer')
})

test('a change that waits is shown with its end, and no other can be begun', async () => {
  show()
  expect(await screen.findByText(/A change to Admin waits for approval until .*2026/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Show approvals' })).toHaveAttribute('href', '/approvals')
  expect(screen.queryByRole('button', { name: 'Change roles: Omar Haddad' })).toBeNull()
})

test('an admin proposes roles with what was seen, and learns that another admin decides', async () => {
  const sent = show()
  const user = userEvent.setup()
  const dialog = await open(user)
  expect(within(dialog).getByRole('checkbox', { name: 'Auditor' })).toHaveAccessibleDescription('Sees everything and changes nothing.')
  expect(dialog).toHaveTextContent('another admin has to approve this: Omar Haddad.')
  await user.click(within(dialog).getByRole('checkbox', { name: 'Auditor' }))
  await save(user, dialog)
  expect(await screen.findByText(/Nothing has changed yet/)).toBeInTheDocument()
  expect(sent).toEqual([['Olga Reyes', { roles: ['reviewer', 'auditor'], seen: ['reviewer'] }]])
})

test('where nobody has to approve, the roles count at once', async () => {
  show()
  server.use(mock.put('/operator/operators/{id}/roles', () => new HttpResponse(null, { status: 204 })))
  const user = userEvent.setup()
  const dialog = await open(user)
  await user.click(within(dialog).getByRole('checkbox', { name: 'Credit' }))
  await save(user, dialog)
  expect(await screen.findByText('Olga Reyes’s new roles are in effect.')).toBeInTheDocument()
})

test('no role at all says that it ends access and sessions; nothing changed sends nothing', async () => {
  const sent = show()
  const user = userEvent.setup()
  const dialog = await open(user)
  await save(user, dialog)
  expect(await within(dialog).findByText('Select or clear at least one role.')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('checkbox', { name: 'Reviewer' }))
  expect(within(dialog).getByText('Without a role their access to the back office ends, and so do all their sessions.')).toBeInTheDocument()
  await save(user, dialog)
  await waitFor(() => { expect(sent).toEqual([['Olga Reyes', { roles: [], seen: ['reviewer'] }]]) })
})

test.each([
  ['approval_pending', /Another change of their roles is already waiting/, false],
  ['stale_version', /They have other roles by now/, false],
  ['last_admin', /There has to be an admin/, true],
] as const)('%s is explained', async (code, said, isOpen) => {
  show()
  server.use(mock.put('/operator/operators/{id}/roles', () => HttpResponse.json(problem(code, 409), { status: 409 })))
  const user = userEvent.setup()
  const dialog = await open(user)
  await user.click(within(dialog).getByRole('checkbox', { name: 'Credit' }))
  await save(user, dialog)
  expect(await screen.findByText(said)).toBeInTheDocument()
  await waitFor(() => { expect(screen.queryByRole('dialog') !== null).toBe(isOpen) })
})

test('an auditor sees the list, no controls, and who changes roles', async () => {
  show(['auditor'])
  expect(await screen.findByText('Only admins change roles: Omar Haddad.')).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
})

test('who may not read the operators sees what is set, and no place for the operators', async () => {
  server.use(mock.get('/operator/settings', () => HttpResponse.json({ data: someSettings({ mayChange: false }) })))
  const { client } = renderScreen(<SettingsPage />, '/settings')
  client.setQueryData(userQuery.queryKey, anOperator('reviewer').data)
  expect(await screen.findByText('Sooner Finance GmbH')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Operators' })).toBeNull()
  expect(screen.getByText(/You can look but not decide. Your roles: Reviewer./)).toBeInTheDocument()
  expect(screen.getByText(/Who can: operators with the role Admin./)).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
})
