import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { Route } from '@/lib/navigation'
import { me, problem } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { API, serve } from '@/testing/server'
import CasePage from './case-page'

const server = serve()

function aCase(changes: Partial<Schemas['OnboardingBody']> = {}, more: Partial<Schemas['CaseBody']> = {}): Schemas['CaseBody'] {
  return {
    id: 'case',
    applicant: me().data.userDetails,
    onboarding: {
      status: 1,
      version: 7,
      form: { company: { legalName: 'Mühle Brandt GmbH', address: {}, wants: [] }, people: [], bankAccount: {} } as unknown as Schemas['FormBody'],
      documents: [],
      missing: [],
      progress: { met: 30, asked: 30 },
      allowedActions: [],
      history: [],
      ...changes,
    },
    buyers: [],
    reviewer: null,
    submissions: [{ number: 1, submittedAt: '2026-06-15T12:00:00Z' }],
    since: null,
    allowedActions: ['approve'],
    ...more,
  }
}

function show(found: () => Schemas['CaseBody']) {
  server.use(
    http.get(`${API}/operator/applications/case`, () => HttpResponse.json({ data: found() })),
    http.get(`${API}/operator/applications/case/audit`, () => HttpResponse.json({ data: { records: [], next: null } })),
  )
  renderScreen(
    <Route path="/review/:id">
      <CasePage />
    </Route>,
    '/review/case',
  )
}

test('only what the server allows is offered', async () => {
  show(() => aCase())
  expect(await screen.findByRole('button', { name: 'Approve…' })).toBeInTheDocument()
  for (const other of ['Disapprove…', 'Reopen…', 'Ask for documents…', 'Take the case']) expect(screen.queryByRole('button', { name: other })).not.toBeInTheDocument()
})

test('a decision on a case a colleague decided meanwhile says so, with the new state', async () => {
  let decided = false
  show(() => (decided ? aCase({ status: 3, version: 8 }, { allowedActions: ['reopen'] }) : aCase()))
  server.use(
    http.post(`${API}/operator/applications/case/approve`, () => {
      decided = true
      return HttpResponse.json(problem('stale_version', 409), { status: 409 })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve…' }))
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const notice = await screen.findByRole('alert')
  await waitFor(() => {
    expect(notice).toHaveTextContent('The case is now: Onboarding disapproved')
  })
  expect(screen.getByRole('button', { name: 'Reopen…', hidden: true })).toBeInTheDocument()
})

test('a decision that fails otherwise stays open and says why; tried again it has the same key, changed another', async () => {
  const keys: (string | null)[] = []
  show(() => aCase())
  server.use(
    http.post(`${API}/operator/applications/case/approve`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.json(problem('unavailable', 503), { status: 503 })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve…' }))
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/does not answer right now/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => {
    expect(keys.length).toBe(2)
  })
  expect(keys[0]).toBe(keys[1])
  await user.type(screen.getByLabelText(/Note to the applicant/), 'Welcome.')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => {
    expect(keys.length).toBe(3)
  })
  expect(keys[2]).not.toBe(keys[1])
})
