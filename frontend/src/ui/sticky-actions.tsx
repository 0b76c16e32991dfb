import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useBarHeight } from './bar-height'

const BOTTOM = 'var(--bottom-bar, 0px)'

/** Where both don’t fit beside each other, what has a long label takes a second line and breaks no word. */
const SHRINKS = { '& > *, & [data-main-action]': { flexShrink: '1', minW: 'min-content' } }

/** The way back and on. On a phone it stays at the foot of the screen, over the bar the frame has there. */
export function StickyActions({ children }: { children: ReactNode }) {
  const bar = useBarHeight('--sticky-actions')
  return (
    <Flex
      ref={bar}
      data-bar
      justify="space-between"
      gap="3"
      position={{ base: 'sticky', md: 'static' }}
      bottom={BOTTOM}
      zIndex="docked"
      bg="bg"
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '0' }}
      py={{ base: '3', md: '0' }}
      borderTopWidth={{ base: '1px', md: '0' }}
      css={SHRINKS}
    >
      {children}
    </Flex>
  )
}
