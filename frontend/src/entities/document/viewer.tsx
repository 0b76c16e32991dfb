import { Box, Button, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { failure } from '@/api/errors'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Place, Tools, useLooking, type Shown } from './looking'

const pdfPages = () => import('./pdf-pages')

interface ViewerProps {
  document: Shown
  /** On its way, there, or not to be had for now. */
  content: { data: Blob | undefined; error: unknown; refetch: () => Promise<unknown> }
}

/**
 * A document inside the page. Nothing in it runs: an image is an image, a PDF is drawn page by page on canvases by
 * a parser in a worker, without scripts, links or forms, and XML is text.
 */
export default function Viewer({ document, content: { data: content, error, refetch } }: ViewerProps) {
  const { t } = useLingui()
  if (error) {
    return (
      <Stack gap="3" p="4">
        <Failure {...failure(error)} />
        <Button alignSelf="flex-start" size="sm" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </Stack>
    )
  }
  if (!content) return <Opening />
  if (document.contentType === 'application/xml') return <Source content={content} document={document} />
  if (document.contentType !== 'application/pdf') return <Picture content={content} document={document} />
  const notLoaded = (
    <Box p="4">
      <Notice status="error">{t`We couldn’t load the viewer. We’ll keep trying.`}</Notice>
    </Box>
  )
  return <Extra load={pdfPages} props={{ content, document }} meanwhile={<Opening />} instead={notLoaded} />
}

function Opening() {
  const { t } = useLingui()
  return <Skeleton flex="1" minH="20rem" role="status" aria-label={t`Opening document`} />
}

/** More than this is not drawn: an e-invoice may have files in it. */
const MOST_SHOWN = 200_000

/** An e-invoice as it is written. */
function Source({ content, document }: { content: Blob; document: Shown }) {
  const { t } = useLingui()
  const { name } = document
  const [text, setText] = useState('')
  useEffect(() => {
    let isWanted = true
    void content
      .slice(0, MOST_SHOWN)
      .text()
      .then((read) => {
        if (isWanted) setText(read)
      })
    return () => {
      isWanted = false
    }
  }, [content])
  return (
    <>
      <Tools content={content} document={document} />
      <Stack gap="1" p="4">
        <Text><Trans>This is an e-invoice: data for programs. Download it to look at it.</Trans></Text>
        {content.size > MOST_SHOWN ? <Text color="fg.muted" textStyle="label"><Trans>Only its beginning is shown.</Trans></Text> : null}
      </Stack>
      <Box as="pre" flex="1" minH={{ base: '20rem', lg: '0' }} overflow="auto" px="4" pb="4" textStyle="label" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="ltr" tabIndex={0} role="region" aria-label={t`Document ${name}`}>
        {text}
      </Box>
    </>
  )
}

function Picture({ content, document }: { content: Blob; document: Shown }) {
  const { t } = useLingui()
  const { name } = document
  const address = useMemo(() => URL.createObjectURL(content), [content])
  const looking = useLooking()
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [broken, setBroken] = useState(false)
  useEffect(
    () => () => {
      URL.revokeObjectURL(address)
    },
    [address],
  )
  if (broken) {
    return (
      <>
        <Tools content={content} document={document} />
        <Box p="4">
          <Notice status="warning"><Trans>We can’t show this picture. Download it to view it.</Trans></Notice>
        </Box>
      </>
    )
  }
  const isAcross = looking.turn % 180 !== 0
  return (
    <>
      <Tools content={content} document={document} looking={looking} />
      <Place label={name} looking={looking}>
        {(room) => {
          // Not larger than it is, until somebody wants it larger.
          const most = (isAcross ? size.height : size.width) * looking.zoom
          const width = Math.min(room, most)
          const scale = width / ((isAcross ? size.height : size.width) || 1)
          return (
            <Box position="relative" mx="auto" style={{ width, height: (isAcross ? size.width : size.height) * scale }}>
              <img
                src={address}
                alt={t`Document ${name}`}
                style={{ position: 'absolute', left: '50%', top: '50%', maxWidth: 'none', width: size.width * scale, transform: `translate(-50%, -50%) rotate(${looking.turn}deg)` }}
                onLoad={(event) => {
                  setSize({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
                }}
                onError={() => {
                  setBroken(true)
                }}
              />
            </Box>
          )
        }}
      </Place>
    </>
  )
}
