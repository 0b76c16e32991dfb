import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DocumentKind } from '@/entities/application/api'
import { documentKinds } from '@/entities/document/kinds'
import { Select } from '@/ui/select-field'
import { DropZone } from './drop-zone'
import { FileButtons } from './file-buttons'
import type { Uploads } from './use-uploads'

/** Several documents at once: dropped together, then each is told what it is. */
export function SortFiles({ kinds, uploads: { unsorted, keep, forget, add } }: { kinds: DocumentKind[]; uploads: Uploads }) {
  const { t } = useLingui()
  return (
    <DropZone id="documents" tabIndex={-1} add={keep} borderStyle="dashed" borderColor="primary.border" gap="3">
      <HStack justify="space-between" gap="4" wrap="wrap">
        <Text color="fg.muted" flex="1" minW="48">
          <Trans>Drop files here and we’ll help you sort them. PDF, PNG or JPEG, maximum 10 MB each.</Trans>
        </Text>
        <FileButtons about={t`several documents`} add={keep} />
      </HStack>
      {unsorted.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Files to sort`}>
          {unsorted.map(({ key, file }) => (
            <HStack as="li" key={key} gap="3" wrap="wrap">
              <Text flex="1 1 12rem" minW="0" overflowWrap="anywhere">
                {file.name}
              </Text>
              <Box w={{ base: 'full', sm: '64' }}>
                <Select
                  size="sm"
                  aria-label={t`Document type of ${file.name}`}
                  defaultValue=""
                  placeholder={t`Document type`}
                  options={kinds.map((kind) => ({ value: kind, label: documentKinds.labelOf(kind) }))}
                  onChange={(event) => {
                    add(event.target.value as DocumentKind, [file])
                    forget(key)
                  }}
                />
              </Box>
              <Button
                variant="ghost"
                size="xs"
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
      ) : null}
    </DropZone>
  )
}
