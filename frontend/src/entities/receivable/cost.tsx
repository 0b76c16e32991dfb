import { Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { formatMoney } from '@/lib/money'
import type { Offer } from './price'

interface CostMoreProps {
  price: Pick<Offer, 'tax' | 'currency'>
  /** What the cost is a year, in words. */
  yearly: string | null
}

/** What stands below the cost of an offer: the tax, which is not in it, and what it is a year. */
export function CostMore({ price: { tax, currency }, yearly }: CostMoreProps) {
  const { t } = useLingui()
  const more = formatMoney(tax, currency)
  return [tax > 0 ? t`plus ${more} tax on the fees` : null, yearly].map((line) =>
    line ? (
      <Text as="span" display="block" key={line}>
        {line}
      </Text>
    ) : null,
  )
}
