import { Box, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { isDoubtful, payeeChecks, type OrderAnswer } from '@/entities/payment/bank-answers'
import { formatDay, isoDay } from '@/lib/dates'

/** What a bank found out last of whose account the company is paid to. */
export function LastPayeeCheck({ check }: { check: OrderAnswer }) {
  if (!check.payeeCheck) return null
  const day = formatDay(isoDay(new Date(check.at)))
  return (
    <Box>
      <Text color="fg.muted" textStyle="label"><Trans>Bank’s payee check on {day}</Trans></Text>
      <Text {...(isDoubtful(check) ? { color: 'fg.error' } : {})}>{payeeChecks.labelOf(check.payeeCheck)}</Text>
      {check.reason ? <Text color="fg.muted" overflowWrap="anywhere">{check.reason}</Text> : null}
    </Box>
  )
}
