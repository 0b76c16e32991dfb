import { Box, Stack, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Application, Document, DocumentKind } from '@/entities/application/api'
import { onlySupplies } from '@/entities/company/sells'
import { requirementText } from '@/entities/application/requirements'
import { documentKinds } from '@/entities/document/kinds'
import { isStatus } from '@/entities/application/status'
import { DocumentUpload } from './document-upload'
import { SortFiles } from './sort-files'
import { MAX_DOCUMENTS, useUploads } from './use-uploads'

const FIELD = /^documents\.(.+)$/

/** Every kind there is, with those a newer server knows and asks for. */
function kindsOf({ documents, missing }: Application): DocumentKind[] {
  const asked = missing.flatMap(({ field }) => FIELD.exec(field)?.[1] ?? [])
  return [...new Set([...documentKinds.codes, ...documents.map(({ kind }) => kind), ...(asked as DocumentKind[])])]
}

export function DocumentsStep({ application, asked }: { application: Application; asked?: (field: string) => ReactNode }) {
  const uploads = useUploads()
  const kinds = kindsOf(application)
  // A company that only supplies sees what it is asked for, and what it sent.
  const isShown = (kind: DocumentKind) => isMissing(application, kind) || of(application, kind).length > 0 || uploads.of(kind).length > 0
  const shown = onlySupplies(application.form.company) ? kinds.filter(isShown) : kinds
  const underWay = uploads.attempts.filter(({ error }) => error === null).length
  const count = application.documents.filter(({ replacedAt }) => !replacedAt).length + underWay + uploads.unsorted.length
  const room = Math.max(0, MAX_DOCUMENTS - count)
  return (
    <Stack gap="4">
      <SortFiles kinds={kinds} uploads={uploads} count={count} room={room} />
      <Box>
        {shown.map((kind) => (
          <DocumentUpload
            key={kind}
            kind={kind}
            documents={of(application, kind)}
            uploads={uploads}
            isMissing={isMissing(application, kind)}
            room={room}
            removable={() => true}
            asked={asked?.(`documents.${kind}`)}
          />
        ))}
      </Box>
    </Stack>
  )
}

/** While documents are missing: exactly what was asked for, and why. */
export function RequestedDocuments({ application }: { application: Application }) {
  const uploads = useUploads()
  const submittedAt = application.history.findLast(({ to }) => isStatus(to, 'pending'))?.at ?? ''
  const isNew = (document: Document) => document.uploadedAt > submittedAt
  const reasons = new Map(application.missing.map((one) => [FIELD.exec(one.field)?.[1], requirementText(one)]))
  const asked = kindsOf(application).filter((kind) => reasons.has(kind) || of(application, kind).some(isNew))
  if (asked.length === 0) return <Text color="fg.muted"><Trans>We didn’t request any documents. You can submit the application as it is.</Trans></Text>
  return (
    <Box>
      {asked.map((kind) => (
        <DocumentUpload key={kind} kind={kind} reason={reasons.get(kind)} documents={of(application, kind).filter(isNew)} uploads={uploads} removable={isNew} isMissing={reasons.has(kind)} />
      ))}
    </Box>
  )
}

const isMissing = ({ missing }: Application, kind: DocumentKind) => missing.some(({ field }) => field === `documents.${kind}`)

function of(application: Application, kind: DocumentKind): Document[] {
  return application.documents.filter((document) => document.kind === kind && !document.replacedAt)
}
