import { sendFile } from '@/api/send-file'
import type { Document, DocumentKind } from '@/entities/application/api'

interface Upload {
  kind: DocumentKind
  file: File
  /** The same key for each attempt, so that one whose answer was lost does not make a second document. */
  key: string
  /** 0 to 1 */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a document of the application. */
export async function upload({ kind, ...asked }: Upload): Promise<Document> {
  return (await sendFile<{ data: Document }>({ path: '/semi-private/documents', fields: { kind }, ...asked })).data
}
