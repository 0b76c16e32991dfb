import { Button, Stack } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Schemas } from '@/api/client'
import { failure, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { readNames, useNames } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import { confirmed, readReceipts, useMatchSuggested, useReceipts, type Confirmed, type Receipt } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { useToday } from '@/entities/user/today'
import { after } from '@/lib/after'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { MoneyIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { MainAction } from '@/ui/main-action'
import { SelectionBar, selectedWith, Table } from '@/ui/table'
import { Parts, partsIn } from './parts'
import { MatchDialog } from './match-dialog'
import { MatchedMany } from './matched-many'
import { paysWith, sumsOf, sureTogether, suggestionOf } from './picking'
import { UndoDialog, type AskedUndo } from './undo-dialog'
import { ageOf, fileColumns, payerOf, receiptColumns, suggestedIn } from './receipt-columns'
import { addressOf, matchingPath } from './views'

/** As many are matched at once. */
const MOST = 100

/** Nothing speaks against what is suggested of it. */
const isMatchable = (receipt: Receipt) => suggestionOf(receipt)?.warns === false

/** What came in: what nobody has explained, or everything. */
export function Receipts({ isUnexplained }: { isUnexplained: boolean }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useReceipts(isUnexplained)
  const receipts = data?.pages.flatMap((page) => page.data) ?? []
  const mayEnter = useOperatorMay('manage_payments')
  const list = useRef<HTMLDivElement>(null)
  const all = useRef<HTMLDivElement>(null)
  const back = (opener: HTMLElement | null) => opener ?? all.current
  useListKeys(list)
  const match = useMatchSuggested(useIdempotencyKey<Confirmed>())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [rows, setRows] = useState<Schemas['MatchedRowBody'][]>([])
  // As they stood when they were asked about: the list may be read again behind the question.
  const [asked, setAsked] = useState<readonly Receipt[] | null>(null)
  const [sent, setSent] = useState<readonly Receipt[]>([])
  const [undoing, setUndoing] = useState<AskedUndo | null>(null)
  const chosen = receipts.filter((receipt) => selected.has(receipt.id) && isMatchable(receipt))
  const sums = sumsOf(chosen, ({ left }) => left).map(([currency, sum]) => formatMoney(sum, currency)).join(' + ')
  const together = sureTogether(receipts)
  const clashes = (receipt: Receipt) => !selected.has(receipt.id) && paysWith(receipt, chosen)
  const unchosen = receipts.filter((receipt) => isMatchable(receipt) && !selected.has(receipt.id))
  // What “all” doesn’t select is named once all others are selected.
  const leftOut = together.size > 0 && unchosen.every(({ id }) => !together.has(id)) ? unchosen.length : 0
  const send = (matches: Confirmed) => {
    setRows([])
    after(match.mutateAsync(matches), (answer) => {
      setSelected(new Set())
      setAsked(null)
      setRows(answer)
    })
  }
  useAgainWhenBack(match.error, () => {
    if (match.variables) send(match.variables)
  })
  const confirm = (receipts: readonly Receipt[]) => {
    setSent(receipts)
    send(receipts.flatMap((receipt) => [suggestionOf(receipt)].flatMap((best) => (best ? [confirmed(receipt, best)] : []))))
  }
  const today = useToday()
  const names = useNames(isUnexplained ? suggestedIn(receipts) : receipts.flatMap(partsIn))
  const ages = receipts.map((receipt) => ageOf(receipt, today))
  const oldest = new Set(ages).size > 1 ? Math.max(...ages) : null
  const file = async (rows: readonly Receipt[]) => fileColumns(isUnexplained ? { today, names: await readNames(suggestedIn(rows)), oldest: null, clashes: () => false } : null)
  const failed = <Failure sentence={besideFields(match.error, [])} until={retryAt(match.error)} />
  return (
    <Stack gap="4" ref={all} tabIndex={-1} outline="none">
    <MatchedMany rows={rows} sent={sent} />
    {asked ? null : failed}
    <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading receipts`}>
      {receipts.length === 0 ? (
        <Empty as="h2" icon={<MoneyIcon />} title={isUnexplained ? <Trans>Everything is allocated</Trans> : <Trans>No receipts yet</Trans>} action={mayEnter ? <LinkButton to={addressOf('enter')} variant="outline"><Trans>Enter receipt</Trans></LinkButton> : undefined}>
          {isUnexplained ? <Trans>Receipts come here while nobody knows what they pay.</Trans> : <Trans>What debtors and sellers pay will be here.</Trans>}
        </Empty>
      ) : (
        <Table
          label={isUnexplained ? t`Unallocated receipts` : t`All receipts`}
          rows={receipts}
          columns={receiptColumns(isUnexplained ? { today, names, oldest, clashes } : null)}
          keyOf={({ id }) => id}
          nameOf={(receipt) => {
            const amount = formatMoney(receipt.amount, receipt.currency)
            return `${payerOf(receipt)} ${amount}`
          }}
          to={({ id, left }) => (left > 0 ? matchingPath(id) : null)}
          {...(isUnexplained ? {} : { under: (receipt: Receipt) => <Parts receipt={receipt} names={names} undo={setUndoing} /> })}
          list={list}
          {...(isUnexplained && mayEnter
            ? {
                isSelectable: (receipt: Receipt) => isMatchable(receipt) && !clashes(receipt),
                isAmongAll: ({ id }: Receipt) => together.has(id),
                selected,
                select: (some: readonly Receipt[], isSelected: boolean) => {
                  setSelected((before) => selectedWith(before, some.map(({ id }) => id), isSelected))
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
      {receipts.length > 0 ? <DownloadCsv name={isUnexplained ? 'unexplained-receipts' : 'receipts'} of={today} read={(before) => readReceipts(isUnexplained, before)} columns={file} tell={failure} /> : null}
    </Answer>
    {chosen.length > 0 ? (
      <SelectionBar
        text={<Plural value={chosen.length} one={`# suggestion selected: ${sums}`} other={`# suggestions selected: ${sums}`} />}
        more={leftOut > 0 ? <Plural value={leftOut} one="# suggestion isn’t selected: check it by itself." other="# suggestions aren’t selected: check them one by one." /> : null}
      >
        <Button variant="ghost" onClick={() => { setSelected(new Set()) }}>
          <Trans>Clear selection</Trans>
        </Button>
        <MainAction loading={match.isPending} loadingText={t`Matching`} disabled={chosen.length > MOST} onClick={() => { match.reset(); setAsked(chosen) }}>
          <Trans>Match as suggested</Trans>
        </MainAction>
      </SelectionBar>
    ) : null}
    {asked ? (
      <MatchDialog receipts={asked} isBusy={match.isPending} confirm={() => { confirm(asked) }} close={() => { setAsked(null) }} focusAfter={back}>
        {failed}
      </MatchDialog>
    ) : null}
    {undoing ? <UndoDialog asked={undoing} close={() => { setUndoing(null) }} focusAfter={back} /> : null}
    </Stack>
  )
}
