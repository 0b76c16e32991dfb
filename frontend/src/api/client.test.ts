import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { serve } from '@/testing/server'
import { call } from './client'

const server = serve()

test('the same write asked for twice at once is sent once and answered twice; later, or another, is sent', async () => {
  const sent: unknown[] = []
  server.use(
    mock.post('/auth/verify-email', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1 ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(problem('invalid_input', 422), { status: 422 })
    }),
  )
  const verify = (token: string) => call((client) => client.POST('/auth/verify-email', { body: { token } })).then(() => 'done', () => 'refused')
  expect(await Promise.all([verify('one'), verify('one'), verify('two')])).toEqual(['done', 'done', 'refused'])
  expect(sent).toEqual([{ token: 'one' }, { token: 'two' }])
  expect(await verify('one')).toBe('refused')
  expect(sent.length).toBe(3)
})
