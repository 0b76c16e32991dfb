import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { connection } from '@/api/connection'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator, problem } from '@/testing/data'
import { aPayout } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import PaymentsDeskPage from './payments-desk-page'

const server = serve()

const account = { iban: 'DE89370400440532013000', bic: null, holder: null, currency: null, accountNumber: null, routingNumber: null, sortCode: null }

function aReleased(id: string, bankAnswer: Schemas['BankAnswerBody'] | null = null, changes: Partial<Schemas['PayoutBody']> = {}) {
  return aPayout({ id, companyId: id, status: 'released', released: { at: '2027-01-04T10:00:00Z', on: '2027-01-04', setOff: 0, setOffs: [], batchId: 'b-1', account }, bankAnswer, ...changes })
}

function payouts(...all: Schemas['PayoutBody'][]) {
  server.use(
    mock.get('/operator/payouts', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      return HttpResponse.json({ data: all.filter((payout) => payout.status === status) })
    }),
  )
}

function show(view = 'released', roles: Schemas['OperatorRole'][] = ['treasury']) {
  localStorage.setItem('accessToken', aToken())
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(anOperator(...roles))),
    mock.get('/operator/operators', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/names', ({ request }) => {
      const ids = (new URL(request.url).searchParams.get('ids') ?? '').split(',')
      return HttpResponse.json({ data: ids.filter((id) => id.startsWith('c-')).map((id) => ({ id, kind: 'company' as const, name: `Company ${id}` })) })
    }),
  )
  const { client } = renderScreen(<Route path="/payments-desk"><PaymentsDeskPage /></Route>, `/payments-desk?show=${view}`)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
}

const taken: Schemas['AnswerTakenBody'] = { batchId: 'b-1', accepted: 3, pending: 1, rejected: 1, contradicted: 1, doubtful: 2, unknown: 1, currency: 'EUR', toSeeTo: [
  { payee: 'Sägewerk Ost GmbH', amount: 80_000, standing: 'rejected', reason: 'AC04 closed account', wasExecuted: false },
  { payee: 'Mühle Brandt GmbH', amount: 5_000, standing: 'accepted', payeeCheck: 'close_match', wasExecuted: false },
] }
const aFile = (name = 'answer.xml') => new File(['<Document/>'], name, { type: 'text/xml' })
const chooser = () => screen.findByLabelText('Bank’s answer to import')
const lines = (cell: HTMLElement) => [...cell.children].map((line) => line.textContent)

test('what came of a bank’s answer is told, and payouts are looked up again', async () => {
  const user = userEvent.setup()
  const sent: string[] = []
  payouts(aReleased('c-1'), aReleased('c-2'))
  server.use(
    mock.post('/operator/bank-answers', async ({ request }) => {
      sent.push(await request.text())
      payouts(aReleased('c-2', { standing: 'accepted', at: '2027-01-05T10:00:00Z' }))
      return HttpResponse.json({ data: taken })
    }),
  )
  show()
  expect(await screen.findByText('Company c-1')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import bank’s answer' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Bank’s answer' })).toBeNull()
  await user.upload(await chooser(), aFile())
  const news = within((await screen.findByText('answer.xml imported')).closest<HTMLElement>('[role=status]') ?? document.body)
  expect(news.getByText(/^Answer to the batch of Jan 4, 2027/)).toBeVisible()
  expect(news.getByText('Transfers: 3 accepted, 1 pending, 1 rejected.')).toBeVisible()
  expect(news.getByText('Rejected payouts are due again.')).toBeVisible()
  expect(news.getByRole('link', { name: 'Show payouts due' })).toHaveAttribute('href', '/payments-desk')
  expect(news.getByText('2 payees’ names don’t match their accounts, or only nearly.')).toBeVisible()
  const named = within(news.getByRole('list', { name: 'Transfers to look at' })).getAllByRole('listitem').map((item) => item.textContent)
  expect(named).toEqual(['Sägewerk Ost GmbH · €800.00Rejected: The account is closed (AC04)', 'Mühle Brandt GmbH · €50.00Accepted by the bankPayee’s name nearly matches the account'])
  expect(news.getByText('1 transfer in the file isn’t part of the batch.')).toBeVisible()
  expect(news.getByText('1 rejected transfer is marked as executed. Check it with the bank.')).toBeVisible()
  expect(await screen.findByRole('cell', { name: 'Accepted by the bank' })).toBeVisible()
  expect(screen.queryByText('Company c-1')).toBeNull()
  expect(sent[0]).toContain('name="file"; filename="answer.xml"')
})

test('where all is accepted nothing is said to be due again, also when no batch is left', async () => {
  payouts(aReleased('c-1'))
  server.use(
    mock.post('/operator/bank-answers', () => {
      payouts()
      return HttpResponse.json({ data: { ...taken, batchId: 'b-9', pending: 0, rejected: 0, contradicted: 0, doubtful: 0, unknown: 0 } })
    }),
  )
  show()
  await userEvent.upload(await chooser(), aFile())
  expect(await screen.findByText('Transfers: 3 accepted, 0 pending, 0 rejected.')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Nothing waits for the bank' })).toBeVisible()
  expect(screen.getByText('answer.xml imported')).toBeVisible()
  expect(screen.queryByText(/due again|only nearly|part of the batch|Answer to the batch/)).toBeNull()
})

test.each([
  ['order_not_ours' as const, 'This file answers to no batch of ours.'],
  ['answer_unreadable' as const, 'This isn’t a bank’s answer to a payment file (pain.002).'],
  [{ code: 'xml_malformed' as const, params: { line: 12 } }, 'The file is damaged or cut off at line 12.'],
])('a refused file says why: %j', async (refused, sentence) => {
  payouts(aReleased('c-1'))
  server.use(mock.post('/operator/bank-answers', () => HttpResponse.json(problem('file_refused', 422, { file: refused }), { status: 422 })))
  show()
  await userEvent.upload(await chooser(), aFile('other.xml'))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('other.xml wasn’t imported')
  expect(alert).toHaveTextContent(sentence)
  expect(screen.queryByText('other.xml imported')).toBeNull()
})

test('a file that is too large is not even sent, and another one takes its place', async () => {
  payouts(aReleased('c-1'))
  let sent = 0
  server.use(
    mock.post('/operator/bank-answers', () => {
      sent += 1
      return HttpResponse.json({ data: taken })
    }),
  )
  show()
  const file = aFile('years.xml')
  Object.defineProperty(file, 'size', { value: 10 * 1024 * 1024 + 1 })
  await userEvent.upload(await chooser(), file)
  expect(await screen.findByText('The file is too large. The maximum is 10 MB.')).toBeVisible()
  expect(sent).toBe(0)
  await userEvent.upload(await chooser(), aFile())
  expect(await screen.findByText('answer.xml imported')).toBeVisible()
  expect(screen.queryByText('years.xml wasn’t imported')).toBeNull()
})

test('what was lost on its way is sent again once the API can be reached', async () => {
  payouts(aReleased('c-1'))
  let isOffline = true
  server.use(mock.post('/operator/bank-answers', () => (isOffline ? HttpResponse.error() : HttpResponse.json({ data: taken }))))
  show()
  await userEvent.upload(await chooser(), aFile())
  expect(await screen.findByText('Can’t reach Sooner. Check your connection and try again.')).toBeVisible()
  isOffline = false
  act(() => {
    connection.lost()
    connection.reached()
  })
  expect(await screen.findByText('answer.xml imported')).toBeVisible()
})

test('who may not manage payments imports no answer', async () => {
  payouts(aReleased('c-1'))
  show('released', ['auditor'])
  expect(await screen.findByRole('table', { name: /^Payouts of batch/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import bank’s answer' })).toBeNull()
  expect(screen.queryByLabelText('Bank’s answer to import')).toBeNull()
})

test('rows tell what the bank answered, in words', async () => {
  const at = '2027-01-05T10:00:00Z'
  const newer = 'of_a_newer_server' as Schemas['PayeeCheck']
  payouts(
    aReleased('c-1', { standing: 'accepted', payeeCheck: 'close_match', reason: 'Muehle Brandt', at }),
    aReleased('c-2', { standing: 'rejected', payeeCheck: 'no_match', reason: 'AC04 closed account', at }),
    aReleased('c-3', { standing: 'pending', payeeCheck: newer, at }),
    aReleased('c-4', { standing: 'rejected', payeeCheck: 'not_possible', at }),
    aReleased('c-5', { payeeCheck: 'match', at }),
    aReleased('c-6'),
  )
  show()
  await screen.findByText('Company c-1')
  const [head, ...rows] = within(screen.getByRole('table', { name: /^Payouts of batch/ })).getAllByRole('row')
  const place = within(head as HTMLElement).getAllByRole('columnheader').findIndex(({ textContent }) => textContent === 'Bank’s answer')
  const cells = rows.map((row) => within(row).getAllByRole('cell')[place] as HTMLElement)
  expect(cells.map(lines)).toEqual([
    ['Accepted by the bank', 'Payee’s name nearly matches the account', 'Muehle Brandt'],
    ['Rejected: The account is closed (AC04)', 'Payee’s name doesn’t match the account'],
    ['Pending at the bank', 'of_a_newer_server'],
    ['Rejected by the bank', 'Payee’s name couldn’t be checked'],
    ['Payee’s name matches the account'],
    [],
  ])
  expect(cells[5]).toHaveTextContent('–')
})

test('executed rows tell it too, and why a payout came back is told once', async () => {
  const at = '2027-01-05T10:00:00Z'
  payouts(
    aReleased('c-1', { standing: 'accepted', at }, { status: 'executed', executedOn: '2027-01-05' }),
    aReleased('c-2', { standing: 'rejected', reason: 'AC04 closed account', at }, { status: 'returned', returnedOn: '2027-01-05', returnReason: 'AC04 closed account' }),
  )
  show('sent')
  expect(await screen.findByRole('cell', { name: 'Accepted by the bank' })).toBeVisible()
  expect(await screen.findByRole('cell', { name: 'Rejected by the bank' })).toBeVisible()
  await waitFor(() => { expect(screen.getAllByText(/AC04/)).toHaveLength(1) })
})
