import { Box, Button, Heading, HStack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRemoveDocument, type Document, type DocumentKind } from '@/entities/application/api'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { formatting, text } from '@/lib/i18n'
import { documentKinds } from '@/entities/document/kinds'
import { formatPercent } from '@/lib/money'
import { Explained } from '@/ui/explain'
import { Notice } from '@/ui/notice'
import { DropZone } from './drop-zone'
import { FileButtons } from './file-buttons'
import type { Attempt, Uploads } from './use-uploads'

interface DocumentUploadProps {
  kind: DocumentKind
  documents: Document[]
  uploads: Uploads
  /** Why it is asked for, where the reviewer said so. */
  reason?: string | undefined
  /** What is still asked for. */
  asked?: ReactNode
  /** Which documents may be taken away. */
  removable: (document: Document) => boolean
}

/** One kind of document: what is there, what is on its way, and adding more. */
export function DocumentUpload({ kind, documents, uploads, reason, asked, removable }: DocumentUploadProps) {
  const { t } = useLingui()
  const title = documentKinds.labelOf(kind)
  const { help, term } = documentKinds.find(kind) ?? {}
  const heading = (
    <Heading as="h3" size="sm">
      {title}
    </Heading>
  )
  const add = (files: File[]) => {
    uploads.add(kind, files)
  }
  return (
    <DropZone as="section" aria-label={title} gap="3" add={add}>
      <HStack justify="space-between" align="flex-start" gap="4" wrap="wrap">
        <Box flex="1" minW="48">
          {term ? <Explained term={term}>{heading}</Explained> : heading}
          {help ? (
            <Text color="fg.muted" fontSize="sm">
              {text(help)}
            </Text>
          ) : null}
        </Box>
        <FileButtons about={title} id={`documents.${kind}`} add={add} />
      </HStack>
      {reason ? (
        <Notice status="warning" title={t`We requested this document`}>
          {reason}
        </Notice>
      ) : null}
      {asked}
      {documents.map((document) => (
        <Row key={document.id} document={document} removable={removable(document)} />
      ))}
      {uploads.of(kind).map((attempt) => (
        <OnItsWay key={attempt.key} attempt={attempt} />
      ))}
    </DropZone>
  )
}

function size(bytes: number): string {
  const units = bytes < 1_000_000 ? { value: bytes / 1000, unit: 'kilobyte' } : { value: bytes / 1_000_000, unit: 'megabyte' }
  return new Intl.NumberFormat(formatting(), { style: 'unit', unit: units.unit, maximumFractionDigits: 1 }).format(units.value)
}

function Row({ document, removable }: { document: Document; removable: boolean }) {
  const { t } = useLingui()
  const remove = useRemoveDocument()
  useAgainWhenBack(remove.error, () => {
    remove.mutate(document.id)
  })
  return (
    <Box>
      <HStack justify="space-between" gap="3">
        <Text minW="0" overflowWrap="anywhere">
          {document.name}{' '}
          <Text as="span" color="fg.muted" fontSize="sm">
            ({size(document.size)})
          </Text>
        </Text>
        {removable ? (
          <Button
            variant="ghost"
            size="xs"
            loading={remove.isPending}
            aria-label={t`Remove ${document.name}`}
            onClick={() => {
              remove.mutate(document.id)
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        ) : null}
      </HStack>
      {remove.isError ? <Notice status="error">{sentenceBeforeAgain(remove.error)}</Notice> : null}
    </Box>
  )
}

/** What becomes of it is told, and can be stopped or tried again, at the foot of the screen. */
function OnItsWay({ attempt: { file, share, error } }: { attempt: Attempt }) {
  const { name } = file
  const percent = formatPercent(share)
  return (
    <Text minW="0" overflowWrap="anywhere" color={error ? 'fg.error' : 'fg.muted'} fontSize="sm">
      {error ? t`${name}: not uploaded. ${error}` : t`${name}: uploading, ${percent}`}
    </Text>
  )
}
