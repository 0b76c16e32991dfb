import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { save } from '@/lib/save-file'
import { renderScreen } from '@/testing/render'
import { csvColumns } from './csv-columns'
import { DownloadCsv } from './download-csv'
import type { Column } from './table'

vi.mock('@/lib/save-file', () => ({ save: vi.fn() }))
afterEach(() => { vi.mocked(save).mockClear() })

interface Row {
  id: string
  note: string | null
}

const columns: Column<Row>[] = [
  { id: 'id', label: 'Number', cell: ({ id }) => id },
  { id: 'note', label: 'Note', cell: ({ note }) => note ?? '–', isBlank: ({ note }) => note === null },
  { id: 'badge', label: 'Badge', cell: ({ id }) => <b>{id}</b>, csv: ({ id }) => id.toUpperCase() },
]
const tell = () => ({ sentence: 'It failed.', until: null })

function show(read: (after: string | null) => Promise<{ data: Row[]; next?: string | null }>) {
  renderScreen(<DownloadCsv name="rows" of="2027-01-05" read={read} columns={() => csvColumns(columns)} tell={tell} />)
  return userEvent.setup()
}

test('all pages come as one file, named by what it is and of which day', async () => {
  const user = show((after) => Promise.resolve(after ? { data: [{ id: 'b', note: '=1' }] } : { data: [{ id: 'a', note: null }], next: 'b' }))
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  const [file, name] = vi.mocked(save).mock.calls[0] ?? []
  expect(name).toBe('rows-2027-01-05.csv')
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe("Number,Note,Badge\r\na,,A\r\nb,'=1,B\r\n")
  expect(screen.queryByRole('status')).toBeNull()
})

test('where there are too many rows it says so', async () => {
  const user = show((after) => Promise.resolve({ data: Array.from({ length: 5_000 }, (_, index) => ({ id: `${after}${index}`, note: null })), next: 'more' }))
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByRole('status')).toHaveTextContent('The file has the first 10,000 rows. There are more')
  expect((await vi.mocked(save).mock.calls[0]?.[0].text())?.split('\r\n')).toHaveLength(10_002)
})

test('what fails is told, and nothing is saved', async () => {
  const user = show(() => Promise.reject(new Error('no')))
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText('It failed.')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})
