import createClient, { type Middleware } from 'openapi-fetch'
import { connection } from './connection'
import { ApiError } from './error'
import type { components, paths } from './schema'
import { inSession, session } from './session'

export { ApiError } from './error'
export type Schemas = components['schemas']

const middleware: Middleware = {
  onRequest({ request }) {
    const token = session.token()
    // A call may name a token of its own, before that is the session's.
    if (token && !request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`)
    return request
  },
  onResponse() {
    connection.reached()
  },
  onError() {
    connection.lost()
  },
}

type Client = ReturnType<typeof createClient<paths>>

const underWay = new Map<string, Promise<Response>>()

/** Sends a request; a write that is on its way already, as after a double click, is not sent again but answered the same. */
async function sendUnlessUnderWay(request: Request): Promise<Response> {
  // Late, so that a test's stand-in for fetch is the one called.
  if (request.method === 'GET') return globalThis.fetch(request)
  const asked = [request.method, request.url, ...request.headers, await request.clone().text()].join('\n')
  const answer = underWay.get(asked) ?? globalThis.fetch(request).finally(() => underWay.delete(asked))
  underWay.set(asked, answer)
  return (await answer).clone()
}

let origin = ''
let client: Client | undefined

/** Says where the API is. */
export function configureApi(apiOrigin: string): void {
  origin = apiOrigin
  client = createClient<paths>({ baseUrl: apiOrigin, credentials: 'include', fetch: sendUnlessUnderWay })
  client.use(middleware)
}

export function apiOrigin(): string {
  return origin
}

interface Answer<T> {
  data?: T
  error?: unknown
  response: Response
}

/** The data of a call, or the failure as an `ApiError`. */
export function call<T>(make: (client: Client) => Promise<Answer<T>>): Promise<T> {
  return inSession(() => callOnce(make))
}

/** The same, whatever session there is: a refusal is final. */
export async function callOnce<T>(make: (client: Client) => Promise<Answer<T>>): Promise<T> {
  if (!client) throw new Error('The API is not configured yet')
  let answer: Answer<T>
  try {
    answer = await make(client)
  } catch {
    throw new ApiError(null, null)
  }
  const { response, error, data } = answer
  if (!response.ok) throw new ApiError(response.status, error, response.headers.get('retry-after'))
  return data as T
}
