import { Box, Button, List, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Schemas } from '@/api/client'
import { failure, fieldErrors, isCancelled, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { isLost, sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { Awaits } from '@/entities/approval/awaits'
import { useOperatorMay } from '@/entities/operator/api'
import type { Payout } from '@/entities/payment/api'
import { usePayouts, usePreviewRelease, useRelease, type NewRelease } from '@/entities/payment/house'
import { houseRefusal, stoppedPayouts, stopsOf } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { paths, receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { MoneyIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { SelectionBar, selectedWith, Table } from '@/ui/table'
import { TextLink } from '@/ui/text-link'
import { sumsOf, usePayoutColumns } from './columns'
import { PayoutsCsv } from './download'
import { Funds } from './funds'
import { ReleaseDialog } from './release-dialog'
import { cameBeforeText, overdueText, stopsText, waitsText } from './remarks'
import { addressOf } from './views'

/** Nothing stops it, and nobody has proposed its release. */
const isFree = ({ approvalId, stops }: Payout) => !approvalId && stops.length === 0

/** The bank took the last payment to its account: it is released with the others without another look. */
const isAmongAll = ({ releasable }: Payout) => !releasable?.accountFailed

type News = { waiting: Schemas['WaitingBody'] } | { batchId: string; count: number }

/** What is due: several are released together. */
export function Due() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = usePayouts({ status: 'due' })
  const payouts = data?.pages.flatMap((page) => page.data) ?? []
  const { payee, purpose, account, due, owed, nameOf } = usePayoutColumns(payouts)
  const may = useOperatorMay('manage_payments')
  const idempotency = useIdempotencyKey<NewRelease>()
  const release = useRelease(idempotency)
  const preview = usePreviewRelease()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [news, setNews] = useState<News | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  // What is no longer due can't be released.
  const chosen = payouts.filter((payout) => selected.has(payout.id) && isFree(payout))
  const sums = sumsOf(chosen)
  const free = payouts.filter(isFree)
  const isChosen = ({ id }: Payout) => selected.has(id)
  // What “all” doesn’t select is named once all others are selected.
  const leftOut = free.filter(isAmongAll).every(isChosen) ? free.filter((payout) => !isChosen(payout)).length : 0
  const total = sumsOf(payouts)
  const problem = release.error ?? preview.error
  const stops = stopsOf(problem)
  const stopped = stoppedPayouts(problem)
  const refused = fieldErrors(release.error)['reason']
  const selectNoMore = (error: unknown) => {
    const waits = stoppedPayouts(error)
    setSelected((before) => new Set([...before].filter((id) => !waits.has(id))))
  }
  const look = (ids: string[]) => {
    setNews(null)
    release.reset()
    preview.mutateAsync(ids).catch(selectNoMore)
  }
  const send = (body: NewRelease) => {
    const done = release.mutateAsync(body)
    done.catch((error: unknown) => {
      // What it would do is looked at anew, but for a reason that is missing or wrong.
      if (fieldErrors(error)['reason'] === undefined && !isCancelled(error)) preview.reset()
      selectNoMore(error)
    })
    after(done, (answer) => {
      preview.reset()
      setSelected(new Set())
      setNews('waiting' in answer ? answer : { batchId: answer.batchId, count: body.payouts.length })
    })
  }
  useAgainWhenBack(problem, () => {
    if (release.error && release.variables) send(release.variables)
    else if (preview.variables) look(preview.variables)
  })
  const said = problem && !isCancelled(problem) ? (isLost(problem) ? sentenceBeforeAgain(problem) : houseRefusal(problem)) : undefined
  return (
    <Stack gap="4">
      <Funds />
      <News news={news} />
      {stops.length > 0 ? (
        <Notice status="warning" title={t`Not released: a payout is on hold`}>
          {stopped.size > 0 ? null : (
            <List.Root ps="5">
              {stops.map((stop) => (
                <List.Item key={stop}>{stop}</List.Item>
              ))}
            </List.Root>
          )}
          {stopped.size > 0 ? <Trans>What is on hold is marked and no longer selected. Release the rest.</Trans> : <Trans>Clear the selection of what is on hold and release the rest.</Trans>}
        </Notice>
      ) : (
        <Failure sentence={refused === undefined ? said : undefined} until={retryAt(problem)} />
      )}
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading payouts`}>
        {payouts.length === 0 ? (
          <Empty as="h2" icon={<MoneyIcon />} title={<Trans>No payouts are due</Trans>}>
            <Trans>Payouts come here when a receivable is bought or settled.</Trans>
          </Empty>
        ) : (
          <Table<Payout>
            label={t`Payouts due`}
            rows={payouts}
            columns={[payee, purpose, account, due, owed]}
            keyOf={({ id }) => id}
            nameOf={nameOf}
            to={({ receivableId }) => (receivableId ? receivablePath(receivableId) : null)}
            under={(payout) => <Under payout={payout} why={stopped.get(payout.id) ?? stopsText(payout)} />}
            isSelectable={isFree}
            isAmongAll={isAmongAll}
            list={list}
            {...(may
              ? {
                  selected,
                  select: (rows: readonly Payout[], isSelected: boolean) => {
                    setSelected((before) => selectedWith(before, rows.map(({ id }) => id), isSelected))
                  },
                }
              : {})}
          />
        )}
        {hasNextPage ? (
          <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
        {payouts.length > 1 ? <Text color="fg.muted">{hasNextPage ? <Trans>Shown so far: {total}</Trans> : <Trans>Total: {total}</Trans>}</Text> : null}
        {payouts.length > 0 ? <PayoutsCsv status="due" /> : null}
      </Answer>
      {chosen.length > 0 ? (
        <SelectionBar
          text={<Plural value={chosen.length} one={`# payout selected: ${sums}`} other={`# payouts selected: ${sums}`} />}
          more={leftOut > 0 ? <Plural value={leftOut} one="# payout isn’t selected: the last payment to its account came back. Select it by itself." other="# payouts aren’t selected: the last payment to their account came back. Select them one by one." /> : null}
        >
          <Button variant="ghost" onClick={() => { setSelected(new Set()) }}>
            <Trans>Clear selection</Trans>
          </Button>
          <MainAction loading={preview.isPending} loadingText={t`Looking`} onClick={() => { look(chosen.map(({ id }) => id)) }}>
            <Trans>Prepare release</Trans>
          </MainAction>
        </SelectionBar>
      ) : null}
      {preview.data ? (
        <ReleaseDialog
          outlook={preview.data}
          overdue={payouts.filter((payout) => payout.overdueSince && preview.data.payouts.some(({ id }) => id === payout.id)).length}
          isBusy={release.isPending}
          refused={refused}
          release={(reason) => { send({ payouts: preview.data.payouts.map(({ id }) => id), hash: preview.data.hash, reason }) }}
          close={() => { preview.reset() }}
        />
      ) : null}
    </Stack>
  )
}

/** What came before it, since when its invoice is overdue, and why it has to wait. */
function Under({ payout, why }: { payout: Payout; why: string }) {
  const waits = waitsText(payout, why)
  return (
    <>
      {[cameBeforeText(payout), overdueText(payout.overdueSince)].map((one) => (one ? <Box as="span" key={one} display="block" color="orange.fg" overflowWrap="anywhere">{one}</Box> : null))}
      {waits && payout.approvalId ? (
        <Box as="span" position="relative">
          <TextLink to={paths.approvals}>{waits}</TextLink>
        </Box>
      ) : waits ? (
        <Box as="span" color="fg.error">{waits}</Box>
      ) : null}
    </>
  )
}

/** What became of a release: done, or for a second person to approve. */
function News({ news }: { news: News | null }) {
  const { t } = useLingui()
  if (!news) return null
  if ('waiting' in news) return <Awaits waiting={news.waiting} />
  return (
    <Notice status="success" title={t`Released`}>
      <Box as="span">
        <Plural value={news.count} one="# payout is in a new batch." other="# payouts are in a new batch." />{' '}
        <TextLink to={addressOf('released')}>
          <Trans>Show released</Trans>
        </TextLink>
      </Box>
    </Notice>
  )
}
