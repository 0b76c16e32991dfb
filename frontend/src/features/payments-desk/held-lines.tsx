import { Box, Button, Code, Dialog, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { failure, fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { groupedIban } from '@/entities/company/labels'
import { useOperatorMay } from '@/entities/operator/api'
import { useDecideHeld, useGaps, useHeldLines, type DecidedHeld, type HeldDecision, type HeldLine, type StatementGap } from '@/entities/payment/statements'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { ConfirmDialog, type QuestionProps } from '@/ui/confirm-dialog'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { MissingPart } from '@/ui/missing-part'
import { Table, type Column } from '@/ui/table'
import { toast } from '@/ui/toasts'
import { DECISION, heldFields } from './held-fields'
import { amountOf, dayOf, movedText, reasonOf, sideOf, textOf, type AskedHeld } from './held-reasons'

// Few lines wait, and the screen is at its size.
const heldDialog = () => import('./held-dialog')

/** Lines of which it is not sure whether they count: a person says so, or a later file proves it. */
export function HeldLines() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useHeldLines()
  const lines = data?.pages.flatMap((page) => page.data) ?? []
  const may = useOperatorMay('manage_payments')
  const [asked, setAsked] = useState<{ line: HeldLine; as: AskedHeld | 'new' } | null>(null)
  const all = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const decide = useDecideHeld(useIdempotencyKey<DecidedHeld>())
  const done = (as: HeldDecision['as']) => {
    switch (as) {
      case 'new':
      case 'entered':
        return t`Counted as new`
      case 'known':
        return t`Noted as known`
      case 'set_aside':
        return t`Set aside`
    }
  }
  const send = (decided: DecidedHeld) => {
    after(decide.mutateAsync(decided), () => {
      toast.success(done(decided.body.decision.as))
      setAsked(null)
      // The row that was pressed goes away.
      all.current?.focus()
    })
  }
  useAgainWhenBack(decide.error, () => {
    if (decide.variables) send(decide.variables)
  })
  const say = ({ id, version }: HeldLine, decision: HeldDecision) => {
    send({ id, body: { version, decision } })
  }
  const ask = (line: HeldLine, as: AskedHeld | 'new') => {
    decide.reset()
    setAsked({ line, as })
  }
  const actions: Column<HeldLine> = {
    id: 'actions',
    label: t`Decision`,
    cell: (line) => {
      const name = `${sideOf(line)} ${amountOf(line)}`
      const isBusy = decide.isPending && decide.variables.id === line.id
      return (
        <HStack gap="1" wrap="wrap" justify={{ base: 'flex-end', md: 'flex-start' }}>
          {line.mayCount ? (
            <Button size="xs" variant="outline" data-list-item="" loading={isBusy} aria-label={t`New: ${name}`} onClick={() => { ask(line, 'new') }}>
              <Trans context="bank line">New</Trans>
            </Button>
          ) : null}
          {line.legible && line.mayBeEntered ? (
            <Button size="xs" variant="outline" data-list-item="" disabled={isBusy} aria-label={t`Enter by hand: ${name}`} onClick={() => { ask(line, 'entered') }}>
              <Trans>Enter by hand</Trans>
            </Button>
          ) : null}
          <Button size="xs" variant="ghost" disabled={isBusy} aria-label={t`Known: ${name}`} onClick={() => { ask(line, 'known') }}>
            <Trans context="bank line">Known</Trans>
          </Button>
          <Button size="xs" variant="ghost" disabled={isBusy} aria-label={t`Set aside: ${name}`} onClick={() => { ask(line, 'set_aside') }}>
            <Trans context="action">Set aside</Trans>
          </Button>
        </HStack>
      )
    },
  }
  const columns: Column<HeldLine>[] = [
    { id: 'other', label: t`Payer or payee`, cell: (line) => <Side of={line} /> },
    { id: 'on', label: t`Booked on`, isShort: true, cell: (line) => { const day = dayOf(line); return day ? formatDay(day) : '–' }, isBlank: (line) => !dayOf(line) },
    { id: 'why', label: t`Why it waits`, cell: (line) => <Why of={line} /> },
    { id: 'text', label: t`Payment reference`, cell: (line) => <Text as="span" lineClamp={{ md: 2 }} overflowWrap="anywhere">{textOf(line) ?? '–'}</Text>, isBlank: (line) => !textOf(line) },
    { id: 'amount', label: t`Amount`, isFigure: true, cell: amountOf },
  ]
  const refused = fieldErrors(decide.error)
  // Of a line that is entered by hand, the day alone keeps it from being counted: it is still to come.
  const isAhead = asked?.as === 'entered' && refused['decision'] !== undefined
  const failed = <Failure sentence={besideFields(decide.error, isAhead ? [...heldFields, DECISION] : heldFields)} until={retryAt(decide.error)} />
  const dialog = { isBusy: decide.isPending, close: () => { setAsked(null) }, children: failed }
  return (
    <Stack gap="4" ref={all} tabIndex={-1} outline="none" role="group" aria-label={t`Lines that wait`}>
      {asked ? null : failed}
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
      {asked?.as === 'new' ? (
        <CountDialog {...dialog} line={asked.line} confirm={() => { say(asked.line, { as: 'new' }) }} focusAfter={(opener) => opener ?? all.current} />
      ) : asked ? (
        <Extra
          load={heldDialog}
          props={{
            ...dialog,
            line: asked.line,
            as: asked.as,
            refused: { ...refused, ...(isAhead ? { on: t`Enter today or an earlier day.` } : {}) },
            say: (decision) => { say(asked.line, decision) },
            focusAfter: () => all.current,
          }}
          instead={<MissingPart />}
        />
      ) : null}
    </Stack>
  )
}

/** Asks before a line that waits is counted as new. */
function CountDialog({ line, children, ...dialog }: QuestionProps & { line: HeldLine }) {
  const { t } = useLingui()
  const moved = movedText(line)
  return (
    <ConfirmDialog {...dialog} title={t`Count as new`} action={<Trans>Count as new</Trans>} busyText={t`Saving`}>
      <Dialog.Description overflowWrap="anywhere"><Trans>Book {moved} as new? It is in the ledger at once.</Trans></Dialog.Description>
      {children}
    </ConfirmDialog>
  )
}

/** Who is on the other side, with the whole account. */
export function Side({ of: line }: { of: HeldLine }) {
  const party = line.other ?? line.legible?.other
  return (
    <Text as="span" overflowWrap="anywhere">
      {sideOf(line)}
      {party?.name && party.iban ? <Text as="span" display="block" color="fg.muted">{groupedIban(party.iban)}</Text> : null}
    </Text>
  )
}

/** Why it waits, and how an entry that can’t be read stands in the file. */
function Why({ of: line }: { of: HeldLine }) {
  return (
    <Box overflowWrap="anywhere">
      {reasonOf(line)}
      {line.legible ? (
        <Box as="details" mt="1">
          <Box as="summary" cursor="pointer" color="fg.muted"><Trans>As it stands in the file</Trans></Box>
          <Code display="block" whiteSpace="pre-wrap" overflowWrap="anywhere" maxH="48" overflowY="auto" p="2" mt="1" textAlign="start">{line.legible.raw}</Code>
        </Box>
      ) : null}
    </Box>
  )
}

/** Statements that are missing between two that there are. */
export function StatementGaps() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useGaps()
  const columns: Column<StatementGap>[] = [
    { id: 'account', label: t({ message: 'Account', context: 'bank' }), cell: ({ account }) => <Text as="span" overflowWrap="anywhere">{groupedIban(account)}</Text> },
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
