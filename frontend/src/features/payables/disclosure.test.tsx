import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { chooseLanguage, loadTexts } from '@/lib/i18n'
import { save } from '@/lib/save-file'
import { problem } from '@/testing/data'
import { aFacility, aPayer } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import DisclosurePage from './disclosure-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(async () => {
  vi.mocked(save).mockClear()
  await loadTexts('en')
})

const server = serve()

type Figures = Schemas['DisclosedFiguresBody']

const none: Figures = { opening: { owed: 0, paidEarly: 0, outside: 0 }, confirmed: 0, paid: 0, credited: 0, corrected: 0, waived: 0, leftToBuyer: 0, closing: { owed: 0, paidEarly: 0, outside: 0 } }

/** Approved in the period, paid early, and paid in part. */
const early: Figures = { ...none, opening: { ...none.opening, outside: 1_000_000 }, confirmed: 1_000_000, paid: 400_000, closing: { owed: 600_000, paidEarly: 600_000, outside: 0 } }
/** Owed from before, credited in part, and due without early payment. */
const left: Figures = { ...none, opening: { ...none.opening, owed: 300_000 }, credited: 100_000, leftToBuyer: 200_000 }

const payable = (number: number, figures: Figures, changes: Partial<Schemas['DisclosedPayableBody']> = {}): Schemas['DisclosedPayableBody'] => ({
  id: `p-${number}`, invoiceNumber: `SH-${number}`, supplierName: 'Sägewerk Harz GmbH', issuedOn: '2026-01-02', dueOn: '2026-02-18', confirmedOn: '2026-01-04', figures, openingDays: 47, closingDays: 47, ...changes,
})

const terms = (changes: Partial<Schemas['TermsBody']> = {}): Schemas['TermsBody'] => ({ ...(aFacility().terms as Schemas['TermsBody']), kind: 'reverse_factoring', lateRate: 600, graceDays: 5, buyerShare: 1_000, ...changes })

const euro: Schemas['DisclosureBody'] = {
  currency: 'EUR',
  terms: terms(),
  figures: { ...none, opening: { owed: 300_000, paidEarly: 0, outside: 1_000_000 }, confirmed: 1_000_000, paid: 400_000, credited: 100_000, leftToBuyer: 200_000, closing: early.closing },
  openingDays: { inside: { least: 30, most: 30 }, outside: { least: 47, most: 60 } },
  closingDays: { inside: { least: 47, most: 47 }, outside: null },
  payables: [payable(1, early), payable(2, left, { openingDays: 30, closingDays: 30, confirmedOn: '2025-12-20', supplierName: null })],
}

function open(path: string, data: Schemas['DisclosureBody'][]) {
  const asked: string[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(aPayer())),
    mock.get('/semi-private/programme/disclosure', ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      asked.push(search)
      return HttpResponse.json({ from: searchParams.get('from') ?? '2026-01-01', to: searchParams.get('to') ?? '2026-12-31', today: '2027-03-15', data })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<DisclosurePage />, path)
  return { asked, user: userEvent.setup() }
}

const lines = (name: string) => [...screen.getByRole('table', { name }).querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' | '))

test('of the last year, unless asked: what is owed at both ends, and how it came and went', async () => {
  const { asked } = open('/payables/disclosure', [euro])
  const ifrs = await screen.findByRole('table', { name: 'Carrying amounts and due dates (IAS 7.44H)' })
  expect(within(ifrs).getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Figure', 'Dec 31, 2025', 'Dec 31, 2026'])
  expect(lines('Carrying amounts and due dates (IAS 7.44H)')).toEqual([
    'Owed in the programme | €3,000.00 | €6,000.00',
    'Of this, suppliers already paid | €0.00 | €6,000.00',
    'Range of due dates in the programme | 30 days | 47 days',
    'Comparable payables outside the programme | €10,000.00 | €0.00',
    'Range of due dates outside the programme | 47–60 days | –',
  ])
  expect(lines('Movement in the period (ASU 2022-04)')).toEqual([
    'Owed on Dec 31, 2025 |  | €3,000.00',
    'Approved |  | €10,000.00',
    'Paid to us | Payment | −\u2060€4,000.00',
    'Credit notes | Non-cash change | −\u2060€1,000.00',
    'Corrections | Non-cash change | €0.00',
    'Small rest we closed | Non-cash change | €0.00',
    'Due without early payment: you pay your supplier | Leaves the programme | −\u2060€2,000.00',
    'Owed on Dec 31, 2026 |  | €6,000.00',
    'Of this, suppliers already paid |  | €6,000.00',
    'Of this, suppliers not paid yet |  | €0.00',
  ])
  expect(screen.getByLabelText('First day')).toHaveValue('01/01/2026')
  expect(screen.getByLabelText('Last day')).toHaveValue('12/31/2026')
  expect(screen.getByText(/^Outside are invoices you entered here/)).toBeVisible()
  expect(asked).toEqual([''])
})

test('an amount leads to the payables it is the sum of', async () => {
  const { user } = open('/payables/disclosure?from=2026-01-01&to=2026-12-31', [euro, { ...euro, currency: 'USD', payables: [payable(9, left)] }])
  const [table] = await screen.findAllByRole('table', { name: 'Movement in the period (ASU 2022-04)' })
  if (!table) throw new Error('no table')
  expect(screen.queryByText(/^Payables behind/)).toBeNull()
  await user.click(within(table).getByRole('link', { name: '−\u2060€1,000.00' }))
  const behind = await screen.findByRole('table', { name: 'Payables behind: Credit notes' })
  expect(lines('Payables behind: Credit notes')).toEqual(['SH-2 | – | Jan 2, 2026 | Feb 18, 2026 | Dec 20, 2025 | 30 | −\u2060€1,000.00'])
  expect(within(behind).getByRole('columnheader', { name: 'Days from invoice to due date' })).toBeVisible()
  expect(within(behind).getByRole('link', { name: 'SH-2' })).toHaveAttribute('href', '/payables/p-2')
  expect(screen.getByText('Total: −\u2060€1,000.00')).toBeVisible()
})

test('the address says which figure is open', async () => {
  open('/payables/disclosure?from=2026-01-01&to=2026-12-31&currency=EUR&show=openingOutside', [euro])
  expect(await screen.findByRole('table', { name: 'Payables behind: Outside the programme at the start' })).toBeVisible()
  expect(screen.getByText('Total: €10,000.00')).toBeVisible()
})

test('the terms are told in words, and whole for whoever asks', async () => {
  const { user } = open('/payables/disclosure', [euro])
  expect(await screen.findByText('Your supplier bears the discount and fees of early payment. Your share of the discount: 10%.')).toBeVisible()
  expect(screen.getByText('If you pay us late, we charge 6% a year from 5 days after the due date.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'All terms' }))
  expect(screen.getByText('Late charge after that')).toBeVisible()
})

test('without any programme, and without anything outside, it says so', async () => {
  open('/payables/disclosure', [])
  expect(await screen.findByText('Nothing to disclose')).toBeVisible()
  expect(screen.getByText('You had no programme and no payables from Jan 1, 2026 to Dec 31, 2026. Choose other days.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'This year so far' })).toHaveAttribute('href', '/payables/disclosure?from=2027-01-01&to=2027-03-15')
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
})

test('nothing outside the programme is said plainly', async () => {
  open('/payables/disclosure', [{ ...euro, openingDays: { inside: null, outside: null }, terms: terms({ graceDays: 0 }) }])
  expect(await screen.findByText(/^There are no payables outside the programme here\./)).toBeVisible()
  expect(screen.getByText('If you pay us late, we charge 6% a year from the due date.')).toBeVisible()
})

test('other days are asked for, and what is no day is not', async () => {
  const { asked, user } = open('/payables/disclosure', [euro])
  await screen.findByDisplayValue('12/31/2026')
  await user.clear(screen.getByLabelText('First day'))
  await user.type(screen.getByLabelText('First day'), '31 February')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Enter a date.')).toBeVisible()
  await user.clear(screen.getByLabelText('First day'))
  await user.type(screen.getByLabelText('First day'), '07/01/2026')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => { expect(asked).toEqual(['', '?from=2026-07-01&to=2026-12-31']) })
  expect(await screen.findByDisplayValue('07/01/2026')).toBeVisible()
})

test('days the server refuses are marked, and the last report is gone', async () => {
  open('/payables/disclosure?from=2026-07-01&to=2026-01-31', [euro])
  server.use(mock.get('/semi-private/programme/disclosure', () => HttpResponse.json(problem('invalid_input', 422, { to: 'date_before_first' }), { status: 422 })))
  expect(await screen.findByText('Choose a last day on or after the first.')).toBeVisible()
  expect(screen.getByLabelText('Last day')).toBeInvalid()
  expect(screen.getByLabelText('Last day')).toHaveValue('01/31/2026')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a failure says so, and can be tried again', async () => {
  const { user } = open('/payables/disclosure', [euro])
  server.use(mock.get('/semi-private/programme/disclosure', () => HttpResponse.json(problem('internal', 500), { status: 500 }), { once: true }))
  expect(await screen.findByText('Something went wrong on our side.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Movement in the period (ASU 2022-04)' })).toBeVisible()
})

test('every payable comes as a file with what it adds to each figure', async () => {
  const { user } = open('/payables/disclosure', [euro])
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await vi.waitFor(() => { expect(save).toHaveBeenCalled() })
  const [file, name] = vi.mocked(save).mock.calls[0] ?? []
  expect(name).toBe('supplier-finance-2026-01-01-to-2026-12-31.csv')
  const rows = (await file?.text())?.replace('\uFEFF', '').split('\r\n')
  expect(rows?.[0]).toContain('Days from invoice to due date at the start,Days from invoice to due date at the end')
  expect(rows?.slice(1)).toEqual([
    'SH-1,Sägewerk Harz GmbH,2026-01-02,2026-02-18,2026-01-04,EUR,0.00,0.00,10000.00,10000.00,-4000.00,0.00,0.00,0.00,0.00,6000.00,6000.00,0.00,0.00,47,47,p-1',
    'SH-2,,2026-01-02,2026-02-18,2025-12-20,EUR,3000.00,0.00,0.00,0.00,0.00,-1000.00,0.00,0.00,-2000.00,0.00,0.00,0.00,0.00,30,30,p-2',
    '',
  ])
})

test('in German it is German', async () => {
  await chooseLanguage('de')
  open('/payables/disclosure', [euro])
  expect(screen.getByRole('heading', { name: 'Angaben zu Lieferantenfinanzierungen (IAS 7.44H)' })).toBeVisible()
  const [owed] = (await screen.findByRole('table', { name: 'Buchwerte und Fälligkeiten (IAS 7.44H)' })).querySelectorAll('tbody tr')
  expect(owed?.textContent?.replaceAll('\u00a0', ' ')).toBe('Offen im Programm3.000,00 €6.000,00 €')
  expect(screen.getByText(/ab 5 Tagen nach Fälligkeit/)).toBeVisible()
  const moved = screen.getByRole('table', { name: /ASU 2022-04/ })
  expect(within(moved).getByText('Freigegeben')).toBeVisible()
})
