import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator, problem } from '@/testing/data'
import { aStatement } from '@/testing/bank'
import { aDesk, anEndOfDay } from '@/testing/desk'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import DeskPage from './desk-page'

const server = serve()

/** What the queue answers that the count leads to. */
function waits(pending: number) {
  server.use(mock.get('/operator/applications', () => HttpResponse.json({ data: { applications: [], counts: [0, pending, 0, 0, 0], tooMany: false } })))
}

function show(desk: Schemas['DeskBody'], roles: Schemas['OperatorRole'][] = ['credit'], untold: Schemas['UnreachableBody'][] = [], statements: Schemas['StatementBody'][] = [], next?: string) {
  server.use(
    mock.get('/operator/desk', () => HttpResponse.json({ data: desk })),
    mock.get('/operator/letters/unreachable', () => HttpResponse.json({ data: untold })),
    mock.get('/operator/bank-statements', () => HttpResponse.json({ data: statements, ...(next ? { next } : {}) })),
  )
  waits(0)
  const { client } = renderScreen(<Route path="/desk"><DeskPage /></Route>, '/desk')
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
}

/** What a tile says, and where it leads. */
async function tile(list: string, name: string) {
  const tiles = within(await screen.findByRole('list', { name: list }))
  const link = await tiles.findByRole('link', { name })
  return [link.getAttribute('href'), link.closest('li')?.textContent?.slice(name.length)]
}

test('what there is to do is told by currency, and each figure leads to its rows', async () => {
  show(aDesk())
  expect(await tile('To do', 'Payouts to release')).toEqual(['/payments-desk', 'EUR€16,000.002 payouts can be released · 1 more (€400.00) waits for a second person · 3 more (€900.00) are stoppedUSD$700.001 payout'])
  expect(await tile('To do', 'In suspense')).toEqual(['/payments-desk?show=unexplained', 'EUR€50.001 receipt'])
  expect(await tile('To do', 'Overdue')).toEqual(['/receivables?status=funded&open=1&dueTo=2026-09-03', 'EUR€15,000.003 invoices bought, the oldest due on Jul 5, 2026'])
  expect(await tile('To do', 'Due this week')).toEqual(['/receivables?status=funded&open=1&dueFrom=2026-09-04&dueTo=2026-09-06', 'EUR€3,000.001 invoice'])
  expect(await tile('To do', 'Approvals')).toEqual(['/approvals', 'Wait for you2'])
  expect(await tile('Facility limits', 'Funds in use')).toEqual(['/facilities', 'EUR€500,000.00funded and outstanding, accepted, and owed by sellersUSD$0.00funded and outstanding, accepted, and owed by sellers'])
  expect(await tile('Facility limits', 'Accepted')).toEqual(['/receivables?status=accepted', 'EUR€20,000.002 invoices accepted and not funded yet · 1 of them (€7,000.00) past its due dateUSD$400.003 invoices accepted and not funded yet'])
  expect(await tile('Facility limits', 'Headroom')).toEqual(['/facilities?status=active', 'EUR€1,500,000.00free under active facilitiesUSD$90,000.00free under active facilities'])
})

test('what came before its invoice was paid out lies in suspense too', async () => {
  show(aDesk({ payments: { payouts: [], suspense: [{ currency: 'EUR', amount: 5_740, receipts: 2, unexplained: 5_000, invoices: 1, early: 740 }, { currency: 'USD', amount: 300, receipts: 0, unexplained: 0, invoices: 1, early: 300 }] } }))
  expect(await tile('To do', 'In suspense')).toEqual(['/payments-desk?show=unexplained', 'EUR€57.40€50.00 in 2 receipts to match, €7.40 received before payoutUSD$3.00$3.00 received before payout'])
})

test('statements that differ from the ledger are counted, and lead to their list', async () => {
  const differing = [aStatement({ id: 's-1', closedOn: '2027-02-17', difference: 1_290 }), aStatement({ id: 's-2', closedOn: '2027-02-18', difference: -500 }), aStatement({ id: 's-3', currency: 'USD' })]
  show(aDesk(), ['treasury'], [], differing)
  expect(await tile('To do', 'Statements that differ from our ledger')).toEqual(['/payments-desk?show=statements', 'EUR−\u2060€5.002 statements, the latest of Feb 18, 2027'])
})

test('where a page of statements is full of those that differ, it is said that there may be more', async () => {
  const differing = [aStatement({ id: 's-1', closedOn: '2027-02-17', difference: 1_290 }), aStatement({ id: 's-2', closedOn: '2027-02-18', difference: -500 })]
  show(aDesk(), ['treasury'], [], differing, 's-2')
  expect(await tile('To do', 'Statements that differ from our ledger')).toEqual(['/payments-desk?show=statements', 'EUR−\u2060€5.00at least 2 statements, the latest of Feb 18, 2027'])
})

test('applications to review and receivables to check are counted, and lead to their lists', async () => {
  show(aDesk({ toCheck: 1_203 }), ['reviewer', 'credit'])
  waits(1)
  expect(await tile('To do', 'Applications to review')).toEqual(['/review?status=1', 'To review1'])
  await expect.poll(async () => tile('To do', 'Receivables to verify')).toEqual(['/receivables?status=submitted', 'To verify1,203'])
})

test('where there is nothing to do it says so', async () => {
  show(aDesk({ payments: { payouts: [], suspense: [] }, overdue: [], waiting: 0, weeks: [{ from: '2026-09-04', to: '2026-09-06', due: [] }], ageing: [], limits: [], commitments: [] }))
  expect((await tile('To do', 'Payouts to release'))[1]).toBe('No payouts are due')
  expect((await tile('To do', 'Approvals'))[1]).toBe('Nothing waits for you.')
  expect(screen.getByText('Nothing is open.')).toBeVisible()
  expect(screen.getByText('Nothing is due in the next eight weeks.')).toBeVisible()
})

test('whoever does not see payments has no sums of them', async () => {
  const { payments: _, ...others } = aDesk()
  show(others, ['reviewer'])
  expect((await tile('To do', 'Overdue'))[0]).toBe('/receivables?status=funded&open=1&dueTo=2026-09-03')
  expect(screen.queryByText('Payouts to release')).toBeNull()
  expect(screen.queryByText('In suspense')).toBeNull()
})

test('behind each drawing there is a table whose rows lead to their lists', async () => {
  show(aDesk())
  const ageing = await screen.findByRole('figure', { name: 'Ageing, EUR' })
  expect(within(ageing).queryByRole('table')).toBeNull()
  await userEvent.click(within(ageing).getByRole('button', { name: 'Show as a table' }))
  const rows = within(within(ageing).getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['OverdueInvoicesAmount', 'Not due2€9,000.00', '1–30 days0€0.00', '31–60 days3€15,000.00', '61–90 days0€0.00', 'Over 90 days0€0.00'])
  const leads = within(ageing).getAllByRole('link').map((link) => link.getAttribute('href')?.split('open=1')[1])
  expect(leads).toEqual(['&dueFrom=2026-09-04', '&dueFrom=2026-08-05&dueTo=2026-09-03', '&dueFrom=2026-07-06&dueTo=2026-08-04', '&dueFrom=2026-06-06&dueTo=2026-07-05', '&dueTo=2026-06-05'])

  const weeks = screen.getByRole('figure', { name: 'Expected cash in by week, EUR' })
  await userEvent.click(within(weeks).getByRole('button', { name: 'Show as a table' }))
  expect(within(weeks).getAllByRole('row').slice(0, 4).map((row) => row.textContent)).toEqual(['DueInvoicesAmount', 'Sep 4, 2026 – Sep 6, 20261€3,000.00', 'Sep 7, 2026 – Sep 13, 20260€0.00', 'Sep 14, 2026 – Sep 20, 20261€6,000.00'])
})

test('a bar is as high as its share of the highest', async () => {
  show(aDesk())
  const weeks = await screen.findByRole('figure', { name: 'Expected cash in by week, EUR' })
  const heights = [...weeks.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')))
  expect(heights).toEqual([50, 0, 100, 0, 0, 0, 0, 0])
})

test('what is due after the last week is told with its invoices: with the weeks it is what isn’t due', async () => {
  const desk = aDesk()
  show(aDesk({ ageing: desk.ageing.map((aged) => (aged.bucket === 'not_due' ? { ...aged, amount: 2_336_410, count: 14 } : aged)) }))
  const link = await screen.findByRole('link', { name: '12 invoices' })
  expect(link.parentElement).toHaveTextContent('Another €14,364.10 comes later: 12 invoices')
  expect(link.getAttribute('href')).toMatch(/&dueFrom=2026-10-26$/)
})

test('what failed at the end of a day is named, and tried again', async () => {
  const failed = anEndOfDay('2026-09-02', { code: 'balance', about: 'bank EUR' })
  show(aDesk({ endsOfDays: { last: anEndOfDay('2026-09-03'), failed: [failed] } }))
  const asked: string[] = []
  server.use(
    mock.post('/operator/end-of-day/{date}/retry', ({ params }) => {
      asked.push(params.date)
      return HttpResponse.json({ data: anEndOfDay('2026-09-02') })
    }),
  )
  expect(await screen.findByText('End of day Sep 2, 2026: not everything is done')).toBeVisible()
  expect(screen.getByText('Compare balances and limits: A balance isn’t what was posted. Account: bank EUR')).toBeVisible()
  expect(screen.getByText(/End of day Sep 3, 2026: done/)).toBeVisible()
  server.use(mock.get('/operator/desk', () => HttpResponse.json({ data: aDesk() })))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/End of day Sep 3, 2026: done/)
  await expect.poll(() => screen.queryByText('End of day Sep 2, 2026: not everything is done')).toBeNull()
  expect(asked).toEqual(['2026-09-02'])
})

test('whoever does not manage receivables sees what failed and cannot try it again', async () => {
  show(aDesk({ endsOfDays: { last: null, failed: [anEndOfDay('2026-09-02', { code: 'exposure', about: 'f-1' })] } }), ['auditor'])
  expect(await screen.findByRole('link', { name: 'View facility' })).toHaveAttribute('href', '/facilities/f-1')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a desk that cannot be read says so, and is asked for again', async () => {
  show(aDesk())
  server.use(mock.get('/operator/desk', () => HttpResponse.json(problem('internal', 500), { status: 500 }), { once: true }))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect((await tile('To do', 'Approvals'))[0]).toBe('/approvals')
})

test('debtors that could not be told whom to pay are named, with the way to them', async () => {
  show(aDesk(), ['credit'], [{ debtorId: 'd-1', legalName: 'Nordwind AG', why: 'no_contact', claims: 2 }])
  expect(await screen.findByText('Debtors not yet notified')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Nordwind AG' })).toHaveAttribute('href', '/debtors/d-1')
  expect(screen.getByText(/it has no contact/)).toBeVisible()
})

test('where letters cannot be printed, it says which, and whose invoices wait', async () => {
  const lacking = { companyId: 'c-1', companyName: '東京精密機械株式会社', letters: '東京' }
  show(aDesk(), ['credit'], [{ debtorId: 'd-1', legalName: 'Nordwind AG', why: 'no_letters', claims: 2, lacking }])
  const row = (await screen.findByRole('link', { name: 'Nordwind AG' })).closest('li')
  expect(row?.textContent).toMatch(/no font of this instance has all letters.*Invoices of 東京精密機械株式会社, letters: 東京/)
})

test('it is said that one person decides alone, and only then', async () => {
  show(aDesk({ fourEyes: false }))
  expect(await screen.findByText('One person decides alone')).toBeVisible()
  expect(screen.getByText('A second person isn’t asked to approve payouts, accounts and roles: four eyes are switched off for this instance.')).toBeVisible()
})

test('where two people decide nothing is said of it', async () => {
  show(aDesk())
  await tile('To do', 'Payouts to release')
  expect(screen.queryByText('One person decides alone')).toBeNull()
})

test('what is missing for new sellers is counted by kind, each leading to its rows', async () => {
  const rows: Schemas['SetUpBody'][] = ['f-1', 'f-2'].map((id) => ({ kind: 'facility', id, companyId: id, companyName: id, since: '2026-09-01T12:00:00Z', isProposed: false }))
  show(aDesk())
  // Two of them are proposed.
  const limit = (id: string) => ({ kind: 'limit' as const, id, name: id, since: '2026-09-01T12:00:00Z', isProposed: id !== 'd-1' })
  let limits = ['d-1', 'd-2', 'd-3']
  server.use(
    mock.get('/operator/setting-up', () => HttpResponse.json({ data: [...rows, ...limits.map(limit)] })),
  )
  expect(await tile('New sellers', 'Approved without a facility')).toEqual(['/new-sellers?kind=facility', 'To do2'])
  expect(await tile('New sellers', 'Debtor without a limit')).toEqual(['/new-sellers?kind=limit', 'To do12 wait for a second person'])
  expect(await tile('New sellers', 'Buyer to decide on')).toEqual(['/new-sellers?kind=buyer', 'None'])

  cleanup()
  limits = ['d-2']
  show(aDesk())
  expect(await tile('New sellers', 'Debtor without a limit')).toEqual(['/new-sellers?kind=limit', 'Nothing to do1 waits for a second person'])
})
