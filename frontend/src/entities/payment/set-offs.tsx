import { Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { Payout } from '@/entities/payment/api'
import { formatMoney } from '@/lib/money'
import { TextLink } from '@/ui/text-link'

interface SetOffsProps {
  payout: Payout
  /** Where an invoice is looked at. */
  path: (receivable: string) => string
}

/** What was kept back of a payout, and for which invoices. */
export function SetOffs({ payout: { released, currency }, path }: SetOffsProps) {
  if (!released || released.setOff === 0) return <>–</>
  const several = released.setOffs.length > 1
  return (
    <>
      {formatMoney(released.setOff, currency)}
      {released.setOffs.map(({ receivableId, invoiceNumber, amount }) => {
        const [part, link] = [formatMoney(amount, currency), <TextLink key={receivableId} to={path(receivableId)}>{invoiceNumber}</TextLink>]
        return (
          // On a card the whole of which is a link, this one lies above.
          <Text as="span" display="block" key={receivableId} color="fg.muted" position="relative" whiteSpace="normal">
            {several ? <Trans>Set off for {link}: {part}</Trans> : <Trans>Set off for {link}</Trans>}
          </Text>
        )
      })}
    </>
  )
}
