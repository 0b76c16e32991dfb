import { Box, Flex, Stack } from '@chakra-ui/react'
import { useEffect, useRef, type ReactNode } from 'react'

interface MasterDetailProps {
  /** The list, which scrolls by itself; each item says in `data-item` which it is. */
  list: ReactNode
  /** Names what is open. */
  detailLabel: string
  /** What changes when another one is open; null while none is. */
  open: string | null
  /** On a small screen, where the one that is open takes all of it: the way back to the list. */
  back: ReactNode
  detail: ReactNode
}

/** A list, and beside it the one of its items that is open, which fills what is left. Below `lg` either is shown. */
export function MasterDetail({ list, detailLabel, open, back, detail }: MasterDetailProps) {
  const detailRef = useRef<HTMLDivElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const before = useRef<string | null>(null)
  useEffect(() => {
    // What had the focus is away on a small screen: it goes to what takes its place, and back.
    if (open !== null && listRef.current?.offsetParent === null) detailRef.current?.focus()
    const items = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const item = items.find(({ dataset }) => dataset['item'] === (open ?? before.current))
    // However it was opened, it is in sight in a long list.
    item?.scrollIntoView({ block: 'nearest' })
    if (open === null) item?.focus()
    before.current = open
  }, [open])
  return (
    <Flex flex="1" minH="0" direction={{ base: 'column', lg: 'row' }}>
      <Box
        ref={listRef}
        display={{ base: open === null ? 'block' : 'none', lg: 'block' }}
        flex={{ lg: '0 0 clamp(11.5rem, 30%, 18rem)' }}
        overflowY={{ lg: 'auto' }}
        borderEndWidth={{ lg: '1px' }}
        p={{ base: '4', lg: '2' }}
      >
        {list}
      </Box>
      <Stack
        key={open}
        ref={detailRef}
        as="section"
        aria-label={detailLabel}
        tabIndex={-1}
        outline="none"
        display={{ base: open === null ? 'none' : 'flex', lg: 'flex' }}
        flex="1"
        minW="0"
        minH={{ base: 'calc(100dvh - var(--top-bar, 4rem) - var(--bottom-bar, 0px))', lg: '0' }}
        gap="0"
      >
        <Box hideFrom="lg" px="2" pt="2">
          {back}
        </Box>
        {detail}
      </Stack>
    </Flex>
  )
}
