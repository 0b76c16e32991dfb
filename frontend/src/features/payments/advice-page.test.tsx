import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { Route } from 'wouter'
import { afterEach, expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { chooseLanguage, loadTexts } from '@/lib/i18n'
import { advicePath } from '@/lib/paths'
import { save } from '@/lib/save-file'
import { problem } from '@/testing/data'
import { aPayer, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import AdvicePage from './advice-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(async () => {
  vi.mocked(save).mockClear()
  vi.unstubAllGlobals()
  await loadTexts('en')
})

const server = serve()

const payout = (changes: Partial<Schemas['AdvisedPayoutBody']> = {}): Schemas['AdvisedPayoutBody'] => ({
  id: 'p-1', receivableId: 'r-1', invoice: 'MB-1006', debtor: 'Kaufhaus Lindt', purpose: 'advance', status: 'executed', gross: 798_810,
  parts: [{ kind: 'face', amount: 1_000_000 }, { kind: 'reserve', amount: -200_000 }, { kind: 'payout_fee', amount: -1_000 }, { kind: 'tax', amount: -190 }],
  setOffs: [{ receivableId: 'r-0', invoiceNumber: 'MB-1003', amount: 50_000 }], net: 748_810, ...changes,
})
const release = payout({ id: 'p-2', receivableId: 'r-2', invoice: 'MB-1001', purpose: 'release', gross: 173_000, parts: [{ kind: 'reserve', amount: 200_000 }, { kind: 'discount', amount: -27_000 }], setOffs: [], net: 173_000 })
const account = { holder: 'Mühle Brandt GmbH', iban: 'DE89370400440532013000', currency: 'EUR', accountNumber: null, bic: null, routingNumber: null, sortCode: null }
const ID = '0198000000007000800000000000000a'
const advice = (changes: Partial<Schemas['BatchAdviceBody']> = {}): Schemas['BatchAdviceBody'] => ({
  batch: 'b-1', to: ['Mühle Brandt GmbH', 'Mühlweg 4', '04109 Leipzig'], isOver: true, setOffWhole: [], transfers: [{ id: ID, currency: 'EUR', amount: 921_810, on: '2027-01-04', account, payouts: [payout(), release] }], ...changes,
})

function open(data: Schemas['BatchAdviceBody'] | null, who = aSeller()) {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(who)),
    mock.get('/semi-private/payments/advices/{batch}', ({ params }) => (data && params.batch === 'b-1' ? HttpResponse.json({ data }) : HttpResponse.json(problem('not_found', 404), { status: 404 }))),
  )
  localStorage.setItem('accessToken', aToken())
  return renderScreen(<Route path={advicePath(':batch')}><AdvicePage /></Route>, '/payments/advices/b-1')
}

const lines = (name: string) => {
  const list = screen.getByRole('group', { name })
  return within(list).getAllByRole('term').map((term) => `${term.textContent} | ${term.nextElementSibling?.textContent ?? ''}`)
}

test('on paper an advice says who pays and who is paid', async () => {
  const address = { street: 'Kontorweg 1', postalCode: '20095', city: 'Hamburg', country: 'DE' }
  open(advice({ from: { legalName: 'Nordbank Factoring GmbH', address, email: 'hello@nordbank.example', phone: null, registrationNumber: 'HRB 1', taxNumber: null } }))
  await screen.findByRole('heading', { name: 'Transfer of €9,218.10' })
  const [to, from] = [...document.querySelectorAll('address')]
  expect([to, from].map((block) => [...(block?.children ?? [])].map((line) => line.textContent))).toEqual([
    ['To', 'Mühle Brandt GmbH', 'Mühlweg 4', '04109 Leipzig'],
    ['From', 'Nordbank Factoring GmbH', 'Kontorweg 1', '20095 Hamburg', 'hello@nordbank.example', 'HRB 1'],
  ])
})

test('a transfer is told payout by payout, fee by fee and set-off by set-off', async () => {
  open(advice())
  expect(await screen.findByRole('heading', { name: 'Transfer of €9,218.10' })).toBeVisible()
  expect(screen.getByText(ID)).toBeVisible()
  expect(screen.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  expect(lines('Payouts in this transfer')).toEqual(['MB-1006Advance | €7,488.10', 'MB-1001Release of the reserve | €1,730.00', 'Transfer | €9,218.10'])
  expect(lines('MB-1006: Advance')).toEqual([
    'Invoice amount | €10,000.00', 'Reserve | −\u2060€2,000.00', 'Payout fee | −\u2060€10.00', 'Tax on fees | −\u2060€1.90', 'Due to you | €7,988.10', 'Set off for MB-1003 | −\u2060€500.00', 'Paid to you | €7,488.10',
  ])
  expect(lines('MB-1001: Release of the reserve')).toEqual(['Remaining reserve | €2,000.00', 'Discount | −\u2060€270.00', 'Paid to you | €1,730.00'])
  expect(screen.getByRole('link', { name: 'MB-1006' })).toHaveAttribute('href', '/invoices/r-1')
  expect(screen.getByRole('link', { name: 'MB-1003' })).toHaveAttribute('href', '/invoices/r-0')
  expect(screen.getByRole('link', { name: 'Payments' })).toHaveAttribute('href', '/payments')
})

test('what was set off whole, came back or is given back says so', async () => {
  const whole = payout({ id: 'p-3', invoice: 'AB-1', gross: 50_000, parts: [{ kind: 'came_back', amount: 50_000 }], net: 0 })
  const more = payout({ id: 'p-4', invoice: 'AB-2', status: 'returned', returnedOn: '2027-01-08', returnReason: 'Account closed.', gross: 500, parts: [{ kind: 'discount', amount: 400 }, { kind: 'other', amount: 100 }], setOffs: [], net: 500 })
  open(advice({ transfers: [{ ...advice().transfers[0], id: 't', currency: 'EUR', amount: 500, on: '2027-01-04', account, payouts: [more] }], setOffWhole: [{ currency: 'EUR', on: '2027-01-04', payout: whole }] }))
  expect(await screen.findByRole('heading', { name: 'Set off in full' })).toBeVisible()
  expect(lines('AB-1: Advance')).toEqual(['Returned payout, sent again | €500.00', 'Set off for MB-1003 | −\u2060€500.00', 'Paid to you | €0.00'])
  expect(lines('AB-2: Advance')).toEqual(['Discount given back | €4.00', 'Other | €1.00', 'Returned, not paid to you | €5.00'])
  expect(screen.getByText('Returned')).toBeVisible()
  expect(screen.getByText('It came back on Jan 8, 2027 and isn’t in your bank account. Another payout takes its place. Account closed.')).toBeVisible()
  expect(screen.queryByText('Look for it on your bank statement.')).toBeNull()
  expect(screen.queryByRole('group', { name: 'Payouts in this transfer' })).toBeNull()
})

test('of two payouts in a transfer the one that came back is told from the one that was paid, and one that is on its way from both', async () => {
  open(advice({ transfers: [{ id: 't', currency: 'EUR', amount: 921_810, on: '2027-01-04', account, payouts: [payout({ status: 'returned', returnedOn: '2027-01-08' }), release] }, { id: 'u', currency: 'EUR', amount: 300, on: '2027-01-04', account, payouts: [payout({ id: 'p-5', invoice: 'AB-5', status: 'released', gross: 300, parts: [{ kind: 'other', amount: 300 }], setOffs: [], net: 300 })] }] }))
  expect(await screen.findByRole('heading', { name: 'Transfer of €9,218.10' })).toBeVisible()
  expect(lines('Payouts in this transfer')).toEqual(['MB-1006Advance, returned | €7,488.10', 'MB-1001Release of the reserve | €1,730.00', 'Transfer ordered | €9,218.10'])
  expect(lines('MB-1006: Advance').at(-1)).toBe('Returned, not paid to you | €7,488.10')
  expect(lines('MB-1001: Release of the reserve').at(-1)).toBe('Paid to you | €1,730.00')
  expect(lines('AB-5: Advance').at(-1)).toBe('Transfer ordered | €3.00')
})

test('a buyer’s share leads to its payable, without the buyer’s own name', async () => {
  const share = payout({ purpose: 'buyer_share', gross: 7_500, parts: [{ kind: 'buyer_share', amount: 7_500 }], setOffs: [], net: 7_500 })
  open(advice({ transfers: [{ id: 't', currency: 'EUR', amount: 7_500, on: '2027-01-04', account: { ...account, iban: null, accountNumber: '31926819' }, payouts: [share] }] }), aPayer())
  expect(await screen.findByText('31926819')).toBeVisible()
  expect(screen.getByRole('link', { name: 'MB-1006' })).toHaveAttribute('href', '/payables/r-1')
  expect(screen.queryByText(/Kaufhaus Lindt/)).toBeNull()
})

test('as a file each part is a row, and those of a transfer add up to it', async () => {
  const whole = payout({ id: 'p-3', invoice: 'AB-1', receivableId: 'r-3', gross: 100, parts: [{ kind: 'passed_on', amount: 100 }], purpose: 'passed_on', setOffs: [{ receivableId: 'r-0', invoiceNumber: 'MB-1003', amount: 100 }], net: 0 })
  open(advice({ setOffWhole: [{ currency: 'EUR', on: '2027-01-04', payout: whole }] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await vi.waitFor(() => { expect(save).toHaveBeenCalled() })
  const [file, name] = vi.mocked(save).mock.calls[0] ?? []
  expect(name).toBe('payout-advice-2027-01-04.csv')
  const [head, ...rows] = (await file?.text())?.replace('\uFEFF', '').split('\r\n') ?? []
  expect(head).toBe('End-to-end reference,Day,To account,Invoice,Buyer,Purpose,Item,Set off for invoice,Amount,Currency,kind,payoutId,receivableId')
  const of = `${ID},2027-01-04,DE89 3704 0044 0532 0130 00`
  expect(rows).toEqual([
    `${of},MB-1006,Kaufhaus Lindt,Advance,Invoice amount,,10000.00,EUR,face,p-1,r-1`,
    `${of},MB-1006,Kaufhaus Lindt,Advance,Reserve,,-2000.00,EUR,reserve,p-1,r-1`,
    `${of},MB-1006,Kaufhaus Lindt,Advance,Payout fee,,-10.00,EUR,payout_fee,p-1,r-1`,
    `${of},MB-1006,Kaufhaus Lindt,Advance,Tax on fees,,-1.90,EUR,tax,p-1,r-1`,
    `${of},MB-1006,Kaufhaus Lindt,Advance,Set-off,MB-1003,-500.00,EUR,set_off,p-1,r-0`,
    `${of},MB-1001,Kaufhaus Lindt,Release of the reserve,Remaining reserve,,2000.00,EUR,reserve,p-2,r-2`,
    `${of},MB-1001,Kaufhaus Lindt,Release of the reserve,Discount,,-270.00,EUR,discount,p-2,r-2`,
    ',2027-01-04,,AB-1,Kaufhaus Lindt,Money that was yours,Money that was yours,,1.00,EUR,passed_on,p-3,r-3',
    ',2027-01-04,,AB-1,Kaufhaus Lindt,Money that was yours,Set-off,MB-1003,-1.00,EUR,set_off,p-3,r-0',
    '',
  ])
  const sum = rows.filter((row) => row.startsWith(ID)).reduce((all, row) => all + Math.round(Number(row.split(',')[8]) * 100), 0)
  expect(sum).toBe(921_810)
})

test('it can be printed, and in German it is German', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await chooseLanguage('de')
  open(advice())
  await userEvent.click(await screen.findByRole('button', { name: 'Drucken' }))
  expect(print).toHaveBeenCalledOnce()
  expect(screen.getByRole('heading', { name: 'Auszahlungsavis' })).toBeVisible()
})

test('of what is not theirs nobody is told anything', async () => {
  open(null)
  expect(await screen.findByText('We can’t find this, or you don’t have access to it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
})

test('once the bank has answered for all of it, it can be had as a paper', async () => {
  const user = userEvent.setup()
  const asked: string[] = []
  server.use(
    mock.get('/semi-private/payments/advices/{batch}/paper', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ ...problem('not_possible', 409), reason: 'no_house_details' }, { status: 409 })
    }),
  )
  open(advice())
  await user.click(await screen.findByRole('button', { name: 'Download PDF' }))
  expect(await screen.findByText(/^We haven’t entered our details yet/)).toHaveTextContent('We haven’t entered our details yet. Write to support@example.com for this paper.')
  expect(screen.getByRole('link', { name: 'support@example.com' })).toHaveAttribute('href', 'mailto:support@example.com')
  expect(asked).toEqual(['?language=en'])
})

test('while the bank has to answer for something of it there is no paper', async () => {
  open(advice({ isOver: false }))
  await screen.findByRole('button', { name: 'Print' })
  expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull()
})
