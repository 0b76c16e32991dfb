import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { stepUp } from '@/api/step-up'
import type { BankLine, HeldLine, OpenLine } from '@/entities/payment/statements'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { aHeldLine, aLine, aStatement } from '@/testing/bank'
import { anOperator, problem } from '@/testing/data'
import { aReceipt } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import PaymentsDeskPage from './payments-desk-page'

const server = serve()

let held: HeldLine[] = []
let decidedLines: HeldLine[] = []
let gaps: Schemas['GapBody'][] = []
beforeEach(() => {
  held = []
  decidedLines = []
  gaps = []
})

const came: Schemas['ImportedFileBody'] = { imported: 10, repeated: 2, matched: 6, suggested: 2, suspense: 1, open: 1, perhaps: 0, setAside: 0, skipped: [], statements: [] }

function statements(...all: Schemas['StatementBody'][]) {
  server.use(mock.get('/operator/bank-statements', () => HttpResponse.json({ data: all })))
}

/** Its schema is hidden behind another of its name. */
function debits(...all: OpenLine[]) {
  server.use(mock.get('/operator/statement-lines', () => HttpResponse.json({ data: all })))
}

function show(roles: Schemas['OperatorRole'][] = ['treasury'], address = '/payments-desk?show=statements') {
  server.use(mock.get('/operator/operators', () => HttpResponse.json({ data: [] })))
  server.use(mock.get('/operator/held-lines', ({ request }) => HttpResponse.json({ data: new URL(request.url).searchParams.get('decided') ? decidedLines : held })), mock.get('/operator/bank-statements/gaps', () => HttpResponse.json({ data: gaps })))
  localStorage.setItem('accessToken', aToken())
  server.use(mock.get('/semi-private/user', () => HttpResponse.json(anOperator(...roles))))
  const { client } = renderScreen(<Route path="/payments-desk"><PaymentsDeskPage /></Route>, address)
  client.setQueryData(userQuery.queryKey, anOperator(...roles).data)
}

const aFile = (name: string) => new File(['<Document/>'], name, { type: 'text/xml' })
const chooser = () => screen.findByLabelText('Bank statements to import')

test('what came of a file is told in figures, with the accounts that are not ours and the way on', async () => {
  statements()
  debits()
  server.use(
    mock.post('/operator/bank-statements', () => {
      statements(aStatement())
      return HttpResponse.json({ data: { ...came, skipped: ['DE02120300000000202051'] } })
    }),
  )
  show()
  await userEvent.upload(await chooser(), aFile('february.xml'))
  const news = within(await screen.findByRole('region', { name: 'february.xml' }))
  expect(await news.findByText('february.xml imported')).toBeVisible()
  const figures = news.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(figures).toEqual([['New entries', '10'], ['Imported before', '2'], ['Matched', '6'], ['With a suggestion', '2'], ['In suspense', '1'], ['Unallocated debits', '1']])
  expect(news.getByText('Left out because these aren’t our accounts: DE02 1203 0000 0000 2020 51')).toBeVisible()
  expect(news.getByRole('link', { name: 'Show unallocated receipts' })).toHaveAttribute('href', '/payments-desk?show=unexplained')
  expect(await screen.findByRole('cell', { name: '34/2027' })).toBeVisible()
  await userEvent.click(news.getByRole('button', { name: 'Dismiss february.xml' }))
  expect(screen.queryByRole('region', { name: 'february.xml' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Choose files' })).toHaveFocus()
})

test('of a file with several statements it is told which were taken, which were there, and which were not', async () => {
  statements()
  debits()
  const one = { account: 'DE02120300000000202051', currency: 'EUR', from: '2027-01-04', to: '2027-01-04' } as const
  server.use(
    mock.post('/operator/bank-statements', () =>
      HttpResponse.json({ data: { ...came, statements: [{ ...one, name: '1/2027', taken: 'before' }, { ...one, name: '2/2027', from: '2027-01-05', to: '2027-01-06', taken: 'now' }, { ...one, name: '', from: null, to: null, taken: 'too_many_wait' }] } }),
    ),
  )
  show()
  await userEvent.upload(await chooser(), aFile('january.xml'))
  const told = within(await screen.findByRole('list', { name: 'Statements in the file' })).getAllByRole('listitem')
  expect(told.map((item) => item.textContent)).toEqual([
    'DE02 1203 0000 0000 2020 51 · No. 1/2027 · Jan 4, 2027 · Was there already',
    'DE02 1203 0000 0000 2020 51 · No. 2/2027 · Jan 5, 2027 – Jan 6, 2027 · Taken',
    'DE02 1203 0000 0000 2020 51 · Not taken to its end: too many of its entries would wait for a decision. Decide on those that wait, then import the file again',
  ])
})

test('a refused file names the line, and those behind it are taken all the same, one after the other', async () => {
  statements()
  debits()
  let underWay = 0
  const sent: number[] = []
  server.use(
    mock.post('/operator/bank-statements', async () => {
      sent.push(++underWay)
      await new Promise((resolve) => setTimeout(resolve, 20))
      underWay -= 1
      if (sent.length > 1) return HttpResponse.json({ data: came })
      return HttpResponse.json(problem('file_refused', 422, { file: { code: 'balances_differ', params: { line: 1_234 } } }), { status: 422 })
    }),
  )
  show()
  const area = await screen.findByText('Drop the bank’s files here, or choose them.')
  for (const name of ['january.xml', 'february.xml']) fireEvent.drop(area, { dataTransfer: { files: [aFile(name)] } })
  const refused = within(await screen.findByRole('region', { name: 'january.xml' }))
  expect(await refused.findByText('The statement at line 1,234 of the file doesn’t add up to its closing balance.')).toBeVisible()
  expect(refused.getByText('january.xml wasn’t imported')).toBeVisible()
  expect(refused.queryByRole('button', { name: /Send again/ })).toBeNull()
  expect(await screen.findByText('february.xml imported')).toBeVisible()
  expect(sent).toEqual([1, 1])
})

test('of many files one sum is told, and what failed of them by itself', async () => {
  statements()
  debits()
  let sent = 0
  server.use(
    mock.post('/operator/bank-statements', () => {
      sent += 1
      if (sent === 2) return HttpResponse.json(problem('file_refused', 422, { file: { code: 'balances_differ', params: { line: 7 } } }), { status: 422 })
      return HttpResponse.json({ data: { ...came, skipped: sent === 1 ? [] : ['DE02120300000000202051', 'DE89370400440532013000 USD'] } })
    }),
  )
  show()
  await userEvent.upload(await chooser(), [1, 2, 3, 4, 5].map((number) => aFile(`${String(number)}.xml`)))
  const news = within(await screen.findByRole('region', { name: '4 files' }))
  const figures = news.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(figures.slice(0, 3)).toEqual([['New entries', '40'], ['Imported before', '8'], ['Matched', '24']])
  expect(news.getByText('Left out because these aren’t our accounts: DE02 1203 0000 0000 2020 51, DE89 3704 0044 0532 0130 00 USD')).toBeVisible()
  expect(screen.getByText('2.xml wasn’t imported')).toBeVisible()
  expect(screen.queryByRole('region', { name: '1.xml' })).toBeNull()
  await userEvent.click(news.getByRole('button', { name: 'Dismiss 4 files' }))
  expect(screen.queryByRole('region', { name: '4 files' })).toBeNull()
  expect(screen.getByText('2.xml wasn’t imported')).toBeVisible()
})

test('a file that is too large is not even sent', async () => {
  statements()
  debits()
  show()
  const file = aFile('years.xml')
  Object.defineProperty(file, 'size', { value: 32 * 1024 * 1024 + 1 })
  await userEvent.upload(await chooser(), file)
  expect(await screen.findByText('The file is too large. The maximum is 32 MB.')).toBeVisible()
})

test('while it is taken one sees how far it is', async () => {
  debits()
  let taken = -1
  const finish: (() => void)[] = []
  const old = aStatement({ id: 's-0', name: '33/2027', lines: 9, taken: 4 })
  server.use(
    mock.get('/operator/bank-statements', () => HttpResponse.json({ data: finish.length > 0 ? [old, aStatement({ lines: 1_200, taken: (taken += 400) })] : [old] })),
    mock.post('/operator/bank-statements', async () => {
      await new Promise<void>((resolve) => {
        finish.push(resolve)
      })
      return HttpResponse.json({ data: came })
    }),
  )
  show()
  expect(await screen.findByRole('cell', { name: '4 of 9' })).toBeVisible()
  await userEvent.upload(await chooser(), aFile('february.xml'))
  expect(await screen.findByText('399 of 1,200 entries')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Entries of february.xml' })).toHaveAttribute('aria-valuenow', '33')
  expect(await screen.findByText('799 of 1,200 entries')).toBeVisible()
  finish[0]?.()
  expect(await screen.findByText('february.xml imported')).toBeVisible()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('what was cut short is sent again, and it is said that nothing counts twice', async () => {
  statements()
  debits()
  let isOffline = true
  server.use(mock.post('/operator/bank-statements', () => (isOffline ? HttpResponse.error() : HttpResponse.json({ data: came }))))
  show()
  await userEvent.upload(await chooser(), [aFile('january.xml'), aFile('february.xml')])
  expect(await screen.findByText('The connection was lost. Send the file again: that completes it, and no entry counts twice.')).toBeVisible()
  expect(screen.getByText('february.xml is next')).toBeVisible()
  isOffline = false
  await userEvent.click(screen.getByRole('button', { name: 'Send again: january.xml' }))
  expect(await screen.findByText('january.xml imported')).toBeVisible()
  expect(await screen.findByText('february.xml imported')).toBeVisible()
})

test('a file is sent again once however often it is clicked', async () => {
  statements()
  debits()
  const [asked, underWay] = [{ sent: 0, most: 0 }, new Set<number>()]
  server.use(
    mock.post('/operator/bank-statements', async () => {
      const one = ++asked.sent
      if (one === 1) return HttpResponse.error()
      underWay.add(one)
      asked.most = Math.max(asked.most, underWay.size)
      await new Promise((done) => { setTimeout(done, 20) })
      underWay.delete(one)
      return HttpResponse.json({ data: came })
    }),
  )
  show()
  await userEvent.upload(await chooser(), [aFile('january.xml'), aFile('february.xml')])
  const again = await screen.findByRole('button', { name: 'Send again: january.xml' })
  act(() => {
    fireEvent.click(again)
    fireEvent.click(again)
  })
  expect(await screen.findByText('february.xml imported')).toBeVisible()
  expect(asked).toEqual({ sent: 3, most: 1 })
})

/** A server that wants each file confirmed. Answers the keys and files it was sent, and how a person confirms what they are asked. */
function wantsConfirmation() {
  const sent: { key: string; name: string | undefined }[] = []
  const confirmed = new Set<string>()
  server.use(
    mock.post('/operator/bank-statements', async ({ request }) => {
      const [key, form] = [request.headers.get('idempotency-key') ?? '', await request.text()]
      sent.push({ key, name: /filename="([^"]*)"/.exec(form)?.[1] })
      return confirmed.has(key) ? HttpResponse.json({ data: came }) : HttpResponse.json({ ...problem('step_up_required', 403), confirm: key }, { status: 403 })
    }),
  )
  onTestFinished(stepUp.listen())
  const asked = () => waitFor(() => {
    const act = stepUp.asked()
    expect(act).not.toBeNull()
    return act ?? ''
  })
  const confirm = async () => {
    confirmed.add(await asked())
    stepUp.pass()
  }
  return { sent, asked, confirm }
}

test('each file is confirmed by itself, and sent again as it was, under its key', async () => {
  statements()
  debits()
  const { sent, asked, confirm } = wantsConfirmation()
  show()
  await userEvent.upload(await chooser(), [aFile('january.xml'), aFile('february.xml')])
  await asked()
  expect(stepUp.about()).toBe('january.xml')
  expect(screen.getByText('Importing january.xml')).toBeVisible()
  expect(screen.getByText('february.xml is next')).toBeVisible()
  await confirm()
  expect(await screen.findByText('january.xml imported')).toBeVisible()
  await confirm()
  expect(await screen.findByText('february.xml imported')).toBeVisible()
  expect(sent.map(({ name }) => name)).toEqual(['january.xml', 'january.xml', 'february.xml', 'february.xml'])
  expect([sent[0]?.key, sent[2]?.key]).toEqual([sent[1]?.key, sent[3]?.key])
  expect(sent[0]?.key).not.toBe(sent[2]?.key)
})

test('a file that is not confirmed is not lost: it is sent again, or put away, and those behind it go on', async () => {
  statements()
  debits()
  const { sent, asked, confirm } = wantsConfirmation()
  show()
  await userEvent.upload(await chooser(), [aFile('january.xml'), aFile('february.xml'), aFile('march.xml')])
  await asked()
  stepUp.cancel()
  expect(await screen.findByText('january.xml wasn’t imported')).toBeVisible()
  expect(screen.getByText('You didn’t confirm the import. Send the file again to be asked again.')).toBeVisible()
  expect(screen.getByText('february.xml is next')).toBeVisible()
  expect(sent.map(({ name }) => name)).toEqual(['january.xml'])
  await userEvent.click(screen.getByRole('button', { name: 'Send again: january.xml' }))
  await confirm()
  expect(await screen.findByText('january.xml imported')).toBeVisible()
  expect(new Set(sent.filter(({ name }) => name === 'january.xml').map(({ key }) => key)).size).toBe(1)
  await asked()
  stepUp.cancel()
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss february.xml' }))
  await confirm()
  expect(await screen.findByText('march.xml imported')).toBeVisible()
})

test('who brought a statement stands beside it', async () => {
  statements(aStatement({ importedBy: { id: 'u-1', name: 'Olga Reyes' } }))
  debits()
  show()
  expect(await screen.findByText(/^Imported by Olga Reyes on Feb 19, 2027/)).toBeVisible()
})

test('each statement is compared with the ledger, and where they differ it is said why that may be', async () => {
  statements(aStatement(), aStatement({ id: 's-2', name: '33/2027', lines: 300, taken: 120, open: 1, ledger: 1_101_290, difference: 1_290, parts: [{ part: 'unexplained_debits', amount: 1_290 }] }), aStatement({ id: 's-3', name: '32/2027', difference: -500, rest: -500 }))
  debits()
  show()
  const rows = within(await screen.findByRole('table', { name: 'Bank statements' })).getAllByRole('row').slice(1)
  const told = rows.map((row) => within(row).getAllByRole('cell').slice(1).map(({ textContent }) => textContent))
  expect(told).toEqual([
    ['34/2027', 'Feb 18, 2027', '€11,000.00', '€11,000.00', 'In balance', '12', '0'],
    ['33/2027', 'Feb 18, 2027', '€11,000.00', '€11,012.90', 'Ledger is €12.90 too high€12.90 unallocated debits', '120 of 300', '1'],
    ['32/2027', 'Feb 18, 2027', '€11,000.00', '€11,000.00', 'Ledger is €5.00 too low−\u2060€5.00 not explained: on no statement', '12', '0'],
  ])
  expect(within(rows[0] as HTMLElement).getByText('DE89 3704 0044 0532 0130 00')).toBeInTheDocument()
  expect(screen.getByText('Unallocated debits aren’t in the ledger. What the ledger has and no statement tells was booked or marked as executed by hand, or its statement is missing.')).toBeVisible()
})

test('where all is in balance no reason for a difference is given', async () => {
  statements(aStatement())
  debits()
  show()
  expect(await screen.findByText('In balance')).toBeVisible()
  expect(screen.queryByText(/^Unallocated debits aren’t/)).toBeNull()
})

test('a debit is booked as a bank charge once that is confirmed, by keys alone, and one goes on at the next', async () => {
  statements(aStatement({ open: 2 }))
  debits(aLine(), aLine({ id: 'l-2', amount: -50_000, other: { name: null, iban: null }, text: null }))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/statement-lines/{id}/settle', async ({ request, params }) => {
      sent.push([params.id, await request.json(), request.headers.has('idempotency-key')])
      debits(aLine({ id: 'l-2', amount: -50_000, other: { name: null, iban: null }, text: null }))
      return HttpResponse.json({ data: aLine({ outcome: 'charge' }) })
    }),
  )
  show()
  const user = userEvent.setup()
  await screen.findByRole('row', { name: /Bank Beispiel AG.*Feb 18, 2027.*Account fee February.*€12.90/ })
  await user.keyboard('j')
  expect(screen.getByRole('button', { name: 'Book as bank charge: Bank Beispiel AG €12.90' })).toHaveFocus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Book as bank charge' }))
  expect(dialog.getByText(/^€12.90 to Bank Beispiel AG is booked as our cost on Feb 18, 2027/)).toBeVisible()
  expect(sent).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Book as bank charge' }))
  await waitFor(() => { expect(sent).toEqual([['l-1', { as: 'charge' }, true]]) })
  expect(await screen.findByText('Booked as bank charge')).toBeInTheDocument()
  await waitFor(() => { expect(screen.queryByRole('row', { name: /Bank Beispiel AG/ })).toBeNull() })
  await waitFor(() => { expect(screen.getByRole('button', { name: 'Book as bank charge: Unknown payee €500.00' })).toHaveFocus() })
})

/** What in the books may be a debit. */
function candidates(data: Schemas['LineCandidatesBody']) {
  server.use(mock.get('/operator/statement-lines/{id}/candidates', () => HttpResponse.json({ data })), mock.get('/operator/names', () => HttpResponse.json({ data: [{ id: 'c-1', kind: 'company' as const, name: 'Weberei Falk GmbH' }] })))
}

const booked = (entry: string, amount: number, event: Schemas['Event'] = 'payout_executed'): Schemas['BookedCandidateBody'] => ({ entries: [entry], event, isReversal: false, on: '2027-02-17', amount, companyId: event === 'payout_executed' ? 'c-1' : null })

test('a debit is found in the books: what fits is chosen; after the last one nothing is left, and the focus is kept', async () => {
  statements(aStatement({ open: 1 }))
  debits(aLine())
  candidates({ booked: [booked('e-1', -1_290), booked('e-2', -1_000, 'capital_out')], receipts: [], withCharge: [], used: [] })
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/statement-lines/{id}/settle', async ({ request }) => {
      sent.push(await request.json())
      debits()
      return HttpResponse.json({ data: aLine({ outcome: 'noted' }) })
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Match to ledger entry: Bank Beispiel AG €12.90' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Match to ledger entry' }))
  expect(await dialog.findByRole('checkbox', { name: /Payout executed · Weberei Falk GmbH/ })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: /Capital taken out/ })).not.toBeChecked()
  expect(dialog.getAllByRole('link', { name: 'Show entry' }).map((link) => link.getAttribute('href'))).toEqual(['/ledger/entries/e-1', '/ledger/entries/e-2'])
  await userEvent.click(dialog.getByRole('button', { name: 'Match' }))
  expect(await screen.findByText('Every debit is allocated.')).toBeVisible()
  expect(sent).toEqual([{ as: 'noted', entries: ['e-1'] }])
  expect(screen.getByRole('group', { name: 'Unallocated debits' })).toHaveFocus()
})

test('what a debit may be is not asked for once it is settled, by oneself or by a colleague; after another refusal it is', async () => {
  statements(aStatement({ open: 2 }))
  debits(aLine(), aLine({ id: 'l-2', other: { name: 'Post AG', iban: null } }))
  const asked: unknown[] = []
  const refusals = [{ ...problem('not_possible', 409), reason: 'too_early' as const }, { ...problem('not_possible', 409), reason: 'wrong_status' as const }]
  server.use(
    mock.get('/operator/statement-lines/{id}/candidates', ({ params }) => {
      asked.push(params.id)
      return HttpResponse.json({ data: { booked: [booked('e-1', -1_290, 'capital_out')], receipts: [], withCharge: [], used: [] } })
    }),
    mock.post('/operator/statement-lines/{id}/settle', ({ params }) => {
      const refusal = params.id === 'l-2' ? refusals.shift() : undefined
      if (refusal) return HttpResponse.json(refusal, { status: 409 })
      debits(aLine({ id: 'l-2', other: { name: 'Post AG', iban: null } }))
      return HttpResponse.json({ data: aLine({ outcome: 'noted' }) })
    }),
  )
  const rest = () => screen.queryByRole('button', { name: 'Match to ledger entry: Bank Beispiel AG €12.90' })
  show()
  await screen.findByRole('button', { name: 'Match to ledger entry: Bank Beispiel AG €12.90' })
  await userEvent.click(rest() ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Match' }))
  await waitFor(() => { expect(screen.queryByRole('dialog')).toBeNull() })
  expect(asked).toEqual(['l-1'])
  await userEvent.click(screen.getByRole('button', { name: 'Match to ledger entry: Post AG €12.90' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Match' }))
  expect(await screen.findByText('It’s too early for this.')).toBeVisible()
  await waitFor(() => { expect(asked).toEqual(['l-1', 'l-2', 'l-2']) })
  await userEvent.click(screen.getByRole('button', { name: 'Match' }))
  await waitFor(() => { expect(screen.queryByText('It’s too early for this.')).toBeNull() })
  await waitFor(() => { expect(screen.getByRole('button', { name: 'Match' })).toBeEnabled() })
  expect(asked).toEqual(['l-1', 'l-2', 'l-2'])
})

test('a debit that is perhaps booked before says of which day, in the list and before it is booked as a charge', async () => {
  statements(aStatement({ open: 2 }))
  debits({ ...aLine(), perhaps: { entry: 'e-1', event: 'bank_charge', on: '2027-02-15' } }, { ...aLine({ id: 'l-2' }), perhaps: null })
  show()
  const link = await screen.findByRole('link', { name: 'Bank charge, Feb 15, 2027' })
  expect(link).toHaveAttribute('href', '/ledger/entries/e-1')
  const [first, second] = screen.getAllByRole('button', { name: 'Book as bank charge: Bank Beispiel AG €12.90' })
  if (!first || !second) throw new Error('two lines')
  await userEvent.click(first)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Book as bank charge' }))
  expect(dialog.getByText('An entry of this amount on Feb 15, 2027 is on no statement. If it is the same money, match the line to that entry instead.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(second)
  await screen.findByRole('alertdialog', { name: 'Book as bank charge' })
  expect(screen.queryByText(/^An entry of this amount/)).toBeNull()
})

test('what takes something back says so', async () => {
  statements(aStatement({ open: 1 }))
  debits(aLine())
  candidates({ booked: [{ ...booked('e-1', -1_290, 'receipt_unexplained'), isReversal: true }], receipts: [], withCharge: [], used: [] })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Match to ledger entry: Bank Beispiel AG €12.90' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Match to ledger entry' }))
  expect(await dialog.findByRole('checkbox', { name: /^Taken back: Receipt in suspense/ })).toBeVisible()
})

test('several entries have to come to the amount of the debit', async () => {
  statements(aStatement({ open: 1 }))
  debits(aLine())
  candidates({ booked: [booked('e-1', -1_000), booked('e-2', -290)], receipts: [], withCharge: [], used: [] })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Match to ledger entry: Bank Beispiel AG €12.90' }))
  const dialog = within(await screen.findByRole('dialog'))
  const [first, second] = await dialog.findAllByRole('checkbox')
  const confirm = dialog.getByRole('button', { name: 'Match' })
  expect(confirm).toBeDisabled()
  await userEvent.click(first as HTMLElement)
  expect(dialog.getByText('€10.00 of €12.90 chosen')).toBeVisible()
  expect(confirm).toBeDisabled()
  await userEvent.click(second as HTMLElement)
  expect(confirm).toBeEnabled()
})

test('what went out beyond the entries can be the bank’s charge, up to half of it all', async () => {
  statements(aStatement({ open: 1 }))
  debits(aLine())
  candidates({ booked: [booked('e-1', -1_200), booked('e-2', -600)], receipts: [], withCharge: [], used: [] })
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/statement-lines/{id}/settle', async ({ request }) => {
      sent.push(await request.json())
      debits()
      return HttpResponse.json({ data: aLine({ outcome: 'noted' }) })
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Match to ledger entry: Bank Beispiel AG €12.90' }))
  const dialog = within(await screen.findByRole('dialog'))
  const [first, second] = await dialog.findAllByRole('checkbox')
  expect(dialog.queryByRole('button', { name: /are bank charges/ })).toBeNull()
  await userEvent.click(second as HTMLElement)
  expect(dialog.queryByRole('button', { name: /are bank charges/ })).toBeNull()
  await userEvent.click(second as HTMLElement)
  await userEvent.click(first as HTMLElement)
  await userEvent.click(dialog.getByRole('button', { name: 'The other €0.90 are bank charges' }))
  await waitFor(() => { expect(sent).toEqual([{ as: 'noted', entries: ['e-1'], withCharge: true }]) })
})

test('what is in no book is booked first, and what the bank took back is said', async () => {
  statements(aStatement({ open: 1 }))
  debits(aLine())
  const receipt = aReceipt({ id: 'b-1', amount: 1_290, left: 1_290, payer: { name: 'Nordwind AG', iban: null } })
  candidates({ booked: [], receipts: ['b-1'], withCharge: [], used: [] })
  server.use(mock.get('/operator/receipts', () => HttpResponse.json({ data: [receipt, aReceipt({ id: 'b-2' })] })))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/statement-lines/{id}/settle', async ({ request }) => {
      sent.push(await request.json())
      debits()
      return HttpResponse.json({ data: aLine({ outcome: 'noted' }) })
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Match to ledger entry: Bank Beispiel AG €12.90' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('The ledger has nothing from Jan 18, 2027 to Mar 21, 2027 that is on no statement.')).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Show released' })).toHaveAttribute('href', '/payments-desk?show=released')
  expect(dialog.getByRole('link', { name: 'Book as capital taken out' })).toHaveAttribute('href', '/ledger/book?event=capital_out&on=2027-02-18&amount=1290&currency=EUR')
  expect(await dialog.findAllByRole('button', { name: /^The bank took it back/ })).toHaveLength(1)
  await userEvent.click(dialog.getByRole('button', { name: 'The bank took it back: Nordwind AG' }))
  await waitFor(() => { expect(sent).toEqual([{ as: 'taken_back', receiptId: 'b-1' }]) })
})

test('what the bank took back with its charge in one sum is said as that', async () => {
  statements(aStatement({ open: 1 }))
  debits(aLine())
  candidates({ booked: [], receipts: [], withCharge: [{ receiptId: 'b-1', charge: 290 }], used: [] })
  const receipt = aReceipt({ id: 'b-1', amount: 1_000, left: 1_000, payer: { name: 'Nordwind AG', iban: null } })
  const sent: unknown[] = []
  server.use(
    mock.get('/operator/receipts', () => HttpResponse.json({ data: [receipt, aReceipt({ id: 'b-2' })] })),
    mock.post('/operator/statement-lines/{id}/settle', async ({ request }) => {
      sent.push(await request.json())
      debits()
      return HttpResponse.json({ data: aLine({ outcome: 'noted' }) })
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Match to ledger entry: Bank Beispiel AG €12.90' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'The bank took it back with €2.90 charges: Nordwind AG' }))
  await waitFor(() => { expect(sent).toEqual([{ as: 'taken_back', receiptId: 'b-1', withCharge: true }]) })
})

test('the entries of a statement tell what became of each, and what a person said is taken back', async () => {
  const lines = [aLine({ amount: 50_000, outcome: 'receipt', isReopenable: false }), aLine({ id: 'l-2', outcome: 'charge', isReopenable: true })]
  let isOpen = false
  const sent: unknown[] = []
  server.use(
    mock.get('/operator/bank-statements/{id}/lines', () => HttpResponse.json({ data: isOpen ? [lines[0] as BankLine, aLine({ id: 'l-2', isReopenable: false })] : lines })),
    mock.post('/operator/statement-lines/{id}/reopen', ({ params }) => {
      sent.push(params.id)
      isOpen = true
      return HttpResponse.json({ data: aLine({ id: 'l-2' }) })
    }),
  )
  show(['treasury'], '/payments-desk?show=statements&statement=s-1')
  const table = within(await screen.findByRole('table', { name: 'Entries of the statement' }))
  expect(table.getByRole('row', { name: /Receipt.*€500.00/ })).toBeVisible()
  await userEvent.click(table.getByRole('button', { name: 'Undo allocation: Bank Beispiel AG −\u2060€12.90' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Undo allocation' }))
  expect(asked.getByText('Undo the allocation of €12.90 to Bank Beispiel AG? It is an unallocated debit again.')).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.click(asked.getByRole('button', { name: 'Undo allocation' }))
  expect(await screen.findByText('Unallocated again')).toBeInTheDocument()
  expect(sent).toEqual(['l-2'])
  await waitFor(() => { expect(screen.queryByRole('button', { name: /^Undo allocation/ })).toBeNull() })
  expect(screen.getByRole('row', { name: /Unallocated.*−\u2060€12.90/ })).toBeVisible()
})

test('a difference is told with what it comes from, and a missing statement with the day', async () => {
  statements(aStatement({ difference: 1_500, parts: [{ part: 'unexplained_debits', amount: 1_290 }, { part: 'on_another', amount: 123 }], rest: 87, ledger: 1_101_500 }), aStatement({ id: 's-2', gapSince: '2027-02-10' }))
  debits()
  show()
  const rows = within(await screen.findByRole('table', { name: 'Bank statements' })).getAllByRole('row').slice(1)
  expect(rows[0]).toHaveTextContent('Ledger is €15.00 too high€12.90 unallocated debits€1.23 on another statement€0.87 not explained: on no statement')
  expect(rows[1]).toHaveTextContent('In balanceNo statement from Feb 10, 2027 on')
})

test('why a debit could not be settled is told in its dialog', async () => {
  statements(aStatement({ open: 1 }))
  debits(aLine())
  server.use(mock.post('/operator/statement-lines/{id}/settle', () => HttpResponse.json(problem('not_possible', 409), { status: 409 })))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Book as bank charge: Bank Beispiel AG €12.90' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Book as bank charge' }))
  expect(await dialog.findByText('This isn’t possible at this stage.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => { expect(screen.getByRole('button', { name: 'Book as bank charge: Bank Beispiel AG €12.90' })).toHaveFocus() })
})

test('who only reads imports and settles nothing', async () => {
  statements(aStatement({ open: 1 }))
  debits(aLine())
  show(['auditor'])
  expect(await screen.findByText('In balance')).toBeVisible()
  expect(await screen.findByRole('row', { name: /Bank Beispiel AG/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Choose files' })).toBeNull()
  expect(screen.queryByLabelText('Bank statements to import')).toBeNull()
  expect(screen.queryByRole('button', { name: /Book as bank charge/ })).toBeNull()
})

test('a line that waits says why, and is decided once; a missing statement is named with its figures', async () => {
  statements(aStatement({ held: 2, unread: 250 }))
  debits()
  const raw = '<Ntry><Amt Ccy="EUR">75.00</Amt></Ntry>'
  const legible = { on: '2020-02-17', valueOn: null, amount: '75.00 EUR', amountMinor: 7_500, direction: null, other: { name: 'Odd GmbH', iban: 'DE02120300000000202051' }, text: 'odd', raw }
  const odd = aHeldLine({ id: 'h-2', why: 'unreadable', what: 'CdtDbtInd', atLine: 77, on: null, amount: null, other: null, text: null, perhaps: null, mayCount: false, legible })
  held = [aHeldLine(), odd, aHeldLine({ id: 'h-3', why: 'altered', was: 900, other: { name: 'Twice GmbH', iban: null } }), aHeldLine({ id: 'h-4', why: 'ahead', on: '2027-02-25', mayCount: false, other: { name: 'Ahead GmbH', iban: null } }), aHeldLine({ id: 'h-5', why: 'long_ago', on: '2026-01-20', other: { name: 'Late GmbH', iban: null } })]
  gaps = [{ account: 'DE89370400440532013000', currency: 'EUR', after: '2027-02-10', closing: 2_000, before: '2027-02-12', opening: 2_500, amount: 500 }]
  const decided: unknown[] = []
  const asked: unknown[] = []
  server.use(
    mock.get('/operator/held-lines/{id}/candidates', ({ params }) => {
      asked.push(params.id)
      return HttpResponse.json({ data: params.id === 'h-4' ? [] : [aLine({ id: 'l-9', amount: 1_000, other: { name: 'Twice GmbH', iban: null }, text: 'Abschlag' })] })
    }),
    mock.post('/operator/held-lines/{id}/decide', async ({ request, params }) => {
      decided.push([params.id, await request.json(), request.headers.has('idempotency-key')])
      held = held.filter(({ id }) => id !== params.id)
      return HttpResponse.json({ data: aHeldLine({ decision: 'new' }) })
    }),
  )
  show()
  const list = within(await screen.findByRole('group', { name: 'Lines that wait' }))
  expect(await list.findByText('Perhaps imported before: no balance proves it')).toBeVisible()
  expect(list.getByText('Missing or unreadable: whether money came in or went out. Line 77 of the file.')).toBeVisible()
  expect(list.getByText(raw)).toBeInTheDocument()
  expect(list.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible()
  expect(list.getByText('Imported before with €9.00')).toBeVisible()
  expect(list.getByText(/which is still to come. It is taken by itself on that day./)).toBeVisible()
  expect(list.queryByRole('button', { name: 'New: Ahead GmbH €10.00' })).toBeNull()
  expect(list.getByText(/^Booked on .*, more than a year ago$/)).toBeVisible()
  expect(list.getByRole('button', { name: 'New: Late GmbH €10.00' })).toBeVisible()
  expect(screen.getByText('€2.50 can’t be read')).toBeVisible()
  expect(screen.getByText('2 lines wait')).toBeVisible()
  const missing = within(await screen.findByRole('table', { name: 'Missing statements' }))
  expect(missing.getByText('€5.00')).toBeVisible()
  await userEvent.click(list.getByRole('button', { name: 'New: Gleich GmbH €10.00' }))
  let counted = within(await screen.findByRole('alertdialog', { name: 'Count as new' }))
  expect(counted.getByText('Book €10.00 from Gleich GmbH as new? It is in the ledger at once.')).toBeVisible()
  expect(counted.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => { expect(list.getByRole('button', { name: 'New: Gleich GmbH €10.00' })).toHaveFocus() })
  expect(decided).toEqual([])
  await userEvent.keyboard('{Enter}')
  counted = within(await screen.findByRole('alertdialog', { name: 'Count as new' }))
  await userEvent.click(counted.getByRole('button', { name: 'Count as new' }))
  await waitFor(() => { expect(list.queryByText('Perhaps imported before: no balance proves it')).toBeNull() })

  // A line is known only as a line that is named.
  await userEvent.click(list.getByRole('button', { name: 'Known: Ahead GmbH €10.00' }))
  let dialog = within(await screen.findByRole('dialog', { name: 'Known as which line?' }))
  expect(await dialog.findByText('No line of another statement has its amount and is near its day. It isn’t known.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(list.getByRole('button', { name: 'Known: Twice GmbH €10.00' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Known as which line?' }))
  await userEvent.click(await dialog.findByRole('button', { name: /It is this line: Twice GmbH/ }))
  await waitFor(() => { expect(list.queryByText('Imported before with €9.00')).toBeNull() })
  await waitFor(() => { expect(screen.queryByRole('dialog')).toBeNull() })
  // Of a line that is decided it isn’t asked any more what it may be.
  expect(asked).toEqual(['h-4', 'h-3'])

  // What was read of one that can’t be read is there already.
  await userEvent.click(list.getByRole('button', { name: 'Enter by hand: Odd GmbH 75.00 EUR' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Enter by hand' }))
  // Which way it went the file does not say, so nothing is chosen.
  expect(await dialog.findByLabelText('Direction')).toHaveValue('')
  await userEvent.click(dialog.getByRole('button', { name: 'Count it' }))
  expect(list.getByText(raw)).toBeInTheDocument()
  expect(dialog.getByLabelText('Amount')).toHaveValue('75.00')
  await userEvent.selectOptions(dialog.getByLabelText('Direction'), 'Money came in')
  await userEvent.click(dialog.getByRole('button', { name: 'Count it' }))
  await waitFor(() => { expect(list.queryByText(raw)).toBeNull() })

  await userEvent.click(list.getByRole('button', { name: 'Set aside: Ahead GmbH €10.00' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Set aside' }))
  await userEvent.type(await dialog.findByLabelText('Why it is left out'), 'Withdrawn by the bank')
  await userEvent.click(dialog.getByRole('button', { name: 'Set aside' }))
  const entered = { as: 'entered', on: '2020-02-17', valueOn: '2020-02-17', amount: 7_500, name: 'Odd GmbH', iban: 'DE02120300000000202051', text: 'odd' }
  await waitFor(() => {
    expect(decided).toEqual([
      ['h-1', { version: 3, decision: { as: 'new' } }, true],
      ['h-3', { version: 3, decision: { as: 'known', knownAs: 'l-9' } }, true],
      ['h-2', { version: 3, decision: entered }, true],
      ['h-4', { version: 3, decision: { as: 'set_aside', reason: 'Withdrawn by the bank' } }, true],
    ])
  })
})

test('a line in another currency than its account is not entered by hand, and says why', async () => {
  statements(aStatement())
  debits()
  const legible = { on: '2020-02-17', valueOn: null, amount: '100.00 USD', amountMinor: null, direction: 'CRDT', other: { name: 'Odd GmbH', iban: null }, text: null, raw: '<Ntry/>' }
  held = [aHeldLine({ why: 'unreadable', what: 'Amt Ccy', on: null, amount: null, other: null, text: null, mayCount: false, mayBeEntered: false, legible })]
  show()
  expect(await screen.findByText('In another currency than the account (EUR), so it can’t be entered. Line 12 of the file.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Enter by hand/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Set aside: Odd GmbH 100.00 USD' })).toBeVisible()
})

test('a day to come is refused at the day of a line that is entered by hand, by the client and by the server', async () => {
  statements(aStatement())
  debits()
  const legible = { on: null, valueOn: null, amount: '75.00', amountMinor: 7_500, direction: 'CRDT' as const, other: { name: 'Odd GmbH', iban: null }, text: null, raw: '<Ntry/>' }
  held = [aHeldLine({ why: 'unreadable', what: 'BookgDt', on: null, amount: null, other: null, text: null, mayCount: false, currency: 'USD', legible })]
  let sent = 0
  server.use(
    mock.post('/operator/held-lines/{id}/decide', () => {
      sent += 1
      return HttpResponse.json({ ...problem('invalid_input', 422, { decision: 'not_possible' }) }, { status: 422 })
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: /^Enter by hand: Odd GmbH/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter by hand' }))
  expect(await dialog.findByLabelText('Amount')).toHaveValue('75.00')
  const day = dialog.getByRole('textbox', { name: 'Booked on' })
  await userEvent.type(day, '12/31/2999')
  await userEvent.click(dialog.getByRole('button', { name: 'Count it' }))
  expect(await dialog.findByText('Enter today or an earlier day.')).toBeVisible()
  expect(sent).toBe(0)
  // By the server it is a day earlier than by the client.
  await userEvent.clear(day)
  await userEvent.type(day, '02/17/2020')
  await waitFor(() => { expect(dialog.queryByText('Enter today or an earlier day.')).toBeNull() })
  await userEvent.click(dialog.getByRole('button', { name: 'Count it' }))
  expect(await dialog.findByText('Enter today or an earlier day.')).toBeVisible()
  expect(day).toBeInvalid()
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(sent).toBe(1)
})

test('a decided line shows its reason, who decided and when, and waits again unless something followed', async () => {
  statements(aStatement())
  debits()
  const by = { decidedBy: { id: 'o-1', name: 'Olga Treasury' }, decidedAt: '2027-02-19T09:30:00Z', isReopenable: true }
  decidedLines = [
    aHeldLine({ ...by, id: 'h-5', decision: 'set_aside', reason: 'The bank will send it again', other: { name: 'Aside GmbH', iban: null } }),
    aHeldLine({ ...by, id: 'h-6', decision: 'new', other: { name: 'Used GmbH', iban: null } }),
  ]
  const sent: unknown[] = []
  const receipt = { id: 'r-1', on: '2027-02-18', payer: { name: 'Used GmbH', iban: null }, receivableIds: ['a-1'], debtorIds: [] }
  server.use(
    mock.get('/operator/names', () => HttpResponse.json({ data: [{ id: 'a-1', name: 'RE-7', kind: 'receivable' as const }] })),
    mock.post('/operator/held-lines/{id}/reopen', async ({ request, params }) => {
      sent.push([params.id, await request.json(), request.headers.has('idempotency-key')])
      if (params.id === 'h-6') return HttpResponse.json({ ...problem('not_possible', 409), reason: 'receipt_used' as const, receipt }, { status: 409 })
      decidedLines = decidedLines.filter(({ id }) => id !== params.id)
      held = [aHeldLine({ id: 'h-5', other: { name: 'Aside GmbH', iban: null } })]
      return HttpResponse.json({ data: aHeldLine({ id: 'h-5' }) })
    }),
  )
  show()
  const list = within(await screen.findByRole('group', { name: 'Decided lines' }))
  expect(await list.findByText('The bank will send it again')).toBeVisible()
  expect(list.getByText('Set aside')).toBeVisible()
  expect(list.getAllByText(/^Olga Treasury, Feb 19, 2027/)).toHaveLength(2)
  const ask = async (name: string) => {
    await userEvent.click(list.getByRole('button', { name: `Reopen: ${name} €10.00` }))
    return within(await screen.findByRole('alertdialog', { name: 'Reopen line' }))
  }
  let asked = await ask('Used GmbH')
  expect(asked.getByText('Reopen €10.00 from Used GmbH? The line waits for a decision again, and its money leaves the ledger.')).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.click(asked.getByRole('button', { name: 'Reopen' }))
  expect(await asked.findByText('This receipt was used. Undo what it was used for first.')).toBeVisible()
  expect(await asked.findByRole('link', { name: 'RE-7' })).toHaveAttribute('href', '/receivables/a-1')
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => { expect(list.getByRole('button', { name: 'Reopen: Used GmbH €10.00' })).toHaveFocus() })
  asked = await ask('Aside GmbH')
  expect(asked.getByText('Reopen €10.00 from Aside GmbH? The line waits for a decision again.')).toBeVisible()
  await userEvent.click(asked.getByRole('button', { name: 'Reopen' }))
  expect(await screen.findByRole('button', { name: 'Known: Aside GmbH €10.00' })).toBeVisible()
  await waitFor(() => { expect(list.queryByText('The bank will send it again')).toBeNull() })
  expect(sent).toEqual([['h-6', { version: 3 }, true], ['h-5', { version: 3 }, true]])
})

test('a decided line whose receipt was used leads to what is undone first', async () => {
  statements(aStatement())
  debits()
  const usedReceipt = { id: 'r-1', on: '2027-02-18', payer: { name: 'Used GmbH', iban: null }, receivableIds: ['a-1'], debtorIds: [] }
  decidedLines = [aHeldLine({ decision: 'new', other: { name: 'Used GmbH', iban: null }, isReopenable: false, usedReceipt })]
  server.use(mock.get('/operator/names', () => HttpResponse.json({ data: [{ id: 'a-1', name: 'RE-7', kind: 'receivable' as const }] })))
  show()
  const list = within(await screen.findByRole('group', { name: 'Decided lines' }))
  expect(await list.findByText('Undo first what its money was used for:')).toBeVisible()
  expect(await list.findByRole('link', { name: 'RE-7' })).toHaveAttribute('href', '/receivables/a-1')
  expect(list.queryByRole('button', { name: /^Reopen/ })).toBeNull()
})

test('who only reads sees the reason of a decision and reopens nothing', async () => {
  statements(aStatement())
  debits()
  decidedLines = [aHeldLine({ decision: 'set_aside', reason: 'Twice on it', isReopenable: true })]
  show(['auditor'])
  expect(await screen.findByText('Twice on it')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Reopen/ })).toBeNull()
})

test('a file in other letters than it says is told apart from a damaged one, with the way on', async () => {
  statements()
  debits()
  const refusal = { ...problem('file_refused', 422, { file: { code: 'letters_wrong', params: { line: 12 } } }), charset: 'UTF-8' }
  server.use(mock.post('/operator/bank-statements', () => HttpResponse.json(refusal, { status: 422 })))
  show()
  await userEvent.upload(await chooser(), aFile('umlauts.xml'))
  const said = 'The file says that it is written in UTF-8, but line 12 isn’t. Open the file in a text editor and save it as UTF-8, or ask your bank for UTF-8.'
  expect(await screen.findByText(said)).toBeVisible()
})

test('a line that was taken back says so, and is not called known before', async () => {
  statements(aStatement({ id: 's-1' }))
  debits()
  const lines = [
    aLine({ id: 'l-1', outcome: 'receipt', amount: 7_700, isTakenBack: true, isReopenable: false }),
    aLine({ id: 'l-2', outcome: 'noted', amount: -7_700, isTakenBack: true, isReopenable: true }),
    aLine({ id: 'l-3', outcome: 'noted', amount: -100, isTakenBack: false, isReopenable: true }),
  ]
  server.use(mock.get('/operator/bank-statements/{id}/lines', () => HttpResponse.json({ data: lines })))
  show(['treasury'], '/payments-desk?show=statements&statement=s-1')
  for (const text of ['Receipt, taken back since', 'Taken back by the bank', 'Matched to ledger entry']) expect(await screen.findByText(text)).toBeVisible()
})
