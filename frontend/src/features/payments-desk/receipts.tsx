import { Button, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { failure } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { useOperatorMay } from '@/entities/operator/api'
import { readReceipts, useReceipts, type Receipt } from '@/entities/payment/house'
import { decimal, idColumns } from '@/lib/csv'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { csvColumns } from '@/ui/csv-columns'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { MoneyIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { Table, type Column } from '@/ui/table'
import { addressOf, matchingPath } from './views'

const payerOf = ({ payer }: Receipt) => payer.name ?? (payer.iban ? groupedIban(payer.iban) : t`Unknown payer`)

/** What the list shows, and its file. */
const receiptColumns = (): Column<Receipt>[] => [
  { id: 'payer', label: t`Payer`, cell: payerOf },
  { id: 'on', label: t`Booked on`, isShort: true, cell: ({ on }) => formatDay(on), csv: ({ on }) => on },
  { id: 'text', label: t`Payment reference`, cell: ({ text }) => <Text as="span" lineClamp={{ md: 2 }} overflowWrap="anywhere">{text ?? '–'}</Text>, isBlank: ({ text }) => !text, csv: ({ text }) => text },
  { id: 'amount', label: t`Amount`, isFigure: true, cell: ({ amount, currency }) => formatMoney(amount, currency), csv: ({ amount, currency }) => decimal(amount, currency) },
  { id: 'left', label: t`Unexplained`, isFigure: true, cell: ({ left, currency }) => (left > 0 ? formatMoney(left, currency) : '–'), isBlank: ({ left }) => left === 0, csv: ({ left, currency }) => decimal(left, currency) },
]

/** As a file: with their currency, the payer’s account and their ids. */
const fileColumns = () => [...csvColumns(receiptColumns()), { label: t`Currency`, csv: ({ currency }: Receipt) => currency }, { label: t`IBAN`, csv: ({ payer }: Receipt) => payer.iban }, ...idColumns('id')]

/** What came in: what nobody has explained, or everything. */
export function Receipts({ isUnexplained }: { isUnexplained: boolean }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useReceipts(isUnexplained)
  const receipts = data?.pages.flatMap((page) => page.data) ?? []
  const mayEnter = useOperatorMay('manage_payments')
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  const columns = receiptColumns()
  return (
    <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading receipts`}>
      {receipts.length === 0 ? (
        <Empty as="h2" icon={<MoneyIcon />} title={isUnexplained ? <Trans>Everything is explained</Trans> : <Trans>No receipts yet</Trans>} action={mayEnter ? <LinkButton to={addressOf('enter')} variant="outline"><Trans>Enter receipt</Trans></LinkButton> : undefined}>
          {isUnexplained ? <Trans>Receipts come here while nobody knows what they pay.</Trans> : <Trans>What debtors and sellers pay will be here.</Trans>}
        </Empty>
      ) : (
        <Table
          label={isUnexplained ? t`Unexplained receipts` : t`All receipts`}
          rows={receipts}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={(receipt) => {
            const amount = formatMoney(receipt.amount, receipt.currency)
            return `${payerOf(receipt)} ${amount}`
          }}
          to={({ id, left }) => (left > 0 ? matchingPath(id) : null)}
          list={list}
        />
      )}
      {hasNextPage ? (
        <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
          <Trans>Load more</Trans>
        </Button>
      ) : null}
      {receipts.length > 0 ? <DownloadCsv name={isUnexplained ? 'unexplained-receipts' : 'receipts'} read={(before) => readReceipts(isUnexplained, before)} columns={fileColumns} tell={failure} /> : null}
    </Answer>
  )
}
