import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import Security from './security'

const save = vi.hoisted(() => vi.fn())
vi.mock('@/lib/save-file', () => ({ save }))

const server = serve()
const BEGUN = '0191d6a0-0000-7000-8000-00000000000b'
const CODES = ['aaaa-bbbb', 'cccc-dddd']

function security(details: Parameters<typeof me>[0] = {}) {
  localStorage.setItem('accessToken', aToken())
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me(details))),
    mock.get('/semi-private/auth/second-factor', () => HttpResponse.json({ data: { on: false, recoveryCodesLeft: 0 } })),
    mock.get('/semi-private/auth/sessions', () => HttpResponse.json({ data: [] })),
    mock.post('/semi-private/auth/second-factor/enrolment', () => HttpResponse.json({ data: { id: BEGUN, secret: 'ABCDEFGH', uri: 'otpauth://totp/Sooner?secret=ABCDEFGH' } })),
    mock.post('/semi-private/auth/second-factor/confirmation', () => HttpResponse.json({ data: { token: aToken(), recoveryCodes: CODES } })),
  )
  renderScreen(<Security />, '/security')
}

const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

async function withCodes() {
  security()
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  await screen.findByRole('list', { name: 'Recovery codes' })
}

test('the parts stand one after the other, each under its heading', async () => {
  security()
  await screen.findByRole('button', { name: 'Turn on' })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Contact details', 'Password', 'Two-factor sign-in', 'Sessions'])
})

test('address and number are shown; only what is not proved can be corrected', async () => {
  security({ phoneVerified: false })
  expect((await screen.findAllByText('ada@example.com', { exact: false })).length).toBeGreaterThan(0)
  expect(screen.getByText('Verified')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Verify or correct' })).toHaveAttribute('href', '/verify-phone')
})

test('while a key waits for its first code, the screen says that a reload makes another, and leaving asks', async () => {
  security()
  const turnOn = await screen.findByRole('button', { name: 'Turn on' })
  expect(asks()).toBe(false)
  await userEvent.click(turnOn)
  expect(await screen.findByText(/If you reload it, you get a new key/)).toBeVisible()
  expect(asks()).toBe(true)
})

test('the first code names the key it is of; of one that was started again elsewhere it says so and starts anew', async () => {
  security()
  const bodies: unknown[] = []
  server.use(
    mock.post('/semi-private/auth/second-factor/confirmation', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(problem('conflict', 409), { status: 409 })
    }, { once: true }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText(/that key no longer works/)).toBeVisible()
  expect(bodies).toEqual([{ id: BEGUN, code: '123456' }])
  expect(asks()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByLabelText('Code')).toHaveValue('')
  expect(screen.queryByText(/that key no longer works/)).toBeNull()
})

test('recovery codes are downloaded as a file, one a line', async () => {
  await withCodes()
  await userEvent.click(screen.getByRole('button', { name: 'Download codes' }))
  const [content, name] = save.mock.calls[0] as [Blob, string]
  expect(name).toBe('sooner-recovery-codes.txt')
  expect(await content.text()).toBe('aaaa-bbbb\ncccc-dddd\n')
})

test('copying says that it worked, and where the browser forbids it what to do instead', async () => {
  await withCodes()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('forbidden')).mockResolvedValueOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Copy codes' }))
  expect(await screen.findByText(/The browser doesn’t allow copying/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Copy codes' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(write).toHaveBeenLastCalledWith('aaaa-bbbb\ncccc-dddd')
})
