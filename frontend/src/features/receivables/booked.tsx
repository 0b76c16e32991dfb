import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { ledgerEvents } from '@/entities/ledger/accounts'
import { useEntriesAbout } from '@/entities/ledger/api'
import { entryPath } from '@/entities/ledger/paths'
import { useOperatorMay } from '@/entities/operator/api'
import { usePayouts } from '@/entities/payment/house'
import { housePayoutStatuses, housePurposes } from '@/entities/payment/house-labels'
import { SetOffs } from '@/entities/payment/set-offs'
import type { Schemas } from '@/api/client'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { Section } from '@/ui/page'
import { Table, type Column } from '@/ui/table'

/** What was paid out for a receivable, for those who may see payments. */
export function Payouts({ id }: { id: string }) {
  const { t } = useLingui()
  const may = useOperatorMay('read_payments')
  const { data, error, refetch, isFetching } = usePayouts({ receivableId: id }, may)
  const payouts = data?.pages.flatMap((page) => page.data) ?? []
  if (!may || (data && payouts.length === 0)) return null
  const nameOf = ({ purpose, receivableId, invoiceNumber }: Schemas['PayoutBody']) => [housePurposes.labelOf(purpose), receivableId === id ? null : invoiceNumber].filter(Boolean).join(' · ')
  const columns: Column<Schemas['PayoutBody']>[] = [
    { id: 'purpose', label: t`Purpose`, cell: nameOf },
    { id: 'status', label: t`Status`, cell: ({ status }) => <CodeBadge labels={housePayoutStatuses} code={status} /> },
    { id: 'on', label: t`Day`, isShort: true, cell: ({ executedOn, released, dueOn }) => formatDay(executedOn ?? released?.on ?? dueOn) },
    { id: 'gross', label: t({ message: 'Owed', context: 'payouts' }), isFigure: true, cell: ({ gross, currency }) => formatMoney(gross, currency) },
    { id: 'setOff', label: t`Set-off`, isFigure: true, cell: (payout) => <SetOffs payout={payout} path={receivablePath} />, isBlank: ({ released }) => !released || released.setOff === 0 },
    { id: 'amount', label: t({ message: 'Transferred', context: 'payouts' }), isFigure: true, cell: ({ amount, released, currency }) => (released ? formatMoney(amount, currency) : '–'), isBlank: ({ released }) => !released },
  ]
  return (
    <Section title={<Trans>Payouts</Trans>}>
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading payouts`}>
        <Table label={t`Payouts`} rows={payouts} columns={columns} keyOf={(payout) => payout.id} nameOf={nameOf} to={() => null} />
      </Answer>
    </Section>
  )
}

/** The entries of the ledger about a receivable, for those who may read it. */
export function Entries({ id }: { id: string }) {
  const { t } = useLingui()
  const may = useOperatorMay('read_ledger')
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useEntriesAbout(id, may)
  const entries = data?.pages.flatMap((page) => page.data) ?? []
  if (!may || (data && entries.length === 0)) return null
  const columns: Column<Schemas['EntryBody']>[] = [
    { id: 'event', label: t({ message: 'Entry', context: 'ledger' }), cell: ({ event }) => ledgerEvents.labelOf(event) },
    { id: 'number', label: t({ message: 'Number', context: 'ledger' }), cell: ({ number }) => number ?? '–', isBlank: ({ number }) => !number },
    { id: 'on', label: t({ message: 'Date', context: 'ledger' }), isShort: true, cell: ({ on }) => formatDay(on) },
  ]
  return (
    <Section title={<Trans>Entries in the ledger</Trans>}>
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading entries`}>
        <Table label={t`Entries in the ledger`} rows={entries} columns={columns} keyOf={(entry) => entry.id} nameOf={({ event }) => ledgerEvents.labelOf(event)} to={(entry) => entryPath(entry.id)} />
        {hasNextPage ? (
          <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
      </Answer>
    </Section>
  )
}
