import { Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { groupedIban } from '@/entities/company/labels'
import type { Name } from '@/entities/name/api'
import type { Receipt } from '@/entities/payment/house'
import { matchSigns } from '@/entities/payment/match-signs'
import { decimal, idColumns, type CsvColumn } from '@/lib/csv'
import { daysBetween, formatDay, formatDays, formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { csvColumns } from '@/ui/csv-columns'
import type { Column } from '@/ui/table'
import { closedText } from './names-closed'
import { suggestionOf } from './picking'

export const payerOf = ({ payer }: Receipt) => payer.name ?? (payer.iban ? groupedIban(payer.iban) : t`Unknown payer`)

/** Who entered a receipt that no statement told of, and when. */
export function byHand({ isByHand, enteredBy, enteredAt }: Receipt): string | null {
  if (!isByHand) return null
  const [who, when] = [enteredBy?.name ?? t`a former colleague`, formatInstant(enteredAt)]
  return t`Entered by hand by ${who} on ${when}`
}

function PayerCell({ receipt }: { receipt: Receipt }) {
  const said = byHand(receipt)
  return (
    <>
      {payerOf(receipt)}
      {said ? <Text as="span" display="block" color="fg.muted">{said}</Text> : null}
    </>
  )
}

/** Since when money lies here, in days. */
export const ageOf = ({ on }: Receipt, today: string): number => Math.max(0, daysBetween(on, today))

/** What receipts are told to pay. */
export const suggestedIn = (receipts: readonly Receipt[]): string[] => receipts.flatMap((receipt) => suggestionOf(receipt)?.receivables.map(({ id }) => id) ?? [])

/** What is known beside unexplained receipts. */
export interface Beside {
  today: string
  names: ReadonlyMap<string, Name>
  /** The highest age in the list; none where all are as old. */
  oldest: number | null
  /** Why it can't be matched together with what is selected. */
  clashes: (receipt: Receipt) => boolean
}

/** What the list shows, and its file; of what is unexplained also for how long, and what it may pay. */
export function receiptColumns(beside: Beside | null): Column<Receipt>[] {
  return [
    { id: 'payer', label: t`Payer`, width: '11rem', cell: (receipt) => <PayerCell receipt={receipt} />, csv: payerOf },
    { id: 'on', label: t`Booked on`, isShort: true, cell: ({ on }) => formatDay(on), csv: ({ on }) => on },
    ...(beside ? [ageColumn(beside)] : []),
    { id: 'text', label: t`Payment reference`, cell: ({ text }) => <Text as="span" overflowWrap="anywhere">{text ?? '–'}</Text>, isBlank: ({ text }) => !text, csv: ({ text }) => text },
    ...(beside ? [suggestionColumn(beside)] : []),
    { id: 'amount', label: t`Amount`, isFigure: true, cell: ({ amount, currency }) => formatMoney(amount, currency), csv: ({ amount, currency }) => decimal(amount, currency) },
    { id: 'left', label: t`Unallocated`, isFigure: true, cell: ({ left, currency }) => (left > 0 ? formatMoney(left, currency) : '–'), isBlank: ({ left }) => left === 0, csv: ({ left, currency }) => decimal(left, currency) },
  ]
}

/** The receipts that wait longest say so. */
function ageColumn({ today, oldest }: Beside): Column<Receipt> {
  return {
    id: 'age',
    label: t({ message: 'Age', context: 'receipt' }),
    isShort: true,
    cell: (receipt) => {
      const age = ageOf(receipt, today)
      return (
        <>
          {formatDays(age)}
          {age === oldest ? <Text as="span" display="block" color="fg.muted">{t({ message: 'Oldest in this list', context: 'receipt' })}</Text> : null}
        </>
      )
    },
    csv: (receipt) => ({ figure: String(ageOf(receipt, today)) }),
  }
}

function suggestionColumn({ names, clashes }: Beside): Column<Receipt> {
  const invoicesOf = (receipt: Receipt) => (suggestionOf(receipt)?.receivables ?? []).flatMap(({ id }) => names.get(id)?.name ?? []).join(', ')
  const signsOf = (receipt: Receipt) => (suggestionOf(receipt)?.signs ?? []).map((sign) => matchSigns.labelOf(sign)).join(', ')
  const closedOf = ({ namesClosed }: Receipt) => (namesClosed ?? []).map(closedText)
  return {
    id: 'suggestion',
    label: t({ message: 'Suggestion', context: 'match' }),
    cell: (receipt) => {
      const suggestion = suggestionOf(receipt)
      return (
        <>
          {suggestion ? invoicesOf(receipt) : '–'}
          {suggestion ? <Text as="span" display="block" color={suggestion.warns ? 'orange.fg' : 'fg.muted'} overflowWrap="anywhere">{signsOf(receipt)}</Text> : null}
          {suggestion ? <Text as="span" display="block" fontVariantNumeric="tabular-nums">{whatStays(suggestion, receipt.currency)}</Text> : null}
          {closedOf(receipt).map((said) => <Text key={said} as="span" display="block" color="orange.fg" overflowWrap="anywhere">{said}</Text>)}
          {clashes(receipt) ? <Text as="span" display="block" color="orange.fg">{t`A selected receipt pays the same invoice. Match this one after it.`}</Text> : null}
        </>
      )
    },
    isBlank: (receipt) => !suggestionOf(receipt) && closedOf(receipt).length === 0,
    csv: (receipt) => [...(suggestionOf(receipt) ? [`${invoicesOf(receipt)}: ${signsOf(receipt)}`] : []), ...closedOf(receipt)].join('. ') || null,
  }
}

/** What a suggestion leaves open in all, and what of the money is more than that. */
export function whatStays({ receivables }: Schemas['SuggestionBody'], currency: string): string {
  const [open, over] = [receivables.reduce((sum, { leavesOpen }) => sum + leavesOpen, 0), receivables.reduce((sum, { surplus }) => sum + surplus, 0)]
  const [rest, surplus] = [formatMoney(open, currency), formatMoney(over, currency)]
  if (over > 0) return t`${surplus} too much: becomes credit`
  return open === 0 ? t`Nothing stays open` : t`${rest} stays open`
}

/** As a file: with their currency, the payer’s account and their ids. */
export const fileColumns = (beside: Beside | null): CsvColumn<Receipt>[] => [
  ...csvColumns(receiptColumns(beside)),
  { label: t`Currency`, csv: ({ currency }: Receipt) => currency },
  { label: t`IBAN`, csv: ({ payer }: Receipt) => payer.iban },
  { label: t`Entered by hand`, csv: ({ isByHand, enteredBy }: Receipt) => (isByHand ? (enteredBy?.name ?? t`a former colleague`) : null) },
  ...idColumns('id'),
]
