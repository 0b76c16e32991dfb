import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { connection } from '@/api/connection'
import type { Document } from '@/entities/application/api'
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
  expect(await screen.findByText('Connection lost. We’ll try again as soon as you’re back online.')).toBeVisible()
  connection.reached()
  await new Promise((resolve) => setTimeout(resolve, 1700))
  expect(removals).toBe(2)
})
