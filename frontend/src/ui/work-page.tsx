import { Box, Flex, Heading } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTitle } from './card-page'

interface WorkPageProps {
  title: string
  /** The way back to the list this comes from. */
  back?: ReactNode
  /** What state it is in, beside the title. */
  badge?: ReactNode
  /** One line under the title. */
  facts?: ReactNode
  /** What can be done about it; the most important one last. */
  actions?: ReactNode
  /** What has just happened, over the whole width. */
  news?: ReactNode
  /** What is read. */
  aside: ReactNode
  asideLabel: string
  /** Whether what is looked at takes the whole of a small screen. */
  isOpen: boolean
  /** What is looked at beside it. */
  children: ReactNode
}

/** How high the frame is: what the bars leave. */
const FRAME = 'calc(100dvh - var(--top-bar) - var(--bottom-bar))'

/**
 * A thing that is worked on rather than read from top to bottom: its head stays, and beneath it two panes scroll by themselves.
 * Below `lg` they follow each other, and what is looked at opens in full.
 */
export function WorkPage({ title, back, badge, facts, actions, news, aside, asideLabel, isOpen, children }: WorkPageProps) {
  useTitle(title)
  const besides = isOpen ? 'none' : 'block'
  return (
    <Flex data-work-page direction="column" h={{ lg: FRAME }} minH={{ lg: '34rem' }}>
      <Box bg="bg.panel" borderBottomWidth={{ base: isOpen ? '0' : '1px', lg: '1px' }} px={{ base: '4', md: '6' }} py={{ base: isOpen ? '0' : '3', lg: '3' }}>
        <Flex gap={{ base: isOpen ? '0' : '3', lg: '4' }} justify="space-between" align={{ base: 'stretch', lg: 'center' }} direction={{ base: 'column', lg: 'row' }}>
          <Flex gap="2" align={{ base: 'flex-start', lg: 'center' }} minW="0">
            <Box display={{ base: besides, lg: 'block' }}>{back}</Box>
            <Flex columnGap="3" rowGap="1" pt={{ base: isOpen ? '0' : '1', lg: '0' }} align="center" minW="0" wrap="wrap">
              {/* Also where it is not seen, it says to a screen reader what this is about. */}
              <Heading as="h1" srOnly={{ base: isOpen, lg: false }} textStyle="section" minW="0" overflowWrap="anywhere" lineClamp={{ lg: 1 }} title={title}>
                {title}
              </Heading>
              <Box display={{ base: besides, lg: 'block' }}>{badge}</Box>
            </Flex>
          </Flex>
          <Box display={{ base: besides, lg: 'block' }} flexShrink="0">
            {actions}
          </Box>
        </Flex>
        {facts ? (
          <Box display={{ base: besides, lg: 'block' }} mt={{ base: '3', lg: '1' }}>
            {facts}
          </Box>
        ) : null}
      </Box>
      {news ? (
        <Box display={{ base: besides, lg: 'block' }} borderBottomWidth="1px" px={{ base: '4', md: '6' }} py="2" bg="bg.muted">
          {news}
        </Box>
      ) : null}
      <Flex flex="1" minH="0" direction={{ base: 'column', lg: 'row' }}>
        <Box
          display={{ base: besides, lg: 'block' }}
          role="region"
          aria-label={asideLabel}
          tabIndex={0}
          flex={{ lg: '0 0 clamp(20rem, 34%, 34rem)' }}
          minW="0"
          px={{ base: '4', md: '6' }}
          py="4"
          overflowY={{ lg: 'auto' }}
          borderEndWidth={{ lg: '1px' }}
        >
          {aside}
        </Box>
        <Flex direction="column" flex="1" minW="0" minH="0">
          {children}
        </Flex>
      </Flex>
    </Flex>
  )
}

/** A part of a pane: told apart by a rule and a small heading. */
export function PanePart({ title, actions, id, children }: { title?: ReactNode; actions?: ReactNode; id?: string; children: ReactNode }) {
  return (
    <Box as="section" id={id} tabIndex={id ? -1 : undefined} py="4" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }}>
      {title ? (
        <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="3">
          <Heading as="h2" textStyle="part" overflowWrap="anywhere" minW="0">
            {title}
          </Heading>
          {actions}
        </Flex>
      ) : null}
      {children}
    </Box>
  )
}
