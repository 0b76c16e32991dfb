import { Box, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { formatMoney } from '@/lib/money'

type Total = Schemas['ListTotalBody']

interface ListTotalsProps {
  totals: readonly Total[] | undefined
  /** What one currency's invoices are, with their sum. */
  textOf?: (total: Total) => string
}

const facesText = ({ count, face, currency }: Total) => {
  const sum = formatMoney(face, currency)
  return plural(count, { one: `# invoice: ${sum}`, other: `# invoices: ${sum}` })
}

/** What all pages of a list come to, one line a currency; the rows of one page come to less. */
export function ListTotals({ totals = [], textOf = facesText }: ListTotalsProps) {
  const { t } = useLingui()
  if (totals.length === 0) return null
  return (
    <Box as="ul" listStyleType="none" aria-label={t`In total`}>
      {totals.map((total) => (
        <Text as="li" key={total.currency} color="fg.muted" fontVariantNumeric="tabular-nums">
          {textOf(total)}
        </Text>
      ))}
    </Box>
  )
}
