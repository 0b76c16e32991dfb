import { apiOrigin, ApiError } from './client'
import { inSession, session } from './session'

/** A file of the API, which a link alone cannot open: it asks for the session. */
export const fileOf = async (path: string): Promise<Blob> => (await fileAnswer(path)).blob()

/** The same with what its headers say of it. */
export function fileAnswer(path: string): Promise<Response> {
  return inSession(async () => {
    let response: Response
    try {
      response = await fetch(`${apiOrigin()}${path}`, { headers: { authorization: `Bearer ${session.token() ?? ''}` }, credentials: 'include' })
    } catch {
      throw new ApiError(null, null)
    }
    if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => null), response.headers.get('retry-after'))
    return response
  })
}
