import { Stack, Text } from '@chakra-ui/react'
import type { Application, Document, DocumentKind } from '@/api/onboarding'
import { DocumentUpload } from './document-upload'
import { documentKinds } from '@/lib/labels'

const kinds = Object.keys(documentKinds) as DocumentKind[]

export function DocumentsStep({ application }: { application: Application }) {
  return (
    <Stack gap="4">
      <Text color="fg.muted">PDF, PNG or JPEG, at most 10 MiB each. Drop files here or choose them.</Text>
      {kinds.map((kind) => (
        <DocumentUpload key={kind} kind={kind} documents={of(application, kind)} removable={() => true} />
      ))}
    </Stack>
  )
}

/** While documents are missing: exactly what was asked for, and why. */
export function RequestedDocuments({ application }: { application: Application }) {
  const submittedAt = application.history.findLast(({ to }) => to === 1)?.at ?? ''
  const isNew = (document: Document) => document.uploadedAt > submittedAt
  const reasons = new Map(application.missing.map(({ field, message }) => [field.replace('documents.', ''), message]))
  const asked = kinds.filter((kind) => reasons.has(kind) || of(application, kind).some(isNew))
  if (asked.length === 0) return <Text color="fg.muted">No documents were asked for. You can submit again as it is.</Text>
  return (
    <Stack gap="4">
      {asked.map((kind) => (
        <DocumentUpload key={kind} kind={kind} reason={reasons.get(kind)} documents={of(application, kind).filter(isNew)} removable={isNew} />
      ))}
    </Stack>
  )
}

function of(application: Application, kind: DocumentKind): Document[] {
  return application.documents.filter((document) => document.kind === kind)
}
