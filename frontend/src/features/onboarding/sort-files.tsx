import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentKind } from '@/entities/application/api'
import { documentKinds } from '@/entities/document/kinds'
import { UploadIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Select } from '@/ui/select-field'
import { DropZone } from './drop-zone'
import { FileButtons } from './file-buttons'
import { MAX_DOCUMENTS, type Uploads } from './use-uploads'

interface SortFilesProps {
  kinds: DocumentKind[]
  uploads: Uploads
  /** How many documents there are. */
  count: number
  /** How many more there is room for. */
  room: number
}

/** Several documents at once: dropped together, and sent once it is said what each of them is. */
export function SortFiles({ kinds, uploads: { unsorted, rejected, keep, forget, sort, sendSorted, clearRejected }, count, room }: SortFilesProps) {
  const { t } = useLingui()
  const ready = unsorted.filter(({ kind }) => kind !== null).length
  const take = (files: File[]) => {
    keep(files, room)
  }
  return (
    <DropZone id="documents" tabIndex={-1} add={take} borderStyle="dashed" borderColor="primary.border" gap="4" p={{ base: '4', md: '6' }}>
      <HStack justify="space-between" gap="4" wrap="wrap">
        <UploadIcon width="6" height="6" color="fg.muted" />
        <Box flex="1" minW="48">
          <Text>
            <Trans>Drop files here and we’ll help you sort them. PDF, PNG or JPEG, maximum 10 MB each.</Trans>
          </Text>
          <Text color="fg.muted" textStyle="label">
            {room > 0 ? t`${count} of ${MAX_DOCUMENTS} documents` : t`${count} of ${MAX_DOCUMENTS} documents: remove one to add another.`}
          </Text>
        </Box>
        <FileButtons about={t`several documents`} add={take} />
      </HStack>
      {rejected.length > 0 ? (
        <Notice status="error" title={plural(rejected.length, { one: '# file wasn’t added', other: '# files weren’t added' })}>
          <Stack as="ul" listStyleType="none" gap="1" mb="2">
            {rejected.map(({ key, name, error }) => (
              <li key={key}>
                {name}: {error}
              </li>
            ))}
          </Stack>
          <Button size="xs" variant="outline" onClick={clearRejected}>
            <Trans>Dismiss</Trans>
          </Button>
        </Notice>
      ) : null}
      {unsorted.length > 0 ? (
        <Stack gap="4">
          <Text color="fg.muted" textStyle="label">
            <Trans>Check what each file is. We guessed some from their names.</Trans>
          </Text>
          <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Files to sort`}>
            {unsorted.map(({ key, file, kind }) => (
              <HStack as="li" key={key} gap="3" wrap="wrap">
                <Text flex="1 1 12rem" minW="0" overflowWrap="anywhere">
                  {file.name}
                </Text>
                <Box w={{ base: 'full', sm: '72' }}>
                  <Select
                    aria-label={t`Document type of ${file.name}`}
                    value={kind ?? ''}
                    placeholder={t`Document type`}
                    options={kinds.map((one) => ({ value: one, label: documentKinds.labelOf(one) }))}
                    onChange={(event) => {
                      sort(key, event.target.value === '' ? null : (event.target.value as DocumentKind))
                    }}
                  />
                </Box>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={t`Remove ${file.name}`}
                  onClick={() => {
                    forget(key)
                  }}
                >
                  <Trans>Remove</Trans>
                </Button>
              </HStack>
            ))}
          </Stack>
          {ready > 0 ? (
            <Button alignSelf="flex-start" onClick={sendSorted}>
              {plural(ready, { one: 'Upload # file', other: 'Upload # files' })}
            </Button>
          ) : (
            <Text color="fg.muted" textStyle="label">
              <Trans>Choose a document type to upload a file.</Trans>
            </Text>
          )}
        </Stack>
      ) : null}
    </DropZone>
  )
}
