import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { failure, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { ledgerEvents } from '@/entities/ledger/accounts'
import { entryPath } from '@/entities/ledger/paths'
import { useOperatorMay } from '@/entities/operator/api'
import { useOpenLines, useSettle, type OpenLine, type Settled } from '@/entities/payment/statements'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { useListKeys } from '@/ui/keys'
import { MissingPart } from '@/ui/missing-part'
import { Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { ChargeDialog } from './charge-dialog'
import { lineColumns, payeeOf } from './line-columns'

// Few ask for it, and the screen is at its size.
const inBooksDialog = () => import('./in-books-dialog')

const amountOf = ({ amount, currency }: OpenLine) => formatMoney(Math.abs(amount), currency)

/** What went out and nobody knows for what: each line is booked as a charge, or found in the books. */
export function OpenLines() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useOpenLines()
  const lines = data?.pages.flatMap((page) => page.data) ?? []
  const may = useOperatorMay('manage_payments')
  const [asked, setAsked] = useState<{ line: OpenLine; as: 'charge' | 'noted' } | null>(null)
  const all = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // Where one goes on once the dialog is away.
  const goesOn = useRef<string | null>(null)
  useListKeys(list)
  const settle = useSettle(useIdempotencyKey<Settled>())
  const placeOf = (line: string | null) => [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].find((button) => button.dataset.line === line) ?? all.current
  const send = (settled: Settled) => {
    const place = lines.findIndex(({ id }) => id === settled.id)
    const next = (lines[place + 1] ?? lines[place - 1])?.id ?? null
    after(settle.mutateAsync(settled), () => {
      toast.success(settled.body.as === 'charge' ? t`Booked as bank charge` : t`Matched to ledger entry`)
      goesOn.current = next
      setAsked(null)
      // The row that was pressed goes away.
      placeOf(next)?.focus()
    })
  }
  // A colleague was faster: what was pressed went away with its row.
  useEffect(() => {
    if (settle.isError && document.activeElement === document.body) all.current?.focus()
  }, [settle.isError, lines.length])
  useAgainWhenBack(settle.error, () => {
    if (settle.variables) send(settle.variables)
  })
  const ask = (line: OpenLine, as: 'charge' | 'noted') => {
    settle.reset()
    goesOn.current = line.id
    setAsked({ line, as })
  }
  const actions: Column<OpenLine> = {
    id: 'actions',
    label: t`Allocation`,
    cell: (line) => {
      const name = `${payeeOf(line)} ${amountOf(line)}`
      return (
        <HStack gap="1" wrap="wrap" justify={{ base: 'flex-end', md: 'flex-start' }}>
          <Button size="xs" variant="outline" data-list-item="" data-line={line.id} aria-label={t`Book as bank charge: ${name}`} onClick={() => { ask(line, 'charge') }}>
            <Trans>Book as bank charge</Trans>
          </Button>
          <Button size="xs" variant="ghost" aria-label={t`Match to ledger entry: ${name}`} onClick={() => { ask(line, 'noted') }}>
            <Trans>Match to ledger entry</Trans>
          </Button>
        </HStack>
      )
    },
  }
  const perhaps: Column<OpenLine> = {
    id: 'perhaps',
    label: t`Perhaps booked before`,
    cell: ({ perhaps: entry }) => (entry ? <TextLink to={entryPath(entry.entry)}>{ledgerEvents.labelOf(entry.event)}, {formatDay(entry.on)}</TextLink> : '–'),
    isBlank: ({ perhaps: entry }) => !entry,
  }
  const columns = [...lineColumns(), ...(lines.some((line) => line.perhaps) ? [perhaps] : []), ...(may ? [actions] : [])]
  const dialog = { payee: asked ? payeeOf(asked.line) : '', close: () => { setAsked(null) }, focusAfter: () => placeOf(goesOn.current) }
  const failed = <Failure sentence={besideFields(settle.error, [])} until={retryAt(settle.error)} />
  return (
    <Stack gap="4" ref={all} tabIndex={-1} outline="none" role="group" aria-label={t`Unallocated debits`}>
      {asked ? null : failed}
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading unallocated debits`}>
        {lines.length === 0 ? (
          <Text color="fg.muted"><Trans>Every debit is allocated.</Trans></Text>
        ) : (
          <Table label={t`Unallocated debits`} rows={lines} columns={columns} keyOf={({ id }) => id} nameOf={payeeOf} to={() => null} list={list} />
        )}
        {hasNextPage ? (
          <Box alignSelf="center">
            <Button variant="outline" loading={isFetching} onClick={() => void fetchNextPage()}>
              <Trans>Load more</Trans>
            </Button>
          </Box>
        ) : null}
      </Answer>
      {asked?.as === 'charge' ? (
        <ChargeDialog line={asked.line} {...dialog} isBusy={settle.isPending} confirm={() => { send({ id: asked.line.id, body: { as: 'charge' } }) }}>
          {failed}
        </ChargeDialog>
      ) : null}
      {asked?.as === 'noted' ? (
        <Extra
          load={inBooksDialog}
          props={{ ...dialog, line: asked.line, isBusy: settle.isPending, settle: (body) => { send({ id: asked.line.id, body }) }, children: failed }}
          instead={<MissingPart />}
        />
      ) : null}
    </Stack>
  )
}
