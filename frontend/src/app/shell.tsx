import { Box, Button, Flex, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useAuth } from '@/features/auth/auth-provider'
import { leadToFirstWrong } from '@/lib/first-wrong'
import { Link } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { useLoaded } from '@/lib/use-loaded'
import { Extra } from '@/ui/extra'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { PlacesOnTheWay } from '@/ui/loading'
import { useArea } from './area'
import { ConnectionBanner } from './connection-banner'
import { Footer } from './footer'
import type { Over } from './inside'
import { interrupted } from './interrupted'
import { useScroll } from './scroll'

/** Guests need none of it. */
const inside = () => import('./inside')

/** What surrounds every screen: the bar, the places of its area, the server's state, the onboarding status. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const main = useRef<HTMLElement>(null)
  const { isInitialized, isAuthenticated, interruption } = useAuth()
  const hasRail = useArea() !== 'public'
  const [over, setOver] = useState<Over>(null)
  const { part } = useLoaded(hasRail || isAuthenticated ? inside : null)
  const Inside = isAuthenticated ? part : undefined
  const isGuest = isInitialized && !isAuthenticated
  useScroll(main)
  useEffect(leadToFirstWrong, [])
  return (
    // The same boxes in every area: a screen goes on undisturbed when its frame changes around it.
    <Flex minH="100dvh" align="stretch">
      <SkipLink target={main} />
      {hasRail ? <Sidebar>{Inside ? <Inside.Rail /> : <PlacesOnTheWay />}</Sidebar> : null}
      <Flex direction="column" flex="1" minW="0">
        <TopBar hasRail={hasRail}>
          {Inside ? <Inside.Tools hasSearch={hasRail} setOver={setOver} /> : null}
          {isGuest ? <Doors /> : null}
        </TopBar>
        <ConnectionBanner />
        {Inside ? <Inside.ClockBar /> : null}
        <Box as="main" ref={main} tabIndex={-1} flex="1" outline="none">
          {children}
        </Box>
        <Footer isGuest={isGuest} />
        {Inside ? <Inside.Overlays over={over} setOver={setOver} /> : null}
        {hasRail ? (
          <Box as="nav" aria-label={t`Main menu`} data-bottom-bar data-bar hideFrom="lg" position="sticky" bottom="0" zIndex="sticky" bg="bg" borderTopWidth="1px" borderColor="border" minH="calc(3.5rem + 1px)" pb="env(safe-area-inset-bottom)">
            {Inside ? <Inside.Bar /> : null}
          </Box>
        ) : null}
      </Flex>
      {interruption ? <Extra load={interrupted} props={{}} instead={<NotYet />} /> : null}
    </Flex>
  )
}

/** The session has ended, and what asks for the password did not come. */
function NotYet() {
  const { t } = useLingui()
  return (
    <Box position="fixed" bottom="var(--bottom-edge)" insetX="4" maxW="lg" mx="auto" zIndex="modal">
      <Notice status="error" title={t`Your session has ended`}>
        <Trans>We couldn’t load the sign-in form. We’ll keep trying; what you typed is kept on this device.</Trans>
      </Notice>
    </Box>
  )
}

function SkipLink({ target }: { target: React.RefObject<HTMLElement | null> }) {
  return (
    <Button
      position="fixed"
      top="-20"
      insetStart="4"
      zIndex="skipNav"
      _focus={{ top: '3' }}
      onClick={() => {
        target.current?.focus()
      }}
    >
      <Trans>Skip to content</Trans>
    </Button>
  )
}

function Logo() {
  const { t } = useLingui()
  return (
    <Link to={paths.home} aria-label={t`Sooner, home page`}>
      <HStack gap="2">
        <img src="/icon.svg" width="32" height="32" alt="" />
        <Text fontSize="lg">
          <Trans>Sooner</Trans>
        </Text>
      </HStack>
    </Link>
  )
}

/** Beside every screen that is wide enough. */
function Sidebar({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Flex as="aside" aria-label={t`Sidebar`} direction="column" hideBelow="lg" w="15rem" flexShrink="0" position="sticky" top="0" h="100dvh" overflowY="auto" bg="bg.subtle" borderEndWidth="1px" borderColor="border">
      <Flex align="center" h="16" px="6" flexShrink="0">
        <Logo />
      </Flex>
      <Box as="nav" aria-label={t`Main menu`} px="3" py="3">
        {children}
      </Box>
    </Flex>
  )
}

function TopBar({ hasRail, children }: { hasRail: boolean; children: ReactNode }) {
  return (
    <Box as="header" data-bar bg="bg" borderBottomWidth="1px" borderColor="border" position="sticky" top="0" zIndex="sticky">
      <Flex maxW={hasRail ? undefined : '8xl'} mx="auto" px={{ base: '4', md: '6' }} h="16" align="center" justify="space-between" gap="3">
        <Box hideFrom={hasRail ? 'lg' : undefined}>
          <Logo />
        </Box>
        {children}
      </Flex>
    </Box>
  )
}

/** The ways in. */
function Doors() {
  const { t } = useLingui()
  return (
    <HStack as="nav" aria-label={t`Account`} gap="1" minW="0">
      <LinkButton to={paths.signIn} variant="ghost" size="sm">
        <Trans>Sign in</Trans>
      </LinkButton>
      <LinkButton to={paths.signUp} size="sm">
        <Trans>Sign up</Trans>
      </LinkButton>
    </HStack>
  )
}
