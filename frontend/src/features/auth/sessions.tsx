import { Badge, Box, Button, Grid, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { plural, t as translated } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { formatAgo, formatInstant } from '@/lib/dates'
import { Failure } from '@/ui/failure'
import { Section } from '@/ui/page'
import { toast } from '@/ui/toasts'
import { useEndSessions, useSessions } from './api'

type Session = Schemas['SessionBody']

/** The server writes down when a session was used to within five minutes: a shorter time says nothing. */
const FRESH_MS = 5 * 60 * 1000

/** Where one is signed in, each to be ended but this one: that is signing out. */
export function Sessions() {
  const { t } = useLingui()
  const { data: sessions, error, refetch, isFetching } = useSessions()
  const ending = useEndSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const others = (sessions ?? []).filter(({ isCurrent }) => !isCurrent)
  const underWay = ending.isPending ? ending.variables : []

  const end = async (ids: string[]) => {
    try {
      await ending.mutateAsync(ids)
      const ended = ids.length
      toast.success(plural(ended, { one: 'Session ended', other: '# sessions ended' }))
    } catch {
      // It stands above the list.
    }
    // The button is gone, and with it where the keyboard was.
    heading.current?.focus()
  }

  return (
    <Section>
      <Box>
        <Heading as="h2" textStyle="section" ref={heading} tabIndex={-1} outline="none">
          <Trans>Sessions</Trans>
        </Heading>
        <Text color="fg.muted" mt="1">
          <Trans>Where you are signed in. If you don’t recognise one, end it and change your password.</Trans>
        </Text>
      </Box>
      <Failure {...failure(ending.error)} />
      {error ? (
        <Stack gap="3" align="flex-start">
          <Failure {...failure(error)} />
          <Button variant="outline" onClick={() => void refetch()} loading={isFetching}>
            <Trans>Try again</Trans>
          </Button>
        </Stack>
      ) : null}
      {!sessions && !error ? <Skeleton height="20" data-loading /> : null}
      {sessions ? (
        <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Sessions`}>
          {sessions.map((session) => (
            <Row
              key={session.id}
              session={session}
              isEnding={underWay.includes(session.id)}
              isBusy={ending.isPending}
              end={() => void end([session.id])}
            />
          ))}
        </Stack>
      ) : null}
      {sessions && others.length === 0 ? (
        <Text color="fg.muted">
          <Trans>You are signed in on this device only.</Trans>
        </Text>
      ) : null}
      {others.length > 1 ? (
        <Button variant="outline" alignSelf="flex-start" disabled={ending.isPending} onClick={() => void end(others.map(({ id }) => id))}>
          <Trans>End all other sessions</Trans>
        </Button>
      ) : null}
    </Section>
  )
}

function Row({ session, isEnding, isBusy, end }: { session: Session; isEnding: boolean; isBusy: boolean; end: () => void }) {
  const { t } = useLingui()
  const name = deviceOf(session)
  const started = formatInstant(session.startedAt)
  return (
    // In columns where there is room for them; on a phone one below the other.
    <Grid as="li" templateColumns={{ base: 'minmax(0, 1fr) auto', md: 'minmax(0, 4fr) minmax(0, 5fr) minmax(0, 5fr) 4rem' }} alignItems="center" columnGap="4" py="3" minH={{ md: '16' }} borderTopWidth="1px">
      <HStack wrap="wrap" gap="2" minW="0">
        <Text fontWeight="medium">{name}</Text>
        {session.isCurrent ? (
          <Badge colorPalette="green">
            <Trans>This device</Trans>
          </Badge>
        ) : null}
      </HStack>
      {session.isCurrent ? null : (
        <Button
          variant="outline"
          size="sm"
          gridColumn={{ base: '2', md: '4' }}
          gridRow="1"
          justifySelf="end"
          loading={isEnding}
          disabled={isBusy}
          aria-label={t`End the session: ${name}, signed in on ${started}`}
          onClick={end}
        >
          <Trans>End</Trans>
        </Button>
      )}
      {/* On a phone the times have the whole width, beneath the button. */}
      <Text color="fg.muted" fontSize="sm" gridColumn={{ base: '1 / -1', md: '2' }}>
        <Trans>Signed in on {started}</Trans>
      </Text>
      {session.isCurrent ? null : (
        <Text color="fg.muted" fontSize="sm" gridColumn={{ base: '1 / -1', md: '3' }}>
          {lastUse(session)}
        </Text>
      )}
    </Grid>
  )
}

/** The server speaks English: "Firefox on Linux", "Edge". */
function deviceOf({ client }: Session): string {
  if (!client) return translated`Unknown device`
  const [browser = '', system] = client.split(' on ')
  return system ? translated`${browser} on ${system}` : browser
}

function lastUse({ lastUsedAt }: Session): string {
  if (Date.now() - Date.parse(lastUsedAt) < FRESH_MS) return translated`Used in the last few minutes`
  const ago = formatAgo(lastUsedAt)
  return translated`Last used ${ago}`
}
