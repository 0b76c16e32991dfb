import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { loadTexts } from '@/lib/i18n'
import { anApplication, problem } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { API, serve } from '@/testing/server'
import { DocumentsStep } from './documents-step'

const server = serve()

test.each([
  ['en', 'Files: Proof of address', 'Try scan.png again', 'The image has more than 40 megapixels, or more than 12,000 pixels on a side.'],
  ['de', 'Dateien: Adressnachweis', 'scan.png erneut versuchen', 'Das Bild hat mehr als 40 Megapixel oder an einer Seite mehr als 12.000 Pixel.'],
] as const)('in %s a picture the server refuses is told why, beside its name, and tried again under its key', async (language, field, again, reason) => {
  await loadTexts(language)
  const keys: (string | null)[] = []
  server.use(
    http.post(`${API}/semi-private/documents`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return HttpResponse.json(problem('invalid_input', 422, { file: ['The image has more than 40 megapixels, or more than 12,000 pixels on a side.'] }), { status: 422 })
    }),
  )
  renderScreen(<DocumentsStep application={anApplication()} />)
  const user = userEvent.setup()
  await user.upload(screen.getByLabelText(field), new File(['png'], 'scan.png', { type: 'image/png' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(reason)
  await user.click(screen.getByRole('button', { name: again }))
  await waitFor(() => {
    expect(keys.length).toBe(2)
  })
  expect(await screen.findByRole('alert')).toHaveTextContent(reason)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})
