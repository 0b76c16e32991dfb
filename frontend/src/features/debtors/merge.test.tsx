import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import DebtorPage from './debtor-page'

const server = serve()

const id = '0190aaaa-0000-7000-8000-000000000001'
const aDebtor = (changes: Partial<Schemas['DebtorBody']> = {}): Schemas['DebtorBody'] => ({
  id, legalName: 'Nordwind GmbH', legalEntity: 'DE:R:HRB12345', state: 'open', limits: [], contact: null, version: 3, createdAt: '2027-01-04T09:00:00Z', mayChange: true, merged: [], ...changes,
})
const other = aDebtor({ id: 'd-2', legalName: 'Nordwind AG', legalEntity: 'DE:R:HRB012345' })
const side = (of: Schemas['DebtorBody'], changes: Partial<Schemas['MergeSideBody']> = {}): Schemas['MergeSideBody'] => ({
  id: of.id, version: of.version, legalName: of.legalName, legalEntity: of.legalEntity, state: of.state, contact: null, limits: [], inUse: [], openInvoices: [], sellers: 1, ...changes,
})
const anOutlook = (changes: Partial<Schemas['MergeOutlookBody']> = {}): Schemas['MergeOutlookBody'] => ({
  gone: side(aDebtor(), { inUse: [{ amount: 2_000_000, currency: 'EUR' }], openInvoices: [{ currency: 'EUR', invoices: 2, open: 2_000_000 }] }),
  stays: side(other, { version: 5, limits: [{ amount: 3_000_000, currency: 'EUR' }], accounts: { credits: [{ amount: 1_500, currency: 'EUR' }], owed: [] } }),
  state: 'watch', contact: null, inUse: [{ currency: 'EUR', limit: 3_000_000, inUse: 4_000_000, isOver: true }], soldOnBoth: [], ...changes,
})

/** The debtor’s screen; answers what was sent. */
function open(debtor: Schemas['DebtorBody'], outlook = anOutlook(), alike: Schemas['AlikeDebtorBody'][] = []) {
  const sent: unknown[] = []
  server.use(
    mock.get('/operator/debtors/{id}', ({ params }) => HttpResponse.json({ data: params.id === id ? debtor : other })),
    mock.get('/operator/debtors', () => HttpResponse.json({ data: [other, aDebtor()] })),
    mock.get('/operator/debtors/{id}/letters', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/debtors/{id}/payers', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/debtors/{id}/alike', () => HttpResponse.json({ data: { alike } })),
    mock.get('/operator/debtors/{id}/merge', () => HttpResponse.json({ data: outlook })),
    mock.get('/operator/approvals', () => HttpResponse.json({ data: [], waiting: 0 })),
    mock.post('/operator/debtors/{id}/merge', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) return HttpResponse.json(problem('stale_version', 409), { status: 409 })
      return HttpResponse.json({ data: { approval: { id: 'a-1', action: 'merge_debtors' as const, hash: 'f'.repeat(64), expiresAt: '2027-01-11T09:00:00Z' } } }, { status: 202 })
    }),
  )
  const { client } = renderScreen(<Route path="/debtors/:id"><DebtorPage /></Route>, `/debtors/${id}`)
  client.setQueryData(userQuery.queryKey, anOperator('credit').data)
  return { sent, user: userEvent.setup() }
}

test('a debtor is merged into one that looks like it, as both were seen', async () => {
  const alike: Schemas['AlikeDebtorBody'] = { id: 'd-2', legalName: 'Nordwind AG', legalEntity: 'DE:R:HRB012345', state: 'open', by: ['number'], sellers: 1, limits: [], inUse: [] }
  const { sent, user } = open(aDebtor(), anOutlook(), [alike])
  await user.click(await screen.findByRole('button', { name: 'Merge into…' }))
  const list = within(await screen.findByRole('list', { name: 'Debtors that look like it' }))
  await user.click(list.getByRole('button', { name: 'Merge into it: Nordwind AG' }))
  expect(await screen.findByText('More is in use than the limit')).toBeVisible()
  const gone = within(screen.getByRole('region', { name: 'Is merged' }))
  expect(gone.getByText('2 invoices, €20,000.00')).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'Stays' })).getByText('€15.00')).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'Afterwards' })).getByText('€40,000.00 of €30,000.00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Propose merging' }))
  expect(sent).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'One company.')
  await user.click(screen.getByRole('button', { name: 'Propose merging' }))
  expect(await screen.findByText('One of the debtors changed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Propose merging' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(screen.getByText(/has to approve the merge before .* Until then both debtors stay as they are\./)).toBeVisible()
  expect(sent[1]).toEqual({ into: 'd-2', version: 3, intoVersion: 5, note: 'One company.' })
})

test('debtors that look like none are found by name, and what is sold on both is named', async () => {
  const soldOnBoth = [{ invoiceNumber: 'RE-7', goneId: 'r-1', staysId: 'r-2' }]
  const { user } = open(aDebtor(), anOutlook({ soldOnBoth, inUse: [] }))
  await user.click(await screen.findByRole('button', { name: 'Merge into…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Find by name' }), 'Nord')
  const found = within(await screen.findByRole('list', { name: 'Debtors found' }))
  expect(found.getAllByRole('listitem')).toHaveLength(1)
  await user.click(found.getByRole('button', { name: 'Merge into it: Nordwind AG' }))
  expect(await screen.findByText('The same invoices are sold on both debtors')).toBeVisible()
  expect(screen.getByRole('link', { name: 'RE-7 on Nordwind GmbH' })).toHaveAttribute('href', '/receivables/r-1')
  expect(screen.getByRole('link', { name: 'RE-7 on Nordwind AG' })).toHaveAttribute('href', '/receivables/r-2')
  expect(screen.getByRole('button', { name: 'Propose merging' })).toBeDisabled()
})

test('a debtor that was merged says where it went, and one that stays what it was called', async () => {
  open(aDebtor({ mergedInto: 'd-2', mayChange: false }))
  expect(await screen.findByText('Merged into another debtor')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Nordwind AG' })).toHaveAttribute('href', '/debtors/d-2')
  expect(screen.queryByRole('button', { name: 'Merge into…' })).toBeNull()
  // What counts stands at the other one.
  for (const gone of ['Status', 'Limits']) expect(screen.queryByRole('heading', { name: gone })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Show receivables' })).toBeNull()
})

const waits = (): Schemas['ApprovalBody'] => ({
    id: 'a-1', action: 'merge_debtors', state: 'pending', hash: 'f'.repeat(64), about: 'Nordwind GmbH', debtorId: id, merge: anOutlook(), isOvertaken: false, exposure: [], due: [], payouts: [], allowedActions: [],
    changes: [{ field: 'limits.EUR', before: '1500000', after: '4000000' }],
    proposedBy: { id: 'omar', name: 'Omar Haddad' }, proposedAt: '2027-01-04T09:00:00Z', expiresAt: '2027-01-11T09:00:00Z',
})

test('a merge that waits names the debtor that stays, and is no change of limits', async () => {
  open(aDebtor())
  server.use(mock.get('/operator/approvals', () => HttpResponse.json({ data: [waits()], waiting: 1 })))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Nordwind AG' })).toHaveAttribute('href', '/debtors/d-2')
  expect(screen.queryByText(/once approved/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Merge into…' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Change debtor' })).toBeVisible()
})

test('a merge that waits names at the debtor that stays the one that goes', async () => {
  const outlook = anOutlook()
  open(aDebtor())
  server.use(mock.get('/operator/approvals', () => HttpResponse.json({ data: [{ ...waits(), merge: { ...outlook, stays: { ...outlook.stays, id }, gone: { ...outlook.gone, id: 'd-9' } } }], waiting: 1 })))
  expect(await screen.findByText(/becomes this debtor/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Nordwind GmbH' })).toHaveAttribute('href', '/debtors/d-9')
  expect(screen.queryByRole('button', { name: 'Merge into…' })).toBeNull()
})

test('a debtor names those that were merged into it', async () => {
  open(aDebtor({ merged: [{ id: 'd-9', legalName: 'Nordwind Handel', legalEntity: 'DE:R:HRB9' }] }))
  expect(await screen.findByText('Also known as')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Nordwind Handel' })).toHaveAttribute('href', '/debtors/d-9')
})
