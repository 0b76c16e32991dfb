import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { bookRoles, lineText, ownJournal, type OwnLine, type Treatment } from '@/entities/payment/month'
import { decimal, idColumns, type CsvColumn } from '@/lib/csv'
import { Choice } from '@/ui/choice'
import { DownloadCsv } from '@/ui/download-csv'
import { Section } from '@/ui/page'

interface OwnBooksProps {
  month: string
  currency: string
  /** The house bears no loss under a facility: what it pays may be a loan. */
  withoutCover: boolean
}

/** The month as entries for the company’s own books, by the treatment it chooses. */
export function OwnBooks({ month, currency, withoutCover }: OwnBooksProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<Treatment>('sale')
  const treatment = withoutCover ? chosen : 'sale'
  const columns = (): CsvColumn<OwnLine>[] => [
    { label: t`Day`, csv: ({ on }) => on },
    { label: t({ message: 'Account', context: 'ledger' }), csv: ({ role }) => bookRoles.labelOf(role) },
    { label: t({ message: 'Debit', context: 'ledger' }), csv: ({ debit }) => (debit ? decimal(debit, currency) : null) },
    { label: t({ message: 'Credit', context: 'ledger' }), csv: ({ credit }) => (credit ? decimal(credit, currency) : null) },
    { label: t`Currency`, csv: () => currency },
    { label: t`Text`, csv: lineText },
    { label: t`Reference`, csv: ({ reference }) => reference },
    ...idColumns('role', 'entry', 'receivableId'),
  ]
  return (
    <Section title={<Trans>For your own books</Trans>} lead={<Trans>The same month as journal entries: each entry balances, and all of them add up to the statement.</Trans>}>
      <Stack gap="2">
        <Text>
          <Trans>Sale: the invoices leave your books, and fees and discount are expenses.</Trans>
        </Text>
        <Text>
          <Trans>Secured borrowing: the invoices stay in your books, and what we pay is a loan that your buyers repay. Only where we bear no loss (cover 0%).</Trans>
        </Text>
        <Text color="fg.muted" textStyle="label">
          <Trans>Which one applies depends on your contract and accounting rules. Ask your accountant.</Trans>
        </Text>
      </Stack>
      {withoutCover ? (
        <Choice
          label={t`Book as`}
          value={treatment}
          options={[
            { value: 'sale', label: t({ message: 'Sale', context: 'books' }) },
            { value: 'borrowing', label: t`Secured borrowing` },
          ]}
          choose={setChosen}
        />
      ) : null}
      <DownloadCsv name="journal" of={`${month}-${currency}-${treatment}`} read={async () => ({ data: await ownJournal(month, currency, treatment) })} columns={columns} tell={failure} />
    </Section>
  )
}
