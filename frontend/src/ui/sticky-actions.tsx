import { Flex } from '@chakra-ui/react'
import { useEffect, useRef, type ReactNode } from 'react'

/** How high such a bar stands over the foot of the screen now, for what else stands there. */
const HEIGHT = '--sticky-actions'

const BOTTOM = 'var(--bottom-bar, 0px)'

/** Where both don’t fit beside each other, what has a long label takes a second line and breaks no word. */
const SHRINKS = { '& > *, & [data-main-action]': { flexShrink: '1', minW: 'min-content' } }

/** The way back and on. On a phone it stays at the foot of the screen, over the bar the frame has there. */
export function StickyActions({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = document.documentElement
    const measure = () => {
      const isSticky = bar.current !== null && getComputedStyle(bar.current).position === 'sticky'
      root.style.setProperty(HEIGHT, isSticky ? `${bar.current?.offsetHeight ?? 0}px` : '0px')
    }
    measure()
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('resize', measure)
      root.style.removeProperty(HEIGHT)
    }
  }, [])
  return (
    <Flex
      ref={bar}
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
