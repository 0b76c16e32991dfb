import { waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { configure } from '@/testing/config'
import { anApplication, me } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { Shell } from './shell'

const server = serve()
const loaded = vi.hoisted(() => [] as string[])

vi.mock('@/features/auth/interruption', () => {
  loaded.push('interruption')
  throw new Error('gone')
})
vi.mock('@/features/onboarding/disagreements', () => {
  loaded.push('disagreements')
  return { Disagreements: () => null }
})

// The only test of this file: each part is loaded once for all.
test('what is needed when something goes wrong is loaded before', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me())),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication() })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [] })),
  )
  await configure()
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Shell><p>what is being done</p></Shell>, '/dashboard')
  await waitFor(() => {
    expect(loaded).toEqual(expect.arrayContaining(['interruption', 'disagreements']))
  })
})
