import { Box, HStack, IconButton, Text, type BoxProps } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { formatPercent } from '@/lib/numbers'
import { save } from '@/lib/save-file'
import { DownloadIcon, FitWidthIcon, LeftIcon, MinusIcon, OutsideIcon, PlusIcon, RightIcon, RotateIcon } from '@/ui/icons'

/** What is looked at. */
export interface Shown {
  name: string
  contentType: string
}

/** How much larger than the width there is. */
const ZOOMS = [1, 1.25, 1.5, 2, 3] as const

/** How a document is looked at: how large, which way up, which page. */
export interface Looking {
  zoom: number
  /** Clockwise, in degrees. */
  turn: number
  page: number
  pages: number
  bigger: (() => void) | undefined
  smaller: (() => void) | undefined
  fit: () => void
  rotate: () => void
  next: (() => void) | undefined
  previous: (() => void) | undefined
}

export function useLooking(pages = 1): Looking {
  const [step, setStep] = useState(0)
  const [turn, setTurn] = useState(0)
  const [page, setPage] = useState(1)
  const goes = (is: boolean, go: () => void) => (is ? go : undefined)
  return {
    zoom: ZOOMS[step] ?? 1,
    turn,
    page,
    pages,
    bigger: goes(step < ZOOMS.length - 1, () => {
      setStep(step + 1)
    }),
    smaller: goes(step > 0, () => {
      setStep(step - 1)
    }),
    fit: () => {
      setStep(0)
    },
    rotate: () => {
      setTurn((turn + 90) % 360)
    },
    next: goes(page < pages, () => {
      setPage(page + 1)
    }),
    previous: goes(page > 1, () => {
      setPage(page - 1)
    }),
  }
}

/** The same type the server sent, and nothing else: a browser shows a file of ours as what it says it is. */
const SHOWN = ['application/pdf', 'image/png', 'image/jpeg']

function Tool({ label, onClick, keys, children }: { label: string; onClick: (() => void) | undefined; keys?: string; children: ReactNode }) {
  return (
    <IconButton size="sm" variant="ghost" aria-label={label} title={keys ? `${label} (${keys})` : label} disabled={!onClick} onClick={() => onClick?.()}>
      {children}
    </IconButton>
  )
}

interface ToolsProps {
  content: Blob
  document: Shown
  /** Without it there is nothing to look at, only a file. */
  looking?: Looking | undefined
}

/** What can be done about a document while looking at it. */
export function Tools({ content, document, looking }: ToolsProps) {
  const { t } = useLingui()
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const revoke = useEffectEvent(() => { addresses.forEach((address) => { URL.revokeObjectURL(address) }) })
  // The other tab took it as it was opened, and may load it once more while this stands.
  useEffect(() => () => { revoke() }, [])
  const openOutside = () => {
    const address = URL.createObjectURL(new Blob([content], { type: document.contentType }))
    window.open(address, '_blank', 'noopener')
    setAddresses([...addresses, address])
  }
  return (
    <HStack gap="0" wrap="wrap" px="2" borderBlockWidth="1px" bg="bg.panel" role="toolbar" aria-label={t`Document view`}>
      {looking && looking.pages > 1 ? (
        <>
          <Tool label={t`Previous page`} keys="←" onClick={looking.previous}>
            <LeftIcon />
          </Tool>
          <Text textStyle="label" aria-live="polite" px="1" fontVariantNumeric="tabular-nums">
            <Trans>Page {looking.page} of {looking.pages}</Trans>
          </Text>
          <Tool label={t`Next page`} keys="→" onClick={looking.next}>
            <RightIcon />
          </Tool>
        </>
      ) : null}
      {looking ? (
        <>
          <Tool label={t`Zoom out`} keys="−" onClick={looking.smaller}>
            <MinusIcon />
          </Tool>
          <Text textStyle="label" aria-live="polite" minW="11" textAlign="center" fontVariantNumeric="tabular-nums">
            {formatPercent(looking.zoom)}
          </Text>
          <Tool label={t`Zoom in`} keys="+" onClick={looking.bigger}>
            <PlusIcon />
          </Tool>
          <Tool label={t`Fit width`} keys="0" onClick={looking.fit}>
            <FitWidthIcon />
          </Tool>
          <Tool label={t`Rotate`} keys="R" onClick={looking.rotate}>
            <RotateIcon />
          </Tool>
        </>
      ) : null}
      <HStack gap="0" ms="auto">
        {SHOWN.includes(document.contentType) ? (
          <Tool label={t`Open in new tab`} onClick={openOutside}>
            <OutsideIcon />
          </Tool>
        ) : null}
        <Tool
          label={t`Download`}
          onClick={() => {
            save(content, document.name)
          }}
        >
          <DownloadIcon />
        </Tool>
      </HStack>
    </HStack>
  )
}

interface PlaceProps {
  label: string
  looking: Looking
  /** Draws it into so many pixels of width. */
  children: (width: number) => ReactNode
}

/** Where a document is looked at: it fills what is left, scrolls by itself, and is turned over by keyboard. */
export function Place({ label, looking, children, ...props }: PlaceProps & Omit<BoxProps, 'children'>) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const measure = () => {
      setWidth(place.current?.clientWidth ?? 0)
    }
    measure()
    if (!place.current || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(measure)
    observer.observe(place.current)
    return () => {
      observer.disconnect()
    }
  }, [])
  useEffect(() => {
    if (place.current) place.current.scrollTop = 0
  }, [looking.page])
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const box = event.currentTarget
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 2
    const isNarrow = box.scrollWidth <= box.clientWidth + 1
    const action: Record<string, (() => void) | undefined> = {
      '+': looking.bigger,
      '=': looking.bigger,
      '-': looking.smaller,
      '0': looking.fit,
      r: looking.rotate,
      ArrowRight: isNarrow ? looking.next : undefined,
      ArrowLeft: isNarrow ? looking.previous : undefined,
      PageDown: isAtEnd ? looking.next : undefined,
      PageUp: box.scrollTop <= 2 ? looking.previous : undefined,
    }
    const found = action[event.key]
    if (!found) return
    event.preventDefault()
    found()
  }
  return (
    <Box ref={place} flex="1" minH={{ base: '20rem', lg: '0' }} overflowX="auto" overflowY="scroll" bg="bg.muted" tabIndex={0} role="region" aria-label={label} onKeyDown={press} {...props}>
      {width > 0 || typeof ResizeObserver === 'undefined' ? children(width * looking.zoom) : null}
    </Box>
  )
}
