import { Box, Skeleton } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '@/ui/notice'
import { Place, Tools, useLooking, type Shown } from './looking'

GlobalWorkerOptions.workerSrc = workerAddress

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

/** A PDF, one page at a time: a long one is drawn as far as somebody reads. */
export default function PdfPages({ content, document }: { content: Blob; document: Shown }) {
  const { t } = useLingui()
  const opened = useFile(content)
  if (opened === 'opening') return <Skeleton flex="1" minH="20rem" role="status" aria-label={t`Opening document`} />
  if (opened === 'unreadable') {
    return (
      <>
        <Tools content={content} document={document} />
        <Box p="4">
          <Notice status="warning"><Trans>We can’t show this file. Download it to view it.</Trans></Notice>
        </Box>
      </>
    )
  }
  return <Pages content={content} document={document} file={opened.file} />
}

function Pages({ content, document, file }: { content: Blob; document: Shown; file: PDFDocumentProxy }) {
  const { t } = useLingui()
  const looking = useLooking(file.numPages)
  const { page, turn } = looking
  const { name } = document
  return (
    <>
      <Tools content={content} document={document} looking={looking} />
      <Place label={t`Page ${page} of ${name}`} looking={looking}>
        {(width) => <Sheet key={page} file={file} number={page} width={width} turn={turn} name={name} />}
      </Place>
    </>
  )
}

interface SheetProps {
  file: PDFDocumentProxy
  number: number
  /** In CSS pixels. */
  width: number
  turn: number
  name: string
}

function Sheet({ file, number, width, turn, name }: SheetProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    const draw = async () => {
      const page = await file.getPage(number)
      const place = canvas.current
      if (!place || left) return
      const rotation = (page.rotate + turn) % 360
      const scale = width / page.getViewport({ scale: 1, rotation }).width
      const viewport = page.getViewport({ scale: scale * window.devicePixelRatio, rotation })
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
      left = true
      stop?.()
    }
  }, [file, number, width, turn])
  if (broken) return <Notice status="warning"><Trans>We can’t show this page. Download the file to view it.</Trans></Notice>
  return <canvas ref={canvas} role="img" aria-label={t`Page ${number} of ${name}`} />
}
