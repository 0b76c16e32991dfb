import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { useDebtorCredits } from '@/entities/payment/house'
import { formatMoney } from '@/lib/money'
import { debtorPath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { MoneyIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { Table, type Column } from '@/ui/table'

type Credit = Schemas['CreditedDebtorBody']

/** All debtors that paid too much: on a debtor’s page it is refunded, on an invoice it is used. */
export function DebtorCredits() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useDebtorCredits()
  const credits = data ?? []
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  const nameOf = ({ name }: Credit) => name
  const columns: Column<Credit>[] = [
    { id: 'debtor', label: t`Debtor`, cell: nameOf },
    { id: 'amount', label: t({ message: 'Credit', context: 'debtor' }), isFigure: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  ]
  return (
    <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading credit`}>
      {credits.length === 0 ? (
        <Empty as="h2" icon={<MoneyIcon />} title={<Trans>No debtor has credit</Trans>}>
          <Trans>What debtors pay too much will be here.</Trans>
        </Empty>
      ) : (
        <>
          <Text color="fg.muted" mb="4"><Trans>Refund it on the debtor’s page, or use it on one of the debtor’s open invoices.</Trans></Text>
          <Table label={t`Debtors with credit`} rows={credits} columns={columns} keyOf={({ debtorId, currency }) => `${debtorId} ${currency}`} nameOf={nameOf} to={({ debtorId }) => debtorPath(debtorId)} list={list} />
        </>
      )}
    </Answer>
  )
}
