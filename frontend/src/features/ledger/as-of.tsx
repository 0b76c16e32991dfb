import { Box, Button, Flex, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useToday } from '@/entities/user/today'
import { usePathname, useQuery } from '@/lib/navigation'
import { parseDay } from '@/lib/typed-day'
import { DateField } from '@/ui/date-field'
import { LinkButton } from '@/ui/link-button'

/** The day as of which the ledger is shown, as the address says; undefined for all days. */
export function useDay(): string | undefined {
  const [query] = useQuery()
  return parseDay(query.get('on') ?? '') ?? undefined
}

/** An address within the ledger, shown as of the same day. */
export const asOf = (path: string, on: string | undefined): string => (on ? `${path}?on=${on}` : path)

/** Asks for the day as of which a screen of the ledger is shown; all days, where none is chosen. */
export function AsOf() {
  const on = useDay() ?? ''
  return <Chosen key={on} on={on} />
}

function Chosen({ on }: { on: string }) {
  const { t } = useLingui()
  const pathname = usePathname()
  const today = useToday()
  const [, setQuery] = useQuery()
  const [day, setDay] = useState(on)
  const isDay = parseDay(day) !== null
  const isAhead = on > today
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isDay || day === '') setQuery(day ? { on: day } : {})
      }}
    >
      <Flex gap="3" align="flex-start" wrap="wrap">
        <Box flex="0 1 14rem">
          <DateField label={t`As of`} name="on" example={today} value={day} onChange={setDay} onBlur={() => undefined} error={day && !isDay ? t`Enter a date.` : undefined} />
        </Box>
        <HStack pt="7">
          <Button type="submit" variant="outline">
            <Trans>Show</Trans>
          </Button>
          {on ? (
            <LinkButton to={pathname} variant="ghost">
              <Trans>Show all days</Trans>
            </LinkButton>
          ) : null}
        </HStack>
      </Flex>
      {isAhead ? <Text color="fg.muted" mt="2"><Trans>This day is still to come: what is shown is what is booked by now.</Trans></Text> : null}
    </form>
  )
}
