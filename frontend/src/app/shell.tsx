import { Box, Button, Flex, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useAuth } from '@/features/auth/auth-provider'
import { withTexts } from '@/lib/i18n'
import { Link, useNavigate } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Extra } from '@/ui/extra'
import { SearchIcon } from '@/ui/icons'
import { Kbd } from '@/ui/kbd'
import { heldKey, jumpKey, keys, searchKey, useKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { PlaceBar, PlaceList, PlacesOnTheWay } from '@/ui/places'
import { Account, accountMenu } from './account'
import { ConnectionBanner } from './connection-banner'
import { Footer } from './footer'
import { useFrame, type Frame } from './places'
import { useScroll } from './scroll'

const interrupted = () => import('@/features/auth/interruption')
const uploadTray = async () => ({ default: (await withTexts('company', () => import('@/features/onboarding/upload-tray'))).UploadTray })
const statusDialog = async () => ({ default: (await withTexts('company', () => import('@/features/onboarding/status-dialog'))).StatusDialog })
const disagreements = () => withTexts('company', () => import('@/features/onboarding/disagreements'))
const search = () => import('./search')
const keyList = () => import('./key-list')

/** Once there is nothing else to do; not every browser says when that is. */
const WHEN_IDLE_MS = 2000

/** What is opened over the screen by a key, the menu or a button. */
type Over = 'search' | 'keys' | null

/** What surrounds every screen: the bar, the places of its area, the server's state, the onboarding status. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { isInitialized, isAuthenticated, interruption } = useAuth()
  const frame = useFrame()
  const [over, setOver] = useState<Over>(null)
  const hasRail = frame.area !== 'public'
  useEffect(() => {
    if (!isAuthenticated) return undefined
    // What is needed when something goes wrong is there before: then it could not be loaded any more. The menu opens at once.
    const timer = setTimeout(() => {
      for (const load of [interrupted, disagreements, accountMenu, search]) void load().catch(() => undefined)
    }, WHEN_IDLE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isAuthenticated])
  useScroll(main)
  useShortcuts(frame, isAuthenticated, setOver)
  const close = () => {
    setOver(null)
  }
  const showKeys = () => {
    setOver('keys')
  }
  return (
    // The same boxes in every area: a screen goes on undisturbed when its frame changes around it.
    <Flex minH="100dvh" align="stretch">
      <SkipLink target={main} />
      {hasRail ? <Rail frame={frame} /> : null}
      <Flex direction="column" flex="1" minW="0">
        <TopBar frame={frame} setOver={setOver} account={isAuthenticated ? <Account showKeys={showKeys} /> : null} isGuest={isInitialized && !isAuthenticated} />
        <ConnectionBanner />
        <Box as="main" ref={main} tabIndex={-1} flex="1" outline="none">
          {children}
        </Box>
        <Footer isGuest={isInitialized && !isAuthenticated} />
        {isAuthenticated ? (
          <>
            <Extra load={statusDialog} props={{}} />
            <Extra load={uploadTray} props={{}} />
            {over === 'search' ? <Extra load={search} props={{ frame, close, showKeys }} /> : null}
            {over === 'keys' ? <Extra load={keyList} props={{ jumps: frame.jumps, close }} /> : null}
          </>
        ) : null}
        {hasRail && frame.bar.length > 0 ? <BottomBar frame={frame} /> : null}
      </Flex>
      {interruption ? <Extra load={interrupted} props={{}} instead={<NotYet />} /> : null}
    </Flex>
  )
}

/** What keys do on every screen behind the door. */
function useShortcuts({ jumps }: Frame, isAuthenticated: boolean, open: (over: Over) => void) {
  const navigate = useNavigate()
  useKeys(
    isAuthenticated
      ? {
          ...Object.fromEntries(
            jumps.map(({ key, to }) => [
              `${jumpKey} ${key}`,
              () => {
                navigate(to)
              },
            ]),
          ),
          [keys.help.press]: () => {
            open('keys')
          },
        }
      : {},
  )
  useEffect(() => {
    if (!isAuthenticated) return undefined
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== searchKey.press) return
      // What is open asks for an answer first.
      if (event.target instanceof Element && event.target.closest('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      open('search')
    }
    window.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', listen)
    }
  }, [isAuthenticated, open])
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

/** The places of the area, beside every screen that is wide enough. */
function Rail({ frame }: { frame: Frame }) {
  const { t } = useLingui()
  return (
    <Flex as="aside" aria-label={t`Sidebar`} direction="column" hideBelow="lg" w="15rem" flexShrink="0" position="sticky" top="0" h="100dvh" overflowY="auto" bg="bg.subtle" borderEndWidth="1px" borderColor="border">
      <Flex align="center" h="16" px="6" flexShrink="0">
        <Logo />
      </Flex>
      <Box as="nav" aria-label={t`Main menu`} px="3" py="3">
        {frame.isKnown ? <PlaceList groups={frame.groups} /> : <PlacesOnTheWay />}
      </Box>
    </Flex>
  )
}

function BottomBar({ frame }: { frame: Frame }) {
  const { t } = useLingui()
  return (
    <Box as="nav" aria-label={t`Main menu`} data-bottom-bar hideFrom="lg" position="sticky" bottom="0" zIndex="sticky" bg="bg" borderTopWidth="1px" borderColor="border" pb="env(safe-area-inset-bottom)">
      <PlaceBar places={frame.bar} />
    </Box>
  )
}

interface TopBarProps {
  frame: Frame
  setOver: (over: Over) => void
  /** Of whom is signed in. */
  account: ReactNode
  isGuest: boolean
}

function TopBar({ frame: { area }, setOver, account, isGuest }: TopBarProps) {
  const { t } = useLingui()
  const hasRail = area !== 'public'
  const openSearch = () => {
    setOver('search')
  }
  return (
    <Box as="header" bg="bg" borderBottomWidth="1px" borderColor="border" position="sticky" top="0" zIndex="sticky">
      <Flex maxW={hasRail ? undefined : '8xl'} mx="auto" px={{ base: '4', md: '6' }} h="16" align="center" justify="space-between" gap="3">
        <Box hideFrom={hasRail ? 'lg' : undefined}>
          <Logo />
        </Box>
        {hasRail && account ? <SearchField open={openSearch} /> : null}
        <HStack as="nav" aria-label={t`Account`} gap="1" minW="0">
          {hasRail && account ? (
            <Button hideFrom="lg" variant="ghost" px="0" minW="11" aria-label={t`Search`} aria-haspopup="dialog" onClick={openSearch}>
              <SearchIcon />
            </Button>
          ) : null}
          {account}
          {isGuest ? (
            <>
              <LinkButton to={paths.signIn} variant="ghost" size="sm">
                <Trans>Sign in</Trans>
              </LinkButton>
              <LinkButton to={paths.signUp} size="sm">
                <Trans>Sign up</Trans>
              </LinkButton>
            </>
          ) : null}
        </HStack>
      </Flex>
    </Box>
  )
}

/** Looks like the field it opens, and says by which key that is done as well. */
function SearchField({ open }: { open: () => void }) {
  return (
    <Button hideBelow="lg" variant="outline" size="sm" h="10" w="20rem" minW="0" flexShrink="1" px="3" gap="2.5" justifyContent="flex-start" color="fg.muted" bg="bg.subtle" borderColor="border" aria-haspopup="dialog" onClick={open}>
      <SearchIcon width="4" height="4" />
      <Trans>Search</Trans>
      <HStack gap="1" ms="auto" aria-hidden>
        <Kbd>{heldKey()}</Kbd>
        <Kbd>K</Kbd>
      </HStack>
    </Button>
  )
}
