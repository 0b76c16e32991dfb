import { Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { formatDay, isDay } from '@/lib/dates'

/** The days between which the receivables of the list are due. */
export function DueBetween({ from, to }: { from: string | null | undefined; to: string | null | undefined }) {
  const [first, last] = [from && isDay(from) ? formatDay(from) : null, to && isDay(to) ? formatDay(to) : null]
  if (first && last) return <Text>{first === last ? <Trans>Due on {first}</Trans> : <Trans>Due from {first} to {last}</Trans>}</Text>
  if (first) return <Text><Trans>Due on or after {first}</Trans></Text>
  return last ? <Text><Trans>Due on or before {last}</Trans></Text> : null
}
