import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { plural, t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { isCancelled, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { isLost } from '@/api/reconnect'
import { approvalRefusal, payableFailure, stopsOf } from '@/entities/programme/checks'
import { useApprovePayables, type ApprovedRow, type Payable, type SeenPayable } from '@/entities/programme/payables'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { payablePath } from '@/lib/paths'
import { AmountList } from '@/ui/amount-list'
import { Failure } from '@/ui/failure'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'
import { TextLink } from '@/ui/text-link'

/** As many due dates as stand there whole. */
const MOST_DAYS = 4

/** As many payables as a sentence names. */
const MOST_NAMES = 5

/** What is to be paid on each day in each currency. */
function byDay(payables: readonly Payable[]) {
  const days = new Map<string, { dueOn: string; currency: string; amount: number; count: number }>()
  for (const { figures, currency } of payables) {
    const id = `${figures.dueOn} ${currency}`
    const day = days.get(id) ?? { dueOn: figures.dueOn, currency, amount: 0, count: 0 }
    days.set(id, { ...day, amount: day.amount + figures.face, count: day.count + 1 })
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([id, day]) => ({ id, ...day }))
}

/** What all of them come to, in each currency. */
export function sumOf(payables: readonly Payable[]): string {
  const currencies = [...new Set(payables.map(({ currency }) => currency))].sort()
  return currencies.map((currency) => formatMoney(payables.reduce((sum, payable) => sum + (payable.currency === currency ? payable.figures.face : 0), 0), currency)).join(' + ')
}

interface ApproveProps {
  payables: readonly Payable[]
  close: () => void
  done: (rows: readonly ApprovedRow[]) => void
}

/** Approves payables: what is promised, once more, and then exactly those. */
export function Approve({ payables, close, done }: ApproveProps) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<SeenPayable[]>()
  const approve = useApprovePayables(idempotency)
  const panel = useRef<HTMLDivElement>(null)
  // What was pressed is gone: whoever works by keys goes on here.
  useEffect(() => {
    panel.current?.focus()
  }, [])
  const days = byDay(payables)
  const { error } = approve
  const failed = error && !isCancelled(error) ? (isLost(error) ? t`Connection lost. Nobody knows yet whether we received it: approve again once you’re back online. It counts once.` : payableFailure(error, payables[0]?.currency ?? '')) : undefined
  return (
    <Panel>
      <Stack ref={panel} tabIndex={-1} outline="none" gap="4" role="group" aria-label={t`Approve payables`}>
        <AmountList
          label={t`What you promise to pay`}
          long={{ from: MOST_DAYS, label: t`Sums by due date` }}
          rows={[
            ...days.map(({ id, dueOn, currency, amount, count }) => ({ id, label: onDay(dueOn), more: plural(count, { one: '# payable', other: '# payables' }), amount: formatMoney(amount, currency) })),
            ...(days.length > 1 ? [{ id: 'sum', label: t`Total`, amount: sumOf(payables), isSum: true }] : []),
          ]}
        />
        <Text>
          <Trans>Approving is an irrevocable promise to pay each amount on its due date, to us or to your supplier. You can’t undo this.</Trans>
        </Text>
        <Stopped payables={payables} />
        <Failure sentence={failed} until={retryAt(error)} />
        <HStack wrap="wrap">
          <MainAction
            loading={approve.isPending}
            loadingText={t`Approving`}
            onClick={() => {
              after(approve.mutateAsync(payables.map(({ id, version }) => ({ id, version }))), done)
            }}
          >
            {plural(payables.length, { one: 'Approve # payable', other: 'Approve # payables' })}
          </MainAction>
          {/* What is on its way can’t be called back. */}
          <Button variant="ghost" disabled={approve.isPending} onClick={close}>
            <Trans>Not now</Trans>
          </Button>
        </HStack>
      </Stack>
    </Panel>
  )
}

/** Which of them stay unpaid until they are due. */
function Stopped({ payables }: { payables: readonly Payable[] }) {
  const stopped = payables.filter((payable) => stopsOf(payable).length > 0)
  if (stopped.length === 0) return null
  const names = firstOf(stopped.map(({ invoiceNumber }) => invoiceNumber))
  return (
    <Notice status="warning">
      {payables.length === 1 ? (
        <Trans>This payable can’t be paid early as it stands. Your promise still counts.</Trans>
      ) : (
        plural(stopped.length, { one: `# of these can’t be paid early as it stands: ${names}. Your promise still counts.`, other: `# of these can’t be paid early as they stand: ${names}. Your promise still counts.` })
      )}
    </Notice>
  )
}

/** The first few names, and how many more there are. */
function firstOf(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMES).join(', ')
  const more = names.length - MOST_NAMES
  return more > 0 ? say`${first} and ${more} more` : first
}

function onDay(day: string): string {
  const due = formatDay(day)
  return say`Due on ${due}`
}

/** What came of each: approved, or why not. */
export function Outcome({ rows, numbers }: { rows: readonly ApprovedRow[]; numbers: ReadonlyMap<string, Payable> }) {
  const { t } = useLingui()
  const approved = rows.filter(({ payable }) => payable).length
  const refused = rows.flatMap(({ id, problem }) => (problem ? [{ id, problem }] : []))
  return (
    <Box role="status">
      {approved > 0 ? <Notice status="success">{plural(approved, { one: '# payable approved', other: '# payables approved' })}</Notice> : null}
      {refused.length > 0 ? (
        <Notice status="warning" title={plural(refused.length, { one: '# payable not approved', other: '# payables not approved' })}>
          <Stack as="ul" listStyleType="none" gap="1">
            {refused.map(({ id, problem }) => (
              <li key={id}>
                <TextLink to={payablePath(id)}>{numbers.get(id)?.invoiceNumber ?? t`Payable`}</TextLink>: {approvalRefusal(problem, numbers.get(id)?.currency ?? '')}
              </li>
            ))}
          </Stack>
        </Notice>
      ) : null}
    </Box>
  )
}
