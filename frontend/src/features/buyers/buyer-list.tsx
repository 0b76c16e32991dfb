import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Buyer } from '@/entities/buyer/api'
import { buyerFacts } from '@/entities/buyer/facts'
import { buyerStatuses } from '@/entities/buyer/statuses'
import { CodeBadge } from '@/ui/code-badge'

/** The buyers, in the order they were added. */
export function BuyerList({ buyers, actions }: { buyers: Buyer[]; actions?: (buyer: Buyer) => ReactNode }) {
  const { t } = useLingui()
  return (
    <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Buyers`}>
      {buyers.map((buyer) => (
        <Stack as="li" key={buyer.id} gap="3" p="4" borderWidth="1px" borderRadius="l2">
          <HStack justify="space-between" gap="4" align="flex-start">
            <Box minW="0">
              <Text overflowWrap="anywhere">{buyer.legalName}</Text>
              <Text color="fg.muted" fontSize="sm">
                {buyerFacts(buyer)}
              </Text>
            </Box>
            <CodeBadge labels={buyerStatuses} code={buyer.status} />
          </HStack>
          {actions?.(buyer)}
        </Stack>
      ))}
    </Stack>
  )
}
