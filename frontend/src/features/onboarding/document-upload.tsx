import { Badge, Box, Button, Heading, HStack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { useRemoveDocument, type Document, type DocumentKind } from '@/entities/application/api'
import { documentKinds } from '@/entities/document/kinds'
import { text } from '@/lib/i18n'
import { formatPercent } from '@/lib/numbers'
import { Explained } from '@/ui/explain'
import { CheckIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Undo, useRemoval } from '@/ui/undo'
import { DropZone } from './drop-zone'
import { FileButtons } from './file-buttons'
import { OwnDocument } from './own-document'
import type { Attempt, Uploads } from './use-uploads'

interface DocumentUploadProps {
  kind: DocumentKind
  documents: Document[]
  uploads: Uploads
  /** Whether it is asked for and not all there. */
  isMissing?: boolean
  /** How many more documents there is room for. */
  room?: number
  /** Why it is asked for, where the reviewer said so. */
  reason?: string | undefined
  /** What is still asked for. */
  asked?: ReactNode
  /** Which documents may be taken away. */
  removable: (document: Document) => boolean
}

/** One kind of document: whether it is needed, what is there, what is on its way, and adding more. */
export function DocumentUpload({ kind, documents, uploads, isMissing = false, room = Infinity, reason, asked, removable }: DocumentUploadProps) {
  const { t } = useLingui()
  const title = documentKinds.labelOf(kind)
  const { help, term } = documentKinds.find(kind) ?? {}
  const heading = (
    <Heading as="h3" textStyle="part">
      {title}
    </Heading>
  )
  const add = (files: File[]) => {
    uploads.add(kind, files, room)
  }
  const onTheirWay = uploads.of(kind)
  return (
    <DropZone as="section" aria-label={title} gap="3" add={add} borderWidth="0" borderTopWidth="1px" borderRadius="0" px="0" py="5">
      <HStack justify="space-between" align="flex-start" gap="4" wrap="wrap">
        <Box flex="1" minW="48">
          <HStack gap="3" wrap="wrap">
            <Box flex="0 1 auto">{term ? <Explained term={term}>{heading}</Explained> : heading}</Box>
            <Need isMissing={isMissing} isThere={documents.length > 0} />
          </HStack>
          {help ? (
            <Text color="fg.muted" textStyle="label" mt="1">
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
      {onTheirWay.map((attempt) => (
        <OnItsWay key={attempt.key} attempt={attempt} />
      ))}
    </DropZone>
  )
}

/** Whether a kind is needed, or there. */
function Need({ isMissing, isThere }: { isMissing: boolean; isThere: boolean }) {
  if (isMissing) return <Badge colorPalette="orange"><Trans>Required</Trans></Badge>
  if (!isThere) return <Badge colorPalette="gray"><Trans>Optional</Trans></Badge>
  return (
    <Badge colorPalette="green">
      <CheckIcon width="3.5" height="3.5" />
      <Trans>Done</Trans>
    </Badge>
  )
}

/** A document that is there. Taking it away can be undone for a while; leaving the step means it. */
function Row({ document, removable }: { document: Document; removable: boolean }) {
  const { t } = useLingui()
  const { id, name } = document
  const remove = useRemoveDocument()
  const removal = useRemoval(() => {
    remove.mutate(id)
  })
  useAgainWhenBack(remove.error, () => {
    remove.mutate(id)
  })
  if (removal.isOpen || (removal.isMeant && !remove.isError)) {
    return <Undo said={t`${name} removed.`} label={t`Undo: keep ${name}`} undo={removal.isOpen ? removal.undo : null} />
  }
  return (
    <Box>
      <HStack justify="space-between" gap="3">
        <OwnDocument document={document} />
        {removable ? (
          <Button
            variant="ghost"
            size="sm"
            loading={remove.isPending}
            autoFocus={removal.isUndone}
            aria-label={t`Remove ${name}`}
            onClick={() => {
              remove.reset()
              removal.begin()
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
    <Text minW="0" overflowWrap="anywhere" color={error ? 'fg.error' : 'fg.muted'} textStyle="label">
      {error ? t`${name}: not uploaded. ${error}` : t`${name}: uploading, ${percent}`}
    </Text>
  )
}
