import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { me } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { rememberCode } from './sent-code'
import VerifyPhone from './verify-phone'

const server = serve()
const confirmed: string[] = []
vi.mock('@/lib/config', () => ({ config: () => ({ firebase: {} }) }))
vi.mock('./firebase-phone', () => ({
  resumeCode: (_: unknown, id: string) => ({ id, confirm: (code: string) => { confirmed.push(`${id} ${code}`); return Promise.resolve('proof') } }),
}))

/** The way as a person at the phone step reads it. */
function wayOf(role: Schemas['MemberRole'], changes: Partial<Schemas['UserDetailsBody']>) {
  const { data } = me({ phoneVerified: false, ...changes })
  localStorage.setItem('accessToken', aToken())
  server.use(mock.get('/semi-private/user', () => HttpResponse.json({ data: { ...data, membership: { ...data.membership, role } } })))
  renderScreen(<VerifyPhone />, '/verify-phone')
  return screen.findByRole('navigation', { name: 'Joining' })
}

test.each([
  ['preparer', { emailVerified: true, onboarding_status: 2 }, 'Account: donePhoneStep 2 of 2: Phone'],
  ['preparer', { emailVerified: true, onboarding_status: 0 }, 'Account: donePhoneStep 2 of 2: Phone'],
  ['owner', { emailVerified: true, onboarding_status: 0 }, 'Account: donePhoneCompanyReviewStep 2 of 4: Phone'],
  ['owner', { emailVerified: false, onboarding_status: 0 }, 'Account: donePhoneE-mailCompanyReviewStep 2 of 5: Phone'],
] as const)('the way of a %s with %j has their own steps alone', async (role, changes, says) => {
  expect(await wayOf(role, changes)).toHaveTextContent(says)
})

test('after a reload the code that was sent can be typed in, and another one is not offered before its time', async () => {
  localStorage.setItem('accessToken', aToken())
  let isVerified = false
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me({ phoneVerified: isVerified, emailVerified: false }))),
    mock.post('/semi-private/auth/verify-gtoken', () => {
      isVerified = true
      return HttpResponse.json({ token: aToken() })
    }),
  )
  rememberCode({ phone: '+4915112345678', id: 'v-1', at: Date.now() - 10_000 })
  renderScreen(<VerifyPhone />, '/verify-phone')
  await userEvent.click(await screen.findByLabelText('Digit 1 of 6'))
  expect(screen.getByRole('button', { name: 'Send another code' })).toBeDisabled()
  await userEvent.keyboard('123456')
  await waitFor(() => {
    expect(confirmed).toEqual(['v-1 123456'])
  })
  await waitFor(() => {
    expect(sessionStorage.getItem('sentCode')).toBeNull()
  })
})
