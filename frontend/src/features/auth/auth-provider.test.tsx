import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { useAuth } from './auth-provider'

const server = serve()
const answer = (status: number) => mock.get('/semi-private/user', () => (status === 200 ? HttpResponse.json(me()) : HttpResponse.json(problem('unauthenticated', 401), { status })))

function Who() {
  const { isInitialized, isAuthenticated, user } = useAuth()
  if (!isInitialized) return <p>not initialized</p>
  return <p>{isAuthenticated ? `${user?.userDetails.fname} is in` : 'nobody is in'}</p>
}

test('outside its provider the context says so, in the customer’s words', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => renderToString(<Who />)).toThrow('Auth context must be use inside AuthProvider')
})

test('without a token nobody is in, and nothing is asked', async () => {
  renderScreen(<Who />)
  expect(await screen.findByText('nobody is in')).toBeVisible()
})

test('a stored token that has not expired brings its person back', async () => {
  server.use(answer(200))
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Who />)
  expect(screen.getByText('not initialized')).toBeVisible()
  expect(await screen.findByText('Ada is in')).toBeVisible()
})

test('an expired token counts for nothing, and nothing is asked', async () => {
  localStorage.setItem('accessToken', aToken(-1))
  renderScreen(<Who />)
  expect(await screen.findByText('nobody is in')).toBeVisible()
})

test.each([401, 500])('a user fetch that fails with %d at the start leaves nobody in, without a message', async (status) => {
  server.use(answer(status))
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Who />)
  expect(await screen.findByText('nobody is in')).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

test('a token the server does not know is cleared; one it could not be asked about is kept', async () => {
  server.use(answer(401))
  localStorage.setItem('accessToken', aToken())
  const { unmount } = renderScreen(<Who />)
  await waitFor(() => {
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
  unmount()
  server.use(mock.get('/semi-private/user', () => HttpResponse.error()))
  localStorage.setItem('accessToken', aToken())
  renderScreen(<Who />)
  expect(await screen.findByText('nobody is in')).toBeVisible()
  expect(localStorage.getItem('accessToken')).not.toBeNull()
})
