import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { BuyerList } from '@/features/buyers/buyer-list'
import Dashboard from '@/features/dashboard/dashboard'
import { DocumentsStep, RequestedDocuments } from '@/features/onboarding/documents-step'
import { Preview } from '@/features/onboarding/preview'
import { Answers } from '@/features/review/answers'
import { ReviewBuyers } from '@/features/review/buyers'
import { Changes } from '@/features/review/changes'
import { Decisions } from '@/features/review/decisions'
import { Documents } from '@/features/review/documents'
import { History } from '@/features/review/history'
import { Noticed } from '@/features/review/noticed'
import { Trail } from '@/features/review/trail'
import { loadConfig } from '@/lib/config'
import { aHouse } from '@/testing/config'
import { anApplication, me } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { FormProgress } from '@/entities/joining/form-progress'
import { leftOf } from '@/entities/joining/left'

const server = serve()
const moment = '2026-06-15T12:00:00Z'
const fails = () => false

/** What a newer server could send: no type of ours has it. */
const unknown = <T,>(code = 'something_new') => code as T

const buyer = { id: 'b-1', legalName: 'Nordwind AG', contactName: 'Bo', contactEmail: 'bo@example.com', country: unknown<string>('QZ'), createdAt: moment, expectedYearlyVolume: { amount: 100, currency: 'EUR' }, paymentTermsDays: 30, registrationNumber: '1', status: unknown<Schemas['BuyerStatus']>() }
const document = { id: 'd-1', kind: unknown<Schemas['DocumentKind']>(), name: 'scan.png', contentType: unknown<Schemas['FileType']>('image/new'), size: 1, sha256: '0', uploadedAt: moment, verdict: unknown<Schemas['Verdict']>(), verdictReason: null }
const step = { at: moment, by: 'something_new', from: 1, to: 99, reasons: [unknown()], note: null } as unknown as Schemas['OnboardingBody']['history'][number]
const requirement = { code: unknown<Schemas['RequirementCode']>(), field: 'documents.something_new', message: 'Something new.', params: {} }
const form = {
  company: { legalName: 'Mühle Brandt GmbH', legalForm: unknown(), industry: unknown(), wants: [unknown()], country: unknown('QZ'), address: {}, yearlyTurnover: { amount: 100, currency: unknown('QZX') } },
  people: [{ fname: 'Ada', lname: 'Brandt', nationality: unknown('QZ'), roles: [unknown()] }],
  bankAccount: { currency: unknown('QZX') },
} as unknown as Schemas['FormBody']
const application = anApplication({ form, documents: [document], missing: [requirement], history: [step], progress: { met: 1, asked: 2 } })
const aCase = (changes: Partial<Schemas['CaseBody']> = {}): Schemas['CaseBody'] => ({ id: 'case', companyId: 'company', applicant: me().data.userDetails, onboarding: application, buyers: [buyer], reviewer: null, submissions: [], since: null, noticed: [], allowedActions: [], ...changes })
const since = { number: 1, answers: [{ field: 'company.legalForm', before: 'sole_trader', after: 'something_new' }], documents: ['d-1'], buyers: [] } as unknown as NonNullable<Schemas['CaseBody']['since']>
const seen = { has: () => false, mark: () => undefined, unmark: () => undefined }
const notice = { code: unknown<Schemas['NoticeCode']>(), field: 'company.something_new', params: {} }
const record = { id: 'record-1', number: 1, at: moment, by: null, actor: 'something_new', action: unknown<Schemas['AuditAction']>(), subject: 'case', changes: [{ field: 'something_new', before: null, after: 'something_new' }], requestId: 'r-1', hash: '0'.repeat(64) }

beforeEach(async () => {
  localStorage.setItem('accessToken', aToken())
  server.use(
    http.get('*/config.json', () => HttpResponse.json({ apiOrigin: 'http://api.test', house: aHouse() })),
    mock.get('/semi-private/user', () => HttpResponse.json(me({ onboarding_status: 3 }))),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: { ...application, status: 3, history: [{ ...step, to: 3 }] } })),
    mock.get('/semi-private/documents/{id}', () => new HttpResponse('image')),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [] })),
    mock.get('/operator/applications/{id}/audit', () => HttpResponse.json({ data: { records: [record], next: null } })),
  )
  await loadConfig()
})

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test.each<{ where: string; show: ReactNode; look?: () => Promise<void>; says: RegExp }>([
  { where: 'the reasons on the dashboard', show: <Dashboard />, says: /^something_new\.$/ },
  { where: 'the reasons in the history', show: <History found={aCase()} />, says: /^something_new$/ },
  { where: 'who took a step', show: <History found={aCase()} />, says: /^Jun 15, 2026, [^a-z]*[AP]M$/ },
  { where: 'the status of a buyer', show: <BuyerList buyers={[buyer]} />, says: /^something_new$/ },
  { where: 'the status of a buyer that is decided on', show: <ReviewBuyers found={aCase({ allowedActions: ['decide_buyers'] })} failed={fails} />, says: /^something_new$/ },
  { where: 'the country of a buyer', show: <BuyerList buyers={[buyer]} />, says: /^QZ · 1 · / },
  { where: 'a document and its verdict', show: <Documents found={aCase()} failed={fails} seen={seen} chosen={null} choose={() => undefined} />, says: /^something_new$/ },
  { where: 'an open document', show: <Documents found={aCase()} failed={fails} seen={seen} chosen="d-1" choose={() => undefined} />, says: /^something_new: scan\.png$/ },
  { where: 'what the machine noticed', show: <Noticed found={aCase({ noticed: [notice] })} seen={seen} goTo={() => undefined} />, says: /^something_new$/ },
  { where: 'a new document', show: <Changes found={aCase()} since={since} />, says: /^New document: something_new, scan\.png$/ },
  { where: 'a changed answer', show: <Changes found={aCase()} since={since} />, says: /^something_new$/ },
  { where: 'the answers', show: <Answers applicant={me().data.userDetails} form={form} />, says: /^something_new$/ },
  { where: 'a country', show: <Answers applicant={me().data.userDetails} form={form} />, says: /^QZ$/ },
  { where: 'a currency', show: <Answers applicant={me().data.userDetails} form={form} />, says: /QZX\s1\.00/ },
  { where: 'the answers before submitting', show: <Preview application={application} left={[]} buyers={null} />, says: /^something_new$/ },
  { where: 'how much is left', show: <FormProgress application={application} left={leftOf({ missing: application.missing, refused: {}, open: [], unfinished: [] })} />, says: /^1 item left$/ },
  { where: 'a document that is asked for', show: <DocumentsStep application={application} />, says: /^something_new$/ },
  { where: 'a document that is asked for again', show: <RequestedDocuments application={application} />, says: /^Something new\.$/ },
  {
    where: 'a rejected document that is asked for again',
    show: <Decisions found={aCase({ allowedActions: ['reopen'], onboarding: anApplication({ documents: [{ ...document, verdict: 'rejected', verdictReason: 'Too old.' }] }) })} failed={fails} begun={() => undefined} made={() => undefined} focusOnce={() => null} />,
    look: () => press('Reopen'),
    says: /^Reason: something_new$/,
  },
  { where: 'the audit trail', show: <Trail found={aCase()} />, says: /^Unknown user something_new$/ },
])('$where with an unknown code is shown, by the code where there are no words', async ({ show, look, says }) => {
  renderScreen(show, '/')
  await look?.()
  expect((await screen.findAllByText(says)).length).toBeGreaterThan(0)
  expect(window.document.body).not.toHaveTextContent(/undefined|NaN/)
})
