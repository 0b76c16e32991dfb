import createClient, { type Middleware } from 'openapi-fetch'
import { storedToken } from '@/lib/token'
import { connection } from './connection'
import type { components, paths } from './schema'

export type Problem = components['schemas']['ProblemBody']
export type Schemas = components['schemas']

/** What a failed response is rejected with when it has no body: for programs; people read `sentence`. */
// eslint-disable-next-line lingui/no-unlocalized-strings
export const NO_BODY = 'Something went wrong'

/** A failed call: the server's problem where it sent one, a sentence where it did not. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number | null
  readonly body: Problem | typeof NO_BODY

  /** `status` is null when no answer came at all. */
  constructor(status: number | null, body: Problem | typeof NO_BODY) {
    super(typeof body === 'string' ? body : body.detail)
    this.status = status
    this.body = body
  }

  get problem(): Problem | null {
    return typeof this.body === 'string' ? null : this.body
  }
}

type Listener = () => void
let onUnauthenticated: Listener = () => undefined

/** Tells who keeps the session that the server does not know it any more. */
export function whenUnauthenticated(listener: Listener): void {
  onUnauthenticated = listener
}

const session: Middleware = {
  onRequest({ request }) {
    const token = storedToken()
    if (token) request.headers.set('authorization', `Bearer ${token}`)
    return request
  },
  onResponse({ request, response }) {
    connection.reached()
    if (response.status === 401 && request.headers.has('authorization')) onUnauthenticated()
  },
  onError() {
    connection.lost()
  },
}

type Client = ReturnType<typeof createClient<paths>>

const underWay = new Map<string, Promise<Response>>()

/** Sends a request; a write that is on its way already, as after a double click, is not sent again but answered the same. */
async function sendOnce(request: Request): Promise<Response> {
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
  client = createClient<paths>({ baseUrl: apiOrigin, credentials: 'include', fetch: sendOnce })
  client.use(session)
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
export async function call<T>(make: (client: Client) => Promise<Answer<T>>): Promise<T> {
  if (!client) throw new Error('The API is not configured yet')
  let answer: Answer<T>
  try {
    answer = await make(client)
  } catch {
    throw new ApiError(null, NO_BODY)
  }
  if (!answer.response.ok) throw toApiError(answer.response.status, answer.error)
  return answer.data as T
}

export function toApiError(status: number, body: unknown): ApiError {
  return new ApiError(status, isProblem(body) ? body : NO_BODY)
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}
