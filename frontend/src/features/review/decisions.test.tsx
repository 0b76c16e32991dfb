import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { anApplication, me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { Decisions } from './decisions'

const server = serve()
const nothing = () => undefined

function aCase(allowed: string[]): Schemas['CaseBody'] {
  return {
    id: 'case',
    companyId: 'company',
    applicant: me().data.userDetails,
    onboarding: anApplication({ status: 1, version: 7 }),
    buyers: [],
    reviewer: null,
    submissions: [],
    since: null,
    noticed: [],
    allowedActions: allowed as Schemas['AllowedReview'][],
  }
}

function show(allowed: string[]) {
  renderScreen(<Decisions found={aCase(allowed)} failed={() => false} begun={nothing} made={nothing} focusOnce={() => null} />)
  return userEvent.setup()
}

const chooseAReason = (user: UserEvent) => user.click(screen.getByLabelText('The risk is too high'))
const document = { kind: 'bank_statement', reason: 'Too old.' }
const askForOne = async (user: UserEvent) => {
  await user.click(screen.getByLabelText('Last bank statement'))
  await user.type(screen.getByLabelText('Reason: Last bank statement'), 'Too old.')
}

test.each([
  { action: 'approve', path: 'approve' as const, button: 'Approve', confirm: 'Approve application', fill: nothing, sends: {} },
  {
    action: 'disapprove',
    path: 'disapprove' as const,
    button: 'Disapprove',
    confirm: 'Disapprove application',
    fill: chooseAReason,
    sends: { reasons: ['high_risk'] },
  },
  { action: 'request_documents', path: 'request-documents' as const, button: 'Request documents', confirm: 'Request documents', fill: askForOne, sends: { documents: [document] } },
  { action: 'reopen', path: 'reopen' as const, button: 'Reopen', confirm: 'Reopen application', fill: nothing, sends: { documents: [] } },
])('$action sends what its dialog asked for, under a key', async ({ action, path, button, confirm, fill, sends }) => {
  const sent: { body: unknown; key: string | null }[] = []
  server.use(
    mock.post(`/operator/applications/{id}/${path}`, async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') })
      return HttpResponse.json({ data: aCase([]) })
    }),
  )
  const user = show([action])
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent(action === 'approve' ? 'Mühle Brandt GmbH will be e-mailed. A seller can use all features once it has accepted the terms of a facility.' : 'Mühle Brandt GmbH can')
  await fill(user)
  await user.type(screen.getByLabelText(/Note to the applicant/), 'A word.')
  await user.click(within(dialog).getByRole('button', { name: confirm }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  expect(sent).toEqual([{ body: { version: 7, note: 'A word.', ...sends }, key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string }])
})

test.each([
  { action: 'disapprove', button: 'Disapprove', confirm: 'Disapprove application', problem: 'Choose at least one reason.', fill: chooseAReason },
  { action: 'request_documents', button: 'Request documents', confirm: 'Request documents', problem: 'Choose at least one document.', fill: askForOne },
])('$action says what is missing and sends nothing before it is there', async ({ action, button, confirm, problem, fill }) => {
  let requests = 0
  server.use(
    ...(['disapprove', 'request-documents'] as const).map((decision) =>
      mock.post(`/operator/applications/{id}/${decision}`, () => {
        requests += 1
        return HttpResponse.json({ data: aCase([]) })
      }),
    ),
  )
  const user = show([action])
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: confirm }))
  expect(dialog).toHaveTextContent(problem)
  expect(requests).toBe(0)
  await fill(user)
  await user.click(within(dialog).getByRole('button', { name: confirm }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  // An earlier one would have arrived by now.
  expect(requests).toBe(1)
})

test('what is against stands at the one end and what is hoped for at the other, whatever order the server names them in; one it does not know is left out', () => {
  show(['reopen', 'disapprove', 'something_new', 'take', 'request_documents', 'approve'])
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Disapprove', 'Request documents', 'Reopen', 'Approve'])
})

test('a rejected document is asked for again unless another one stands in its place', async () => {
  const rejected = (id: string, kind: Schemas['DocumentKind'], replacedAt: string | null): Schemas['DocumentBody'] => ({
    id, kind, name: 'scan.pdf', size: 9, contentType: 'application/pdf', uploadedAt: '2026-01-01T00:00:00Z', verdict: 'rejected', verdictReason: `Why ${id}`, replacedAt,
  })
  const documents = [rejected('old', 'bank_statement', '2026-01-02T00:00:00Z'), rejected('new', 'proof_of_address', null)]
  const found = aCase(['request_documents'])
  renderScreen(<Decisions found={{ ...found, onboarding: { ...found.onboarding, documents } }} failed={() => false} begun={nothing} made={nothing} focusOnce={() => null} />)
  await userEvent.click(screen.getByRole('button', { name: 'Request documents' }))
  await screen.findByRole('dialog')
  expect(screen.getByLabelText('Proof of address')).toBeChecked()
  expect(screen.getByLabelText('Last bank statement')).not.toBeChecked()
  // An answer taken back stays so, whatever was rejected.
  await userEvent.click(screen.getByLabelText('Proof of address'))
  expect(screen.getByLabelText('Proof of address')).not.toBeChecked()
})

test('a dialog says that the case has changed since it was opened, before anything is decided', async () => {
  let sent = 0
  server.use(mock.post('/operator/applications/{id}/approve', () => { sent += 1; return HttpResponse.json({ data: aCase([]) }) }))
  const user = userEvent.setup()
  const props = { failed: () => false, begun: nothing, made: nothing, focusOnce: () => null }
  function Page() {
    const [now, setNow] = useState(aCase(['approve']))
    useEffect(() => {
      change = (allowed, onboarding) => { setNow({ ...aCase(allowed), onboarding: anApplication(onboarding) }) }
    }, [])
    return <Decisions found={now} {...props} />
  }
  let change: (allowed: string[], onboarding: Partial<Schemas['OnboardingBody']>) => void = nothing
  renderScreen(<Page />)
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByText(/has changed/)).toBeNull()
  act(() => { change(['approve'], { status: 1, version: 8 }) })
  expect(dialog).toHaveTextContent('This case has changed since you opened this')
  expect(dialog).toHaveTextContent('Current status: Documents verification pending')
  expect(within(dialog).getByRole('button', { name: 'Approve application' })).toBeEnabled()
  act(() => { change(['reopen'], { status: 3, version: 9 }) })
  expect(dialog).toHaveTextContent('Current status: Onboarding disapproved. This decision isn’t possible any more.')
  expect(within(dialog).getByRole('button', { name: 'Approve application' })).toBeDisabled()
  expect(sent).toBe(0)
})

test('two clicks in one moment are one decision', async () => {
  let sent = 0
  const made: string[] = []
  server.use(mock.post('/operator/applications/{id}/approve', () => { sent += 1; return sent === 1 ? HttpResponse.json({ data: aCase([]) }) : HttpResponse.json(problem('stale_version', 409), { status: 409 }) }))
  renderScreen(<Decisions found={aCase(['approve'])} failed={() => { made.push('failed'); return true }} begun={nothing} made={() => { made.push('made') }} focusOnce={() => null} />)
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  const confirm = await screen.findByRole('button', { name: 'Approve application' })
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  expect([sent, made]).toEqual([1, ['made']])
})

test('while a decision is being written, leaving the page asks', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const user = show(['approve'])
  expect(isAsked()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await user.type(await screen.findByLabelText(/Note to the applicant/), 'A word.')
  expect(isAsked()).toBe(true)
})

test('a note outlives the dialog it is typed in, until the decision is made', async () => {
  server.use(mock.post('/operator/applications/{id}/approve', () => HttpResponse.json({ data: aCase(['approve']) })))
  const user = show(['approve'])
  const reopen = () => user.click(screen.getByRole('button', { name: 'Approve' }))
  const note = () => screen.findByLabelText(/Note to the applicant/)
  await reopen()
  await user.type(await note(), 'A word.')
  await user.keyboard('{Escape}')
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  await reopen()
  expect(await note()).toHaveValue('A word.')
  await user.click(screen.getByRole('button', { name: 'Approve application' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  await reopen()
  expect(await note()).toHaveValue('')
})

test('a note outlives what a colleague does meanwhile, also while nothing can be decided', async () => {
  server.use(mock.post('/operator/applications/{id}/approve', () => HttpResponse.json(problem('stale_version', 409), { status: 409 })))
  const user = userEvent.setup()
  function Page() {
    const [allowed, setAllowed] = useState(['approve'])
    return (
      <>
        <button onClick={() => { setAllowed(['approve']) }}>Take it back</button>
        <Decisions found={aCase(allowed)} failed={() => { setAllowed([]); return true }} begun={nothing} made={nothing} focusOnce={() => null} />
      </>
    )
  }
  renderScreen(<Page />)
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await user.type(await screen.findByLabelText(/Note to the applicant/), 'A long word.')
  await user.click(screen.getByRole('button', { name: 'Approve application' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take it back' }))
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByLabelText(/Note to the applicant/)).toHaveValue('A long word.')
  expect(screen.queryByRole('alert')).toBeNull()
})
