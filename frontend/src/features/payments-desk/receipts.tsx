import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { failure } from '@/api/errors'
import { readNames, useNames } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import { readReceipts, useReceipts, type Receipt } from '@/entities/payment/house'
import { useToday } from '@/entities/user/today'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { MoneyIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { Table } from '@/ui/table'
import { Parts, partsIn } from './parts'
import { ageOf, fileColumns, payerOf, receiptColumns, suggestedIn } from './receipt-columns'
import { addressOf, matchingPath } from './views'

/** What came in: what nobody has explained, or everything. */
export function Receipts({ isUnexplained }: { isUnexplained: boolean }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useReceipts(isUnexplained)
  const receipts = data?.pages.flatMap((page) => page.data) ?? []
  const mayEnter = useOperatorMay('manage_payments')
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  const today = useToday()
  const names = useNames(isUnexplained ? suggestedIn(receipts) : receipts.flatMap(partsIn))
  const ages = receipts.map((receipt) => ageOf(receipt, today))
  const oldest = new Set(ages).size > 1 ? Math.max(...ages) : null
  const file = async (rows: readonly Receipt[]) => fileColumns(isUnexplained ? { today, names: await readNames(suggestedIn(rows)), oldest: null } : null)
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
          columns={receiptColumns(isUnexplained ? { today, names, oldest } : null)}
          keyOf={({ id }) => id}
          nameOf={(receipt) => {
            const amount = formatMoney(receipt.amount, receipt.currency)
            return `${payerOf(receipt)} ${amount}`
          }}
          to={({ id, left }) => (left > 0 ? matchingPath(id) : null)}
          {...(isUnexplained ? {} : { under: (receipt: Receipt) => <Parts receipt={receipt} names={names} /> })}
          list={list}
        />
      )}
      {hasNextPage ? (
        <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
          <Trans>Load more</Trans>
        </Button>
      ) : null}
      {receipts.length > 0 ? <DownloadCsv name={isUnexplained ? 'unexplained-receipts' : 'receipts'} read={(before) => readReceipts(isUnexplained, before)} columns={file} tell={failure} /> : null}
    </Answer>
  )
}
