import { Box, Button, Flex, HStack, Text } from '@chakra-ui/react'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useAuth } from '@/features/auth/auth-provider'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { ConnectionBanner } from './connection-banner'

const StatusDialog = lazy(async () => ({ default: (await import('@/features/onboarding/status-dialog')).StatusDialog }))

/** What surrounds every screen: the bar, the server's state, the onboarding status. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { isAuthenticated } = useAuth()
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
      <Bar />
      <ConnectionBanner />
      <Box as="main" ref={main} tabIndex={-1} flex="1" outline="none">
        {children}
      </Box>
      {isAuthenticated ? (
        <Suspense>
          <StatusDialog />
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
      left="4"
      zIndex="skipNav"
      _focus={{ top: '3' }}
      onClick={() => {
        target.current?.focus()
      }}
    >
      Skip to the content
    </Button>
  )
}

function Bar() {
  const { isInitialized, isAuthenticated, user, logout } = useAuth()
  const navigate = useNavigate()
  const isOperator = user?.userDetails.role === 'operator'
  const leave = async () => {
    await logout()
    await navigate(paths.signIn, { replace: true })
  }
  return (
    <Box as="header" bg="bg.panel" borderBottomWidth="1px" borderColor="border" position="sticky" top="0" zIndex="sticky">
      <Flex maxW={isOperator ? '8xl' : '4xl'} mx="auto" px={{ base: '4', md: '6' }} h="16" align="center" justify="space-between" gap="3">
        <Link to={paths.home} aria-label="Sooner, to the start">
          <HStack gap="2">
            <img src="/icon.svg" width="32" height="32" alt="" />
            <Text fontSize="lg">Sooner</Text>
          </HStack>
        </Link>
        <HStack as="nav" aria-label="Account" gap="2" minW="0">
          {!isInitialized ? null : isAuthenticated ? (
            <>
              <LinkButton to={paths.security} variant="ghost" size="sm" minW="0" flexShrink="1" title={user?.userDetails.email}>
                <Text as="span" truncate hideBelow="sm">
                  {user?.userDetails.fname} {user?.userDetails.lname}
                </Text>
                <Text as="span" hideFrom="sm">
                  Account
                </Text>
              </LinkButton>
              <Button variant="outline" size="sm" onClick={() => void leave()}>
                Sign out
              </Button>
            </>
          ) : (
            <>
              <LinkButton to={paths.signIn} variant="ghost" size="sm">
                Sign in
              </LinkButton>
              <LinkButton to={paths.signUp} size="sm">
                Sign up
              </LinkButton>
            </>
          )}
        </HStack>
      </Flex>
    </Box>
  )
}
