import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import QueuePage from './queue-page'

const server = serve()
const blank: Schemas['QueueBody'] = { applications: [], next: null, tooMany: false, counts: [0, 2, 1000, 0, 0] }

/** Answers the queue and remembers what was asked for. */
function answer(page: Schemas['QueueBody'] = blank): string[] {
  const asked: string[] = []
  server.use(
    mock.get('/operator/applications', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ data: page })
    }),
  )
  return asked
}

test('the address says what is looked for', async () => {
  const asked = answer({ ...blank, next: 'cursor-2' })
  renderScreen(<QueuePage />, '/review')
  expect(await screen.findByRole('link', { name: 'To review 2' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Approved 999+' })).toBeInTheDocument()
  const user = userEvent.setup()
  await user.click(screen.getByRole('link', { name: 'Approved 999+' }))
  await user.click(await screen.findByRole('link', { name: 'Next page' }))
  await user.click(screen.getByRole('link', { name: 'Assigned to me' }))
  await waitFor(() => {
    expect(asked).toEqual(['?status=1', '?status=2', '?status=2&cursor=cursor-2', '?status=1&mine=true'])
  })
})

test.each([
  ['approved', '?status=2'],
  ['2', '?status=2'],
  ['something_new', '?status=1'],
])('the status %s in the address asks for %s', async (said, expected) => {
  const asked = answer(blank)
  renderScreen(<QueuePage />, `/review?status=${said}`)
  await waitFor(() => {
    expect(asked).toEqual([expected])
  })
})

test('the tabs name their status in the address', async () => {
  answer(blank)
  renderScreen(<QueuePage />, '/review')
  expect(await screen.findByRole('link', { name: /^Approved/ })).toHaveAttribute('href', '/review?status=approved')
})

test('a search that finds too much says so', async () => {
  answer({ ...blank, tooMany: true })
  renderScreen(<QueuePage />, '/review?search=gmbh')
  expect(await screen.findByText(/Too many results to list them all/)).toBeInTheDocument()
  expect(screen.getByRole('searchbox')).toHaveValue('gmbh')
})

test('an operator without the compulsory second factor is shown the way to it', async () => {
  server.use(mock.get('/operator/applications', () => HttpResponse.json(problem('second_factor_missing', 403), { status: 403 })))
  renderScreen(<QueuePage />, '/review')
  expect(await screen.findByRole('link', { name: 'Turn on two-factor sign-in' })).toHaveAttribute('href', '/security')
})
