import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DocumentKind } from '@/api/onboarding'
import { documentKinds } from '@/lib/labels'
import { Select } from '@/ui/select-field'
import { DropZone } from './drop-zone'
import { FileButtons } from './file-buttons'

interface Unsorted {
  key: string
  file: File
}

/** Several documents at once: dropped together, then each is told what it is. */
export function SortFiles({ kinds, add }: { kinds: DocumentKind[]; add: (kind: DocumentKind, files: File[]) => void }) {
  const { t } = useLingui()
  const [unsorted, setUnsorted] = useState<Unsorted[]>([])
  const take = (files: File[]) => {
    setUnsorted((all) => [...all, ...files.map((file) => ({ key: crypto.randomUUID(), file }))])
  }
  const drop = (key: string) => {
    setUnsorted((all) => all.filter((one) => one.key !== key))
  }
  return (
    <DropZone add={take} borderStyle="dashed" borderColor="primary.border" gap="3">
      <HStack justify="space-between" gap="4" wrap="wrap">
        <Text color="fg.muted" flex="1" minW="48">
          <Trans>Drop all your documents here at once, or below on what each of them is. PDF, PNG or JPEG, at most 10 MiB each.</Trans>
        </Text>
        <FileButtons about={t`several documents`} add={take} />
      </HStack>
      {unsorted.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Files without a kind`}>
          {unsorted.map(({ key, file }) => (
            <HStack as="li" key={key} gap="3" wrap="wrap">
              <Text flex="1 1 12rem" minW="0" overflowWrap="anywhere">
                {file.name}
              </Text>
              <Box w={{ base: 'full', sm: '64' }}>
                <Select
                  size="sm"
                  aria-label={t`What is ${file.name}?`}
                  defaultValue=""
                  placeholder={t`What is it?`}
                  options={kinds.map((kind) => ({ value: kind, label: documentKinds.labelOf(kind) }))}
                  onChange={(event) => {
                    add(event.target.value as DocumentKind, [file])
                    drop(key)
                  }}
                />
              </Box>
              <Button
                variant="ghost"
                size="xs"
                aria-label={t`Forget ${file.name}`}
                onClick={() => {
                  drop(key)
                }}
              >
                <Trans>Forget</Trans>
              </Button>
            </HStack>
          ))}
        </Stack>
      ) : null}
    </DropZone>
  )
}
