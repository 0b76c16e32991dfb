import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { save } from '@/lib/save-file'
import { anOperator } from '@/testing/data'
import { aPayout, aReceipt } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import PaymentsDeskPage from './payments-desk-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(() => { vi.mocked(save).mockClear() })

const server = serve()

/** A view of the desk whose list is saved; answers the file’s lines. */
async function saved(path: string, businessTime?: string): Promise<string[]> {
  const { client } = renderScreen(<Route path="/payments-desk"><PaymentsDeskPage /></Route>, path)
  client.setQueryData(userQuery.queryKey, { ...anOperator('treasury').data, ...(businessTime ? { businessTime } : {}) })
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Download CSV' }))
  await vi.waitFor(() => { expect(save).toHaveBeenCalled() })
  return ((await vi.mocked(save).mock.calls[0]?.[0].text()) ?? '').replace('\uFEFF', '').split('\r\n')
}

test('payouts are told with whom they are for and what the bank answered, also those behind the first page', async () => {
  const asked: string[] = []
  const bankAnswer = { standing: 'rejected' as const, payeeCheck: 'no_match' as const, reason: 'AC04, closed', at: '2027-01-05T10:00:00Z' }
  const account = { iban: 'DE89370400440532013000', bic: null, holder: null, currency: null, accountNumber: null, routingNumber: null, sortCode: null }
  const released = { at: '2027-01-04T10:00:00Z', on: '2027-01-04', setOff: 0, setOffs: [], batchId: 'b-1', account }
  const names = [{ id: 'c-1', kind: 'company', name: 'Mühle Brandt GmbH' }, { id: 'r-1', kind: 'receivable', name: 'RE-100' }, { id: 'c-2', kind: 'company', name: 'Sägewerk Ost GmbH' }] as const
  server.use(
    mock.get('/operator/funds', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/payouts', ({ request }) => {
      const { searchParams } = new URL(request.url)
      return searchParams.has('after')
        ? HttpResponse.json({ data: [aPayout({ id: 'p-2', companyId: 'c-2', receivableId: null, currency: 'USD', gross: 5_000, amount: 5_000, stops: ['held'], replaces: 'p-0', cameBack: 'AC04' })] })
        : HttpResponse.json({ data: [aPayout({ bankAnswer, released, overdueSince: '2026-04-05' })], batches: [{ id: 'b-1', number: 12, files: [], sums: [] }], next: 'p-1' })
    }),
    mock.get('/operator/names', ({ request }) => {
      const ids = (new URL(request.url).searchParams.get('ids') ?? '').split(',')
      asked.push(ids.join(','))
      return HttpResponse.json({ data: names.filter(({ id }) => ids.includes(id)) })
    }),
  )
  expect(await saved('/payments-desk')).toEqual([
    'Payee,Purpose,Invoice,Due,To account,Batch,Currency,Owed,Note,Bank’s answer,Payee check,Bank’s reason,Executed on,Returned on,Reason for return,id,companyId,receivableId,receiptId,debtorId',
    'Mühle Brandt GmbH,Advance,RE-100,2027-01-04,DE89 3704 0044 0532 0130 00,12,EUR,8000.00,"Overdue: the invoice was due on Apr 5, 2026.",Rejected by the bank,Payee’s name doesn’t match the account,"AC04, closed",,,,p-1,c-1,r-1,,',
    'Sägewerk Ost GmbH,Advance,,2027-01-04,,,USD,50.00,Returned before: The account is closed (AC04) On hold: The receivable is on hold.,,,,,,,p-2,c-2,,,',
    '',
  ])
  expect(asked.at(-1)).toBe('c-1,r-1,c-2')
})

test('receipts are told with what of them is unexplained, for how long, and what they may pay', async () => {
  const suggestions = [{ signs: ['invoice_numbers' as const, 'payer_name' as const], warns: false, isSure: true, receivables: [{ id: 'r-1', amount: 20_000, leavesOpen: 0, surplus: 0 }, { id: 'r-2', amount: 5_000, leavesOpen: 0, surplus: 0 }] }]
  server.use(
    mock.get('/operator/receipts', () => HttpResponse.json({ data: [aReceipt({ text: 'Invoice "RE-100", thanks', left: 25_000, suggestions }), aReceipt({ id: 'e-2', text: null, isByHand: true, enteredBy: { id: 'u-1', name: 'Olga Reyes' } })] })),
    mock.get('/operator/names', () => HttpResponse.json({ data: [{ id: 'r-1', kind: 'receivable', name: 'RE-100' }, { id: 'r-2', kind: 'receivable', name: 'RE-101' }] })),
  )
  expect(await saved('/payments-desk?show=unexplained', '2027-02-21T09:00:00Z')).toEqual([
    'Payer,Booked on,Age,Payment reference,Suggestion,Amount,Unallocated,Currency,IBAN,Entered by hand,id',
    'Nordwind AG,2027-02-18,3,"Invoice ""RE-100"", thanks","RE-100, RE-101: Invoice number, Same payer",10000.00,250.00,EUR,DE89370400440532013000,,e-1',
    'Nordwind AG,2027-02-18,3,,,10000.00,10000.00,EUR,DE89370400440532013000,Olga Reyes,e-2',
    '',
  ])
})
