import { Badge, Box, HStack, Stack, Text } from '@chakra-ui/react'
import type { Buyer } from '@/api/buyers'
import { buyerStatuses } from '@/lib/labels'
import { formatMoney } from '@/lib/money'

/** The buyers, in the order they were added. */
export function BuyerList({ buyers }: { buyers: Buyer[] }) {
  return (
    <Stack as="ul" listStyleType="none" gap="2" aria-label="Buyers">
      {buyers.map(({ id, legalName, country, registrationNumber, expectedYearlyVolume, paymentTermsDays, status }) => (
        <HStack as="li" key={id} justify="space-between" gap="4" p="4" borderWidth="1px" borderRadius="l2" align="flex-start">
          <Box minW="0">
            <Text overflowWrap="anywhere">{legalName}</Text>
            <Text color="fg.muted" fontSize="sm">
              {country} · {registrationNumber} · {formatMoney(expectedYearlyVolume.amount, expectedYearlyVolume.currency)} a year · {paymentTermsDays} days
            </Text>
          </Box>
          <Badge colorPalette={buyerStatuses[status].palette}>{buyerStatuses[status].label}</Badge>
        </HStack>
      ))}
    </Stack>
  )
}
