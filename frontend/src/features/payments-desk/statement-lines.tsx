import { Button, Dialog, Stack, Text } from '@chakra-ui/react'
import { msg, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '@/api/client'
import { failure, retryAt } from '@/api/errors'
import { useOperatorMay } from '@/entities/operator/api'
import { useReopen, useStatementLines, type BankLine } from '@/entities/payment/statements'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { labels } from '@/lib/codes'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { ConfirmDialog, type QuestionProps } from '@/ui/confirm-dialog'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { Section } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { toast } from '@/ui/toasts'
import { lineColumns, payeeOf } from './line-columns'
import { addressOf } from './views'

const outcomes = labels<Schemas['LineOutcome']>({
  receipt: msg({ message: 'Receipt', context: 'line' }),
  executed: msg({ message: 'Payout executed', context: 'line' }),
  returned: msg({ message: 'Payout returned', context: 'line' }),
  charge: msg({ message: 'Bank charge', context: 'line' }),
  noted: msg({ message: 'Matched to ledger entry', context: 'line' }),
  open: msg({ message: 'Unallocated', context: 'line' }),
})

/** What became of a line by now. */
function outcomeOf({ outcome, amount, isTakenBack }: BankLine): string {
  if (!isTakenBack) return outcomes.labelOf(outcome)
  return amount < 0 ? t({ message: 'Taken back by the bank', context: 'line' }) : t({ message: 'Receipt, taken back since', context: 'line' })
}

const columns = (): Column<BankLine>[] => [
  ...lineColumns().map((column) => (column.id === 'payee' ? { ...column, label: t`Payer or payee` } : column)).filter(({ id }) => id !== 'amount'),
  { id: 'outcome', label: t({ message: 'What it is', context: 'line' }), cell: outcomeOf },
  { id: 'amount', label: t`Amount`, isFigure: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
]

/** Everything a statement brought, and what became of it. What a person said of a line is taken back here. */
export default function StatementLines({ id }: { id: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useStatementLines(id)
  const lines = data?.pages.flatMap((page) => page.data) ?? []
  const may = useOperatorMay('manage_payments')
  const reopen = useReopen()
  const [asked, setAsked] = useState<BankLine | null>(null)
  const heading = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const send = (line: BankLine) => {
    after(reopen.mutateAsync(line.id), ({ amount }) => {
      setAsked(null)
      heading.current?.focus()
      toast.success(amount < 0 ? t`Unallocated again` : t`In suspense again`)
    })
  }
  const takeBack: Column<BankLine> = {
    id: 'actions',
    label: t({ message: 'Actions', context: 'line' }),
    cell: (line) => {
      if (!line.isReopenable) return null
      const name = `${payeeOf(line)} ${formatMoney(line.amount, line.currency)}`
      return (
        <Button
          size="xs"
          variant="outline"
          aria-label={t`Undo allocation: ${name}`}
          onClick={() => { reopen.reset(); setAsked(line) }}
        >
          <Trans>Undo allocation</Trans>
        </Button>
      )
    },
  }
  const failed = <Failure sentence={besideFields(reopen.error, [])} until={retryAt(reopen.error)} />
  const hasSome = may && lines.some(({ isReopenable }) => isReopenable)
  return (
    <Section
      title={<span ref={heading} tabIndex={-1} style={{ outline: 'none' }}><Trans>Entries of the statement</Trans></span>}
      actions={<LinkButton to={addressOf('statements')} size="sm" variant="ghost"><Trans>Back to the list</Trans></LinkButton>}
    >
      <Stack gap="4">
        {asked ? null : failed}
        <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the entries`}>
          {lines.length === 0 ? (
            <Text color="fg.muted"><Trans>Nothing on it is new: its entries stood in earlier files.</Trans></Text>
          ) : (
            <Table
              label={t`Entries of the statement`}
              rows={lines}
              columns={[...columns(), ...(hasSome ? [takeBack] : [])]}
              keyOf={(line) => line.id}
              nameOf={(line) => {
                const day = formatDay(line.on)
                return `${payeeOf(line)} ${day}`
              }}
              to={() => null}
            />
          )}
          {hasNextPage ? (
            <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
              <Trans>Load more</Trans>
            </Button>
          ) : null}
        </Answer>
        {asked ? (
          <TakeBackDialog line={asked} isBusy={reopen.isPending} confirm={() => { send(asked) }} close={() => { setAsked(null) }} focusAfter={(opener) => opener ?? heading.current}>
            {failed}
          </TakeBackDialog>
        ) : null}
      </Stack>
    </Section>
  )
}

/** Asks before what a person said of a line is taken back. */
function TakeBackDialog({ line, children, ...dialog }: QuestionProps & { line: BankLine }) {
  const { t } = useLingui()
  const [amount, payee] = [formatMoney(Math.abs(line.amount), line.currency), payeeOf(line)]
  return (
    <ConfirmDialog {...dialog} title={t`Undo allocation`} action={<Trans>Undo allocation</Trans>} busyText={t`Saving`}>
      <Dialog.Description overflowWrap="anywhere">
        {line.amount < 0 ? <Trans>Undo the allocation of {amount} to {payee}? It is an unallocated debit again.</Trans> : <Trans>Undo the allocation of {amount} from {payee}? It lies in suspense again.</Trans>}
      </Dialog.Description>
      {children}
    </ConfirmDialog>
  )
}
