import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'
import { Route } from '@/lib/navigation'
import { quiet } from '@/testing/begun'
import { anApplication, anOperator, me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import CasePage from './case-page'

const server = serve()

function aCase(changes: Partial<Schemas['OnboardingBody']> = {}, more: Partial<Schemas['CaseBody']> = {}): Schemas['CaseBody'] {
  return {
    id: 'case',
    companyId: 'company',
    applicant: me().data.userDetails,
    onboarding: anApplication({ status: 1, version: 7, ...changes }),
    buyers: [],
    reviewer: null,
    submissions: [{ number: 1, submittedAt: '2026-06-15T12:00:00Z' }],
    since: null,
    noticed: [],
    allowedActions: ['approve'],
    ...more,
  }
}

function show(found: () => Schemas['CaseBody']) {
  server.use(
    mock.get('/operator/applications/{id}', () => HttpResponse.json({ data: found() })),
    mock.get('/operator/applications/{id}/audit', () => HttpResponse.json({ data: { records: [], next: null } })),
  )
  const shown = renderScreen(
    <Route path="/review/:id">
      <CasePage />
    </Route>,
    '/review/case',
  )
  return shown.client
}

/** The same, for an operator this device knows. */
function showToOlga(found: () => Schemas['CaseBody']) {
  show(found).setQueryData(userQuery.queryKey, me({ id: 'olga', role: 'operator' }).data)
}

test('who may look but not decide learns who can, and finds nothing to press', async () => {
  server.use(mock.get('/operator/operators', () => HttpResponse.json({ data: [{ id: 'o', name: 'Olga Reyes', email: 'o@example.com', roles: ['reviewer'], secondFactor: true, isYou: false }] })))
  show(() => aCase({}, { allowedActions: [] })).setQueryData(userQuery.queryKey, anOperator('auditor').data)
  expect(await screen.findByText(/You can look but not decide. Your roles: Auditor. Who can: Olga Reyes./)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Assign|Take over|Approve|Disapprove|Request/ })).toBeNull()
})

const aDocument = (id: string, kind: Schemas['DocumentKind'], changes: Partial<Schemas['DocumentBody']> = {}): Schemas['DocumentBody'] => ({
  id,
  kind,
  name: `${id}.png`,
  contentType: 'image/png',
  size: 100,
  uploadedAt: '2026-06-15T12:00:00Z',
  verdict: 'pending',
  verdictReason: null,
  replacedAt: null,
  ...changes,
})
const noContent = () => {
  server.use(mock.get('/semi-private/documents/{id}', () => HttpResponse.json(problem('not_found', 404), { status: 404 })))
}

test('only what the server allows is offered', async () => {
  show(() => aCase())
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeInTheDocument()
  for (const other of ['Disapprove', 'Reopen', 'Request documents', 'Assign to me']) expect(screen.queryByRole('button', { name: other })).not.toBeInTheDocument()
})

test('one document after the other is looked at and judged', async () => {
  show(() => aCase({ documents: [aDocument('one', 'proof_of_address'), aDocument('two', 'bank_statement')] }, { allowedActions: ['judge_documents'] }))
  noContent()
  const user = userEvent.setup()
  const open = async (kind: string, name: string) => {
    await user.click(await within(await screen.findByRole('list', { name: 'Documents' })).findByRole('button', { name: new RegExp(`^${kind}`) }))
    return within(await screen.findByRole('region', { name: `Document ${name}` }))
  }
  const box = () => screen.getByRole('textbox', { name: /^Reason for rejection/ })
  for (const [kind, name] of [['Proof of address', 'one.png'], ['Last bank statement', 'two.png']] as const) {
    await user.click((await open(kind, name)).getByRole('button', { name: 'Reject' }))
    expect(box()).toHaveValue('')
    await user.type(box(), `not ${name}`)
  }
  await open('Proof of address', 'one.png')
  expect(box()).toHaveValue('not one.png')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('textbox', { name: /^Reason for rejection/ })).toBeNull()
})

test('a decision on a case a colleague decided meanwhile says so, with the new state', async () => {
  let decided = false
  show(() => (decided ? aCase({ status: 3, version: 8 }, { allowedActions: ['reopen'] }) : aCase()))
  server.use(
    mock.post('/operator/applications/{id}/approve', () => {
      decided = true
      return HttpResponse.json(problem('stale_version', 409), { status: 409 })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await user.click(await screen.findByRole('button', { name: 'Approve application' }))
  const notice = await screen.findByRole('alert')
  await waitFor(() => {
    expect(notice).toHaveTextContent('Current status: Onboarding disapproved')
  })
  expect(screen.getByRole('button', { name: 'Reopen', hidden: true })).toBeInTheDocument()
})

test('a decision that fails otherwise stays open and says why; tried again it has the same key, changed another', async () => {
  const keys: (string | null)[] = []
  show(() => aCase())
  server.use(
    mock.post('/operator/applications/{id}/approve', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.json(problem('unavailable', 503), { status: 503 })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await user.click(await screen.findByRole('button', { name: 'Approve application' }))
  expect(await screen.findByText(/isn’t responding/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Approve application' }))
  await waitFor(() => {
    expect(keys.length).toBe(2)
  })
  expect(keys[0]).toBe(keys[1])
  await user.type(screen.getByLabelText(/Note to the applicant/), 'Welcome.')
  await user.click(screen.getByRole('button', { name: 'Approve application' }))
  await waitFor(() => {
    expect(keys.length).toBe(3)
  })
  expect(keys[2]).not.toBe(keys[1])
})

const approve = '/operator/applications/{id}/approve'
const failing = (...[code, status]: Parameters<typeof problem>) => HttpResponse.json<Schemas['ProblemBody']>(problem(code, status), { status })

test('a decision whose outcome nobody knew is only sent again as it was, though the case shows it already', async () => {
  const sent: unknown[] = []
  const answers = [() => failing('outcome_unknown', 503), () => failing('request_timeout', 408), () => failing('too_many_requests', 429), () => failing('unauthenticated', 401)]
  show(() => (sent.length > 0 ? aCase({ status: 2, version: 8 }, { allowedActions: [] }) : aCase()))
  server.use(
    mock.post(approve, async ({ request }) => {
      sent.push([request.headers.get('idempotency-key'), await request.json()])
      return answers[sent.length - 1]?.() ?? HttpResponse.json({ data: aCase({ status: 2, version: 8 }, { allowedActions: [] }) })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await user.type(await screen.findByLabelText(/Note to the applicant/), 'Welcome.')
  await user.click(screen.getByRole('button', { name: 'Approve application' }))
  await screen.findByText('Onboarding approved')
  for (const said of [undefined, 'The request took too long. Try again.', 'Too many attempts. Wait a moment and try again.', 'Your session has ended. Sign in again.']) {
    if (said) expect(await screen.findByText(said)).toBeInTheDocument()
    expect(screen.getByText(/We don’t know whether your decision was saved/)).toBeInTheDocument()
    expect(screen.queryByLabelText(/Note to the applicant/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Approve application' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
  }
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  expect(sent.length).toBe(5)
  expect(sent[0]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), { version: 7, note: 'Welcome.' }])
  expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
})

test('a dialog closed after an unknown outcome and opened again offers the same, until a refusal settles it', async () => {
  const sent: unknown[] = []
  show(() => aCase({ version: 7 + sent.length }))
  server.use(
    mock.post(approve, async ({ request }) => {
      sent.push([request.headers.get('idempotency-key'), await request.json()])
      return sent.length < 3 ? HttpResponse.error() : failing('invalid_input', 422)
    }),
  )
  const user = userEvent.setup()
  for (const [index, name] of ['Approve application', 'Try again', 'Try again'].entries()) {
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    await user.click(await screen.findByRole('button', { name }))
    await waitFor(() => {
      expect(sent.length).toBe(index + 1)
    })
    if (index === 2) break
    expect(await screen.findByText(/We don’t know whether your decision was saved/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull()
    })
  }
  expect(await screen.findByText('Check the marked fields.')).toBeInTheDocument()
  expect(screen.getByLabelText(/Note to the applicant/)).toBeInTheDocument()
  expect(sent[0]).toEqual([expect.any(String), { version: 7, note: null }])
  expect(sent).toEqual([sent[0], sent[0], sent[0]])
  await user.click(screen.getByRole('button', { name: 'Approve application' }))
  await waitFor(() => {
    expect(sent.length).toBe(4)
  })
  expect((sent[3] as unknown[])[0]).not.toBe((sent[0] as unknown[])[0])
  expect((sent[3] as unknown[])[1]).toEqual({ version: 10, note: null })
})

test('an outcome that nobody waited for counts as well', async () => {
  const keys: (string | null)[] = []
  let fail = (): void => undefined
  show(() => aCase())
  server.use(
    mock.post(approve, async ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      await new Promise<void>((resolve) => (fail = resolve))
      return failing('outcome_unknown', 503)
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await user.click(await screen.findByRole('button', { name: 'Approve application' }))
  await waitFor(() => {
    expect(keys.length).toBe(1)
  })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  fail()
  await quiet()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/We don’t know whether your decision was saved/)).toBeInTheDocument()
})

const aBuyer = (id: string, legalName: string) => ({ id, legalName, contactName: 'Bo', contactEmail: 'bo@example.com', country: 'NL', createdAt: '2026-06-15T12:00:00Z', expectedYearlyVolume: { amount: 100, currency: 'EUR' }, paymentTermsDays: 30, registrationNumber: '1', status: 'pending' as const })

test('two buyers decided on at the same time each keep their own key', async () => {
  const keys: string[] = []
  show(() => aCase({}, { buyers: [aBuyer('b-1', 'Nordwind AG'), aBuyer('b-2', 'Südlicht AG')], allowedActions: ['decide_buyers'] }))
  server.use(
    mock.post('/operator/applications/{id}/buyers/{buyer}/decision', ({ request, params }) => {
      keys.push(`${params['buyer'] as string} ${request.headers.get('idempotency-key') ?? ''}`)
      return failing('outcome_unknown', 503)
    }),
  )
  const user = userEvent.setup()
  for (const attempt of [1, 2]) {
    for (const name of ['Nordwind AG', 'Südlicht AG']) await user.click(await screen.findByRole('button', { name: `Approve ${name}` }))
    await waitFor(() => {
      expect(screen.getAllByText(/We can’t tell whether this worked/).length).toBe(2)
      expect(keys.length).toBe(2 * attempt)
    })
  }
  expect(keys[2]).toBe(keys[0])
  expect(keys[3]).toBe(keys[1])
})

test('a buyer is decided on under a key, which an attempt with an unknown outcome keeps and a success uses up', async () => {
  const keys: (string | null)[] = []
  const buyer = aBuyer('b-1', 'Nordwind AG')
  show(() => aCase({}, { buyers: [buyer], allowedActions: ['decide_buyers'] }))
  server.use(
    mock.post('/operator/applications/{id}/buyers/{buyer}/decision', ({ request }) => {
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

const versions = (...numbers: number[]) => numbers.map((number) => ({ number, submittedAt: '2026-06-15T12:00:00Z' }))
const since = (number: number) => ({ number, submittedAt: '2026-06-14T12:00:00Z', answers: [{ field: 'company.legalName', before: 'Mühle', after: 'Mühle Brandt GmbH' }], documents: [], buyers: [] })
const done = (text: string) => waitFor(() => { expect(screen.getByRole('status', { name: '' })).toHaveTextContent(text) })

test('opening a document marks it as viewed, on this device and for this reviewer', async () => {
  const found = () => aCase({ documents: [aDocument('one', 'proof_of_address'), aDocument('two', 'bank_statement', { verdict: 'accepted' })] }, { allowedActions: ['judge_documents'] })
  showToOlga(found)
  noContent()
  const list = within(await screen.findByRole('list', { name: 'Documents' }))
  expect(list.getByRole('button', { name: /^Proof of address/ })).toHaveTextContent('one.pngNot reviewed')
  await userEvent.click(list.getByRole('button', { name: /^Proof of address/ }))
  expect(list.getByRole('button', { name: /^Proof of address/ })).toHaveTextContent('Viewed, no result yet')
  expect(JSON.parse(localStorage.getItem('reviewSeen:olga') ?? '')).toEqual([['case', ['document:one']]])
})

test('the checklist counts what this reviewer looked at, leads to the next of it, and holds no decision back', async () => {
  const notice = { code: 'holder_differs' as const, field: 'bankAccount.holder', params: {} }
  const form = { company: { legalName: 'Mühle Brandt GmbH', address: {}, wants: [] }, people: [], bankAccount: { holder: 'Ada Brandt' } } as unknown as Schemas['FormBody']
  const documents = [aDocument('old', 'bank_statement', { replacedAt: '2026-06-15T12:00:00Z' }), aDocument('one', 'proof_of_address', { verdict: 'accepted' }), aDocument('two', 'bank_statement')]
  showToOlga(() =>
    aCase({ documents, form }, { buyers: [aBuyer('b-1', 'Nordwind AG')], noticed: [notice], since: since(1), submissions: versions(1, 2), allowedActions: ['approve', 'judge_documents', 'decide_buyers'] }),
  )
  noContent()
  const user = userEvent.setup()
  expect(await screen.findByText('0 of 5 reviewed')).toBeInTheDocument()
  const list = within(screen.getByRole('list', { name: 'To review' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Notices0 of 1Show', 'Changes since version 10 of 1Show', 'Documents0 of 2Show', 'Buyers0 of 1Show'])
  // The one that was judged by a colleague this reviewer has not opened.
  await user.click(list.getByRole('button', { name: 'Show next document' }))
  expect(screen.getByRole('region', { name: 'Document one.png' })).toBeInTheDocument()
  expect(screen.getByText('1 of 5 reviewed')).toBeInTheDocument()
  await user.click(list.getByRole('button', { name: 'Show next document' }))
  expect(screen.getByRole('region', { name: 'Document two.png' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show: Account holder' }))
  expect(document.activeElement).toHaveTextContent('Ada Brandt')
  await user.click(screen.getByRole('button', { name: 'Mark as seen: The account holder isn’t the company.' }))
  await user.click(screen.getByRole('button', { name: 'Mark as seen' }))
  expect(screen.getByText('3 of 5 reviewed')).toBeInTheDocument()
  await user.click(list.getByRole('button', { name: 'Show next buyer' }))
  expect(document.activeElement).toHaveTextContent(/^Nordwind AG/)
  expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled()
})

test('another version is looked at anew, but a document that was opened stays so', async () => {
  localStorage.setItem('reviewSeen:olga', JSON.stringify([['case', ['document:one', 'changes:2']]]))
  showToOlga(() => aCase({ documents: [aDocument('one', 'proof_of_address', { verdict: 'accepted' })] }, { since: since(2), submissions: versions(1, 2, 3), allowedActions: ['judge_documents'] }))
  expect(await screen.findByText('1 of 2 reviewed')).toBeInTheDocument()
})

test.each([
  { when: 'while the reviewer has the new version', status: 1 as const, before: 1, shown: true },
  { when: 'while the answer is awaited', status: 4 as const, before: 2, shown: false },
  { when: 'after the decision', status: 2 as const, before: 2, shown: false },
])('$when, what changed is shown: $shown', async ({ status, before, shown }) => {
  show(() => aCase({ status }, { since: since(before), submissions: versions(1, 2) }))
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryAllByText(/^Changed since version/).map(({ textContent }) => textContent)).toEqual(shown ? ['Changed since version 1'] : [])
})

test('replaced documents are folded away', async () => {
  show(() => aCase({ documents: [aDocument('old', 'bank_statement', { replacedAt: '2026-06-15T12:00:00Z' }), aDocument('new', 'bank_statement')] }))
  const list = within(await screen.findByRole('list', { name: 'Documents' }))
  expect(list.getAllByRole('button').length).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: '1 replaced document' }))
  expect(within(screen.getByRole('list', { name: 'Replaced documents' })).getByRole('button')).toHaveTextContent('old.pngReplaced')
})

test('J and K open the next and the previous document', async () => {
  show(() => aCase({ documents: [aDocument('one', 'proof_of_address'), aDocument('two', 'bank_statement')] }))
  noContent()
  await screen.findByRole('list', { name: 'Documents' })
  for (const [key, name] of [['j', 'one'], ['j', 'two'], ['j', 'two'], ['k', 'one']] as const) {
    await userEvent.keyboard(key)
    expect(await screen.findByRole('region', { name: `Document ${name}.png` })).toBeInTheDocument()
  }
})

test('a decision says what was done and leads on to the next case, with the focus on it', async () => {
  const asked: string[] = []
  let decided = false
  show(() => (decided ? aCase({ status: 2, version: 8 }, { allowedActions: ['request_documents'] }) : aCase()))
  server.use(
    mock.post('/operator/applications/{id}/approve', () => {
      decided = true
      return HttpResponse.json({ data: aCase({ status: 2, version: 8 }, { allowedActions: ['request_documents'] }) })
    }),
    mock.get('/operator/applications/next', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: { id: 'other' } })
    }),
    mock.get('/operator/applications/{id}', ({ params }) => params.id !== 'other' ? undefined : HttpResponse.json({ data: { ...aCase({ form: { company: { legalName: 'Nordlicht AG', address: {}, wants: [] }, people: [], bankAccount: {} } as unknown as Schemas['FormBody'] }), id: 'other' } })),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await user.click(await screen.findByRole('button', { name: 'Approve application' }))
  await done('The application is approved.')
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Next case' })).toHaveFocus()
  })
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Nordlicht AG' })).toBeInTheDocument()
  expect(asked).toEqual(['?after=case'])
  expect(screen.queryByText('The application is approved.')).toBeNull()
})

test('N leads on to the next case, and says where there is none', async () => {
  show(() => aCase())
  server.use(mock.get('/operator/applications/next', () => HttpResponse.json({ data: {} })))
  await screen.findByRole('heading', { level: 1 })
  await userEvent.keyboard('n')
  await done('No other case is waiting for you.')
})

test('a buyer that looks like debtors is one of them or none, as a person says', async () => {
  const sent: unknown[] = []
  const alike: Schemas['AlikeDebtorBody'] = {
    id: 'd-1',
    legalName: 'Nordwind Aktiengesellschaft',
    legalEntity: 'NL:R:1',
    state: 'watch',
    by: ['number', 'name'],
    sellers: 2,
    limits: [{ amount: 5_000_000, currency: 'EUR' }],
    inUse: [{ amount: 1_250_000, currency: 'EUR' }],
  }
  show(() => aCase({}, { buyers: [aBuyer('b-1', 'Nordwind AG')], allowedActions: ['decide_buyers'] }))
  server.use(
    mock.get('/operator/applications/{id}/buyers/{buyer}/debtors', () => HttpResponse.json({ data: { same: null, alike: [alike] } })),
    mock.post('/operator/applications/{id}/buyers/{buyer}/decision', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      const isSaid = body.debtor !== undefined || (body.noneOf ?? []).length > 0
      return isSaid ? HttpResponse.json({ data: { ...aBuyer('b-1', 'Nordwind AG'), status: 'approved' } }) : HttpResponse.json(problem('debtor_undecided', 409), { status: 409 })
    }),
  )
  const user = userEvent.setup()
  const seen = { seen: 'pending', decision: 'approved' }
  for (const [button, picked] of [
    ['It’s this one: Nordwind Aktiengesellschaft', { debtor: 'd-1' }],
    ['None of these: make a new debtor', { noneOf: ['d-1'] }],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: 'Approve Nordwind AG' }))
    const list = within(await screen.findByRole('list', { name: 'Debtors that look like it' }))
    expect(list.getByText('NL 1 · same number, same name · 2 sellers')).toBeInTheDocument()
    expect(list.getByText(/Limit: €50,000.00. In use: €12,500.00./)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: button }))
    await waitFor(() => {
      expect(sent.splice(0)).toEqual([seen, { ...seen, ...picked }])
    })
  }
})

test('a buyer that was linked to the wrong debtor is linked to another one, until something was sold', async () => {
  const sent: unknown[] = []
  const linked: Schemas['AlikeDebtorBody'] = { id: 'd-1', legalName: 'Nordwind Aktiengesellschaft', legalEntity: 'NL:R:1', state: 'open', by: ['name'], sellers: 2, limits: [], inUse: [] }
  const other = { ...linked, id: 'd-2', legalName: 'Nordwind Handel' }
  show(() => aCase({}, { buyers: [{ ...aBuyer('b-1', 'Nordwind AG'), status: 'approved' }], allowedActions: ['decide_buyers'] }))
  server.use(
    mock.get('/operator/applications/{id}/buyers/{buyer}/debtors', () => HttpResponse.json({ data: { linked: 'd-1', same: null, alike: [linked, other] } })),
    mock.put('/operator/applications/{id}/buyers/{buyer}/debtor', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1 ? HttpResponse.json(problem('buyer_sold', 409), { status: 409 }) : HttpResponse.json({ data: { ...aBuyer('b-1', 'Nordwind AG'), status: 'approved' } })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Wrong debtor? Nordwind AG' }))
  const list = within(await screen.findByRole('list', { name: 'Debtors that look like it' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  await user.click(list.getByRole('button', { name: 'It’s this one: Nordwind Handel' }))
  expect(await screen.findByText(/Invoices to this buyer were sold/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Make a new debtor' }))
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Make a new debtor' })).toBeNull()
  })
  expect(sent).toEqual([{ seen: 'd-1', debtor: 'd-2' }, { seen: 'd-1', noneOf: ['d-2'] }])
})

test('an approved buyer says which debtor it is, by its name and with the way to it', async () => {
  show(() => aCase({}, { buyers: [{ ...aBuyer('b-1', 'Nordwind AG'), status: 'approved', debtorId: 'd-1' }, { ...aBuyer('b-2', 'Südwind AG'), status: 'approved', debtorId: 'd-2' }, aBuyer('b-3', 'Ostwind AG')] }))
  server.use(mock.get('/operator/names', () => HttpResponse.json({ data: [{ id: 'd-1', kind: 'debtor', name: 'Nordwind Aktiengesellschaft' }, { id: 'd-2', kind: 'debtor', name: 'Südwind Handel' }] })))
  const rows = within(await screen.findByRole('list', { name: 'Buyers' }))
  expect(await rows.findByRole('link', { name: 'Nordwind Aktiengesellschaft' })).toHaveAttribute('href', '/debtors/d-1')
  expect(rows.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Nordwind Aktiengesellschaft', '/debtors/d-1'], ['Südwind Handel', '/debtors/d-2']])
})

test('declining a buyer asks first', async () => {
  let sent: unknown = null
  show(() => aCase({}, { buyers: [aBuyer('b-1', 'Nordwind AG')], allowedActions: ['decide_buyers'] }))
  server.use(
    mock.post('/operator/applications/{id}/buyers/{buyer}/decision', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ data: { ...aBuyer('b-1', 'Nordwind AG'), status: 'declined' } })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Decline Nordwind AG' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sent).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Decline Nordwind AG' }))
  await user.click(screen.getByRole('button', { name: 'Decline buyer' }))
  await waitFor(() => {
    expect(sent).toEqual({ seen: 'pending', decision: 'declined' })
  })
})

test('what was done is no news any more once the applicant has handed in again', async () => {
  const submissions = [{ number: 1, submittedAt: '2026-06-15T12:00:00Z' }]
  let found = aCase({}, { submissions })
  const olga = show(() => found)
  server.use(
    mock.post('/operator/applications/{id}/approve', () => {
      found = aCase({ status: 2, version: 8 }, { submissions, allowedActions: [] })
      return HttpResponse.json({ data: found })
    }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await user.click(await screen.findByRole('button', { name: 'Approve application' }))
  await done('The application is approved.')
  found = aCase({ version: 9 }, { submissions: [...submissions, { number: 2, submittedAt: '2026-06-16T12:00:00Z' }] })
  await olga.invalidateQueries()
  await waitFor(() => {
    expect(screen.queryByText('The application is approved.')).toBeNull()
  })
})

test('the audit trail names the document or the buyer a record is about', async () => {
  const record = (number: number, subject: string, action: Schemas['AuditAction']): Schemas['RecordBody'] => ({ id: `record-${number}`, number, subject, action, actor: 'user', at: '2026-06-15T12:00:00Z', by: { id: 'olga', name: 'Olga Reyes' }, changes: [], requestId: 'r', hash: 'abc' })
  show(() => aCase({ documents: [aDocument('one', 'proof_of_address')] }))
  server.use(mock.get('/operator/applications/{id}/audit', () => HttpResponse.json({ data: { records: [record(2, 'one', 'document_judged'), record(1, 'case', 'approved')], next: null } })))
  const trail = within(await screen.findByRole('list', { name: 'Audit records' }))
  expect(trail.getByText(/reviewed a document: Proof of address, one\.png$/)).toBeVisible()
  expect(trail.queryAllByText(/: /)).toHaveLength(1)
})

test('once a document is accepted nothing moves to where that was pressed', async () => {
  show(() => aCase({ documents: [aDocument('one', 'proof_of_address', { verdict: 'accepted' })] }, { allowedActions: ['judge_documents'] }))
  noContent()
  await userEvent.click(await within(await screen.findByRole('list', { name: 'Documents' })).findByRole('button'))
  const buttons = within(await screen.findByRole('region', { name: 'Document one.png' })).getAllByRole('button', { name: /^(Reject|Accepted)$/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Reject', 'Accepted'])
  expect(buttons[1]).toBeDisabled()
})
