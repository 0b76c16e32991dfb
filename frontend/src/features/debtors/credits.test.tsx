import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator, problem } from '@/testing/data'
import { aPayout, aWaiting } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import DebtorPage from './debtor-page'

const server = serve()

type Credit = Schemas['DebtorCreditBody']
const iban = 'NL91ABNA0417164300'
const credit: Credit = {
  amount: 30_000,
  currency: 'EUR',
  receipts: [
    { receiptId: 'e-2', on: '2027-02-18', payerName: 'Nordwind AG', payerIban: iban, amount: 20_000, most: 20_000, owner: 'debtor' },
    { receiptId: 'e-1', on: '2027-02-10', payerName: 'Nordwind Treasury', payerIban: iban, amount: 90_000, most: 30_000, owner: 'debtor' },
  ],
}

/** A debtor with credit; answers what was sent. */
function open(credits: Credit[] | undefined, roles: Schemas['OperatorRole'][] = ['treasury'], owed?: Schemas['DebtorOwedBody'][]) {
  const sent: unknown[] = []
  const keys: (string | null)[] = []
  server.use(
    mock.get('/operator/approvals', () => HttpResponse.json({ data: [], waiting: 0 })),
    mock.get('/operator/debtors/{id}/letters', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/debtors/{id}/payers', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/debtors/{id}', () =>
      HttpResponse.json({ data: { id: 'd-1', legalName: 'Nordwind AG', legalEntity: 'DE:R:HRB12345', state: 'open', limits: [], version: 3, createdAt: '2027-01-04T09:00:00Z', mayChange: false, merged: [], ...(credits ? { credits } : {}), ...(owed ? { owed } : {}) } }),
    ),
    mock.post('/operator/debtors/{id}/refund', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.json({ data: { approval: aWaiting } }, { status: 202 })
    }),
  )
  const { client } = renderScreen(<Route path="/debtors/:id"><DebtorPage /></Route>, '/debtors/d-1')
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
  return { sent, keys, user: userEvent.setup() }
}

const begin = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Refund' }))
  return within(screen.getByRole('form', { name: 'Refund' }))
}

test('credit goes back to the payer of a receipt, as much as can, and waits for a second person', async () => {
  const { sent, keys, user } = open([credit])
  expect(within(await screen.findByRole('group', { name: 'Credit' })).getByText('€300.00')).toBeVisible()
  const form = await begin(user)
  expect(form.getByLabelText('Amount')).toHaveValue('300.00')
  expect(form.getByLabelText('To the account of')).toHaveDisplayValue('Nordwind Treasury, up to €300.00 · receipt of Feb 10, 2027 · NL91 ABNA 0417 1643 00')
  await user.click(form.getByRole('button', { name: 'Refund' }))
  expect(form.getByLabelText('Why it goes back')).toHaveAccessibleDescription('This is required.')
  await user.type(form.getByLabelText('Why it goes back'), 'Paid twice')
  await user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent).toEqual([['d-1', { amount: 30_000, currency: 'EUR', receiptId: 'e-1', note: 'Paid twice' }]])
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
})

test('an account that is not the debtor’s is named, and the debtor’s own comes first', async () => {
  const seller = { receiptId: 'e-3', on: '2027-02-19', payerName: 'Mühle Brandt GmbH', payerIban: 'DE89370400440532013000', amount: 90_000, most: 30_000, owner: 'seller' } as const
  const own = { ...seller, receiptId: 'e-4', payerName: 'Nordwind AG', payerIban: iban, most: 100, owner: 'debtor' } as const
  const { user } = open([{ ...credit, receipts: [seller, own] }])
  const form = await begin(user)
  expect(form.getByText('Not every account here is the debtor’s. Check that the payee may have the money.')).toBeVisible()
  expect(form.getByLabelText('To the account of')).toHaveDisplayValue('Nordwind AG, up to €1.00 · receipt of Feb 19, 2027 · NL91 ABNA 0417 1643 00')
  await user.selectOptions(form.getByLabelText('To the account of'), 'e-3')
  expect(form.getByLabelText('To the account of')).toHaveDisplayValue('Mühle Brandt GmbH, up to €300.00 · A seller’s, not the debtor’s · receipt of Feb 19, 2027 · DE89 3704 0044 0532 0130 00')
})

test('where nobody has to approve, it is on its way', async () => {
  const { user } = open([credit])
  server.use(mock.post('/operator/debtors/{id}/refund', () => HttpResponse.json({ data: aPayout({ purpose: 'sent_back' }) })))
  const form = await begin(user)
  await user.type(form.getByLabelText('Why it goes back'), 'Paid twice')
  await user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Refund sent')).toBeInTheDocument()
})

test('what is refused stands at its field', async () => {
  const { sent, user } = open([credit])
  server.use(mock.post('/operator/debtors/{id}/refund', () => HttpResponse.json(problem('invalid_input', 422, { amount: 'amount_too_large' }), { status: 422 }), { once: true }))
  const form = await begin(user)
  await user.selectOptions(form.getByLabelText('To the account of'), 'e-2')
  await user.type(form.getByLabelText('Why it goes back'), 'Paid twice')
  await user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await form.findByText('Enter a smaller amount.')).toBeVisible()
  await user.clear(form.getByLabelText('Amount'))
  await user.type(form.getByLabelText('Amount'), '200')
  await user.click(form.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(sent).toEqual([['d-1', { amount: 20_000, currency: 'EUR', receiptId: 'e-2', note: 'Paid twice' }]])
})

test('credit of which no payer is known says so', async () => {
  open([{ ...credit, receipts: [] }])
  expect(await screen.findByText(/EUR can’t be refunded: no payer is known/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
})

test('who sees credit and moves no money learns who can', async () => {
  open([credit], ['credit'])
  expect(await screen.findByText(/Your roles don’t let you refund it\. Who can: operators with the role Treasury\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
})

test('who sees no payments is told of no credit', async () => {
  open(undefined, ['reviewer'])
  expect(await screen.findByText('DE HRB12345')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Credit' })).toBeNull()
})

test('what the debtor owes beside its invoices is shown by currency', async () => {
  open([], ['treasury'], [{ currency: 'EUR', refunds: 100_000, lateCharges: 0 }, { currency: 'USD', refunds: 0, lateCharges: 1_674_000 }])
  const group = within(await screen.findByRole('group', { name: 'Owed beside invoices' }))
  expect(group.getByText('Refunds taken back, EUR')).toBeVisible()
  expect(group.getByText('€1,000.00')).toBeVisible()
  expect(group.getByText('$16,740.00')).toBeVisible()
  expect(group.queryByText('Late charges, EUR')).toBeNull()
})
