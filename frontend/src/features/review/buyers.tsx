import { Badge, Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { sentence } from '@/api/errors'
import { buyerFacts } from '@/lib/buyer-facts'
import { text } from '@/lib/i18n'
import { useIdempotencyKey, type IdempotencyKey } from '@/lib/idempotency-key'
import { buyerStatuses } from '@/lib/labels'
import { Notice } from '@/ui/notice'
import { isStale, useDecideBuyer, type Buyer, type Case } from './api'

/** The buyers of the seller: each is approved or declined by itself. */
export function ReviewBuyers({ found, failed }: { found: Case; failed: (error: unknown) => boolean }) {
  const { t } = useLingui()
  const decide = useDecideBuyer(found.id)
  const may = found.allowedActions.includes('decide_buyers')
  return (
    <Stack gap="3">
      <Text color="fg.muted" fontSize="sm">
        {may ? t`Only invoices to approved buyers can be financed. You can think again later.` : t`Buyers are decided on while the application waits for you, and once it is approved.`}
      </Text>
      <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Buyers`}>
        {found.buyers.map((buyer) => (
          <li key={buyer.id}>
            <Row
              buyer={buyer}
              may={may}
              busy={decide.isPending && decide.variables.buyer === buyer.id}
              decide={(decision, key) => {
                const body = { seen: buyer.status, decision }
                // Once it is done the same may be decided anew, after a colleague thought otherwise.
                void decide.mutateAsync({ buyer: buyer.id, body, key: key.of(body) }).then(key.forget, failed)
              }}
            />
          </li>
        ))}
      </Stack>
      {decide.isError && !isStale(decide.error) ? <Notice status="error">{sentence(decide.error)}</Notice> : null}
    </Stack>
  )
}

interface RowProps {
  buyer: Buyer
  may: boolean
  busy: boolean
  decide: (decision: 'approved' | 'declined', key: IdempotencyKey) => void
}

function Row({ buyer, may, busy, decide }: RowProps) {
  const { t } = useLingui()
  const key = useIdempotencyKey()
  const { legalName, contactName, contactEmail, status } = buyer
  const { label, palette } = buyerStatuses[status]
  return (
    <Box p="4" borderWidth="1px" borderRadius="l2">
      <HStack justify="space-between" align="flex-start" gap="4">
        <Box minW="0">
          <Text overflowWrap="anywhere">{legalName}</Text>
          <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
            {buyerFacts(buyer)}
          </Text>
          <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
            {contactName}, {contactEmail}
          </Text>
        </Box>
        <Badge colorPalette={palette}>{text(label)}</Badge>
      </HStack>
      {may ? (
        <HStack mt="3">
          {status === 'approved' ? null : (
            <Button
              size="sm"
              variant="outline"
              loading={busy}
              aria-label={t`Approve ${legalName}`}
              onClick={() => {
                decide('approved', key)
              }}
            >
              <Trans>Approve</Trans>
            </Button>
          )}
          {status === 'declined' ? null : (
            <Button
              size="sm"
              variant="outline"
              loading={busy}
              aria-label={t`Decline ${legalName}`}
              onClick={() => {
                decide('declined', key)
              }}
            >
              <Trans>Decline</Trans>
            </Button>
          )}
        </HStack>
      ) : null}
    </Box>
  )
}
