import { Badge, Box, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Buyer } from '@/api/buyers'
import { countryName } from '@/lib/country-name'
import { formatDays } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { buyerStatuses } from '@/lib/labels'
import { formatMoney } from '@/lib/money'

/** The buyers, in the order they were added. */
export function BuyerList({ buyers }: { buyers: Buyer[] }) {
  const { t } = useLingui()
  return (
    <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Buyers`}>
      {buyers.map(({ id, legalName, country, registrationNumber, expectedYearlyVolume, paymentTermsDays, status }) => (
        <HStack as="li" key={id} justify="space-between" gap="4" p="4" borderWidth="1px" borderRadius="l2" align="flex-start">
          <Box minW="0">
            <Text overflowWrap="anywhere">{legalName}</Text>
            <Text color="fg.muted" fontSize="sm">
              <Trans>{countryName(country)} · {registrationNumber} · {formatMoney(expectedYearlyVolume.amount, expectedYearlyVolume.currency)} a year · {formatDays(paymentTermsDays)}</Trans>
            </Text>
          </Box>
          <Badge colorPalette={buyerStatuses[status].palette}>{text(buyerStatuses[status].label)}</Badge>
        </HStack>
      ))}
    </Stack>
  )
}
