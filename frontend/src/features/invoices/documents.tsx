import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type DragEvent, type RefObject } from 'react'
import { failure, retryAt } from '@/api/errors'
import { sentenceBeforeAgain } from '@/api/reconnect'
import { invoiceContent, useRemoveDocument, type InvoiceDocument, type Receivable } from '@/entities/receivable/api'
import { formatInstant } from '@/lib/dates'
import { save } from '@/lib/save-file'
import { Failure } from '@/ui/failure'
import { DownloadIcon } from '@/ui/icons'
import { Section } from '@/ui/page'
import { ProgressBar } from '@/ui/progress-bar'
import { Question } from '@/ui/question'
import { useUploads } from './use-uploads'

/** What the server takes. */
const ACCEPTED = 'application/pdf,image/png,image/jpeg,application/xml,text/xml,.xml'

interface DocumentsProps {
  receivable: Receivable
  /** What chooses files, so that the screen’s main action can open it. */
  chooser: RefObject<HTMLInputElement | null>
}

/** The files of an invoice: to be attached, opened and, while it is a draft, taken away. */
export function Documents({ receivable, chooser }: DocumentsProps) {
  const { t } = useLingui()
  const { id, documents, allowedActions } = receivable
  const { uploads, add, again, putAway } = useUploads(id)
  const [over, setOver] = useState(false)
  const mayAttach = allowedActions.includes('attach_documents')
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.items.length === 0) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => {
      setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      add([...event.dataTransfer.files])
    },
  }
  if (!mayAttach && documents.length === 0) return null
  return (
    <Section title={<Trans>Documents</Trans>}>
      {documents.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Documents`}>
          {documents.map((document) => (
            <Row key={document.id} receivable={receivable} document={document} />
          ))}
        </Stack>
      ) : null}
      {uploads.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Uploads`}>
          {uploads.map(({ key, file, share, error }) => {
            const { name } = file
            return (
              <Stack as="li" key={key} gap="2">
                <Text overflowWrap="anywhere">{name}</Text>
                {error ? (
                  <>
                    <Failure sentence={sentenceBeforeAgain(error)} until={retryAt(error)} />
                    <HStack>
                      <Button size="sm" variant="outline" aria-label={t`Try again: ${name}`} onClick={() => { again(key, file) }}>
                        <Trans>Try again</Trans>
                      </Button>
                      <Button size="sm" variant="ghost" aria-label={t`Discard ${name}`} onClick={() => { putAway(key) }}>
                        <Trans>Discard</Trans>
                      </Button>
                    </HStack>
                  </>
                ) : (
                  <ProgressBar label={t`Uploading ${name}`} percent={Math.round(share * 100)} />
                )}
              </Stack>
            )
          })}
        </Stack>
      ) : null}
      {mayAttach ? (
        <Stack {...drop} align="flex-start" gap="3" borderWidth="1px" borderStyle="dashed" borderRadius="l3" p="5" {...(over ? { bg: 'secondary.subtle', borderColor: 'secondary.solid' } : { borderColor: 'primary.border' })}>
          <Text>{documents.length === 0 ? <Trans>Drop the invoice here, or choose the file.</Trans> : <Trans>Drop more files here, such as the delivery note.</Trans>}</Text>
          <Text color="fg.muted" textStyle="label"><Trans>PDF, PNG, JPEG or e-invoice (XML). Maximum 10 MB.</Trans></Text>
          <Button variant="outline" size="sm" onClick={() => { chooser.current?.click() }}>
            <Trans>Choose files</Trans>
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept={ACCEPTED}
            aria-label={t`Files of the invoice`}
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              // The same file can be chosen again.
              event.target.value = ''
            }}
          />
        </Stack>
      ) : null}
    </Section>
  )
}

function Row({ receivable: { id, version, allowedActions }, document: { id: document, name, uploadedAt } }: { receivable: Receivable; document: InvoiceDocument }) {
  const { t } = useLingui()
  // It is handed to the device: a page of ours that showed it would run what was uploaded as a page of ours.
  const open = useMutation({ mutationFn: () => invoiceContent(id, document), onSuccess: (content) => { save(content, name) } })
  const remove = useRemoveDocument({ id, version })
  const [asks, setAsks] = useState(false)
  return (
    <Stack as="li" gap="2" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <HStack justify="space-between" gap="4" wrap="wrap">
        <Box minW="0">
          <Text overflowWrap="anywhere">{name}</Text>
          <Text color="fg.muted" textStyle="label">{formatInstant(uploadedAt)}</Text>
        </Box>
        <HStack>
          <Button size="sm" variant="outline" aria-label={t`Download ${name}`} loading={open.isPending} onClick={() => { open.mutate() }}>
            <DownloadIcon width="4" height="4" />
            <Trans>Download</Trans>
          </Button>
          {allowedActions.includes('edit') && !asks ? (
            <Button size="sm" variant="ghost" aria-label={t`Remove ${name}`} onClick={() => { setAsks(true) }}>
              <Trans>Remove</Trans>
            </Button>
          ) : null}
        </HStack>
      </HStack>
      {asks ? (
        <Question
          question={t`Remove ${name}?`}
          yes={<Trans>Remove</Trans>}
          no={<Trans>Keep</Trans>}
          size="sm"
          isBusy={remove.isPending}
          confirm={() => { remove.mutate(document) }}
          leave={() => {
            remove.reset()
            setAsks(false)
          }}
        />
      ) : null}
      <Failure {...failure(open.error ?? remove.error)} />
    </Stack>
  )
}
