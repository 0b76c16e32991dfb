import { Box, Button, Heading, HStack, Progress, Stack, Text } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentence } from '@/api/errors'
import { onboardingQuery, useRemoveDocument, type Document, type DocumentKind } from '@/api/onboarding'
import { Notice } from '@/ui/notice'
import { documentKinds } from '@/lib/labels'
import { upload } from './upload'

const MAX_BYTES = 10 * 1024 * 1024
const TYPES = ['application/pdf', 'image/png', 'image/jpeg']

interface Attempt {
  key: string
  file: File
  share: number
  error: string | null
  abort: AbortController
}

interface DocumentUploadProps {
  kind: DocumentKind
  documents: Document[]
  /** Why it is asked for, where the reviewer said so. */
  reason?: string | undefined
  /** Which documents may be taken away. */
  removable: (document: Document) => boolean
}

/** One kind of document: what is there, what is on its way, and adding more. */
export function DocumentUpload({ kind, documents, reason, removable }: DocumentUploadProps) {
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [attempts, setAttempts] = useState<Attempt[]>([])
  const { title, help } = documentKinds[kind]

  const change = (key: string, part: Partial<Attempt>) => {
    setAttempts((all) => all.map((attempt) => (attempt.key === key ? { ...attempt, ...part } : attempt)))
  }
  const drop = (key: string) => {
    setAttempts((all) => all.filter((attempt) => attempt.key !== key))
  }

  const start = async ({ key, file, abort }: Attempt) => {
    try {
      await upload({
        kind,
        file,
        key,
        signal: abort.signal,
        onProgress: (share) => {
          change(key, { share })
        },
      })
      await queryClient.invalidateQueries({ queryKey: onboardingQuery.queryKey })
      drop(key)
    } catch (error) {
      if (abort.signal.aborted) drop(key)
      else change(key, { error: sentence(error), share: 0 })
    }
  }

  const add = (files: FileList | null) => {
    for (const file of files ?? []) {
      const attempt: Attempt = { key: crypto.randomUUID(), file, share: 0, error: refusal(file), abort: new AbortController() }
      setAttempts((all) => [...all, attempt])
      if (!attempt.error) void start(attempt)
    }
    if (input.current) input.current.value = ''
  }

  return (
    <Stack
      as="section"
      aria-label={title}
      gap="3"
      p="4"
      borderWidth="1px"
      borderRadius="l2"
      onDragOver={(event) => {
        event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        add(event.dataTransfer.files)
      }}
    >
      <HStack justify="space-between" align="flex-start" gap="4" wrap="wrap">
        <Box flex="1" minW="48">
          <Heading as="h3" size="sm">
            {title}
          </Heading>
          <Text color="fg.muted" fontSize="sm">
            {help}
          </Text>
        </Box>
        <Button
          variant="outline"
          size="sm"
          id={`documents.${kind}`}
          onClick={() => {
            input.current?.click()
          }}
        >
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={TYPES.join(',')}
          aria-label={`File for ${title}`}
          onChange={(event) => {
            add(event.target.files)
          }}
        />
      </HStack>
      {reason ? (
        <Notice status="warning" title="The reviewer asked for this">
          {reason}
        </Notice>
      ) : null}
      {documents.map((document) => (
        <Row key={document.id} document={document} removable={removable(document)} />
      ))}
      {attempts.map((attempt) => (
        <OnItsWay
          key={attempt.key}
          attempt={attempt}
          cancel={() => {
            attempt.abort.abort()
            if (attempt.error) drop(attempt.key)
          }}
          retry={() => {
            const again = { ...attempt, error: null, share: 0, abort: new AbortController() }
            change(attempt.key, again)
            void start(again)
          }}
        />
      ))}
    </Stack>
  )
}

/** What need not be sent to be refused. The server judges by the content. */
function refusal(file: File): string | null {
  if (file.size > MAX_BYTES) return 'A document has at most 10 MiB.'
  return TYPES.includes(file.type) ? null : 'Upload a PDF, PNG or JPEG file.'
}

function size(bytes: number): string {
  const units = bytes < 1_000_000 ? { value: bytes / 1000, unit: 'kilobyte' } : { value: bytes / 1_000_000, unit: 'megabyte' }
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: units.unit, maximumFractionDigits: 1 }).format(units.value)
}

function Row({ document, removable }: { document: Document; removable: boolean }) {
  const remove = useRemoveDocument()
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
            aria-label={`Remove ${document.name}`}
            onClick={() => {
              remove.mutate(document.id)
            }}
          >
            Remove
          </Button>
        ) : null}
      </HStack>
      {remove.isError ? <Notice status="error">{sentence(remove.error)}</Notice> : null}
    </Box>
  )
}

function OnItsWay({ attempt, cancel, retry }: { attempt: Attempt; cancel: () => void; retry: () => void }) {
  const { file, share, error } = attempt
  const mayRetry = error !== null && refusal(file) === null
  return (
    <Stack gap="2">
      <HStack justify="space-between" gap="3">
        <Text minW="0" overflowWrap="anywhere">
          {file.name}
        </Text>
        <HStack>
          {mayRetry ? (
            <Button variant="outline" size="xs" onClick={retry} aria-label={`Try ${file.name} again`}>
              Try again
            </Button>
          ) : null}
          <Button variant="ghost" size="xs" onClick={cancel} aria-label={`${error ? 'Forget' : 'Cancel'} ${file.name}`}>
            {error ? 'Forget' : 'Cancel'}
          </Button>
        </HStack>
      </HStack>
      {error ? (
        <Notice status="error">{error}</Notice>
      ) : (
        <Progress.Root value={Math.round(share * 100)} size="sm">
          <Progress.Track aria-label={`Uploading ${file.name}`}>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      )}
    </Stack>
  )
}
