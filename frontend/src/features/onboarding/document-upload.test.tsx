import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { connection } from '@/api/connection'
import type { Document } from '@/entities/application/api'
import { timePasses } from '@/testing/begun'
import { problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { DocumentUpload } from './document-upload'
import type { Uploads } from './use-uploads'

const server = serve()

test('a removal that got no answer says that it is tried again, and is', async () => {
  let removals = 0
  server.use(
    mock.delete('/semi-private/documents/{id}', () => {
      removals += 1
      return removals === 1 ? HttpResponse.error() : new HttpResponse(null, { status: 204 })
    }),
  )
  const found = { id: 'd-1', kind: 'bank_statement', name: 'july.pdf', size: 9, contentType: 'application/pdf', uploadedAt: '2026-01-01T00:00:00Z', verdict: 'pending' } as Document
  const uploads = { of: () => [], add: () => undefined } as unknown as Uploads
  renderScreen(<DocumentUpload kind="bank_statement" documents={[found]} uploads={uploads} removable={() => true} />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove july.pdf' }))
  // It is sent once nobody can undo it any more.
  expect(screen.getByText('july.pdf removed.')).toBeVisible()
  expect(removals).toBe(0)
  await timePasses(6000)
  expect(await screen.findByText('Connection lost. We’ll try again as soon as you’re back online.')).toBeVisible()
  connection.reached()
  await timePasses(1500)
  expect(removals).toBe(2)
})

test('a removal the server refused can be meant again', async () => {
  let removals = 0
  server.use(
    mock.delete('/semi-private/documents/{id}', () => {
      removals += 1
      return removals === 1 ? HttpResponse.json(problem('not_editable', 409), { status: 409 }) : new HttpResponse(null, { status: 204 })
    }),
  )
  const found = { id: 'd-1', kind: 'bank_statement', name: 'july.pdf', size: 9, contentType: 'application/pdf', uploadedAt: '2026-01-01T00:00:00Z', verdict: 'pending' } as Document
  const uploads = { of: () => [], add: () => undefined } as unknown as Uploads
  const { unmount } = renderScreen(<DocumentUpload kind="bank_statement" documents={[found]} uploads={uploads} removable={() => true} />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove july.pdf' }))
  await timePasses(6000)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove july.pdf' }))
  expect(screen.getByText('july.pdf removed.')).toBeVisible()
  unmount()
  await waitFor(() => {
    expect(removals).toBe(2)
  })
})

test('a removal is undone in time, and leaving the step means it', async () => {
  const removed: string[] = []
  server.use(
    mock.delete('/semi-private/documents/{id}', ({ params }) => {
      removed.push(String(params.id))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const found = (id: string) => ({ id, kind: 'bank_statement', name: `${id}.pdf`, size: 9, contentType: 'application/pdf', uploadedAt: '2026-01-01T00:00:00Z', verdict: 'pending' }) as Document
  const uploads = { of: () => [], add: () => undefined } as unknown as Uploads
  const { unmount } = renderScreen(<DocumentUpload kind="bank_statement" documents={[found('june'), found('july')]} uploads={uploads} removable={() => true} />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove june.pdf' }))
  expect(screen.getByRole('button', { name: 'Undo: keep june.pdf' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Undo: keep june.pdf' }))
  expect(screen.getByRole('button', { name: 'Remove june.pdf' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Remove july.pdf' }))
  expect(removed).toEqual([])
  unmount()
  await waitFor(() => {
    expect(removed).toEqual(['july'])
  })
})

test.each([
  [{ isMissing: true, documents: 0 }, 'Required'],
  [{ isMissing: true, documents: 1 }, 'Required'],
  [{ isMissing: false, documents: 1 }, 'Done'],
  [{ isMissing: false, documents: 0 }, 'Optional'],
])('a kind says whether it is needed: %o', ({ isMissing, documents }, said) => {
  const found = { id: 'd-1', kind: 'bank_statement', name: 'july.pdf', size: 9, contentType: 'application/pdf', uploadedAt: '2026-01-01T00:00:00Z', verdict: 'pending' } as Document
  const uploads = { of: () => [], add: () => undefined } as unknown as Uploads
  renderScreen(<DocumentUpload kind="bank_statement" isMissing={isMissing} documents={documents ? [found] : []} uploads={uploads} removable={() => true} />)
  expect(screen.getByText(said)).toBeVisible()
})
