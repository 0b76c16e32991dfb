import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { connection } from '@/api/connection'
import type { Document } from '@/entities/application/api'
import { loadTexts } from '@/lib/i18n'
import { anApplication, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { DocumentsStep } from './documents-step'
import { envelope } from '@/api/send-file'
import { UploadTray } from './upload-tray'

const server = serve()
afterEach(() => {
  connection.reached()
})

const step = <DocumentsStep application={anApplication()} />
const scan = () => new File(['png'], 'scan.png', { type: 'image/png' })

/** The step, which one can leave, and the tray, which stays. */
function WithStep() {
  const [isThere, setThere] = useState(true)
  return (
    <>
      {isThere ? step : null}
      <button onClick={() => { setThere(!isThere) }}>Leave or come back</button>
      <UploadTray />
    </>
  )
}

test('a company that only supplies sees the documents it is asked for and those it sent, and any other sees every kind', () => {
  const application = anApplication({
    missing: [{ field: 'documents.identity_document', code: 'document_missing', message: '', params: { kind: 'identity_document', wanted: 1 } }],
    documents: [{ id: 'd-1', kind: 'bank_statement', name: 'july.pdf', size: 9, contentType: 'application/pdf', uploadedAt: '2026-01-01T00:00:00Z', verdict: 'pending' } as Document],
  })
  const kinds = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  const { unmount } = renderScreen(<DocumentsStep application={application} />)
  expect(kinds()).toHaveLength(6)
  unmount()
  application.form.company.wants = ['supplier']
  renderScreen(<DocumentsStep application={application} />)
  expect(kinds()).toEqual(['Identity document', 'Last bank statement'])
})

/** A server that answers so when it is asked for the application; counts how often. */
function lookingUp(answer: () => Response): () => number {
  let count = 0
  server.use(
    mock.get('/semi-private/onboarding', () => {
      count += 1
      return answer()
    }),
  )
  return () => count
}

/** A server that answers each upload so, one after the other; tells under which keys they came. */
function answering(...answers: (() => Response | Promise<Response>)[]): (string | null)[] {
  const keys: (string | null)[] = []
  server.use(
    mock.post('/semi-private/documents', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return answers[keys.length - 1]?.() ?? HttpResponse.error()
    }),
  )
  return keys
}
const refusal = () => HttpResponse.json(problem('invalid_input', 422, { file: { code: 'image_too_large', params: { max: 40 } } }), { status: 422 })
const away = () => HttpResponse.json(problem('unavailable', 503), { status: 503 })
const taken = (): Response => HttpResponse.json({ data: {} }, { status: 201 })

test.each([
  ['en', 'Files: Proof of address', /again/i, 'The image has more than 40 megapixels, or more than 12,000 pixels on a side.'],
  ['de', 'Dateien: Adressnachweis', /erneut/i, 'Das Bild hat mehr als 40 Megapixel oder an einer Seite mehr als 12.000 Pixel.'],
] as const)('in %s a picture the server refuses is told why, and nobody is asked to send it again', async (language, field, again, reason) => {
  await loadTexts(language)
  answering(refusal)
  renderScreen(<>{step}<UploadTray /></>)
  await userEvent.upload(screen.getByLabelText(field), scan())
  expect(await screen.findByRole('alert')).toHaveTextContent(reason)
  expect(screen.queryByRole('button', { name: again })).toBeNull()
})

test('what may still succeed is tried again under its key, by a button that names the file', async () => {
  const keys = answering(away, taken)
  renderScreen(<>{step}<UploadTray /></>)
  await userEvent.upload(screen.getByLabelText('Files: Proof of address'), scan())
  await userEvent.click(await screen.findByRole('button', { name: 'Try again: scan.png' }))
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('what was lost with the connection is tried again by itself once that is back', async () => {
  lookingUp(() => HttpResponse.error())
  const keys = answering(() => HttpResponse.error(), taken)
  renderScreen(<>{step}<UploadTray /></>)
  await userEvent.upload(screen.getByLabelText('Files: Proof of address'), scan())
  expect(await screen.findByRole('alert')).toHaveTextContent('Connection lost. We’ll try again as soon as you’re back online.')
  await waitFor(() => {
    expect(connection.snapshot()).toBe(true)
  })
  connection.reached()
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })
  expect(keys).toEqual([keys[0], keys[0]])
})

test('a file that alone does not get through is tried three times more, ever later, and is no lost connection', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const banner: boolean[] = []
  const stop = connection.subscribe(() => banner.push(connection.snapshot()))
  const looks = lookingUp(() => HttpResponse.json({ data: anApplication() }))
  const keys = answering(...Array.from({ length: 5 }, () => () => HttpResponse.error()))
  renderScreen(<>{step}<UploadTray /></>)
  fireEvent.change(screen.getByLabelText('Files: Proof of address'), { target: { files: [scan()] } })
  for (const [tries, wait] of [[1, 1500], [2, 4000], [3, 10_000]] as const) {
    expect(await screen.findByText('The upload was interrupted. We’ll try again in a moment.')).toBeVisible()
    await vi.advanceTimersByTimeAsync(wait - 600)
    expect(keys).toHaveLength(tries)
    await vi.advanceTimersByTimeAsync(600)
    await waitFor(() => {
      expect(looks()).toBe(tries + 1)
    })
  }
  expect(await screen.findByText('The upload keeps being interrupted. Try again, or choose a smaller file.')).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keys).toEqual(Array.from({ length: 4 }, () => keys[0]))
  expect(banner).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Try again: scan.png' }))
  await waitFor(() => {
    expect(keys).toHaveLength(5)
  })
  stop()
  vi.useRealTimers()
})

test('a file that was moved or changed since it was chosen is to be chosen again', async () => {
  answering(() => HttpResponse.error())
  renderScreen(<>{step}<UploadTray /></>)
  const file = scan()
  vi.spyOn(file, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) } as unknown as Blob)
  await userEvent.upload(screen.getByLabelText('Files: Proof of address'), file)
  expect(await screen.findByRole('alert')).toHaveTextContent('We can no longer read this file. If you moved or changed it, choose it again.')
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  expect(connection.snapshot()).toBe(false)
})

test('files that wait to be sorted, and one that is on its way, outlive the step; leaving the page asks', async () => {
  answering(() => new Promise<Response>(() => undefined))
  renderScreen(<WithStep />)
  await userEvent.upload(screen.getByLabelText('Files: several documents'), new File(['x'], 'unsorted.pdf', { type: 'application/pdf' }))
  await userEvent.upload(screen.getByLabelText('Files: Proof of address'), scan())
  expect(screen.getByRole('progressbar', { name: 'Uploading scan.png' })).toBeInTheDocument()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Leave or come back' }))
  expect(screen.queryByLabelText('Files: several documents')).toBeNull()
  expect(screen.getByRole('progressbar', { name: 'Uploading scan.png' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Leave or come back' }))
  expect(within(screen.getByRole('list', { name: 'Files to sort' })).getByText('unsorted.pdf')).toBeVisible()
  expect(screen.getByText(/^scan.png: uploading/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel scan.png' }))
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByText(/1 file still has to be sorted/)).toBeVisible()
})

test('a file keeps its name, quotes and all', async () => {
  const { body, type } = envelope({ kind: 'bank_statement' }, new File(['x'], 'a "b" \\ %22.pdf', { type: 'application/pdf' }))
  expect(type).toMatch(/^multipart\/form-data; boundary=\S+$/)
  expect(await body.text()).toContain('filename="a \\"b\\" \\\\ %22.pdf"')
})

test('dropped files are guessed by their names, can be changed, and are sent only when that is confirmed', async () => {
  const kinds: string[] = []
  server.use(
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication() })),
    mock.post('/semi-private/documents', async ({ request }) => {
      kinds.push(/name="kind"\s+(\w+)/.exec(await request.text())?.[1] ?? '')
      return taken()
    }),
  )
  renderScreen(<>{step}<UploadTray /></>)
  const files = ['Kontoauszug.pdf', 'passport.pdf', 'scan.pdf'].map((name) => new File(['x'], name, { type: 'application/pdf' }))
  await userEvent.upload(screen.getByLabelText('Files: several documents'), files)
  expect(screen.getByLabelText('Document type of Kontoauszug.pdf')).toHaveValue('bank_statement')
  expect(screen.getByLabelText('Document type of scan.pdf')).toHaveValue('')
  await userEvent.selectOptions(screen.getByLabelText('Document type of passport.pdf'), 'proof_of_address')
  expect(kinds).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Upload 2 files' }))
  await waitFor(() => {
    expect([...kinds].sort()).toEqual(['bank_statement', 'proof_of_address'])
  })
  expect(within(screen.getByRole('list', { name: 'Files to sort' })).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Remove scan.pdf' }))
})

test('files of a wrong type or size, and those there is no room for, are refused before they are sorted', async () => {
  const documents = Array.from({ length: 19 }, (_, place) => ({ id: String(place), kind: 'bank_statement', name: `${place}.pdf`, size: 1 })) as Document[]
  renderScreen(<DocumentsStep application={anApplication({ documents })} />)
  expect(screen.getByText('19 of 20 documents')).toBeVisible()
  const files = [new File(['x'], 'run.exe', { type: 'application/x-msdownload' }), new File([], 'empty.pdf', { type: 'application/pdf' }), scan(), new File(['x'], 'more.pdf', { type: 'application/pdf' })]
  await userEvent.upload(screen.getByLabelText('Files: several documents'), files, { applyAccept: false })
  const notice = screen.getByRole('alert')
  expect(notice).toHaveTextContent('3 files weren’t added')
  expect(notice).toHaveTextContent('run.exe: Upload a PDF, PNG or JPEG file.')
  expect(notice).toHaveTextContent('empty.pdf: The file is empty.')
  expect(notice).toHaveTextContent('more.pdf: You’ve reached the maximum of 20 documents. Remove one first.')
  expect(screen.getByText('20 of 20 documents: remove one to add another.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove scan.png' }))
  expect(screen.getByText('19 of 20 documents')).toBeVisible()
})

test('where the server has no room nobody is asked to send it again', async () => {
  server.use(mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication() })))
  answering(() => HttpResponse.json(problem('too_many_documents', 409), { status: 409 }))
  renderScreen(<>{step}<UploadTray /></>)
  await userEvent.upload(screen.getByLabelText('Files: Proof of address'), scan())
  expect(await screen.findByRole('alert')).toHaveTextContent('You’ve reached the maximum of 20 documents.')
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Fold uploads' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show uploads' }))
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss scan.png' }))
})
