import { Box, Button, Flex, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useAuth } from '@/features/auth/auth-provider'
import { Link, useNavigate, usePathname } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { ConnectionBanner } from './connection-banner'
import { Footer } from './footer'

const Interrupted = lazy(() => import('@/features/auth/interruption'))
const UploadTray = lazy(async () => ({ default: (await import('@/features/onboarding/upload-tray')).UploadTray }))
const StatusDialog = lazy(async () => ({ default: (await import('@/features/onboarding/status-dialog')).StatusDialog }))

/** What surrounds every screen: the bar, the server's state, the onboarding status. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const pathname = usePathname()
  const { isAuthenticated, user, interruption } = useAuth()
  // The work of operators is wider than a form.
  const width = user?.userDetails.role === 'operator' ? '8xl' : '4xl'
  const first = useRef(true)
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
        <Suspense>
          <StatusDialog />
          <UploadTray />
        </Suspense>
      ) : null}
      {interruption ? (
        <Suspense>
          <Interrupted />
        </Suspense>
      ) : null}
    </Flex>
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
      <Trans>Skip to the content</Trans>
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
        <Link to={paths.home} aria-label={t`Sooner, to the start`}>
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
