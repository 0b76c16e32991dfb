import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { QueryClient } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { anOperator, problem } from '@/testing/data'
import { anExamined, aReceipt } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import PaymentsDeskPage from './payments-desk-page'

const server = serve()

type Receipt = Schemas['ReceiptBody']

let client: QueryClient

const byNumbers: Schemas['SuggestionBody'] = { signs: ['invoice_numbers', 'payer_name', 'several_add_up'], warns: false, isSure: true, receivables: [{ id: 'r-1', amount: 600_000, leavesOpen: 0, surplus: 0 }, { id: 'r-2', amount: 400_000, leavesOpen: 5_000, surplus: 0 }] }
const byAmount: Schemas['SuggestionBody'] = { signs: ['exact_amount', 'other_payer'], warns: true, isSure: false, receivables: [{ id: 'r-1', amount: 1_000_000, leavesOpen: 0, surplus: 0 }] }
const named = (id: string, name: string, changes: Partial<Receipt> = {}) => aReceipt({ id, payer: { name, iban: null }, ...changes })
const first = named('e-1', 'Nordwind AG', { suggestions: [byNumbers, byAmount] })
const second = named('e-2', 'Südwind AG', { on: '2027-02-10' })
const third = named('e-3', 'Ostwind AG', { suggestions: [byAmount] })

/** What a receipt says once it is matched as suggested. */
const matched = (receipt: Receipt): Receipt => ({ ...receipt, left: 0, allocations: (receipt.suggestions?.[0]?.receivables ?? []).map(({ id, amount }) => ({ id: `a-${id}`, receivableId: id, amount, at: '2027-02-19T10:00:00Z' })) as Receipt['allocations'] })

/** The desk over these receipts; answers what is matched. */
function open(all: Receipt[], path = '/payments-desk?show=unexplained', { roles = ['treasury'] as Schemas['OperatorRole'][], refuse = null as Schemas['ProblemBody'] | null } = {}) {
  let left = all
  const sent: unknown[] = []
  server.use(
    mock.get('/operator/receipts', () => HttpResponse.json({ data: left })),
    mock.get('/operator/receipts/{id}/entries', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/receivables', () => HttpResponse.json({ data: [anExamined({ status: 'funded', position: { open: 600_000, out: 0, diluted: 0, withSeller: 0, payments: [] } })] })),
    mock.get('/operator/debtors', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/operators', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/names', () =>
      HttpResponse.json({
        data: [
          { id: 'r-1', kind: 'receivable', name: 'RE-100', seller: 'Mühle Brandt GmbH' },
          { id: 'r-2', kind: 'receivable', name: 'RE-200', seller: 'Mühle Brandt GmbH' },
        ],
      }),
    ),
    mock.post('/operator/receipts/match', async ({ request }) => {
      const { matches } = (await request.json()) as Schemas['MatchManyBody']
      sent.push(matches)
      const receiptId = matches[0]?.receiptId ?? ''
      if (refuse) return HttpResponse.json({ data: [{ receiptId, receipt: null, problem: refuse }] })
      const found = left.find(({ id }) => id === receiptId)
      left = left.filter(({ id }) => id !== receiptId)
      return HttpResponse.json({ data: [{ receiptId, receipt: matched(found ?? first), problem: null }] })
    }),
    mock.post('/operator/receipts/{id}/match', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      const found = left.find(({ id }) => id === params.id)
      left = left.filter(({ id }) => id !== params.id)
      return HttpResponse.json({ data: matched(found ?? first) })
    }),
  )
  client = renderScreen(<Route path="/payments-desk"><PaymentsDeskPage /></Route>, path).client
  client.setQueryData(userQuery.queryKey, { ...anOperator(...roles).data, businessTime: '2027-02-21T09:00:00Z' })
  return sent
}

/** A suggestion as it is confirmed. */
const seen = ({ signs, receivables }: Schemas['SuggestionBody'], receiptId = 'e-1') => ({ receiptId, signs, receivables })

const at = (id: string) => `/payments-desk?show=unexplained&receipt=${id}`
const headingOf = (name: string) => screen.findByText(`Receipt from ${name}`)

test('the list says for how long receipts lie there, and what they may pay', async () => {
  open([first, second, third])
  const table = within(await screen.findByRole('table', { name: 'Unallocated receipts' }))
  await table.findByText('RE-100, RE-200')
  const told = table.getAllByRole('row').map((row) => [...row.children].filter((_, place) => place === 3 || place === 5).map(({ textContent }) => textContent))
  expect(told).toEqual([['Age', 'Suggestion'], ['3 days', 'RE-100, RE-200Invoice number, Same payer, Adds up exactly€50.00 stays open'], ['11 daysOldest in this list', '–'], ['3 days', 'RE-100Exactly this amount, Another debtor’s payerNothing stays open']])
})

test('what was suggested is matched by a key, the next receipt opens by itself, and the way to undo is told', async () => {
  const user = userEvent.setup()
  const sent = open([first, second], at('e-1'))
  expect(await headingOf('Nordwind AG')).toHaveFocus()
  const block = within((await screen.findByRole('heading', { name: 'Suggestion' })).closest('section') as HTMLElement)
  expect(block.getByText('Invoice number · Same payer · Adds up exactly')).toBeVisible()
  expect(block.getByText('Nothing stays open')).toBeVisible()
  expect(block.getByText('€50.00 stays open')).toBeVisible()
  expect(await block.findByRole('link', { name: 'RE-200' })).toHaveAttribute('href', '/receivables/r-2')
  expect(block.getByText('€4,000.00')).toBeVisible()
  expect(document.querySelectorAll('[data-main-action]')).toHaveLength(1)
  expect(block.getByRole('button', { name: 'Match as suggested' })).toHaveAttribute('data-main-action')
  await user.keyboard('m{Enter}')
  expect(await headingOf('Südwind AG')).toHaveFocus()
  expect(sent).toEqual([[seen(byNumbers)]])
  expect(await screen.findByText('Matched: Nordwind AG, €10,000.00')).toBeVisible()
  expect(screen.getByRole('link', { name: 'RE-100 · Mühle Brandt GmbH' })).toHaveAttribute('href', '/receivables/r-1')
  expect(screen.queryByRole('heading', { name: 'Suggestion' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Match receipt' })).toHaveAttribute('data-main-action')
})

test('the key alone matches nothing, however often it is pressed', async () => {
  const user = userEvent.setup()
  const sent = open([first, second], at('e-1'))
  await headingOf('Nordwind AG')
  await user.keyboard('mmm')
  expect(screen.getByRole('button', { name: 'Match as suggested' })).toHaveFocus()
  expect(sent).toEqual([])
})

test('after the last of the list the first that is left opens, and after that the list says that all is explained', async () => {
  const user = userEvent.setup()
  open([third, first], at('e-1'))
  await headingOf('Nordwind AG')
  await user.click(await screen.findByRole('button', { name: 'Match as suggested' }))
  expect(await headingOf('Ostwind AG')).toHaveFocus()
  const block = within((await screen.findByRole('heading', { name: 'Suggestion' })).closest('section') as HTMLElement)
  expect(block.getByText('Exactly this amount')).toBeVisible()
  expect(block.getByText('Another debtor’s payer')).toBeVisible()
  await user.keyboard('m{Enter}')
  expect(await screen.findByRole('heading', { name: 'Everything is allocated' })).toBeVisible()
  expect(screen.getByRole('group', { name: 'Unallocated receipts' })).toHaveFocus()
})

test('J and K lead from receipt to receipt, Escape back to the row, and what was typed meanwhile is kept', async () => {
  const user = userEvent.setup()
  open([first, second, third], at('e-1'))
  await headingOf('Nordwind AG')
  await user.keyboard('k')
  expect(screen.getByText('Receipt from Nordwind AG')).toHaveFocus()
  await user.type(await screen.findByLabelText('Amount for RE-100'), '12')
  await user.keyboard('jm{Escape}')
  expect(screen.getByLabelText('Amount for RE-100')).toHaveValue('12jm')
  await user.click(screen.getByText('Receipt from Nordwind AG'))
  await user.keyboard('j')
  expect(await headingOf('Südwind AG')).toHaveFocus()
  expect(screen.getByLabelText('Amount for RE-100')).toHaveValue('')
  await user.keyboard('jj')
  expect(await headingOf('Ostwind AG')).toHaveFocus()
  await user.keyboard('kk')
  expect(await headingOf('Nordwind AG')).toHaveFocus()
  expect(screen.getByLabelText('Amount for RE-100')).toHaveValue('12jm')
  await user.keyboard('{Escape}')
  await waitFor(() => { expect(screen.getByRole('link', { name: 'Nordwind AG' })).toHaveFocus() })
})

test('what was typed is there again after a reload, and gone once the receipt is matched', async () => {
  const user = userEvent.setup()
  open([second, first], at('e-2'))
  await user.type(await screen.findByLabelText('Amount for RE-100'), '6000')
  cleanup()
  open([second, first], at('e-2'))
  expect(await screen.findByLabelText('Amount for RE-100')).toHaveValue('6000')
  await user.click(screen.getByRole('button', { name: 'Match receipt' }))
  expect(await headingOf('Nordwind AG')).toBeVisible()
  cleanup()
  open([second, first], at('e-2'))
  expect(await screen.findByLabelText('Amount for RE-100')).toHaveValue('')
})

test('candidates say what speaks for them', async () => {
  open([{ ...second, suggestions: [{ ...byNumbers, receivables: [{ id: anExamined({}).id, amount: 1, leavesOpen: 0, surplus: 0 }] }] }], at('e-2'))
  const row = (await screen.findByLabelText('Amount for RE-100')).closest('li') as HTMLElement
  expect(within(row).getByText('Invoice number · Same payer · Adds up exactly')).toBeVisible()
})

test('why a suggestion could not be matched is told beside it', async () => {
  const user = userEvent.setup()
  open([first], at('e-1'), { refuse: problem('conflict', 409) })
  await headingOf('Nordwind AG')
  await user.keyboard('m{Enter}')
  expect(await screen.findByText('This was changed elsewhere in the meantime. Check it again.')).toBeVisible()
  expect(screen.getByText('Receipt from Nordwind AG')).toBeVisible()
})

test('who only reads sees what is suggested and matches nothing', async () => {
  const user = userEvent.setup()
  const sent = open([first], at('e-1'), { roles: ['auditor'] })
  expect(await screen.findByRole('heading', { name: 'Suggestion' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Match as suggested' })).toBeNull()
  await user.keyboard('m{Enter}')
  expect(sent).toEqual([])
})

test('where the next receipt is further down the list, that is loaded', async () => {
  const user = userEvent.setup()
  open([first], at('e-1'))
  let left = [first]
  server.use(
    mock.get('/operator/receipts', ({ request }) => {
      if (new URL(request.url).searchParams.has('before')) return HttpResponse.json({ data: [second] })
      return HttpResponse.json({ data: left, next: 'e-1' })
    }),
    mock.post('/operator/receipts/match', () => {
      left = []
      return HttpResponse.json({ data: [{ receiptId: 'e-1', receipt: matched(first), problem: null }] })
    }),
  )
  await headingOf('Nordwind AG')
  await user.keyboard('m{Enter}')
  expect(await headingOf('Südwind AG')).toHaveFocus()
})

test('a receipt of which something is left stays, and one goes on at its heading', async () => {
  const user = userEvent.setup()
  open([first, second], at('e-1'))
  server.use(mock.post('/operator/receipts/match', () => HttpResponse.json({ data: [{ receiptId: 'e-1', receipt: { ...matched(first), left: 100 }, problem: null }] })))
  await headingOf('Nordwind AG')
  await user.click(await screen.findByRole('button', { name: 'Match as suggested' }))
  expect(await screen.findByText('Matched: Nordwind AG, €9,999.00')).toBeVisible()
  expect(screen.getByText('Receipt from Nordwind AG')).toHaveFocus()
})

test('all that the owners paid in is booked as capital, with what is known filled in', async () => {
  const user = userEvent.setup()
  open([first], at('e-1'))
  await headingOf('Nordwind AG')
  await user.click(screen.getByRole('button', { name: 'Capital paid in' }))
  expect(screen.getByRole('link', { name: 'Book as capital' })).toHaveAttribute('href', `/ledger/book?event=capital&on=${first.on}&amount=${String(first.amount)}&currency=EUR&receipt=e-1`)
  await user.click(screen.getByRole('button', { name: 'Bank charge returned' }))
  expect(screen.getByRole('link', { name: 'Book as a returned charge' })).toHaveAttribute('href', `/ledger/book?event=charge_returned&on=${first.on}&amount=${String(first.amount)}&currency=EUR&receipt=e-1`)
})

test('money that seems to have come twice is taken back as one', async () => {
  const twin = { ...first, twinId: 'e-9', isByHand: false }
  open([twin, second], at('e-1'))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/{id}/take-back', async ({ request, params }) => {
      sent.push([params.id, await request.json(), request.headers.has('idempotency-key')])
      return HttpResponse.json({ data: { ...twin, left: 0 } })
    }),
  )
  expect(await screen.findByText('Perhaps the same money twice')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Entered by mistake' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'They are one: take this one back' }))
  expect(await screen.findByText('Taken back')).toBeInTheDocument()
  expect(sent).toEqual([['e-1', { receiptId: 'e-9' }, true]])
  expect(await headingOf('Südwind AG')).toBeVisible()
})

test('a receipt that was booked by hand already is that, with the charge that was kept of it', async () => {
  open([{ ...first, isByHand: false }, second], at('e-1'))
  const sent: unknown[] = []
  server.use(
    mock.get('/operator/receipts/{id}/entries', ({ params }) => HttpResponse.json({ data: params.id === 'e-1' ? [{ entries: [{ id: 'l-1', on: first.on, event: 'payout_returned', amount: first.amount + 300 }, { id: 'l-2', on: first.on, event: 'bank_charge', amount: -300, note: 'Kept by the bank' }], kept: 0 }, { kept: 0, entries: [{ id: 'l-3', on: first.on, event: 'capital', amount: first.amount, note: 'First round' }] }] : [] })),
    mock.post('/operator/receipts/{id}/take-back', async ({ request, params }) => {
      sent.push([params.id, await request.json(), request.headers.has('idempotency-key')])
      return HttpResponse.json({ data: { ...first, left: 0 } })
    }),
  )
  expect(await screen.findByRole('button', { name: /^It is this: Capital paid in, / })).toBeVisible()
  expect(screen.getByText('Kept by the bank')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^It is this: Payout returned, .* \+ Bank charge, / }))
  expect(await screen.findByText('Taken back')).toBeInTheDocument()
  expect(sent).toEqual([['e-1', { entryIds: ['l-1', 'l-2'] }, true]])
})

test('what the bank kept of payouts that came back and nobody booked is to be booked first, from there', async () => {
  open([{ ...first, isByHand: false }, second], at('e-1'))
  server.use(
    mock.get('/operator/receipts/{id}/entries', ({ params }) => HttpResponse.json({ data: params.id === 'e-1' ? [{ entries: [{ id: 'l-1', on: first.on, event: 'payout_returned', amount: first.amount + 500 }], kept: 500 }] : [] })),
  )
  expect(await screen.findByText('The bank perhaps kept €5.00 of it. Book that as its charge first.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Book the charge' })).toHaveAttribute('href', `/ledger/book?event=bank_charge&on=${first.on}&amount=500&currency=EUR`)
  expect(screen.queryByRole('button', { name: /^It is this/ })).toBeNull()
})

test('a sum of the bank that was entered in parts is taken back as those', async () => {
  const sum = { ...first, togetherIds: ['e-8', 'e-9'], isByHand: false }
  open([sum, second], at('e-1'))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/{id}/take-back', async ({ request, params }) => {
      sent.push([params.id, await request.json(), request.headers.has('idempotency-key')])
      return HttpResponse.json({ data: { ...sum, left: 0 } })
    }),
  )
  expect(await screen.findByText('Perhaps the same money twice')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'They are this one: take this one back' }))
  expect(await screen.findByText('Taken back')).toBeInTheDocument()
  expect(sent).toEqual([['e-1', { receiptIds: ['e-8', 'e-9'] }, true]])
})

test('what was entered by hand can be taken back while nothing of it is explained', async () => {
  open([{ ...first, isByHand: true }, { ...second, isByHand: true, left: 1 }], at('e-1'))
  expect(await screen.findByRole('button', { name: 'Entered by mistake' })).toBeVisible()
  expect(screen.queryByText('Perhaps the same money twice')).toBeNull()
  await userEvent.keyboard('j')
  expect(await headingOf('Südwind AG')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Entered by mistake' })).toBeNull()
})

test('who entered a receipt by hand stands beside it, and who entered what a statement tells', async () => {
  const enteredBy = { id: 'u-1', name: 'Olga Reyes' }
  open([{ ...first, isByHand: true, enteredBy }, { ...second, isByHand: false, enteredBy }])
  expect(await screen.findAllByText(/^Entered by hand by Olga Reyes on Feb 18, 2027/)).toHaveLength(1)
  cleanup()
  open([{ ...second, isByHand: false, enteredBy }], at('e-2'))
  expect(await screen.findByText(/^On a bank statement. Entered by Olga Reyes on Feb 18, 2027/)).toBeVisible()
})

test('another suggestion can be matched instead', async () => {
  const user = userEvent.setup()
  const sent = open([first], at('e-1'))
  await headingOf('Nordwind AG')
  await user.click(screen.getByRole('button', { name: 'Other suggestions' }))
  await user.click(await screen.findByRole('button', { name: 'Match this' }))
  expect(sent).toEqual([[seen(byAmount)]])
})

test('sure suggestions are matched together after a question, and those that were not matched are named with the reason', async () => {
  const user = userEvent.setup()
  const weak = named('e-5', 'Westwind AG', { suggestions: [{ signs: ['exact_amount'], warns: false, isSure: false, receivables: [{ id: 'r-5', amount: 1_000_000, leavesOpen: 0, surplus: 30_000 }] }] })
  const other = named('e-4', 'Bergwind AG', { suggestions: [{ ...byNumbers, receivables: [{ id: 'r-4', amount: 1_000_000, leavesOpen: 0, surplus: 0 }] }] })
  open([first, second, third, other, weak])
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/match', async ({ request }) => {
      sent.push([await request.json(), request.headers.has('idempotency-key')])
      const rows = [{ receiptId: 'e-1', receipt: matched(first), problem: null }, { receiptId: 'e-4', receipt: null, problem: problem('stale_version', 409) }, { receiptId: 'e-5', receipt: null, problem: { ...problem('not_possible', 409), reason: 'same_invoice' as const } }]
      return HttpResponse.json({ data: rows })
    }),
  )
  const table = within(await screen.findByRole('table', { name: 'Unallocated receipts' }))
  await table.findAllByText('RE-100, RE-200')
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.getByText(/^2 suggestions selected: €\d/)).toBeVisible()
  expect(screen.getByText('1 suggestion isn’t selected: check it by itself.')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select Westwind AG €10,000.00' }))
  expect(table.getByText('€300.00 too much: becomes credit')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Match as suggested' }))
  expect(sent).toEqual([])
  const asked = within(await screen.findByRole('alertdialog', { name: 'Match 3 receipts as suggested' }))
  expect(asked.getByText('€30,000.00')).toBeVisible()
  expect(asked.getByText('For 1 of them no two independent signs agree.')).toBeVisible()
  expect(asked.getByText('€300.00 is more than what is open and becomes the debtors’ credit.')).toBeVisible()
  await user.click(asked.getByRole('button', { name: 'Match as suggested' }))
  expect(await screen.findByText('1 receipt was matched.')).toBeVisible()
  const items = within(screen.getByText('2 receipts were not matched. Check what is suggested now.').closest('div') as HTMLElement).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Bergwind AG, €10,000.00: This has changed in the meantime. Check it and try again.', 'Westwind AG, €10,000.00: Another receipt you selected was matched to the same invoice.'])
  const [best, weakest] = [other.suggestions?.[0], weak.suggestions?.[0]]
  expect(sent).toEqual([[{ matches: [seen(byNumbers), best && seen(best, 'e-4'), weakest && seen(weakest, 'e-5')] }, true]])
})

test('the question before a match names only the doubts that there are', async () => {
  const user = userEvent.setup()
  const pays = (id: string, signs: Schemas['MatchSign'][], surplus: number) => [{ signs, warns: false, isSure: false, receivables: [{ id, amount: 1_000_000, leavesOpen: 0, surplus }] }]
  const tooMuch = named('e-1', 'Nordwind AG', { suggestions: pays('r-1', ['invoice_numbers', 'payer_name', 'too_much'], 30_000) })
  const single = named('e-3', 'Ostwind AG', { suggestions: pays('r-3', ['payer_name', 'too_much'], 20_000) })
  const alike = named('e-4', 'Westwind AG', { suggestions: pays('r-4', ['payer_account', 'payer_name'], 0) })
  open([tooMuch, single, alike])
  const ask = async (...names: string[]) => {
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name} €10,000.00` }))
    await user.click(screen.getByRole('button', { name: 'Match as suggested' }))
    const asked = within(await screen.findByRole('alertdialog'))
    const doubts = asked.queryAllByText(/no two independent signs/).map(({ textContent }) => textContent)
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    return doubts
  }
  expect(await ask('Nordwind AG')).toEqual([])
  expect(await ask('Ostwind AG', 'Westwind AG')).toEqual(['For 2 of them no two independent signs agree.'])
})

test('the question before a match keeps and sends what it showed, whatever the list says by then', async () => {
  const user = userEvent.setup()
  const other = named('e-4', 'Bergwind AG', { suggestions: [{ ...byNumbers, receivables: [{ id: 'r-4', amount: 1_000_000, leavesOpen: 0, surplus: 0 }] }] })
  open([first, other])
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/match', async ({ request }) => {
      sent.push(((await request.json()) as Schemas['MatchManyBody']).matches)
      return HttpResponse.json({ data: [{ receiptId: 'e-1', receipt: null, problem: problem('stale_version', 409) }, { receiptId: 'e-4', receipt: matched(other), problem: null }] })
    }),
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Match as suggested' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Match 2 receipts as suggested' }))
  expect(asked.getByText('€20,000.00')).toBeVisible()
  for (const now of [[{ ...first, left: 5_000, suggestions: [{ ...byNumbers, receivables: [{ id: 'r-9', amount: 5_000, leavesOpen: 0, surplus: 0 }] }] }], []]) {
    server.use(mock.get('/operator/receipts', () => HttpResponse.json({ data: now })))
    await client.refetchQueries()
    await waitFor(() => { expect(screen.queryAllByRole('row', { hidden: true })).toHaveLength(now.length ? 2 : 0) })
    expect(screen.getByRole('alertdialog', { name: 'Match 2 receipts as suggested' })).toBeVisible()
    expect(asked.getByText('€20,000.00')).toBeVisible()
  }
  await user.click(asked.getByRole('button', { name: 'Match as suggested' }))
  expect(await screen.findByText('1 receipt was matched.')).toBeVisible()
  expect(screen.getByRole('listitem')).toHaveTextContent('Nordwind AG, €10,000.00: This has changed in the meantime. Check it and try again.')
  expect(sent).toEqual([[seen(byNumbers), { ...seen(byNumbers, 'e-4'), receivables: other.suggestions?.[0]?.receivables }]])
})

test('what needs the same invoice is not ticked together, what may be the same money or came back not at all, and each says why', async () => {
  const user = userEvent.setup()
  const alike = named('e-4', 'Westwind AG', { suggestions: [byNumbers] })
  const warned = (sign: Schemas['MatchSign'], of: string) => ({ suggestions: [{ ...byNumbers, signs: [...byNumbers.signs, sign], warns: true, isSure: false, receivables: [{ id: of, amount: 1_000_000, leavesOpen: 0, surplus: 0 }] }] })
  const twin = named('e-5', 'Bergwind AG', { twinId: 'e-9', ...warned('may_be_twice', 'r-7') })
  const returned = named('e-6', 'Talwind AG', warned('came_back', 'r-8'))
  open([first, alike, twin, returned])
  const table = within(await screen.findByRole('table', { name: 'Unallocated receipts' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Select Nordwind AG €10,000.00' }))
  expect(table.getByText('A selected receipt pays the same invoice. Match this one after it.')).toBeVisible()
  expect(table.getByText(/Perhaps booked already$/)).toBeVisible()
  expect(table.getByText(/Returned payout$/)).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: /Westwind|Bergwind|Talwind/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select Nordwind AG €10,000.00' }))
  expect(screen.getByRole('checkbox', { name: 'Select Westwind AG €10,000.00' })).toBeVisible()
})

test('what a receipt names that is paid already is told, in the list and beside the suggestion', async () => {
  const twice = { ...first, namesClosed: [{ id: 'r-9', number: 'RE-90', status: 'settled' as const }], suggestions: [{ ...byNumbers, warns: true, isSure: false }] }
  open([twice])
  expect(await screen.findByText('Names RE-90, which is already paid')).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: 'Select Nordwind AG €10,000.00' })).toBeNull()
  cleanup()
  open([twice], at('e-1'))
  expect(await screen.findByText('Names RE-90, which is already paid')).toBeVisible()
  expect(screen.getByRole('link', { name: 'RE-90' })).toHaveAttribute('href', '/receivables/r-9')
})

/** Undoes what was matched, once it was asked about. */
async function undoFor(user: ReturnType<typeof userEvent.setup>, name: string, question = 'Undo the match of €4,000.00 from Nordwind AG to RE-200 · Mühle Brandt GmbH? The money lies in suspense again.') {
  await user.click(await screen.findByRole('button', { name }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Undo match' }))
  expect(asked.getByText(question)).toBeVisible()
  expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(asked.getByRole('button', { name: 'Undo match' }))
}

test('where only two people can undo a match, the way there is shown', async () => {
  const user = userEvent.setup()
  open([first, second], at('e-1'))
  server.use(mock.post('/operator/receipts/{id}/unmatch', () => HttpResponse.json({ ...problem('not_possible', 409), reason: 'takes_two' as const }, { status: 409 })))
  await headingOf('Nordwind AG')
  await user.keyboard('m{Enter}')
  await undoFor(user, 'Undo for RE-200')
  expect(await screen.findByText(/You can’t undo this alone/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open what it paid' })).toHaveAttribute('href', '/receivables/r-2')
})

test('where something happened to the invoice since, it is named and the way there is shown', async () => {
  const user = userEvent.setup()
  open([first, second], at('e-1'))
  server.use(mock.post('/operator/receipts/{id}/unmatch', () => HttpResponse.json({ ...problem('not_possible', 409), reason: 'undo_first' as const, invoiceNumber: 'RE-200' }, { status: 409 })))
  await headingOf('Nordwind AG')
  await user.keyboard('m{Enter}')
  await undoFor(user, 'Undo for RE-200')
  expect(await screen.findByText('Undo what happened to invoice RE-200 first.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open what it paid' })).toHaveAttribute('href', '/receivables/r-2')
})

test('debtors with credit are listed, each with the way to its page', async () => {
  open([], '/payments-desk?show=credits')
  const credited = Array.from({ length: 120 }, (_, place) => ({ debtorId: `d-${place}`, name: `Nordwind ${place} AG`, amount: 12_300 + place, currency: 'EUR' as const }))
  server.use(mock.get('/operator/debtor-credits', () => HttpResponse.json({ data: credited })))
  expect(await screen.findByRole('link', { name: 'Nordwind 0 AG' })).toHaveAttribute('href', '/debtors/d-0')
  expect(screen.getByRole('link', { name: 'Nordwind 119 AG' })).toHaveAttribute('href', '/debtors/d-119')
  expect(screen.getByText('€124.19')).toBeVisible()
})

test('a receipt is looked after by one person, and what is noted stands beside it', async () => {
  const user = userEvent.setup()
  let receipt: Receipt = { ...second, owner: { id: 'u-7', name: 'Omar Olsen' }, notes: [{ text: 'Asked the bank.', by: { id: 'u-7', name: 'Omar Olsen' }, at: '2027-02-19T10:00:00Z' }] }
  open([receipt], at('e-2'))
  const sent: unknown[] = []
  server.use(
    mock.get('/operator/receipts', () => HttpResponse.json({ data: [receipt] })),
    mock.put('/operator/receipts/{id}/owner', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      receipt = { ...receipt, owner: { id: 'someone', name: 'Somebody Else' } }
      return new HttpResponse(null, { status: 204 })
    }),
    mock.post('/operator/receipts/{id}/notes', async ({ request }) => {
      const body = (await request.json()) as { text: string }
      sent.push([body, request.headers.has('idempotency-key')])
      receipt = { ...receipt, notes: [...(receipt.notes ?? []), { text: body.text, by: null, at: '2027-02-20T10:00:00Z' }] }
      return new HttpResponse(null, { status: 204 })
    }),
  )
  expect(await screen.findByText('Omar Olsen looks after this.')).toBeVisible()
  expect(screen.getByText('Asked the bank.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Look after it' }))
  expect(await screen.findByText('Somebody Else looks after this.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  await user.type(await screen.findByLabelText('Note'), 'They call back on Monday.')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  expect(await screen.findByText('They call back on Monday.')).toBeVisible()
  expect(sent).toEqual([['e-2', { isMine: true }], [{ text: 'They call back on Monday.' }, true]])
})

test('a wrong match is undone where it is told', async () => {
  const user = userEvent.setup()
  open([first, second], at('e-1'))
  const sent: unknown[] = []
  server.use(
    mock.post('/operator/receipts/{id}/unmatch', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      return HttpResponse.json({ data: first })
    }),
  )
  await headingOf('Nordwind AG')
  await user.keyboard('m{Enter}')
  await undoFor(user, 'Undo for RE-200')
  await waitFor(() => { expect(sent).toHaveLength(1) })
  await undoFor(user, 'Undo match', 'Undo the match of €6,000.00 from Nordwind AG to RE-100 · Mühle Brandt GmbH? The money lies in suspense again.')
  await waitFor(() => { expect(screen.queryByText(/^Matched: Nordwind AG/)).toBeNull() })
  expect(sent).toEqual([['e-1', { receivableId: 'r-2' }], ['e-1', { receivableId: 'r-1' }]])
})
