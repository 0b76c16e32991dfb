import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { quiet } from '@/testing/begun'
import { anApplication, me } from '@/testing/data'
import { aPayout, aSeller } from '@/testing/financing'
import type { Schemas } from '@/api/client'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { StatusDialog } from './status-dialog'

const server = serve()

test.each([
  [0, 'Onboarding not yet completed', 'Form not filled; complete it to get started with factoring and reverse-factoring'],
  [1, 'Documents verification pending', 'Wait for further instructions'],
  [2, 'Onboarding approved', 'All features usable'],
  [3, 'Onboarding disapproved', 'Contact support'],
  [4, 'Docs are missing', 'Provide missing documents'],
] as const)('status %d is told once, until it changes', async (status, title, text) => {
  server.use(mock.get('/semi-private/user', () => HttpResponse.json(me({ onboarding_status: status }))))
  localStorage.setItem('accessToken', aToken())
  const { unmount } = renderScreen(<StatusDialog />, '/dashboard')
  const dialog = await screen.findByRole('alertdialog', { name: title })
  expect(dialog).toHaveTextContent(text)
  await userEvent.click(screen.getByRole('button', { name: 'Okay' }))
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
  unmount()
  // In another tab, and after signing in again.
  sessionStorage.clear()
  renderScreen(<StatusDialog />, '/dashboard')
  await quiet()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('what comes next is what Home says: a payout that waits is not said to be released', async () => {
  const step: Schemas['FirstCashStepBody'] = { step: 'money_on_its_way', state: 'waits', turn: 'house', people: [], since: '2027-01-03T12:00:00Z' }
  const seller = aSeller()
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(seller)),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ status: 2 }) })),
    mock.get('/semi-private/first-cash', () => HttpResponse.json({ data: { steps: [step] } })),
    mock.get('/semi-private/payments', () => HttpResponse.json({ data: [aPayout({ stops: ['account_changing'] })], next: null })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(<StatusDialog />, '/dashboard')
  expect(await screen.findByText('Next: The payout waits: We’re checking your new bank account.')).toBeVisible()
  expect(screen.queryByText(/We release the payout/)).toBeNull()
})

test('each person is told, and each status: two people on one device', async () => {
  localStorage.setItem('accessToken', aToken())
  const [ada, bo] = [{ id: 'ada', onboarding_status: 2 }, { id: 'bo', onboarding_status: 2 }] as const
  for (const [person, title] of [[ada, 'Onboarding approved'], [bo, 'Onboarding approved'], [{ ...ada, onboarding_status: 4 }, 'Docs are missing'], [{ ...ada, onboarding_status: 2 }, 'Onboarding approved']] as const) {
    server.use(mock.get('/semi-private/user', () => HttpResponse.json(me(person))))
    const { unmount } = renderScreen(<StatusDialog />, '/dashboard')
    expect(await screen.findByRole('alertdialog', { name: title })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Okay' }))
    unmount()
  }
})

/** What a server of another version answers: no type of ours knows it. */
const answering = (status: unknown) =>
  mock.get('/semi-private/user', () => {
    const { data } = me()
    return HttpResponse.json({ data: { ...data, userDetails: { ...data.userDetails, onboarding_status: status as Schemas['OnboardingBody']['status'] } } })
  })

test('a status this version does not know is shown as neutral, and told again when it changes', async () => {
  server.use(answering(99))
  localStorage.setItem('accessToken', aToken())
  const { unmount } = renderScreen(<StatusDialog />, '/dashboard')
  const dialog = await screen.findByRole('alertdialog', { name: 'Your application' })
  expect(dialog).toHaveTextContent('We can’t show your application’s status in this version. Reload the page.')
  expect(dialog).not.toHaveTextContent(/form/i)
  await userEvent.click(screen.getByRole('button', { name: 'Okay' }))
  unmount()
  server.use(answering(98))
  renderScreen(<StatusDialog />, '/dashboard')
  expect(await screen.findByRole('alertdialog', { name: 'Your application' })).toBeVisible()
})

test.each([null, undefined])('a missing status (%s) is told as not completed', async (missing) => {
  server.use(answering(missing))
  localStorage.setItem('accessToken', aToken())
  renderScreen(<StatusDialog />, '/dashboard')
  expect(await screen.findByRole('alertdialog', { name: 'Onboarding not yet completed' })).toBeVisible()
})
