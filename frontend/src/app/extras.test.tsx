import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { call } from '@/api/client'
import type { Schemas } from '@/api/client'
import { configure } from '@/testing/config'
import { anApplication, me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { Router } from './router'
import { Shell } from './shell'

const server = serve()

// As after a new release: the files of the one before are gone.
vi.mock('@/features/auth/interruption', () => {
  throw new Error('gone')
})
vi.mock('@/features/onboarding/upload-tray', () => {
  throw new Error('gone')
})
vi.mock('./shared-buyers', () => {
  throw new Error('gone')
})
vi.mock('@/features/onboarding/disagreements', () => ({ Disagreements: () => null }))

function signedIn(shown = <Shell><p>what is being done</p></Shell>, path = '/dashboard', allowedActions: Schemas['AllowedAction'][] = []) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me())),
    mock.get('/semi-private/onboarding', () => HttpResponse.json({ data: anApplication({ allowedActions }) })),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [] })),
    mock.delete('/semi-private/documents/{id}', () => HttpResponse.json(problem('unauthenticated', 401), { status: 401 })),
  )
  localStorage.setItem('accessToken', aToken())
  renderScreen(shown, path)
}

test('where what surrounds a screen cannot be loaded, the screen stays and that is said', async () => {
  await configure()
  signedIn()
  expect(await screen.findByRole('button', { name: 'Account: Ada Brandt (AB)' })).toBeInTheDocument()
  void call((client) => client.DELETE('/semi-private/documents/{id}', { params: { path: { id: 'd-1' } } })).catch(() => undefined)
  expect(await screen.findByText(/couldn’t load the sign-in form/)).toBeInTheDocument()
  expect(screen.getByText('what is being done')).toBeInTheDocument()
})

test('where a part of a screen cannot be loaded, the rest of that screen stays', async () => {
  await configure()
  signedIn(<Router />, '/onboarding?step=submit', ['edit_form', 'submit'])
  expect(await screen.findByText('We couldn’t load this part of the page. We’ll keep trying.')).toBeInTheDocument()
  expect(screen.getByText('Submit application')).toBeInTheDocument()
})
