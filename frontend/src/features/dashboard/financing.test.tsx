import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { quiet } from '@/testing/begun'
import { anApplication, problem } from '@/testing/data'
import { aFacility, aLateness, anAvailability, anOffer, aPayout, aReceivable, aSeller } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import Dashboard from './dashboard'

const server = serve()

interface Scene {
  who?: { data: Schemas['MeBody'] }
  facilities?: Schemas['FacilityBody'][]
  availability?: Schemas['AvailabilityBody'][] | null
  receivables?: Schemas['ReceivableBody'][]
  coming?: Schemas['ComingBody'][]
  application?: Schemas['OnboardingBody']
  payouts?: Schemas['PayoutBody'][]
  today?: string
  hasMoreOverdue?: boolean
}

/** Home of an approved company. */
function open({ who = aSeller(), facilities = [aFacility()], availability = [anAvailability()], receivables = [], coming = [], payouts = [], application = anApplication({ status: 2 }), today = '2027-01-04', hasMoreOverdue = false }: Scene = {}) {
  const asked: string[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json({ data: { ...who.data, businessTime: `${today}T09:00:00Z` } })),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: application })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/facilities', () => HttpResponse.json({ data: facilities })),
    mock.get('/semi-private/availability', () => (availability ? HttpResponse.json({ data: availability }) : HttpResponse.json(problem('unavailable', 503), { status: 503 }))),
    mock.get('/semi-private/coming', () => HttpResponse.json({ data: coming })),
    // Three on a page.
    mock.get('/semi-private/payments', ({ request }) => {
      const asked = new URL(request.url).searchParams
      const found = payouts.filter(({ status }) => status === asked.get('status'))
      const begin = found.findIndex(({ id }) => id === asked.get('after')) + 1
      return HttpResponse.json({ data: found.slice(begin, begin + 3), next: found.length > begin + 3 ? (found[begin + 2]?.id ?? null) : null })
    }),
    mock.get('/semi-private/programmes', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/receivables', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const status = searchParams.get('status') ?? ''
      const isDisputed = searchParams.get('disputed') === 'true'
      const dueTo = searchParams.get('dueTo')
      if (dueTo) return HttpResponse.json({ data: receivables.filter(({ figures }) => figures.dueOn <= dueTo), next: hasMoreOverdue ? 'r-9' : null })
      asked.push(isDisputed ? `${status} in dispute` : status)
      const found = receivables.filter((one) => status.split(',').includes(one.status) && (!isDisputed || one.disputed))
      const begin = found.findIndex(({ id }) => id === searchParams.get('after')) + 1
      const page = found.slice(begin, begin + 3)
      // A long book: none of its pages is the last one, but for what is offered or disputed.
      const isLast = begin + 3 >= found.length && (isDisputed || status === 'offered')
      return HttpResponse.json({ data: page, next: isLast ? null : (page.at(-1)?.id ?? null) })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  localStorage.setItem(`welcomed:${who.data.userDetails.id}`, 'yes')
  renderScreen(<Dashboard />, '/dashboard')
  return asked
}

test('what is available stands there first, with how it comes about', async () => {
  open()
  const steps = await screen.findByLabelText('How it comes about')
  expect([...(steps.firstElementChild?.children ?? [])].map((row) => row.textContent)).toEqual([
    'Limit of the facility€1,000,000.00', 'Advances paid, on their way or to be paid again−\u2060€100,000.00', 'Left of the limit€900,000.00', 'Advances on offer€8,000.00', 'Available now€8,000.00',
  ])
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['Available now', 'Needs your attention', 'Money coming by week', 'Funds in use', 'Onboarding approved', 'Buyers'])
  expect(screen.getByRole('link', { name: 'New invoice' })).toHaveAttribute('href', '/invoices/new')
  expect(screen.getByRole('progressbar', { name: 'Funds in use' })).toHaveAttribute('aria-valuenow', '10')
})

test('what the company owes stands beside what is available, for it is kept back', async () => {
  open({ availability: [anAvailability({ steps: anAvailability().steps.map((step) => (step.code === 'owed' ? { ...step, amount: -574_515 } : step)) })] })
  expect(await screen.findByText('You owe us €5,745.15. We keep it back from your next payouts, so you receive less.')).toBeVisible()
})

test('what the company can do is listed, each with its way; what waits for others is not', async () => {
  const check = (code: Schemas['CheckCode'], cure: Schemas['Cure']): Schemas['CheckBody'] => ({ code, outcome: 'block', verified: false, message: '', figures: [], cure })
  const asked = open({
    facilities: [aFacility({ allowedActions: ['accept_terms', 'decline_terms'] })],
    receivables: [
      aReceivable({ id: 'r-1', invoiceNumber: 'RE-1', allowedActions: ['edit'] }),
      aReceivable({ id: 'r-2', invoiceNumber: 'RE-2', status: 'offered', offer: anOffer(), allowedActions: ['accept', 'withdraw'] }),
      aReceivable({ id: 'r-3', invoiceNumber: 'RE-3', status: 'submitted', checks: [check('plausible', 'correct_invoice')], allowedActions: ['withdraw'] }),
      aReceivable({ id: 'r-4', invoiceNumber: 'RE-4', status: 'submitted', checks: [check('debtor_known', 'await_buyer_approval')], allowedActions: ['withdraw'] }),
      aReceivable({ id: 'r-5', invoiceNumber: 'RE-5', status: 'offered', offer: anOffer(), allowedActions: [] }),
      aReceivable({ id: 'r-6', invoiceNumber: 'RE-6', status: 'offered', offer: anOffer(), allowedActions: ['accept'], sellsItself: true }),
    ],
  })
  const list = await screen.findByRole('list', { name: 'Needs your attention' })
  expect(await within(list).findByText('Offer for RE-2 · Nordwind AG')).toBeVisible()
  expect(within(list).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Terms for you to accept', '/facility'],
    ['Offer for RE-2 · Nordwind AG', '/invoices/r-2'],
    ['RE-1 · Nordwind AG', '/invoices/r-1'],
    ['RE-3 · Nordwind AG', '/invoices/r-3'],
  ])
  expect(list).toHaveTextContent('€8,000.00')
  expect(asked.toSorted()).toEqual(['accepted,funded in dispute', 'draft,submitted,offered', 'offered'])
})

test('offers that wait for a colleague are named with who can accept them', async () => {
  const acceptors = [{ id: 'u-2', name: 'Paul Berg' }]
  const waits = (number: number) => aReceivable({ id: `r-${number}`, invoiceNumber: `RE-${number}`, status: 'offered', offer: anOffer(), allowedActions: ['withdraw'], takesColleague: true, acceptors })
  // More than a page of them.
  open({ receivables: [waits(1), waits(2), waits(3), waits(4)] })
  const list = await screen.findByRole('list', { name: 'Needs your attention' })
  expect(await within(list).findByRole('link', { name: '4 offers wait for Paul Berg' })).toHaveAttribute('href', '/invoices?status=offered')
  expect(list).toHaveTextContent('€32,000.00')
  expect(screen.queryByText('Nothing to do at the moment.')).toBeNull()
})

const waits = (step: Schemas['FirstCashStep'], turn: Schemas['TurnBody'], ...people: Schemas['NamedPersonBody'][]): Schemas['FirstCashStepBody'] => ({ step, state: 'waits', turn, people, since: '2027-01-03T12:00:00Z' })
const stands = (step: Schemas['FirstCashStep'], state: 'done' | 'later'): Schemas['FirstCashStepBody'] => ({ step, state, people: [] })

test.each<[string, Schemas['FirstCashStepBody'][], string, string[]]>([
  [
    'the house',
    [stands('approved', 'done'), waits('facility_offered', 'house'), stands('terms_accepted', 'later'), waits('buyer_approved', 'house')],
    'Next: We decide on a facility for your company.',
    ['Application approvedDone', 'Facility offeredWe decide on a facility for your company. Waiting since Jan 3, 2027, 12:00 PM.', 'Terms acceptedAfter the steps before it', 'Buyer approvedWe decide on your buyers. Waiting since Jan 3, 2027, 12:00 PM.'],
  ],
  [
    'somebody of the company',
    [waits('buyer_approved', 'house'), waits('terms_accepted', 'company', { id: aSeller().data.userDetails.id, name: 'Ada Brandt' }), waits('offer_accepted', 'company', { id: 'u-2', name: 'Paul Berg' }), waits('invoice_submitted', 'company')],
    'Next: Read our terms and accept them.',
    ['Buyer approvedWe decide on your buyers. Waiting since Jan 3, 2027, 12:00 PM.', 'Terms acceptedRead our terms and accept them. Waiting since Jan 3, 2027, 12:00 PM.', 'Offer acceptedWaiting for Paul Berg. Waiting since Jan 3, 2027, 12:00 PM.', 'Invoice submittedNobody in your company can do this at the moment. An owner can change roles or invite someone. Waiting since Jan 3, 2027, 12:00 PM.'],
  ],
])('the way to the first payout says whose turn it is: %s', async (_, steps, next, rows) => {
  open({ facilities: [], availability: [] })
  server.use(mock.get('/semi-private/first-cash', () => HttpResponse.json({ data: { steps } })))
  const list = await screen.findByRole('list', { name: 'Steps to the first payout' })
  expect(within(list).getAllByRole('listitem').map((row) => row.textContent)).toEqual(rows)
  expect(screen.getByText(next)).toBeVisible()
  expect(screen.getByText('All features usable')).toBeVisible()
  expect(screen.getByText('You can use all features once your company has accepted the terms of a facility.')).toBeVisible()
})

test('once it was paid, or its terms are accepted, nothing stands beside the status that is no longer so', async () => {
  open({ facilities: [], availability: [] })
  server.use(mock.get('/semi-private/first-cash', () => HttpResponse.json({ data: { steps: [stands('terms_accepted', 'done'), waits('buyer_approved', 'house')] } })))
  expect(await screen.findByText('Next: We decide on your buyers.')).toBeVisible()
  expect(screen.queryByText(/You can use all features once/)).toBeNull()
  cleanup()
  open({ facilities: [], availability: [] })
  server.use(mock.get('/semi-private/first-cash', () => HttpResponse.json({ data: null })))
  expect(await screen.findByText('All features usable')).toBeVisible()
  await quiet()
  expect(screen.queryByText(/^Next:/)).toBeNull()
  expect(screen.queryByText(/first payout/)).toBeNull()
})

test('the way to the first payout says what stops the payout, as the rest of the screen does', async () => {
  open({ facilities: [], availability: [], payouts: [aPayout({ stops: ['account_changing'] })] })
  server.use(mock.get('/semi-private/first-cash', () => HttpResponse.json({ data: { steps: [waits('money_on_its_way', 'house')] } })))
  expect(await screen.findByText('Next: The payout waits: We’re checking your new bank account.')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Steps to the first payout' })).toHaveTextContent('The payout waits: We’re checking your new bank account.')
  expect(screen.queryByText(/We release the payout/)).toBeNull()
})

test('what a buyer disputes is told with its reason, behind offers and before the rest', async () => {
  const disputed = { amount: 20_000, reason: 'defective', since: '2027-03-01T12:00:00Z' } as const
  open({
    receivables: [
      aReceivable({ id: 'r-1', invoiceNumber: 'RE-1', allowedActions: ['edit'] }),
      aReceivable({ id: 'r-2', invoiceNumber: 'RE-2', status: 'offered', offer: anOffer(), allowedActions: ['accept'] }),
      aReceivable({ id: 'r-3', invoiceNumber: 'RE-3', status: 'funded', disputed }),
      aReceivable({ id: 'r-4', invoiceNumber: 'RE-4', status: 'funded' }),
    ],
  })
  const list = await screen.findByRole('list', { name: 'Needs your attention' })
  expect(await within(list).findByText('Disputed: Goods or services are defective. Clear it up with your buyer and tell us.')).toBeVisible()
  expect(within(list).getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/invoices/r-2', '/invoices/r-3', '/invoices/r-1'])
  expect(within(list).getByText('€200.00')).toBeVisible()
})

test('what is overdue is there with what may follow, but for what is disputed or paid', async () => {
  const funded = (number: number, changes: Partial<Schemas['ReceivableBody']> = {}) =>
    aReceivable({ id: `r-${number}`, invoiceNumber: `BM-${number}`, status: 'funded', overdue: true, position: { open: 1_234_567, out: 800_000, diluted: 0, withSeller: 0, payments: [] }, lateness: aLateness({ remedyFrom: '2027-05-30' }), ...changes })
  const receivables = [
    funded(1),
    funded(2, { lateness: aLateness({ remedyFrom: '2027-04-04' }) }),
    funded(3, { lateness: aLateness({ remedy: 'default' }) }),
    funded(4, { position: { open: 0, out: 0, diluted: 0, withSeller: 0, payments: [] } }),
    funded(5, { kind: 'reverse_factoring' }),
    funded(6, { overdue: false, figures: { face: 1_000_000, dueOn: '2027-06-01' } }),
  ]
  open({ receivables, today: '2027-05-10', hasMoreOverdue: true })
  const list = await screen.findByRole('list', { name: 'Needs your attention' })
  expect([...list.children].map((item) => item.textContent)).toEqual([
    'BM-1 · Nordwind AGOverdue since Feb 18, 2027. Ask your buyer when they will pay. We may charge it back from May 30, 2027.€12,345.67',
    'BM-2 · Nordwind AGOverdue since Feb 18, 2027. Ask your buyer when they will pay. We may charge it back at any time now.€12,345.67',
    'BM-3 · Nordwind AGOverdue since Feb 18, 2027. Ask your buyer when they will pay.€12,345.67',
  ])
  expect(screen.getByRole('link', { name: 'See all overdue invoices' })).toHaveAttribute('href', '/invoices?status=accepted,funded&dueTo=2027-05-09')
})

test('of many overdue invoices the oldest five are there, and a link to all', async () => {
  const receivables = Array.from({ length: 40 }, (_, at) =>
    aReceivable({ id: `r-${at}`, invoiceNumber: `BM-${at}`, status: 'funded', overdue: true, position: { open: 1_234_567, out: 800_000, diluted: 0, withSeller: 0, payments: [] }, lateness: aLateness({}) }))
  open({ receivables, today: '2027-05-10' })
  const list = await screen.findByRole('list', { name: 'Needs your attention' })
  expect(within(list).getAllByRole('link').map((link) => link.textContent)).toEqual([0, 1, 2, 3, 4].map((at) => `BM-${at} · Nordwind AG`))
  expect(screen.getByRole('link', { name: 'See all overdue invoices' })).toBeVisible()
})

test('payouts that wait are summed by what stops them, and one that came back is there until it is paid', async () => {
  open({
    payouts: [
      aPayout({ id: 'p-1', stops: ['account_changing'] }),
      aPayout({ id: 'p-2', amount: 945_680, stops: ['account_changing'] }),
      aPayout({ id: 'p-3', amount: 100, stops: ['disputed'] }),
      aPayout({ id: 'p-4', amount: 504_000, replaces: 'p-0', cameBack: 'AC04 account closed', invoiceNumber: 'WF-71' }),
      aPayout({ id: 'p-5' }),
      aPayout({ id: 'p-6', status: 'executed', replaces: 'p-1' }),
    ],
  })
  const list = await screen.findByRole('list', { name: 'Needs your attention' })
  expect(within(list).getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'The payout for WF-71 came backThe account is closed (AC04). Check your bank account. We pay it again.€5,040.00',
    '2 payouts waitWe’re checking your new bank account.€17,456.80',
    'A payout waitsYour buyer disputes the invoice. We wait until that is cleared up.€1.00',
  ])
  expect(within(list).getByRole('link', { name: '2 payouts wait' })).toHaveAttribute('href', '/payments')
})

test('without anything to do, and without a facility, that is said', async () => {
  open({ facilities: [], availability: [] })
  expect(await screen.findByText('Nothing to do at the moment.')).toBeVisible()
  expect(screen.getByText(/You have no facility yet\./)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'New invoice' })).toBeNull()
})

test('where the figure cannot be told, the rest of Home stays', async () => {
  open({ availability: null })
  expect(await screen.findByText('A service we rely on isn’t responding. Try again in a moment.')).toBeVisible()
  expect(screen.getByText('Nothing to do at the moment.')).toBeVisible()
})

test('who may not enter invoices gets no button for it', async () => {
  open({ who: aSeller([], 'viewer') })
  await screen.findByLabelText('How it comes about')
  expect(screen.queryByRole('link', { name: 'New invoice' })).toBeNull()
})

test('a company that only lets its suppliers be paid early has no invoices to sell', async () => {
  const who = aSeller()
  const application = anApplication({ status: 2 })
  application.form.company.wants = ['buyer']
  open({ who: { data: { ...who.data, companyDetails: { ...who.data.companyDetails, wants: ['buyer'] } } }, application })
  expect(await screen.findByText('Next: invite your suppliers and approve their invoices, so that they can be paid early.')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Available now' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Buyers' })).toBeNull()
})

test('a company that only supplies is shown neither a facility nor buyers it does not have', async () => {
  const who = aSeller()
  const application = anApplication({ status: 2 })
  application.form.company.wants = ['supplier']
  open({ facilities: [], availability: [], who: { data: { ...who.data, companyDetails: { ...who.data.companyDetails, wants: ['supplier'] } } }, application })
  expect(await screen.findByText('Next: once your customer has approved one of your invoices, you can be paid early.')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Available now' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Buyers' })).toBeNull()
})

test('the money that comes is drawn by week, with a table behind it and what is not counted', async () => {
  const weeks = [
    { from: '2027-01-06', to: '2027-01-10', payouts: 800_000, releases: 0, setOff: 0 },
    { from: '2027-01-11', to: '2027-01-17', payouts: 0, releases: 173_000, setOff: 3_000 },
    { from: '2027-01-18', to: '2027-01-24', payouts: 0, releases: -5_000, setOff: 0 },
  ]
  open({ coming: [{ currency: 'EUR', weeks, later: 100, laterSetOff: 0, unsure: 169_000 }] })
  const chart = await screen.findByRole('figure', { name: 'Money coming by week, EUR' })
  await userEvent.click(within(chart).getByRole('button', { name: 'Show as a table' }))
  const rows = within(chart).getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['Week', 'Payouts', 'When buyers pay', 'Set off', 'Total'],
    ['Jan 6, 2027 – Jan 10, 2027', '€8,000.00', '€0.00', '€0.00', '€8,000.00'],
    ['Jan 11, 2027 – Jan 17, 2027', '€0.00', '€1,730.00', '−\u2060€30.00', '€1,700.00'],
    ['Jan 18, 2027 – Jan 24, 2027', '€0.00', '−\u2060€50.00', '€0.00', '−\u2060€50.00'],
  ])
  expect(within(chart).getByRole('link', { name: 'Jan 11, 2027 – Jan 17, 2027' })).toHaveAttribute('href', '/invoices?status=accepted,funded&dueFrom=2027-01-11&dueTo=2027-01-17')
  expect(screen.getByText('Another €1.00 comes later.')).toBeVisible()
  expect(screen.getByText('What you owe us is kept back from what comes first.')).toBeVisible()
  expect(screen.getByText(/^€1,690\.00 is not counted/)).toBeVisible()
})

const empty = [{ from: '2027-01-06', to: '2027-01-10', payouts: 0, releases: 0, setOff: 0 }]

test('weeks in which nothing comes are not drawn, and what comes later is said', async () => {
  open({ coming: [{ currency: 'EUR', weeks: empty, later: 100, laterSetOff: 0, unsure: 0 }, { currency: 'USD', weeks: empty, later: 0, laterSetOff: 0, unsure: 0 }] })
  expect(await screen.findByText('Nothing comes in the next eight weeks.')).toBeVisible()
  expect(screen.getByText('Another €1.00 comes later.')).toBeVisible()
  expect(screen.queryByRole('figure', { name: /^Money coming/ })).toBeNull()
  expect(screen.queryByText('USD')).toBeNull()
})

test.each([[[]], [[{ currency: 'EUR', weeks: empty, later: 0, laterSetOff: 0, unsure: 0 }]]])('where nothing is on its way, that is said', async (coming) => {
  open({ coming })
  expect(await screen.findByText(/^Nothing is on its way\./)).toBeVisible()
})

test('several offers that fit together lead to accepting them at once; one does not', async () => {
  open({ availability: [anAvailability({ fitting: ['r-1', 'r-2'] })] })
  expect(await screen.findByRole('link', { name: 'Accept several offers' })).toHaveAttribute('href', '/invoices/get-paid')
})

test.each([
  ['suspended', 'Factoring · EUR: SuspendedWe buy nothing new at the moment. What you sold runs on.'],
  ['closed', 'Factoring · EUR: ClosedWe buy nothing new under it. What you sold runs on to its end.'],
] as const)('a facility that is %s says so, and the money that comes stays in sight', async (status, said) => {
  const weeks = [{ from: '2027-01-06', to: '2027-01-10', payouts: 1_243_800, releases: 0, setOff: 0 }]
  open({ facilities: [aFacility({ status, takesNew: false })], availability: [], coming: [{ currency: 'EUR', weeks, later: 0, laterSetOff: 0, unsure: 0 }] })
  expect(await screen.findByRole('figure', { name: 'Money coming by week, EUR' })).toBeVisible()
  expect(screen.getByText(said.slice(0, said.indexOf('We buy'))).closest('[role="status"]')).toHaveTextContent(said)
  expect(screen.queryByText(/You have no facility yet/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'New invoice' })).toBeNull()
})

test('a closed facility that another took the place of is not told of', async () => {
  open({ facilities: [aFacility(), aFacility({ id: 'f-0', status: 'closed', takesNew: false })] })
  await screen.findByLabelText('How it comes about')
  expect(screen.queryByText(/Closed/)).toBeNull()
})

test('a draft that can’t be sold says why, not what else is to be done', async () => {
  const block = (code: Schemas['CheckCode'], cure: Schemas['Cure']): Schemas['CheckBody'] => ({ code, outcome: 'block', verified: false, message: '', figures: [], cure })
  open({
    receivables: [
      aReceivable({ id: 'r-1', invoiceNumber: 'MB-1005', allowedActions: ['edit'], checks: [block('invoice_attached', 'attach_invoice'), block('duplicate_exact', 'contact_house')] }),
      aReceivable({ id: 'r-2', invoiceNumber: 'MB-1', allowedActions: ['edit'], checks: [block('facility_active', 'await_facility'), block('invoice_attached', 'attach_invoice')] }),
      aReceivable({ id: 'r-3', invoiceNumber: 'MB-2', allowedActions: ['edit'], checks: [block('invoice_age', 'contact_house'), block('invoice_attached', 'attach_invoice')] }),
    ],
  })
  const list = await screen.findByRole('list', { name: 'Needs your attention' })
  expect([...list.children].map((item) => item.textContent)).toEqual([
    'MB-1005 · Nordwind AGAn invoice with this number was already sold. Contact us.€10,000.00',
    'MB-1 · Nordwind AGYour facility takes no new invoices at the moment. Contact us about it.€10,000.00',
    'MB-2 · Nordwind AGCheck the invoice date. If it is right, contact us.€10,000.00',
  ])
})
