import { Box, Button, Dialog, HStack, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { ApiError, type Schemas } from '@/api/client'
import { failure, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { groupedIban } from '@/entities/company/labels'
import { nameText, useNames } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import { useDecidedLines, useReopenHeld, type HeldLine, type ReopenedHeld } from '@/entities/payment/statements'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatDay, formatInstant } from '@/lib/dates'
import { debtorPath, receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { ConfirmDialog, type QuestionProps } from '@/ui/confirm-dialog'
import { Failure } from '@/ui/failure'
import { Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { Side } from './held-lines'
import { amountOf, dayOf, movedText, sideOf, textOf } from './held-reasons'

/** Lines that waited and that a person decided: each can wait again, as long as nothing followed. */
export default function DecidedLines() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useDecidedLines()
  const lines = data?.pages.flatMap((page) => page.data) ?? []
  const may = useOperatorMay('manage_payments')
  const [asked, setAsked] = useState<HeldLine | null>(null)
  const all = useRef<HTMLDivElement>(null)
  const reopen = useReopenHeld(useIdempotencyKey<ReopenedHeld>())
  const send = (reopened: ReopenedHeld) => {
    after(reopen.mutateAsync(reopened), () => {
      toast.success(t`The line waits again`)
      setAsked(null)
      // The row that was pressed goes away.
      all.current?.focus()
    })
  }
  useAgainWhenBack(reopen.error, () => {
    if (reopen.variables) send(reopen.variables)
  })
  const columns: Column<HeldLine>[] = [
    { id: 'other', label: t`Payer or payee`, cell: (line) => <Side of={line} /> },
    { id: 'on', label: t`Booked on`, isShort: true, cell: (line) => { const day = dayOf(line); return day ? formatDay(day) : '–' }, isBlank: (line) => !dayOf(line) },
    { id: 'decision', label: t`Decision`, cell: (line) => <Decision of={line} /> },
    { id: 'text', label: t`Payment reference`, cell: (line) => <Text as="span" lineClamp={{ md: 2 }} overflowWrap="anywhere">{textOf(line) ?? '–'}</Text>, isBlank: (line) => !textOf(line) },
    { id: 'amount', label: t`Amount`, isFigure: true, cell: amountOf },
  ]
  const actions: Column<HeldLine> = {
    id: 'actions',
    label: t({ message: 'Actions', context: 'line' }),
    cell: (line) => {
      if (line.usedReceipt) return <UsedReceipt receipt={line.usedReceipt} lead={t`Undo first what its money was used for:`} />
      if (!line.isReopenable) return null
      const name = `${sideOf(line)} ${amountOf(line)}`
      return (
        <Button
          size="xs"
          variant="outline"
          data-list-item=""
          aria-label={t`Reopen: ${name}`}
          onClick={() => { reopen.reset(); setAsked(line) }}
        >
          <Trans context="bank line">Reopen</Trans>
        </Button>
      )
    },
  }
  const failed = (
    <>
      <Failure sentence={besideFields(reopen.error, [])} until={retryAt(reopen.error)} />
      <UsedReceipt receipt={reopen.error instanceof ApiError ? reopen.error.problem?.receipt : undefined} />
    </>
  )
  return (
    <Stack gap="4" ref={all} tabIndex={-1} outline="none" role="group" aria-label={t`Decided lines`}>
      {asked ? null : failed}
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading decided lines`}>
        {lines.length === 0 ? (
          <Text color="fg.muted"><Trans>No line was decided by hand.</Trans></Text>
        ) : (
          <Table label={t`Decided lines`} rows={lines} columns={[...columns, ...(may ? [actions] : [])]} keyOf={({ id }) => id} nameOf={sideOf} to={() => null} />
        )}
        {hasNextPage ? (
          <Box alignSelf="center">
            <Button variant="outline" loading={isFetching} onClick={() => void fetchNextPage()}>
              <Trans>Load more</Trans>
            </Button>
          </Box>
        ) : null}
      </Answer>
      {asked ? (
        <ReopenDialog line={asked} isBusy={reopen.isPending} confirm={() => { send({ id: asked.id, version: asked.version }) }} close={() => { setAsked(null) }} focusAfter={(opener) => opener ?? all.current}>
          {failed}
        </ReopenDialog>
      ) : null}
    </Stack>
  )
}

/** Asks before a decided line waits again. */
function ReopenDialog({ line, children, ...dialog }: QuestionProps & { line: HeldLine }) {
  const { t } = useLingui()
  const moved = movedText(line)
  return (
    <ConfirmDialog {...dialog} title={t`Reopen line`} action={<Trans context="bank line">Reopen</Trans>} busyText={t`Saving`}>
      <Dialog.Description overflowWrap="anywhere">
        {line.decision === 'new' ? <Trans>Reopen {moved}? The line waits for a decision again, and its money leaves the ledger.</Trans> : <Trans>Reopen {moved}? The line waits for a decision again.</Trans>}
      </Dialog.Description>
      {children}
    </ConfirmDialog>
  )
}

/** What was decided of a line, in words. */
function decisionOf({ decision, legible }: HeldLine): string {
  switch (decision) {
    case 'new':
      return legible ? t`Entered by hand` : t`Counted as new`
    case 'known':
      return t`Known as another line`
    case 'set_aside':
      return t`Set aside`
    case null:
    case undefined:
      return '–'
  }
}

/** The decision with its reason, who made it and when. */
function Decision({ of: line }: { of: HeldLine }) {
  const { reason, decidedBy, decidedAt } = line
  const who = [decidedBy?.name, decidedAt ? formatInstant(decidedAt) : null].filter(Boolean).join(', ')
  return (
    <Box overflowWrap="anywhere">
      {decisionOf(line)}
      {reason ? <Text as="span" display="block">{reason}</Text> : null}
      {who ? <Text as="span" display="block" color="fg.muted">{who}</Text> : null}
    </Box>
  )
}

/** The receipt that a line became and that was used since, with the ways to what it paid. */
function UsedReceipt({ receipt, lead }: { receipt: Schemas['UsedReceiptBody'] | null | undefined; lead?: string }) {
  const { t } = useLingui()
  const ways = [...(receipt?.receivableIds ?? []).map((id) => ({ id, to: receivablePath(id) })), ...(receipt?.debtorIds ?? []).map((id) => ({ id, to: debtorPath(id) }))]
  const names = useNames(ways.map(({ id }) => id))
  if (!receipt) return null
  const { payer, on } = receipt
  return (
    <Box overflowWrap="anywhere">
      {lead ? <Text as="span" display="block" color="fg.muted">{lead}</Text> : null}
      {payer.name ?? (payer.iban ? groupedIban(payer.iban) : t`Unknown payer`)} <Text as="span" color="fg.muted">{formatDay(on)}</Text>
      <HStack wrap="wrap" gap="3">
        {ways.map(({ id, to }) => {
          const name = names.get(id)
          return <TextLink key={id} to={to}>{name ? nameText(name) : t`Open what it paid`}</TextLink>
        })}
      </HStack>
    </Box>
  )
}
