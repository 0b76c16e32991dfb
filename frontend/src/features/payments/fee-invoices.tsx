import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { chargedFor, feeInvoicePaper, feeLines, useFeeInvoices, type FeeInvoice, type FeeLine } from '@/entities/payment/fee-invoices'
import { Paper } from '@/entities/receivable/paper'
import { decimal, idColumns, type CsvColumn } from '@/lib/csv'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { formatMonth } from '@/lib/months'
import { DownloadCsv } from '@/ui/download-csv'
import { Failure } from '@/ui/failure'
import { Section } from '@/ui/page'

/** Our invoices for fees with tax. Most companies have none. */
export function FeeInvoices() {
  const { t } = useLingui()
  const { data, error } = useFeeInvoices()
  if (!data) return <Failure {...failure(error)} />
  if (data.length === 0) return null
  return (
    <Section title={<Trans>Fee invoices</Trans>} lead={<Trans>For fees with tax. They were already deducted from your payouts and settlements, so there is nothing to pay.</Trans>}>
      <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Fee invoices`}>
        {data.map((invoice) => <One key={invoice.id} invoice={invoice} />)}
      </Stack>
    </Section>
  )
}

type Row = FeeLine & { currency: string; number: string }

const columns = (): CsvColumn<Row>[] => [
  { label: t`Invoice number`, csv: ({ number }) => number },
  { label: t`Day`, csv: ({ on }) => on },
  { label: t`Fee`, csv: (row) => chargedFor.labelOf(row.chargedFor) },
  { label: t`Invoice`, csv: ({ invoice }) => invoice },
  { label: t`Buyer`, csv: ({ debtor }) => debtor },
  { label: t`Net`, csv: ({ net, currency }) => decimal(net, currency) },
  { label: t`Tax rate (%)`, csv: ({ rate }) => String(rate / 100) },
  { label: t`Tax`, csv: ({ tax, currency }) => decimal(tax, currency) },
  { label: t`Gross`, csv: ({ net, tax, currency }) => decimal(net + tax, currency) },
  { label: t`Currency`, csv: ({ currency }) => currency },
  ...idColumns('receivableId'),
]

function One({ invoice: { id, number, month, madeOn, currency, gross, tax } }: { invoice: FeeInvoice }) {
  const { t } = useLingui()
  const [total, ofTax, on, of] = [formatMoney(gross, currency), formatMoney(tax, currency), formatDay(madeOn), formatMonth(month.slice(0, 7))]
  const read = async () => ({ data: (await feeLines(id)).map((line) => ({ ...line, currency, number })) })
  return (
    <HStack as="li" justify="space-between" align="flex-start" gap="4" py="3" wrap="wrap" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Box minW="0">
        <Text fontVariantNumeric="tabular-nums">{number}</Text>
        <Text textStyle="label" color="fg.muted">{t`${of}, made on ${on}`}</Text>
      </Box>
      <Box textAlign="end" ms="auto">
        <Text fontVariantNumeric="tabular-nums">{total}</Text>
        <Text textStyle="label" color="fg.muted" fontVariantNumeric="tabular-nums">{t`${ofTax} of it tax`}</Text>
      </Box>
      <HStack gap="2" wrap="wrap" align="flex-start" role="group" aria-label={t`Invoice ${number}`}>
        <Paper path={feeInvoicePaper(id)} name={number} />
        <DownloadCsv name="invoice" of={number} read={read} columns={columns} tell={failure} />
      </HStack>
    </HStack>
  )
}
