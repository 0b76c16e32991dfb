import { fileOf } from '@/api/file'

/** A document's content, for whoever may see it. */
export function documentContent(id: string): Promise<Blob> {
  return fileOf(`/semi-private/documents/${id}`)
}
