import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { me } from './data'
import { mock } from './mock'
import { API, serve } from './server'

const server = serve()

test('what the contract has is answered, whatever the values in the path', async () => {
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me())),
    mock.delete('/semi-private/documents/{id}', ({ params: { id } }) => (id === 'd-1' ? new HttpResponse(null, { status: 204 }) : HttpResponse.error())),
  )
  expect(await (await fetch(`${API}/semi-private/user`)).json()).toEqual(me())
  expect((await fetch(`${API}/semi-private/documents/d-1`, { method: 'DELETE' })).status).toBe(204)
})

test('what the contract does not have does not compile', () => {
  // @ts-expect-error: no such path.
  mock.get('/nowhere', () => HttpResponse.error())
  // @ts-expect-error: the path takes no such method.
  mock.patch('/semi-private/user', () => HttpResponse.error())
  // @ts-expect-error: no such answer.
  mock.get('/semi-private/user', () => HttpResponse.json({ data: { name: 'Ada' } }))
  // @ts-expect-error: no such field in what comes in.
  mock.post('/auth/signin', async ({ request }) => HttpResponse.json({ data: { token: (await request.json()).name, name: '' } }))
})

test('no other test stands in for the API without its contract', () => {
  const src = join(import.meta.dirname, '..')
  const isBare = (file: string) => /\bhttp\.\w+[^(]*\(`\$\{API\}/.test(readFileSync(join(src, file), 'utf8'))
  expect(readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file) && isBare(file))).toEqual(['testing/server.test.ts'])
})
