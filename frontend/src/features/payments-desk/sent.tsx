import { Button, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import type { Payout } from '@/entities/payment/api'
import { usePayouts } from '@/entities/payment/house'
import { bankReason } from '@/entities/payment/return-reasons'
import { formatDay } from '@/lib/dates'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { MoneyIcon } from '@/ui/icons'
import { Section } from '@/ui/page'
import type { Column } from '@/ui/table'
import { PayoutsCsv } from './download'
import { PayoutTable } from './released'

/** What the bank carried out, and what came back. */
export function Sent() {
  const { t } = useLingui()
  const executed: Column<Payout> = { id: 'executed', label: t`Executed on`, isShort: true, cell: ({ executedOn }) => (executedOn ? formatDay(executedOn) : '–') }
  const returned: Column<Payout> = {
    id: 'returned',
    label: t`Returned on`,
    cell: ({ returnedOn, returnReason }) => (
      <>
        {returnedOn ? formatDay(returnedOn) : '–'}
        {returnedOn ? <Text as="span" display="block" color="fg.muted">{returnReason ? bankReason(returnReason) : t`The bank gave no reason.`}</Text> : null}
      </>
    ),
  }
  return (
    <>
      <Of status="executed" title={t({ message: 'Executed', context: 'payouts' })} none={t`Nothing was executed yet`} column={executed} />
      <Of status="returned" title={t({ message: 'Returned', context: 'payouts' })} none={t`Nothing came back`} column={returned} />
    </>
  )
}

function Of({ status, title, none, column }: { status: 'executed' | 'returned'; title: string; none: string; column: Column<Payout> }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = usePayouts({ status })
  const payouts = data?.pages.flatMap((page) => page.data) ?? []
  const numbers = new Map(data?.pages.flatMap((page) => page.batches ?? []).map((batch) => [batch.id, String(batch.number)]))
  const batch: Column<Payout> = { id: 'batch', label: t({ message: 'Batch', context: 'payouts' }), isShort: true, cell: ({ released }) => numbers.get(released?.batchId ?? '') ?? '–' }
  return (
    <Section title={title}>
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading payouts`}>
        {payouts.length === 0 ? <Empty icon={<MoneyIcon />} title={none} /> : <PayoutTable label={title} payouts={payouts} more={[batch, column]} />}
        {hasNextPage ? (
          <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
        {payouts.length > 0 ? <PayoutsCsv status={status} /> : null}
      </Answer>
    </Section>
  )
}
