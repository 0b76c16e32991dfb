import type { Document } from './api'

/** The documents that count: one that was rejected gives way to a later one of its kind. */
export function standing(documents: Document[]): Document[] {
  const isReplaced = ({ kind, uploadedAt }: Document) => documents.some((other) => other.kind === kind && other.uploadedAt > uploadedAt)
  return documents.filter((document) => document.verdict !== 'rejected' || !isReplaced(document))
}
