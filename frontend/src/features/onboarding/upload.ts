import { apiOrigin, NO_BODY, toApiError, ApiError } from '@/api/client'
import { connection } from '@/api/connection'
import type { Document, DocumentKind } from '@/api/onboarding'
import { storedToken } from '@/lib/token'

interface Upload {
  kind: DocumentKind
  file: File
  /** The same key for each attempt, so that one whose answer was lost does not make a second document. */
  key: string
  /** 0 to 1 */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a file. With XMLHttpRequest: fetch tells nothing of what is on its way up. */
export function upload({ kind, file, key, onProgress, signal }: Upload): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('kind', kind)
    form.append('file', file)
    request.open('POST', `${apiOrigin()}/semi-private/documents`)
    request.withCredentials = true
    request.responseType = 'json'
    request.setRequestHeader('authorization', `Bearer ${storedToken() ?? ''}`)
    request.setRequestHeader('idempotency-key', key)
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      connection.reached()
      if (request.status === 201) resolve((request.response as { data: Document }).data)
      else reject(toApiError(request.status, request.response))
    }
    request.onerror = () => {
      connection.lost()
      reject(new ApiError(null, NO_BODY))
    }
    request.onabort = () => {
      reject(new DOMException('Cancelled', 'AbortError'))
    }
    signal.addEventListener('abort', () => {
      request.abort()
    })
    request.send(form)
  })
}
