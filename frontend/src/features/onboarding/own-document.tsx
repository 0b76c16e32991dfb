import { numberFormat } from '@/lib/formatters'
import { Box, Button, Text } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import type { Document } from '@/entities/application/api'
import { documentContent } from '@/entities/document/content'
import { save } from '@/lib/save-file'
import { Failure } from '@/ui/failure'
import { DownloadIcon } from '@/ui/icons'

export function formatSize(bytes: number): string {
  const units = bytes < 1_000_000 ? { value: bytes / 1000, unit: 'kilobyte' } : { value: bytes / 1_000_000, unit: 'megabyte' }
  return numberFormat({ style: 'unit', unit: units.unit, maximumFractionDigits: 1 }).format(units.value)
}

/**
 * A document of one's own, by its name, to be opened. It is handed to the device, which knows how to show it: a page of ours
 * that showed it would run what somebody uploaded as a page of ours.
 */
export function OwnDocument({ document: { id, name, size } }: { document: Document }) {
  const { t } = useLingui()
  const open = useMutation({ mutationFn: () => documentContent(id), onSuccess: (content) => { save(content, name) } })
  return (
    <Box minW="0">
      <Button
        variant="plain"
        h="auto"
        minH="6"
        px="0"
        minW="0"
        maxW="full"
        whiteSpace="normal"
        textAlign="start"
        justifyContent="flex-start"
        overflowWrap="anywhere"
        color="fg"
        textDecoration="underline"
        textUnderlineOffset="4px"
        aria-label={t`Download ${name}`}
        loading={open.isPending}
        loadingText={name}
        onClick={() => {
          open.mutate()
        }}
      >
        <DownloadIcon width="4" height="4" color="fg.muted" />
        <Text as="span" minW="0" overflowWrap="anywhere">{name}</Text>
      </Button>{' '}
      <Text as="span" color="fg.muted" textStyle="label" whiteSpace="nowrap">
        {formatSize(size)}
      </Text>
      {open.error ? <Failure {...failure(open.error)} /> : null}
    </Box>
  )
}
