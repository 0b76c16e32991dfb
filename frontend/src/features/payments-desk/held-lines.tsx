import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { failure, retryAt } from '@/api/errors'
import { useAgainWhenBack } from '@/api/reconnect'
import { groupedIban } from '@/entities/company/labels'
import { useOperatorMay } from '@/entities/operator/api'
import { useDecideHeld, useGaps, useHeldLines, type HeldDecision, type HeldLine, type StatementGap } from '@/entities/payment/statements'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'
import { Answer } from '@/ui/answer'
import { Failure } from '@/ui/failure'
import { Table, type Column } from '@/ui/table'
import { toast } from '@/ui/toasts'
import { Account } from './account'

const sideOf = ({ other }: HeldLine) => other?.name ?? (other?.iban ? groupedIban(other.iban) : t`Not told`)
const amountOf = ({ amount, currency }: HeldLine) => (amount === null || amount === undefined ? '–' : formatMoney(amount, currency))

/** Why it waits, in a sentence. */
function reasonOf({ why, atLine, was, currency, on }: HeldLine): string {
  const line = formatNumber(atLine)
  switch (why) {
    case 'perhaps_known':
      return t`Perhaps imported before: no balance proves it`
    case 'altered': {
      const before = was === null || was === undefined ? '–' : formatMoney(was, currency)
      return t`Imported before with ${before}`
    }
    case 'ahead': {
      const day = on ? formatDay(on) : '–'
      return t`Booked on ${day}, which is still to come`
    }
    case 'details_differ':
      return t`Its details don’t add up to its amount`
    case 'unreadable':
      return t`Can’t be read: line ${line} of the file`
  }
}

/** One that cannot be read, or is of a day to come, cannot count. */
const mayCount = ({ why }: HeldLine) => why !== 'unreadable' && why !== 'ahead'

/** Lines of which it is not sure whether they count: a person says so, or a later file proves it. */
export function HeldLines() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useHeldLines()
  const lines = data?.pages.flatMap((page) => page.data) ?? []
  const may = useOperatorMay('manage_payments')
  const all = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const decide = useDecideHeld()
  const send = (id: string, decision: HeldDecision) => {
    after(decide.mutateAsync({ id, decision }), () => {
      toast.success(decision === 'new' ? t`Counted as new` : t`Left out as known`)
      // The row that was pressed goes away.
      all.current?.focus()
    })
  }
  useAgainWhenBack(decide.error, () => {
    if (decide.variables) send(decide.variables.id, decide.variables.decision)
  })
  const actions: Column<HeldLine> = {
    id: 'actions',
    label: t`Decision`,
    cell: (line) => {
      const name = `${sideOf(line)} ${amountOf(line)}`
      const isBusy = decide.isPending && decide.variables.id === line.id
      return (
        <HStack gap="1" wrap="wrap" justify={{ base: 'flex-end', md: 'flex-start' }}>
          {mayCount(line) ? (
            <Button size="xs" variant="outline" data-list-item="" loading={isBusy} aria-label={t`New: ${name}`} onClick={() => { send(line.id, 'new') }}>
              <Trans context="bank line">New</Trans>
            </Button>
          ) : null}
          <Button size="xs" variant="ghost" disabled={isBusy} aria-label={t`Known: ${name}`} onClick={() => { send(line.id, 'known') }}>
            <Trans context="bank line">Known</Trans>
          </Button>
        </HStack>
      )
    },
  }
  const columns: Column<HeldLine>[] = [
    { id: 'other', label: t`Payer or payee`, cell: sideOf },
    { id: 'on', label: t`Booked on`, isShort: true, cell: ({ on }) => (on ? formatDay(on) : '–'), isBlank: ({ on }) => !on },
    { id: 'why', label: t`Why it waits`, cell: reasonOf },
    { id: 'text', label: t`Payment reference`, cell: ({ text }) => <Text as="span" lineClamp={{ md: 2 }} overflowWrap="anywhere">{text ?? '–'}</Text>, isBlank: ({ text }) => !text },
    { id: 'amount', label: t`Amount`, isFigure: true, cell: amountOf },
  ]
  return (
    <Stack gap="4" ref={all} tabIndex={-1} outline="none" role="group" aria-label={t`Lines that wait`}>
      <Failure sentence={besideFields(decide.error, [])} until={retryAt(decide.error)} />
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading lines that wait`}>
        {lines.length === 0 ? (
          <Text color="fg.muted"><Trans>Every line is counted or known.</Trans></Text>
        ) : (
          <Table label={t`Lines that wait`} rows={lines} columns={[...columns, ...(may ? [actions] : [])]} keyOf={({ id }) => id} nameOf={sideOf} to={() => null} list={list} />
        )}
        {hasNextPage ? (
          <Box alignSelf="center">
            <Button variant="outline" loading={isFetching} onClick={() => void fetchNextPage()}>
              <Trans>Load more</Trans>
            </Button>
          </Box>
        ) : null}
      </Answer>
    </Stack>
  )
}

/** Statements that are missing between two that there are. */
export function StatementGaps() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useGaps()
  const columns: Column<StatementGap>[] = [
    { id: 'account', label: t({ message: 'Account', context: 'bank' }), cell: ({ account }) => <Account of={groupedIban(account)} /> },
    { id: 'after', label: t`Last known closing`, cell: ({ after: day, closing, currency }) => `${formatDay(day)}: ${formatMoney(closing, currency)}` },
    { id: 'before', label: t`Next opening`, cell: ({ before, opening, currency }) => `${formatDay(before)}: ${formatMoney(opening, currency)}` },
    { id: 'amount', label: t`Missing entries make`, isFigure: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  ]
  return (
    <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Looking for missing statements`}>
      {data?.length ? (
        <Table label={t`Missing statements`} rows={data} columns={columns} keyOf={({ account, before, opening }) => `${account} ${before} ${opening.toString()}`} nameOf={({ account }) => groupedIban(account)} to={() => null} />
      ) : (
        <Text color="fg.muted"><Trans>No statement is missing.</Trans></Text>
      )}
    </Answer>
  )
}
