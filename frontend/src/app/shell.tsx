import { Box, Button, Flex, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { useAuth } from '@/features/auth/auth-provider'
import { withTexts } from '@/lib/i18n'
import { Link, useNavigate, usePathname } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Extra } from '@/ui/extra'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { ConnectionBanner } from './connection-banner'
import { Footer } from './footer'

const interrupted = () => import('@/features/auth/interruption')
const uploadTray = async () => ({ default: (await withTexts('company', () => import('@/features/onboarding/upload-tray'))).UploadTray })
const statusDialog = async () => ({ default: (await withTexts('company', () => import('@/features/onboarding/status-dialog'))).StatusDialog })
const disagreements = () => withTexts('company', () => import('@/features/onboarding/disagreements'))

/** Once there is nothing else to do; not every browser says when that is. */
const WHEN_IDLE_MS = 2000

/** What surrounds every screen: the bar, the server's state, the onboarding status. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const pathname = usePathname()
  const { isAuthenticated, user, interruption } = useAuth()
  // The work of operators is wider than a form.
  const width = user?.userDetails.role === 'operator' ? '8xl' : '4xl'
  const first = useRef(true)
  useEffect(() => {
    if (!isAuthenticated) return undefined
    // What is needed when something goes wrong is there before: then it could not be loaded any more.
    const timer = setTimeout(() => {
      for (const load of [interrupted, disagreements]) void load().catch(() => undefined)
    }, WHEN_IDLE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isAuthenticated])
  useEffect(() => {
    // A new screen begins at its beginning, for the eye and for a screen reader.
    if (!first.current) {
      main.current?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    first.current = false
  }, [pathname])
  return (
    <Flex direction="column" minH="100dvh">
      <SkipLink target={main} />
      <Bar width={width} />
      <ConnectionBanner />
      <Box as="main" ref={main} tabIndex={-1} flex="1" outline="none">
        {children}
      </Box>
      <Footer width={width} />
      {isAuthenticated ? (
        <>
          <Extra load={statusDialog} props={{}} />
          <Extra load={uploadTray} props={{}} />
        </>
      ) : null}
      {interruption ? <Extra load={interrupted} props={{}} instead={<NotYet />} /> : null}
    </Flex>
  )
}

/** The session has ended, and what asks for the password did not come. */
function NotYet() {
  const { t } = useLingui()
  return (
    <Box position="fixed" bottom="4" insetX="4" maxW="lg" mx="auto" zIndex="modal">
      <Notice status="error" title={t`Your session has ended`}>
        <Trans>We couldn’t load the sign-in form. We’ll keep trying; what you typed is kept on this device.</Trans>
      </Notice>
    </Box>
  )
}

function SkipLink({ target }: { target: React.RefObject<HTMLElement | null> }) {
  return (
    <Button
      position="absolute"
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

function Bar({ width }: { width: '4xl' | '8xl' }) {
  const { t } = useLingui()
  const { isInitialized, isAuthenticated, user, logout } = useAuth()
  const navigate = useNavigate()
  const leave = async () => {
    await logout()
    navigate(paths.signIn, { replace: true })
  }
  return (
    <Box as="header" bg="bg.panel" borderBottomWidth="1px" borderColor="border" position="sticky" top="0" zIndex="sticky">
      <Flex maxW={width} mx="auto" px={{ base: '4', md: '6' }} h="16" align="center" justify="space-between" gap="3">
        <Link to={paths.home} aria-label={t`Sooner, home page`}>
          <HStack gap="2">
            <img src="/icon.svg" width="32" height="32" alt="" />
            <Text fontSize="lg"><Trans>Sooner</Trans></Text>
          </HStack>
        </Link>
        <HStack as="nav" aria-label={t`Account`} gap="2" minW="0">
          {!isInitialized ? null : isAuthenticated ? (
            <>
              <LinkButton to={paths.security} variant="ghost" size="sm" minW="0" flexShrink="1" title={user?.userDetails.email}>
                <Text as="span" truncate hideBelow="sm">
                  {user?.userDetails.fname} {user?.userDetails.lname}
                </Text>
                <Text as="span" hideFrom="sm">
                  <Trans>Account</Trans>
                </Text>
              </LinkButton>
              <Button variant="outline" size="sm" onClick={() => void leave()}>
                <Trans>Sign out</Trans>
              </Button>
            </>
          ) : (
            <>
              <LinkButton to={paths.signIn} variant="ghost" size="sm">
                <Trans>Sign in</Trans>
              </LinkButton>
              <LinkButton to={paths.signUp} size="sm">
                <Trans>Sign up</Trans>
              </LinkButton>
            </>
          )}
        </HStack>
      </Flex>
    </Box>
  )
}
