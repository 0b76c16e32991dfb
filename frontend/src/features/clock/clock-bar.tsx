import { Button, Flex, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { useOperatorMay } from '@/entities/operator/api'
import { userQuery } from '@/entities/user/me'
import { after } from '@/lib/after'
import { formatInstant } from '@/lib/dates'
import { editDay, parseDay } from '@/lib/typed-day'
import { Failure } from '@/ui/failure'
import { ClockIcon } from '@/ui/icons'
import { Input } from '@/ui/input'
import { useMoveClock } from './api'

const DAY_MS = 24 * 60 * 60 * 1000

/** Later by so many days. */
const later = (instant: string, days: number) => new Date(Date.parse(instant) + days * DAY_MS).toISOString()

/**
 * What time it is for the business, where that can be moved to try things out: on every screen, for dates are not those of the
 * calendar on the wall there. Nothing where time is the machine's.
 */
export function ClockBar() {
  const { t } = useLingui()
  const { data } = useQuery({ ...userQuery, enabled: false })
  const may = useOperatorMay('move_clock')
  const [day, setDay] = useState('')
  const move = useMoveClock()
  const now = data?.businessTime
  if (!now) return null
  const asked = parseDay(day)
  const go = (to: string) => {
    after(move.mutateAsync(to), () => {
      setDay('')
    })
  }
  const shown = formatInstant(now)
  return (
    <Flex as="aside" aria-label={t`Test clock`} wrap="wrap" align="center" gap="3" px={{ base: '4', md: '6' }} py="2" bg="bg.muted" borderBottomWidth="1px" textStyle="label">
      <HStack gap="2">
        <ClockIcon width="4" height="4" />
        <Text role="status" fontVariantNumeric="tabular-nums">
          <Trans>Test clock: {shown}</Trans>
        </Text>
      </HStack>
      <Text color="fg.muted"><Trans>Sign-ins, links, invitations and requests run on the real time.</Trans></Text>
      {may ? (
        <HStack
          as="form"
          gap="2"
          wrap="wrap"
          onSubmit={(event) => {
            event.preventDefault()
            // The time of day stays.
            if (asked) go(`${asked}${new Date(now).toISOString().slice(10)}`)
          }}
        >
          <Button size="xs" variant="outline" loading={move.isPending} onClick={() => { go(later(now, 1)) }}>
            <Trans>One day on</Trans>
          </Button>
          <Button size="xs" variant="outline" loading={move.isPending} onClick={() => { go(later(now, 7)) }}>
            <Trans>One week on</Trans>
          </Button>
          <Input
            size="xs"
            w="8rem"
            aria-label={t`Move to`}
            placeholder={editDay(later(now, 30).slice(0, 10))}
            inputMode="numeric"
            autoComplete="off"
            value={day}
            onChange={(event) => {
              setDay(event.target.value)
            }}
          />
          <Button type="submit" size="xs" variant="outline" disabled={!asked} loading={move.isPending}>
            <Trans>Move clock</Trans>
          </Button>
        </HStack>
      ) : null}
      <Failure {...failure(move.error)} />
    </Flex>
  )
}
