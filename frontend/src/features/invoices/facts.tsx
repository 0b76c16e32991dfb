import { Box, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { groupedIban } from '@/entities/company/labels'
import type { Receivable } from '@/entities/receivable/api'
import { discountsText } from '@/entities/receivable/cash-discounts'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Section } from '@/ui/page'

/** The invoice as it was entered. */
export function Facts({ receivable: { debtorName, invoiceNumber, issuedOn, dueOn, face, currency, orderReference, note, reference, cashDiscounts } }: { receivable: Receivable }) {
  const { t } = useLingui()
  const facts = [
    { id: 'buyer', label: t`Buyer`, value: debtorName },
    { id: 'number', label: t`Invoice number`, value: invoiceNumber },
    { id: 'face', label: t`Total with tax`, value: formatMoney(face, currency) },
    { id: 'issuedOn', label: t`Invoice date`, value: formatDay(issuedOn) },
    { id: 'dueOn', label: t`Due date`, value: formatDay(dueOn) },
    { id: 'discount', label: t`Cash discount`, value: discountsText(cashDiscounts, currency) },
    { id: 'order', label: t`Order reference`, value: orderReference },
    { id: 'reference', label: t`Payment reference for your buyer`, value: groupedIban(reference) },
    { id: 'note', label: t`Note`, value: note },
  ]
  return (
    <Section title={<Trans>Invoice details</Trans>}>
      <SimpleGrid as="dl" gridTemplateColumns="repeat(auto-fill, minmax(min(13rem, 100%), 1fr))" gapX="6" gapY="3">
        {facts
          .filter(({ value }) => value)
          .map(({ id, label, value }) => (
            <Box key={id} minW="0">
              <Text as="dt" color="fg.muted" textStyle="label">
                {label}
              </Text>
              <Text as="dd" overflowWrap="anywhere" whiteSpace="pre-line" fontVariantNumeric="tabular-nums">
                {value}
              </Text>
            </Box>
          ))}
      </SimpleGrid>
    </Section>
  )
}
