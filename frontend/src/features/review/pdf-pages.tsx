import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { formatPercent } from '@/lib/money'
import { Notice } from '@/ui/notice'

GlobalWorkerOptions.workerSrc = workerAddress

const ZOOMS = [1, 1.5, 2, 3] as const

type Opened = { file: PDFDocumentProxy } | 'opening' | 'unreadable'

function useFile(content: Blob): Opened {
  const [opened, setOpened] = useState<Opened>('opening')
  useEffect(() => {
    let left = false
    let close: (() => void) | undefined
    const open = async () => {
      const task = getDocument({
        data: await content.arrayBuffer(),
        // No code made at run time, no forms, nothing fetched: the content security policy forbids it as well.
        isEvalSupported: false,
        enableXfa: false,
        useWasm: false,
        useWorkerFetch: false,
      })
      close = () => void task.destroy()
      try {
        const file = await task.promise
        if (left) close()
        else setOpened({ file })
      } catch {
        if (!left) setOpened('unreadable')
      }
    }
    void open()
    return () => {
      left = true
      close?.()
    }
  }, [content])
  return opened
}

/** A PDF, one page at a time. */
export default function PdfPages({ content, name }: { content: Blob; name: string }) {
  const { t } = useLingui()
  const opened = useFile(content)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(0)
  if (opened === 'opening') return <Skeleton height="96" role="status" aria-label={t`Opening document`} />
  if (opened === 'unreadable') return <Notice status="warning"><Trans>We can’t show this file. Download it to view it.</Trans></Notice>
  const { file } = opened
  return (
    <Stack gap="3">
      <HStack wrap="wrap" gap="2">
        <Button
          size="sm"
          variant="outline"
          disabled={page <= 1}
          onClick={() => {
            setPage(page - 1)
          }}
        >
          <Trans>Previous page</Trans>
        </Button>
        <Text fontSize="sm" aria-live="polite">
          <Trans>Page {page} of {file.numPages}</Trans>
        </Text>
        <Button
          size="sm"
          variant="outline"
          disabled={page >= file.numPages}
          onClick={() => {
            setPage(page + 1)
          }}
        >
          <Trans>Next page</Trans>
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            setZoom((zoom + 1) % ZOOMS.length)
          }}
        >
          <Trans>Zoom: {formatPercent(ZOOMS[zoom] ?? 1)}</Trans>
        </Button>
      </HStack>
      <Box borderWidth="1px" borderRadius="l2" overflow="auto" maxH="80vh" bg="bg.muted" tabIndex={0} role="region" aria-label={t`Page ${page} of ${name}`}>
        <Sheet key={page} file={file} number={page} zoom={ZOOMS[zoom] ?? 1} name={name} />
      </Box>
    </Stack>
  )
}

function Sheet({ file, number, zoom, name }: { file: PDFDocumentProxy; number: number; zoom: number; name: string }) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    let stop: (() => void) | undefined
    const draw = async () => {
      const place = canvas.current
      const page = await file.getPage(number)
      if (!place) return
      const width = (place.parentElement?.clientWidth ?? 600) * zoom
      const scale = width / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale: scale * window.devicePixelRatio })
      place.width = viewport.width
      place.height = viewport.height
      place.style.width = `${width}px`
      const task = page.render({ canvas: place, viewport })
      stop = () => {
        task.cancel()
      }
      await task.promise
      place.dataset.drawn = 'true'
    }
    draw().catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'RenderingCancelledException')) setBroken(true)
    })
    return () => {
      stop?.()
    }
  }, [file, number, zoom])
  if (broken) return <Notice status="warning"><Trans>We can’t show this page. Download the file to view it.</Trans></Notice>
  return <canvas ref={canvas} role="img" aria-label={t`Page ${number} of ${name}`} />
}
