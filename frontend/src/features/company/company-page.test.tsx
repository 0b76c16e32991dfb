import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { Route } from '@/lib/navigation'
import { anApplication } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import CompanyPage from './company-page'

const server = serve()
const document = (changes: Partial<Schemas['DocumentBody']>): Schemas['DocumentBody'] => ({
  id: 'd-1', kind: 'bank_statement', name: 'statement.pdf', contentType: 'application/pdf', size: 1, uploadedAt: '2026-06-15T12:00:00Z', verdict: 'accepted', ...changes,
})

test('what was submitted can be read: answers, documents that count, history', async () => {
  const moment = '2026-06-15T12:00:00Z'
  const history = [{ at: moment, by: 'operator', from: 1, to: 2, reasons: [], note: 'Welcome.' }] as unknown as Schemas['OnboardingBody']['history']
  const documents = [document({}), document({ id: 'd-0', name: 'old.pdf', replacedAt: moment })]
  server.use(mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ status: 2, documents, history }) })))
  renderScreen(<CompanyPage />, '/company')
  expect(await screen.findByRole('heading', { level: 1, name: 'Mühle Brandt GmbH' })).toBeVisible()
  const list = screen.getByRole('list', { name: 'Documents' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(list).toHaveTextContent('statement.pdf')
  expect(screen.getByRole('list', { name: 'History' })).toHaveTextContent('Welcome.')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('until the application is handed in, the form is the place for it', async () => {
  server.use(mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ allowedActions: ['edit_form'] }) })))
  renderScreen(
    <>
      <Route path="/company">
        <CompanyPage />
      </Route>
      <Route path="/onboarding">the form</Route>
    </>,
    '/company',
  )
  expect(await screen.findByText('the form')).toBeVisible()
})
