import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { aHouse, configure } from '@/testing/config'
import { problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import CheckPage from './check-page'
import ConfirmPage from './confirm-page'

const server = serve()

function anAsked(changes: Partial<Schemas['AskedInvoiceBody']> = {}): Schemas['AskedInvoiceBody'] {
  return {
    hash: 'seen', language: 'en', house: 'Sooner Finance GmbH', houseEmail: 'service@sooner.example', seller: 'Mühle Brandt GmbH', debtor: 'Nordwind AG', invoiceNumber: 'RE-1', issuedOn: '2027-01-02', dueOn: '2027-02-18',
    face: 1_000_000, paid: 0, currency: 'EUR', payTo: null, expiresAt: '2027-01-18T12:00:00Z', statements: [], open: true, disputed: false, ...changes,
  }
}

function said(answer: Schemas['AnswerKind'], changes: Partial<Schemas['DebtorStatementBody']> = {}): Schemas['DebtorStatementBody'] {
  return { answer, amount: null, dueOn: null, reason: null, note: null, at: '2027-01-04T12:00:00Z', ...changes }
}

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

/** The page that a link opens, and what is sent by it. */
function open(asked: Partial<Schemas['AskedInvoiceBody']> = {}) {
  const [tokens, sent]: [string[], unknown[]] = [[], []]
  server.use(
    mock.get('/confirmation', ({ request }) => {
      tokens.push(request.headers.get('link-secret') ?? '')
      return HttpResponse.json({ data: anAsked(asked) })
    }),
    mock.post('/confirmation', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      return HttpResponse.json({ data: anAsked({ ...asked, statements: [said(body.answer as Schemas['AnswerKind'])] }) })
    }),
  )
  location.hash = '#token=t1'
  renderScreen(<ConfirmPage />, '/confirm')
  return { tokens, sent }
}

test('it shows one invoice, and the secret is in the address no more', async () => {
  const { tokens, sent } = open({ paid: 200_000 })
  expect(await screen.findByRole('heading', { level: 1, name: 'Invoice RE-1' })).toBeVisible()
  for (const text of ['Mühle Brandt GmbH', 'Nordwind AG', '€10,000.00', '€2,000.00']) expect(screen.getByText(text)).toBeVisible()
  expect(tokens).toEqual(['t1'])
  expect(location.hash).toBe('')
  expect(sent).toEqual([])
  expect(screen.getByText(/We never tell you other bank details by e-mail or telephone/)).toBeVisible()
  expect(screen.queryByText('IBAN')).not.toBeInTheDocument()
})

test.each([
  ['Sooner Finance GmbH', 'support@example.com', '+49 69 1234567'],
  ['Nordbank Factoring AG', 'hilfe@nordbank.example', null],
])('who asks is named, with an address and a way to ask back: %s', async (name, supportEmail, phone) => {
  await configure({ house: aHouse({ name, supportEmail, phone }) })
  open({ house: name })
  expect(await screen.findByText(new RegExp(`We are ${name}, Börsenplatz 4, 60313 Frankfurt am Main. Mühle Brandt GmbH submitted the invoice`))).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', `mailto:${supportEmail}`)
  expect(screen.queryByRole('link', { name: /^\+49/ }) !== null).toBe(phone !== null)
})

test('the bank account is the house’s, once it bought the invoice', async () => {
  open({ payTo: { holder: 'Sooner Finance GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFF', reference: 'RF12 3' } })
  expect(await screen.findByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  expect(screen.getByText('Pay to Sooner Finance GmbH, and to this bank account only')).toBeVisible()
})

test('whoever confirms is thanked, and may say something else', async () => {
  const { sent } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm invoice' }))
  expect(await screen.findByText('You confirmed this invoice')).toBeVisible()
  expect(sent).toEqual([{ seen: 'seen', answer: 'confirm', note: null }])
  await userEvent.click(screen.getByRole('button', { name: 'Give another answer' }))
  expect(screen.getByRole('radio', { name: 'Not ours' })).toBeInTheDocument()
})

test('another amount or date is sent as the server reads it', async () => {
  const { sent } = open()
  await userEvent.click(await screen.findByText('Other amount or date'))
  const amount = screen.getByLabelText('Amount that is correct')
  await userEvent.clear(amount)
  await userEvent.type(amount, '9000')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm with changes' }))
  expect(await screen.findByText('You confirmed this invoice with changes')).toBeVisible()
  expect(sent).toEqual([{ seen: 'seen', answer: 'change', amount: 900_000, dueOn: '2027-02-18', note: null }])
})

test('a dispute takes a reason', async () => {
  const { sent } = open()
  await userEvent.click(await screen.findByText('Dispute'))
  await userEvent.click(screen.getByRole('button', { name: 'Dispute invoice' }))
  expect(await screen.findByText('This is required.')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'defective')
  await userEvent.type(screen.getByLabelText(/^Note/), 'Two are broken.')
  await userEvent.click(screen.getByRole('button', { name: 'Dispute invoice' }))
  expect(await screen.findByText('You disputed this invoice')).toBeVisible()
  expect(sent).toEqual([{ seen: 'seen', answer: 'dispute', reason: 'defective', amount: null, note: 'Two are broken.' }])
})

test('a second dispute is explained', async () => {
  open({ disputed: true, statements: [said('dispute', { reason: 'defective', amount: 40_000 })] })
  expect(await screen.findByText('Amount: €400.00')).toBeVisible()
  server.use(mock.post('/confirmation', () => HttpResponse.json<Schemas['ProblemBody']>({ ...problem('not_possible', 409), reason: 'disputed' }, { status: 409 })))
  await userEvent.click(screen.getByRole('button', { name: 'Give another answer' }))
  await userEvent.click(screen.getByText('Not ours'))
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText(/You have disputed it already/)).toBeVisible()
})

test('what is at its end asks for nothing', async () => {
  open({ open: false })
  expect(await screen.findByText(/This invoice needs no answer any more/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirm invoice' })).not.toBeInTheDocument()
})

test.each([
  [true, 'This link has expired'],
  [undefined, 'We don’t know this link'],
])('a link that no longer works (expired: %s) says so', async (expired, title) => {
  open()
  server.use(mock.get('/confirmation', () => HttpResponse.json<Schemas['ProblemBody']>({ ...problem('link_invalid', 422), ...(expired ? { expired } : {}) }, { status: 422 })))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('without a link there is nothing to show', () => {
  renderScreen(<ConfirmPage />, '/confirm')
  expect(screen.getByRole('heading', { level: 1, name: 'We don’t know this link' })).toBeVisible()
})

test('where nothing answers it can be tried again', async () => {
  open()
  server.use(mock.get('/confirmation', () => HttpResponse.error(), { once: true }))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Invoice RE-1' })).toBeVisible()
})

test('a letter is genuine by its code, or it is not', async () => {
  const codes: string[] = []
  server.use(
    mock.post('/letters/check', async ({ request }) => {
      const { code } = await request.json()
      codes.push(code)
      if (code.startsWith('9')) return HttpResponse.json(problem('link_invalid', 422), { status: 422 })
      return HttpResponse.json({ data: { kind: 'assignment', madeOn: '2027-01-04', house: 'Sooner Finance GmbH', debtor: 'Nordwind AG', claims: 2, accounts: ['3000'] } })
    }),
  )
  renderScreen(<CheckPage />, '/check')
  const field = screen.getByLabelText('Check code')
  await userEvent.type(field, '7k2m-9qxc')
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('A check code has 16 letters and digits.')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, '9k2m-9qxc-4t8b-rdz5')
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('We wrote no letter with this code')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, '7k2m-9qxc-4t8b-rdz5')
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('Yes, Sooner Finance GmbH wrote this letter')).toBeVisible()
  expect(screen.getByText('It lists 2 invoices.')).toBeVisible()
  expect(screen.getByText('It says to pay to an account whose IBAN ends with 3000.')).toBeVisible()
  expect(codes).toEqual(['9k2m-9qxc-4t8b-rdz5', '7k2m-9qxc-4t8b-rdz5'])
})

test('of an invoice that was due, and is disputed already, it says so', async () => {
  open({ dueOn: '2026-01-15', disputed: true })
  expect(await screen.findByText('We have noted the dispute and are looking into it.')).toBeVisible()
  expect(screen.getByText('We owe this invoice, which was due on Jan 15, 2026, and will pay it.')).toBeVisible()
})
