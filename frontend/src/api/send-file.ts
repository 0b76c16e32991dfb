import { apiOrigin, ApiError } from './client'
import { connection } from './connection'
import { inSession, session } from './session'

interface Upload {
  path: string
  /** What goes with the file, before it. */
  fields?: Readonly<Record<string, string>>
  file: File
  /** The same key for each attempt, so that one whose answer was lost does not make a second document. */
  key: string
  /** 0 to 1 */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a file and answers what came back; where the session ends meanwhile, again once the person has signed in. */
export function sendFile<T>(asked: Upload): Promise<T> {
  return inSession(() => sendOnce<T>(asked), asked.file.name)
}

/**
 * The form with the file. Not by FormData: that writes a quote in a file's name as %22, which nobody can tell from a name that
 * holds %22.
 */
/* eslint-disable lingui/no-unlocalized-strings -- a format, not words */
export function envelope(fields: Readonly<Record<string, string>>, file: File): { body: Blob; type: string } {
  const boundary = `----${crypto.randomUUID()}`
  const name = file.name.replace(/[\r\n]/g, ' ').replace(/[\\"]/g, '\\$&')
  const part = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const before = Object.entries(fields).map(([field, value]) => `${part(`name="${field}"`)}\r\n${value}\r\n`)
  const head = `${before.join('')}${part(`name="file"; filename="${name}"`)}content-type: ${file.type || 'application/octet-stream'}\r\n\r\n`
  return { body: new Blob([head, file, `\r\n--${boundary}--\r\n`]), type: `multipart/form-data; boundary=${boundary}` }
}
/* eslint-enable lingui/no-unlocalized-strings */

/** With XMLHttpRequest: fetch tells nothing of what is on its way up. */
function sendOnce<T>({ path, fields = {}, file, key, onProgress, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const { body, type } = envelope(fields, file)
    request.open('POST', `${apiOrigin()}${path}`)
    request.withCredentials = true
    request.responseType = 'json'
    request.setRequestHeader('authorization', `Bearer ${session.token() ?? ''}`)
    request.setRequestHeader('idempotency-key', key)
    request.setRequestHeader('content-type', type)
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      connection.reached()
      if (request.status === 201 || request.status === 200) resolve(request.response as T)
      else reject(new ApiError(request.status, request.response, request.getResponseHeader('retry-after')))
    }
    // It may be the file alone: whether the server can be reached, another request finds out.
    request.onerror = () => {
      reject(new ApiError(null, null))
    }
    request.onabort = () => {
      reject(new DOMException('Cancelled', 'AbortError'))
    }
    signal.addEventListener('abort', () => {
      request.abort()
    })
    request.send(body)
  })
}
