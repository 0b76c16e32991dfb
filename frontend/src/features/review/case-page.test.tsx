import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { Route } from '@/lib/navigation'
import { anApplication, me, problem } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { API, serve } from '@/testing/server'
import CasePage from './case-page'

const server = serve()

function aCase(changes: Partial<Schemas['OnboardingBody']> = {}, more: Partial<Schemas['CaseBody']> = {}): Schemas['CaseBody'] {
  return {
    id: 'case',
    applicant: me().data.userDetails,
    onboarding: anApplication({ status: 1, version: 7, ...changes }),
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

test('a decision whose outcome nobody knew is asked for again as it was, though the case shows it already', async () => {
  const sent: unknown[] = []
  show(() => (sent.length > 0 ? aCase({ status: 2, version: 8 }, { allowedActions: [] }) : aCase()))
  server.use(
    http.post(`${API}/operator/applications/case/approve`, async ({ request }) => {
      sent.push([await request.json(), request.headers.get('idempotency-key')])
      if (sent.length === 1) return HttpResponse.json(problem('outcome_unknown', 503), { status: 503 })
      return HttpResponse.json({ data: aCase({ status: 2, version: 8 }, { allowedActions: [] }) })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve…' }))
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/We cannot tell whether this was done/)).toBeInTheDocument()
  await screen.findByText('Onboarding approved')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  expect(sent).toEqual([
    [{ version: 7, note: null }, expect.stringMatching(/^[0-9a-f-]{36}$/)],
    [{ version: 7, note: null }, (sent[0] as unknown[])[1]],
  ])
})

test('a dialog closed after an unknown outcome and opened again sends the same under the same key', async () => {
  const keys: (string | null)[] = []
  show(() => aCase())
  server.use(
    http.post(`${API}/operator/applications/case/approve`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.error()
    }),
  )
  const user = userEvent.setup()
  for (const attempt of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Approve…' }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => {
      expect(keys.length).toBe(attempt)
    })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull()
    })
  }
  expect(keys[1]).toBe(keys[0])
})

test('a buyer is decided on under a key, which an attempt with an unknown outcome keeps and a success uses up', async () => {
  const keys: (string | null)[] = []
  const buyer = { id: 'b-1', legalName: 'Nordwind AG', contactName: 'Bo', contactEmail: 'bo@example.com', country: 'NL', createdAt: '2026-06-15T12:00:00Z', expectedYearlyVolume: { amount: 100, currency: 'EUR' }, paymentTermsDays: 30, registrationNumber: '1', status: 'pending' as const }
  show(() => aCase({}, { buyers: [buyer], allowedActions: ['decide_buyers'] }))
  server.use(
    http.post(`${API}/operator/applications/case/buyers/b-1/decision`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return keys.length === 1 ? HttpResponse.json(problem('outcome_unknown', 503), { status: 503 }) : HttpResponse.json({ data: { ...buyer, status: 'approved' } })
    }),
  )
  const user = userEvent.setup()
  for (const attempt of [1, 2, 3]) {
    const approve = await screen.findByRole('button', { name: 'Approve Nordwind AG' })
    await waitFor(() => {
      expect(approve).toBeEnabled()
    })
    await user.click(approve)
    await waitFor(() => {
      expect(keys.length).toBe(attempt)
    })
  }
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})
