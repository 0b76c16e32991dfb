import { Box, Button, HStack, Skeleton, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { failure } from '@/api/errors'
import { save } from '@/lib/save-file'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { useContent, type Document } from './api'

const pdfPages = () => import('./pdf-pages')

/**
 * A document inside the page. Nothing in it runs: an image is an image, and a PDF is drawn page by page on canvases by
 * a parser in a worker, without scripts, links or forms.
 */
export default function DocumentViewer({ document }: { document: Document }) {
  const { t } = useLingui()
  const { data: content, error, refetch } = useContent(document.id)
  if (error) {
    return (
      <Stack gap="3">
        <Failure {...failure(error)} />
        <Button alignSelf="flex-start" size="sm" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </Stack>
    )
  }
  if (!content) return <Skeleton height="96" role="status" aria-label={t`Opening document`} />
  return (
    <Stack gap="3">
      <HStack>
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            save(content, document.name)
          }}
        >
          <Trans>Download</Trans>
        </Button>
      </HStack>
      {document.contentType === 'application/pdf' ? (
        <Extra
          load={pdfPages}
          props={{ content, name: document.name }}
          meanwhile={<Skeleton height="96" role="status" aria-label={t`Opening document`} />}
          instead={<Notice status="error">{t`We couldn’t load the viewer. We’ll keep trying.`}</Notice>}
        />
      ) : (
        <Picture content={content} name={document.name} />
      )}
    </Stack>
  )
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const { t } = useLingui()
  const address = useMemo(() => URL.createObjectURL(content), [content])
  const [broken, setBroken] = useState(false)
  useEffect(
    () => () => {
      URL.revokeObjectURL(address)
    },
    [address],
  )
  if (broken) return <Notice status="warning"><Trans>We can’t show this picture. Download it to view it.</Trans></Notice>
  return (
    <Box borderWidth="1px" borderRadius="l2" overflow="auto" maxH="80vh" tabIndex={0} role="region" aria-label={name}>
      <img
        src={address}
        alt={t`Document ${name}`}
        onError={() => {
          setBroken(true)
        }}
      />
    </Box>
  )
}
