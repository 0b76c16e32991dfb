import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { useNames } from './api'

const server = serve()

/** Two pages with 150 ids each, none of them on both, and the newest sorted last. */
const page = (number: number) => Array.from({ length: 150 }, (_, place) => `id-${number}-${String(place).padStart(3, '0')}`)

function List() {
  const [ids, setIds] = useState(page(2))
  const names = useNames(ids)
  return (
    <>
      <p>{ids.filter((id) => names.get(id)?.name === `Name of ${id}`).length} named</p>
      <button onClick={() => { setIds([...ids, ...page(1)]) }}>Load more</button>
    </>
  )
}

test('every id has its name, and keeps it while further ones are read', async () => {
  const asked: number[] = []
  let isHeld = false
  const release: (() => void)[] = []
  server.use(
    mock.get('/operator/names', async ({ request }) => {
      const ids = new URL(request.url).searchParams.get('ids')?.split(',') ?? []
      asked.push(ids.length)
      if (isHeld) await new Promise<void>((done) => { release.push(done) })
      return HttpResponse.json({ data: ids.map((id) => ({ id, kind: 'company' as const, name: `Name of ${id}`, seller: null })) })
    }),
  )
  renderScreen(<List />)
  expect(await screen.findByText('150 named')).toBeVisible()
  isHeld = true
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => { expect(release).toHaveLength(2) })
  expect(screen.getByText('150 named')).toBeVisible()
  release.forEach((done) => { done() })
  expect(await screen.findByText('300 named')).toBeVisible()
  expect(Math.max(...asked)).toBe(100)
})

function Row({ row }: { row: number }) {
  const names = useNames([`company-${row}`, 'debtor'])
  return <p>{[`company-${row}`, 'debtor'].map((id) => names.get(id)?.name ?? '…').join(' and ')}</p>
}

test('rows that ask each for itself are one request, and each has its own names', async () => {
  const asked: string[][] = []
  server.use(
    mock.get('/operator/names', ({ request }) => {
      const ids = new URL(request.url).searchParams.get('ids')?.split(',') ?? []
      asked.push(ids)
      return HttpResponse.json({ data: ids.map((id) => ({ id, kind: 'company' as const, name: `Name of ${id}`, seller: null })) })
    }),
  )
  renderScreen(<>{Array.from({ length: 18 }, (_, row) => <Row key={row} row={row} />)}</>)
  expect(await screen.findByText('Name of company-17 and Name of debtor')).toBeVisible()
  expect(screen.getByText('Name of company-0 and Name of debtor')).toBeVisible()
  expect(asked.map((ids) => ids.length)).toEqual([19])
})
