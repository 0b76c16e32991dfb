import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { userQuery } from '@/entities/user/me'
import { save } from '@/lib/save-file'
import { Route } from '@/lib/navigation'
import { anOperator, problem } from '@/testing/data'
import { anExamined } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import ReceivablesPage from './receivables-page'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(() => { vi.mocked(save).mockClear() })

const server = serve()

/** The list at this address, on two pages; answers what was asked. */
function show(path: string) {
  const asked: string[] = []
  server.use(
    mock.get('/operator/receivables', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(String(searchParams))
      return searchParams.has('after')
        ? HttpResponse.json({ data: [anExamined({ id: 'r-2', invoiceNumber: '=RE-2', overdue: true, debtorState: 'watch', currency: 'JPY', figures: { face: 700, dueOn: '2027-03-01' }, status: 'funded', position: { open: 700, out: 500, diluted: 0, withSeller: 0, payments: [], advance: 'on_its_way' } })] })
        : HttpResponse.json({ data: [anExamined()], next: 'r-1' })
    }),
  )
  const { client } = renderScreen(<Route path="/receivables"><ReceivablesPage /></Route>, path)
  client.setQueryData(userQuery.queryKey, anOperator('credit').data)
  return { asked, user: userEvent.setup() }
}

test('all that match the filters come as a file, the pages behind the first one too', async () => {
  const { asked, user } = show('/receivables?status=funded&dueTo=2027-03-31')
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await vi.waitFor(() => { expect(save).toHaveBeenCalled() })
  expect(asked).toEqual(['status=funded&totals=true&dueTo=2027-03-31', 'status=funded&dueTo=2027-03-31', 'status=funded&dueTo=2027-03-31&after=r-1'])
  const [file, name] = vi.mocked(save).mock.calls[0] ?? []
  expect(name).toMatch(/^receivables-/)
  expect((await file?.text())?.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Invoice,Seller,Debtor,Currency,Invoice amount,Open,Due,Status,Flags,reference,id,sellerId,debtorId',
    'RE-100,Mühle Brandt GmbH,Nordwind AG,EUR,10000.00,,2027-02-18,To verify,,RF18539007547034,r-1,c-1,d-1',
    "'=RE-2,Mühle Brandt GmbH,Nordwind AG,JPY,700,700,2027-03-01,Payout on its way,Overdue; Debtor on watch,RF18539007547034,r-2,c-1,d-1",
    '',
  ])
})

test('what fails is told beside the button', async () => {
  const { user } = show('/receivables')
  const button = await screen.findByRole('button', { name: 'Download CSV' })
  server.use(mock.get('/operator/receivables', () => HttpResponse.json(problem('unavailable', 503), { status: 503 })))
  await user.click(button)
  expect(await screen.findByText('A service we rely on isn’t responding. Try again in a moment.')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})
