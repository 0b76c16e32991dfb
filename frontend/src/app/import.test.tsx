import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import ImportInvoices from '@/features/invoices/import-invoices'
import ImportPayables from '@/features/payables/import-payables'
import ImportSuppliers from '@/features/suppliers/import-suppliers'
import { chooseLanguage } from '@/lib/i18n'
import { Link, Route, Switch } from '@/lib/navigation'
import { save } from '@/lib/save-file'
import { problem } from '@/testing/data'
import { aBuyer } from '@/testing/e-invoices'
import { aPayable, aPayer, aReceivable, aSeller, aSupplier } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(() => { vi.mocked(save).mockClear() })

const server = serve()

type Read = Schemas['Data_Vec_ReadRowBody_NewPayableBody']['data'][number]
type Came = Schemas['Data_Vec_ImportedRowBody_ReceivableBody']['data'][number]

const told = (number: number): Schemas['NewPayableBody'] => ({ supplierId: 's-1', invoiceNumber: `SH-${number}`, issuedOn: '2027-01-04', dueOn: '2027-02-18', face: 100_000, currency: 'EUR', orderReference: null, note: null })
const ready = (number: number, changes: Partial<Read> = {}): Read => ({ line: number + 1, written: { supplier: 'Sägewerk Harz GmbH', invoiceNumber: `SH-${number}`, face: '1000' }, row: told(number), isThere: false, problem: null, ...changes })
const wrong = (number: number, fields: Parameters<typeof problem>[2]): Read => {
  const { row: _, ...read } = ready(number)
  return { ...read, problem: problem('invalid_input', 422, fields) }
}

type Sent = { key: string | null; numbers: string[] }

/** The screen, with a file that says this. Each part that is sent is answered by the next of these. */
function open(rows: Read[] | Schemas['ProblemBody'], answers: ((sent: Sent) => Came[] | Schemas['ProblemBody'] | Promise<Came[]>)[] = []) {
  const sent: Sent[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(aPayer())),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/suppliers', () => HttpResponse.json({ data: [aSupplier({ id: 's-1', legalName: 'Sägewerk Harz GmbH' })], next: null })),
    mock.post('/semi-private/payables/import/read', () => (Array.isArray(rows) ? HttpResponse.json({ data: rows }) : HttpResponse.json(rows, { status: rows.status }))),
    mock.post('/semi-private/payables/import', async ({ request }) => {
      const { payables } = (await request.json()) as { payables: Schemas['NewPayableBody'][] }
      const part = { key: request.headers.get('idempotency-key'), numbers: payables.map(({ invoiceNumber }) => invoiceNumber) }
      sent.push(part)
      const answer = await answers[sent.length - 1]?.(part)
      if (answer === undefined) return HttpResponse.error()
      return Array.isArray(answer) ? HttpResponse.json({ data: answer }) : HttpResponse.json(answer, { status: answer.status })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(
    <>
      <Link href="/payables">Away</Link>
      <Link href="/payables/import">Back</Link>
      <Switch>
        <Route path="/payables/import">
          <ImportPayables />
        </Route>
        <Route>elsewhere</Route>
      </Switch>
    </>,
    '/payables/import',
  )
  return sent
}

const imported = ({ numbers }: Sent): Came[] => numbers.map((invoiceNumber) => ({ outcome: 'imported', created: aPayable({ invoiceNumber }), problem: null }))

async function choose() {
  await userEvent.upload(await screen.findByLabelText('Table to import'), new File(['x'], 'June.csv', { type: 'text/csv' }))
}

test('what a file says is shown before anything is imported, and what came of each row after it', async () => {
  const rows = [...Array.from({ length: 120 }, (_, place) => ready(place + 1)), ready(121, { isThere: true }), wrong(122, { face: 'amount_ambiguous', supplier: 'supplier_unlisted' })]
  const sent = open(rows, [imported, ({ numbers }) => numbers.map((number) => (number === 'SH-119' ? { outcome: 'failed', problem: problem('facility_inactive', 409) } : number === 'SH-120' ? { outcome: 'skipped', problem: null } : { outcome: 'imported', created: aPayable(), problem: null }))])
  await choose()
  expect(await screen.findByText('120 rows are ready to import.')).toBeVisible()
  expect(screen.getByText('€120,000.00')).toBeVisible()
  expect(screen.getByText('1 row was there before and stays as it is.')).toBeVisible()
  const problems = () => within(screen.getByRole('heading', { name: /with a problem|with problems/ }).closest('section') ?? document.body).getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(problems()).toEqual(['Row 123: Sägewerk Harz GmbH, SH-122Supplier: This supplier isn’t on your list. Amount: This may be thousands or decimals. Write 1234.00.'])
  const preview = within(screen.getByRole('table', { name: 'Rows ready to import' }))
  expect(preview.getAllByRole('row').slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Invoice numberSupplierInvoice dateDue dateAmountRow', 'SH-1Sägewerk Harz GmbHJan 4, 2027Feb 18, 2027€1,000.002'])
  await userEvent.click(screen.getByRole('button', { name: 'Show 100 more rows' }))
  expect(preview.getAllByRole('row')).toHaveLength(121)
  expect(screen.queryByRole('button', { name: /more rows/ })).toBeNull()
  expect(sent).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Import 120 payables' }))
  expect(await screen.findByText('118 rows imported')).toBeVisible()
  expect(sent.map(({ numbers }) => numbers.length)).toEqual([100, 20])
  expect(screen.getByText('2 rows were there before and stay as they are.')).toBeVisible()
  expect(problems()[1]).toBe('Row 120: Sägewerk Harz GmbH, SH-119Your programme takes no new payables at the moment.')
  expect(screen.getByRole('link', { name: 'Go to payables to approve' })).toHaveAttribute('href', '/payables?status=draft')
  await userEvent.click(screen.getByRole('button', { name: 'Download rows with problems' }))
  const [file, name] = vi.mocked(save).mock.calls[0] ?? []
  expect(name).toBe('problems-payables.csv')
  const lines = (await file?.text())?.trim().split('\r\n')
  expect(lines?.[0]).toBe('Supplier,Invoice number,Invoice date,Due date,Amount,Currency,Order number,Note,Problem')
  expect(lines?.[2]).toBe('Sägewerk Harz GmbH,SH-119,,,1000,,,,Your programme takes no new payables at the moment.')

  await userEvent.click(screen.getByRole('button', { name: 'Import another file' }))
  expect(await screen.findByRole('button', { name: 'Choose file' })).toBeVisible()
})

test('a supplier told by its number is shown by its name', async () => {
  open([ready(1, { written: { supplier: 'HRB 40703', invoiceNumber: 'SH-1', face: '1000' } })])
  await choose()
  expect(await within(await screen.findByRole('table', { name: 'Rows ready to import' })).findByText('Sägewerk Harz GmbH')).toBeVisible()
  expect(screen.queryByText('HRB 40703')).toBeNull()
})

test.each([
  ['0', 'Amount: Enter an amount above 0.'],
  ['-12,50', 'Amount: Enter an amount above 0.'],
  ['99999999999999999', 'Amount: Enter a smaller amount.'],
])('an amount of %s is refused in the units it is written in', async (face, why) => {
  const { row: _, ...read } = ready(1, { written: { face }, problem: problem('invalid_input', 422, { face: { code: 'out_of_range', params: { min: 1, max: 1_000_000_000_000_000 } } }) })
  open([read])
  await choose()
  expect(await screen.findByText(why)).toBeVisible()
  expect(screen.queryByText(/1,000,000,000/)).toBeNull()
})

test('a part whose answer was lost is sent again under its key', async () => {
  let isBack = false
  const rows = Array.from({ length: 101 }, (_, place) => ready(place + 1))
  const sent = open(rows, [imported, () => (isBack ? [] : problem('unavailable', 503)), imported])
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Import 101 payables' }))
  expect(await screen.findByText('1 row is left')).toBeVisible()
  expect(screen.getByText('100 rows imported')).toBeVisible()
  isBack = true
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('101 rows imported')).toBeVisible()
  expect(sent.map(({ numbers }) => numbers.length)).toEqual([100, 1, 1])
  expect(sent[1]?.key).toBe(sent[2]?.key)
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('a table is sent once however often it is clicked', async () => {
  const rows = Array.from({ length: 116 }, (_, place) => ready(place + 1))
  const sent = open(rows, [imported, imported, imported, imported])
  await choose()
  const button = await screen.findByRole('button', { name: 'Import 116 payables' })
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  expect(await screen.findByText('116 rows imported')).toBeVisible()
  expect(sent.map(({ numbers }) => numbers.length)).toEqual([100, 16])
})

test('an import goes on while another screen is open', async () => {
  let answer: (rows: Came[]) => void = () => undefined
  open([ready(1)], [() => new Promise((resolve) => { answer = resolve })])
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 payable' }))
  expect(await screen.findByRole('progressbar', { name: 'Importing June.csv' })).toHaveAttribute('aria-valuenow', '0')
  await userEvent.click(screen.getByRole('link', { name: 'Away' }))
  expect(await screen.findByText('elsewhere')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect(await screen.findByText('0 of 1 rows')).toBeVisible()
  act(() => { answer([{ outcome: 'imported', created: aPayable(), problem: null }]) })
  expect(await screen.findByText('1 row imported')).toBeVisible()
})

test.each([
  [problem('invalid_input', 422, { dueOn: 'column_missing' }), 'The file has no column “Due date”. Give each column its heading, as in the template.'],
  [problem('invalid_input', 422, { dueOn: 'column_ambiguous' }), 'Which column is “Due date”? Several could be. Keep the heading of one of them, and change the others.'],
  [problem('invalid_input', 422, { face: 'column_ambiguous' }), /^Which column is “Amount”\? Several could be.*the heading “Amount with tax”\.$/],
  [problem('file_refused', 415, { file: 'sheet_ambiguous' }), 'Several sheets of this workbook hold such a table. Send one sheet at a time.'],
  [problem('file_refused', 415, { file: 'table_unreadable' }), 'This isn’t a CSV or Excel file (.xlsx).'],
  [problem('file_too_large', 413), /too large/],
])('what cannot be read says why: %#', async (refused, sentence) => {
  open(refused)
  await choose()
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose file' })).toBeEnabled()
})

test('whoever may not enter invoices reads who can', async () => {
  open([])
  server.use(mock.get('/semi-private/user', () => HttpResponse.json(aPayer([], 'viewer'))))
  await waitFor(() => { expect(screen.queryByLabelText('Table to import')).toBeNull() })
  expect(await screen.findByRole('heading', { name: 'Import payables' })).toBeVisible()
})

/** What the server reads, from where it says so. */
function headingsOf(files: readonly string[]): Map<string, string[]> {
  const source = files.map((file) => readFileSync(`../application/src/${file}.rs`, 'utf8').replace(/field: ([A-Z]+),/g, (_, name: string) => `field: "${name.toLowerCase()}",`)).join('\n')
  return new Map([...source.matchAll(/field: "(\w+)",\s*headings: &\[([^\]]*)\],\s*perhaps: &\[([^\]]*)\]/g)].map(([, field = '', sure = '', perhaps = '']) => [field, `${sure}${perhaps}`] as const).map(([field, headings]) => [field, [...headings.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading)]))
}

const templates = [
  [<ImportPayables key="p" />, ['programmes/payables_table', 'receivables/table'], 8, aPayer()],
  [<ImportSuppliers key="s" />, ['facilities/table'], 4, aPayer()],
  [<ImportInvoices key="i" />, ['receivables/invoices_table', 'receivables/table'], 8, aSeller()],
] as const

test.each(['en', 'de'] as const)('each heading of a template is one that the server knows: %s', async (language) => {
  await chooseLanguage(language)
  server.use(
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/suppliers', () => HttpResponse.json({ data: [], next: null })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [] })),
  )
  localStorage.setItem('accessToken', aToken())
  const plain = (text: string) => text.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  for (const [page, files, count, who] of templates) {
    server.use(mock.get('/semi-private/user', () => HttpResponse.json(who)))
    const { unmount } = renderScreen(page, '/')
    await userEvent.click(await screen.findByRole('button', { name: language === 'de' ? 'Vorlage (CSV)' : 'Template (CSV)' }))
    const labels = (await vi.mocked(save).mock.lastCall?.[0].text())?.split('\r\n')[0]?.split(',').map(plain) ?? []
    const known = [...headingsOf(files).values()]
    expect(known).toHaveLength(count)
    expect(labels.map((label, place) => known[place]?.includes(label) ? null : label)).toEqual(labels.map(() => null))
    vi.stubGlobal('fetch', vi.fn((url: string) => Promise.resolve(new Response(url))))
    await userEvent.click(screen.getByRole('button', { name: language === 'de' ? 'Vorlage (Excel)' : 'Template (Excel)' }))
    await waitFor(() => { expect(vi.mocked(save).mock.lastCall?.[1]).toMatch(/\.xlsx$/) })
    expect(await vi.mocked(save).mock.lastCall?.[0].text()).toMatch(new RegExp(`/semi-private/[a-z]+/import/template\\?language=${language}$`))
    vi.unstubAllGlobals()
    unmount()
  }
  await chooseLanguage('en')
})

test('a seller’s table becomes drafts, and it is said how many still need their file', async () => {
  const read = ({ buyerId, number, line }: { buyerId: string; number: string; line: number }): Schemas['Data_Vec_ReadRowBody_NewReceivableBody']['data'][number] => ({
    line,
    written: { buyer: 'HRB 9', invoiceNumber: number, face: '1000' },
    row: { buyerId, invoiceNumber: number, issuedOn: '2027-01-04', dueOn: '2027-02-18', face: 100_000, currency: 'EUR', orderReference: null, note: null },
    isThere: false,
    problem: null,
  })
  const { row: _, ...unknown } = read({ buyerId: '', number: 'RE-3', line: 4 })
  const sent: string[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(aSeller())),
    mock.get('/semi-private/members', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [aBuyer()] })),
    mock.post('/semi-private/receivables/import/read', () =>
      HttpResponse.json({ data: [read({ buyerId: 'b-1', number: 'RE-1', line: 2 }), read({ buyerId: 'b-1', number: 'RE-2', line: 3 }), { ...unknown, problem: problem('invalid_input', 422, { buyer: 'buyer_unlisted' }) }] }),
    ),
    mock.post('/semi-private/receivables/import', async ({ request }) => {
      const { receivables } = (await request.json()) as { receivables: Schemas['NewReceivableBody'][] }
      sent.push(...receivables.map(({ invoiceNumber }) => invoiceNumber))
      return HttpResponse.json({ data: receivables.map(({ invoiceNumber }) => (invoiceNumber === 'RE-2' ? { outcome: 'skipped' as const, problem: null } : { outcome: 'imported' as const, created: aReceivable({ invoiceNumber }), problem: null })) })
    }),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<ImportInvoices />, '/invoices/import')
  await choose()
  expect(await within(await screen.findByRole('table', { name: 'Rows ready to import' })).findAllByText('Nordwind AG')).toHaveLength(2)
  expect(screen.getByText('Buyer: This buyer isn’t on your list.')).toBeVisible()
  expect(screen.getByText('€2,000.00')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 invoices' }))
  expect(await screen.findByText('1 draft still needs its invoice file.')).toBeVisible()
  expect(screen.getByText('1 row was there before and stays as it is.')).toBeVisible()
  expect(sent).toEqual(['RE-1', 'RE-2'])
  expect(screen.getByRole('link', { name: 'Go to drafts' })).toHaveAttribute('href', '/invoices?status=draft')
})

test('of an amount below 0 it is said that it has to be above 0, and the file with what is wrong fits on a phone', async () => {
  open([{ ...wrong(1, { face: 'amount_negative' }), written: { face: '-5' } }])
  await choose()
  expect(await screen.findByText('Amount: Enter an amount above 0.')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Download rows with problems' })
  const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText).filter((rule) => [...button.classList].some((name) => rule.includes(`.${name}`))).join(' ')
  expect(styles).toMatch(/flex-shrink:\s*1/)
})
