import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { connection } from '@/api/connection'
import { loadTexts } from '@/lib/i18n'
import { anApplication, problem } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { API, serve } from '@/testing/server'
import { DocumentsStep } from './documents-step'
import { envelope } from './upload'
import { UploadTray } from './upload-tray'

const server = serve()
afterEach(() => {
  connection.reached()
})

const step = <DocumentsStep application={anApplication()} />
const scan = () => new File(['png'], 'scan.png', { type: 'image/png' })

/** A server that answers each upload so, one after the other; tells under which keys they came. */
function answering(...answers: (() => Response | Promise<Response>)[]): (string | null)[] {
  const keys: (string | null)[] = []
  server.use(
    http.post(`${API}/semi-private/documents`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return answers[keys.length - 1]?.() ?? HttpResponse.error()
    }),
  )
  return keys
}
const refusal = () => HttpResponse.json(problem('invalid_input', 422, { file: ['The image has more than 40 megapixels, or more than 12,000 pixels on a side.'] }), { status: 422 })
const away = () => HttpResponse.json(problem('unavailable', 503), { status: 503 })
const taken = () => HttpResponse.json({ data: {} }, { status: 201 })

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
  const keys = answering(() => HttpResponse.error(), taken)
  renderScreen(<>{step}<UploadTray /></>)
  await userEvent.upload(screen.getByLabelText('Files: Proof of address'), scan())
  expect(await screen.findByRole('alert')).toHaveTextContent('Connection lost. We’ll try again as soon as you’re back online.')
  connection.reached()
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  })
  expect(keys).toEqual([keys[0], keys[0]])
})

test('files that wait to be sorted, and one that is on its way, outlive the step; leaving the page asks', async () => {
  answering(() => new Promise<Response>(() => undefined))
  const { rerender, unmount } = renderScreen(<>{step}<UploadTray /></>)
  expect(rerender).toBeDefined()
  await userEvent.upload(screen.getByLabelText('Files: several documents'), new File(['x'], 'unsorted.pdf', { type: 'application/pdf' }))
  await userEvent.upload(screen.getByLabelText('Files: Proof of address'), scan())
  expect(screen.getByRole('progressbar', { name: 'Uploading scan.png' })).toBeInTheDocument()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel scan.png' }))
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByText(/1 file still has to be sorted/)).toBeVisible()
  unmount()
})

test('a file keeps its name, quotes and all', async () => {
  const { body, type } = envelope('bank_statement', new File(['x'], 'a "b" \\ %22.pdf', { type: 'application/pdf' }))
  expect(type).toMatch(/^multipart\/form-data; boundary=\S+$/)
  expect(await body.text()).toContain('filename="a \\"b\\" \\\\ %22.pdf"')
})
