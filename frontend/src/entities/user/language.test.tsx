import { waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { useAuth } from '@/features/auth/auth-provider'
import { chooseLanguage, i18n, loadTexts } from '@/lib/i18n'
import { storeToken } from '@/lib/token'
import { me } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { chooseEverywhere } from './language'

const server = serve()

afterEach(async () => {
  await chooseLanguage('en')
})

function Page() {
  return useAuth().isAuthenticated ? <p>inside</p> : null
}

/** Signs somebody in whose account says this, where the server answers a change of language like that. */
async function signedIn(language: 'en' | 'de', status = 204) {
  const sent: unknown[] = []
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me({ language }))),
    mock.put('/semi-private/auth/language', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status })
    }),
  )
  storeToken(aToken())
  const screen = renderScreen(<Page />)
  await screen.findByText('inside')
  return sent
}

test('where no language was chosen the page speaks the account’s, and still at the next visit', async () => {
  await loadTexts('en')
  const sent = await signedIn('de')
  await waitFor(() => expect(i18n.locale).toBe('de'))
  await loadTexts()
  expect(i18n.locale).toBe('de')
  expect(sent).toEqual([])
})

test('what was chosen here stays, and the account learns of it', async () => {
  const sent = await signedIn('en')
  await chooseEverywhere('de')
  await waitFor(() => expect(sent).toEqual([{ language: 'de' }]))
  await chooseEverywhere('en')
  await waitFor(() => expect(sent).toEqual([{ language: 'de' }, { language: 'en' }]))
  expect(i18n.locale).toBe('en')
})

test('a choice that could not be saved shows nothing, stays, and is sent at the next sign-in', async () => {
  const refused = await signedIn('en', 503)
  await chooseEverywhere('de')
  await waitFor(() => expect(refused).toHaveLength(1))
  expect(document.querySelector('[role=status],[role=alert]')).toBeNull()
  expect(i18n.locale).toBe('de')
  const sent = await signedIn('en')
  await waitFor(() => expect(sent).toEqual([{ language: 'de' }]))
  await vi.waitFor(() => expect(localStorage.getItem('language.unsent')).toBeNull())
  expect(i18n.locale).toBe('de')
})

test('a choice of before, which the account knows, is not sent again', async () => {
  await chooseLanguage('de')
  const sent = await signedIn('en')
  await waitFor(() => expect(i18n.locale).toBe('de'))
  expect(sent).toEqual([])
})
