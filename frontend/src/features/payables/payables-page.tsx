import { Badge, Box, Button, HStack, Stack } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { stopsNow, wasDone } from '@/entities/programme/checks'
import { MOST_AT_ONCE, usePayables, type ApprovedRow, type Payable } from '@/entities/programme/payables'
import { payableStatuses, payableViews } from '@/entities/programme/statuses'
import { DueBetween } from '@/entities/receivable/due-between'
import { ListTotals } from '@/entities/receivable/totals'
import { receivableSorts, statusesIn } from '@/entities/receivable/views'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { formatDay } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { listAddress, sortBy, sortIn } from '@/lib/list-address'
import { formatMoney } from '@/lib/money'
import { useNavigate, useQuery } from '@/lib/navigation'
import { payablePath, paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { Empty } from '@/ui/empty'
import { Extra } from '@/ui/extra'
import { BookIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Page } from '@/ui/page'
import { Search } from '@/ui/search'
import { SelectionBar, Table, type Column } from '@/ui/table'
import { Approve, Outcome, sumOf } from './approve'

// Seldom there: it is no part of what comes with the first screen of a programme.
const notNew = () => import('@/entities/facility/not-new').then(({ NotNew }) => ({ default: NotNew }))

const totalText = ({ count, face, currency }: Schemas['ListTotalBody']) => {
  const sum = formatMoney(face, currency)
  return plural(count, { one: `# payable: ${sum}`, other: `# payables: ${sum}` })
}

const mayApprove = ({ allowedActions }: Payable) => allowedActions.includes('submit')

interface Chosen {
  payable: Payable
  /** The page it was chosen on. */
  address: string
}

/** What is chosen and can still be approved: of this page, whatever stands on it now. */
function stillThere(chosen: ReadonlyMap<string, Chosen>, rows: readonly Payable[] | undefined, address: string): Payable[] {
  const now = new Map(rows?.map((payable) => [payable.id, payable]))
  return [...chosen.values()].flatMap((one) => now.get(one.payable.id) ?? (rows && one.address === address ? [] : one.payable)).filter(mayApprove)
}

/** What the company is to pay: what waits for its promise, what it promised, and what came of it. */
export default function PayablesPage() {
  const { t } = useLingui()
  const [query] = useQuery()
  const navigate = useNavigate()
  const mayEnter = useMay('enter_invoices')
  const status = statusesIn(query.get('status'))
  const [number, dueFrom, dueTo, after] = ['number', 'dueFrom', 'dueTo', 'after'].map((name) => query.get(name))
  const { data, error, isPlaceholderData, isFetching, refetch } = usePayables({ status, number, dueFrom, dueTo, ...sortIn(query, receivableSorts), after, totals: true })
  const address = `?${query}`
  /** By their ids, with where they were chosen: another page keeps them. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  /** What is being approved, as it was when that began. */
  const [approving, setApproving] = useState<readonly Payable[] | null>(null)
  const [outcome, setOutcome] = useState<{ rows: readonly ApprovedRow[]; numbers: ReadonlyMap<string, Payable> } | null>(null)
  const isApproving = approving !== null
  const payables = stillThere(chosen, isPlaceholderData ? undefined : data?.data, address)
  const sum = sumOf(payables)
  const addressWith = (changes: Record<string, string | null>) => listAddress(paths.payables, query, { status: status.join(','), ...changes })
  const isNow = (statuses: readonly string[]) => statuses.join(',') === status.join(',')
  return (
    <Page
      title={t`Payables`}
      width="8xl"
      lead={t`Approve what you owe your suppliers, so that they can be paid early.`}
      actions={
        <>
          <LinkButton to={paths.disclosure} variant="outline">
            <Trans>View disclosures</Trans>
          </LinkButton>
          {mayEnter && !isApproving ? (
            <>
              <LinkButton to={`${paths.payables}/import`} variant="outline">
                <Trans>Import</Trans>
              </LinkButton>
              {payables.length > 0 ? (
                <LinkButton to={paths.newPayable} variant="outline">
                  <Trans>New payable</Trans>
                </LinkButton>
              ) : (
                <MainLink to={paths.newPayable}>
                  <Trans>New payable</Trans>
                </MainLink>
              )}
            </>
          ) : null}
        </>
      }
    >
      <Stack gap="4">
        <WhoCan right="approve_payables" />
        <Extra load={notNew} props={{ kind: 'reverse_factoring' as const }} />
        <HStack as="nav" aria-label={t`Filter by status`} gap="2" wrap="wrap">
          {payableViews.map(({ label, statuses }) => (
            <LinkButton key={statuses.join()} to={addressWith({ status: statuses.join(',') })} size="sm" variant={isNow(statuses) ? 'solid' : 'outline'} aria-current={isNow(statuses) ? 'page' : undefined}>
              {text(label)}
            </LinkButton>
          ))}
        </HStack>
        <Search
          label={t`Search`}
          help={t`A part of the invoice number is enough.`}
          path={paths.payables}
          value={number ?? ''}
          search={(words) => {
            navigate(addressWith({ number: words }), { replace: true })
          }}
        />
        {dueFrom || dueTo ? (
          <HStack gap="3" wrap="wrap">
            <DueBetween from={dueFrom} to={dueTo} />
            <LinkButton to={addressWith({ dueFrom: null, dueTo: null })} size="sm" variant="ghost">
              <Trans>Show all due dates</Trans>
            </LinkButton>
          </HStack>
        ) : null}
        {outcome ? <Outcome {...outcome} /> : null}
        {approving ? (
          <Approve
            payables={approving}
            close={() => {
              setApproving(null)
            }}
            done={(rows) => {
              setOutcome({ rows, numbers: new Map(approving.map((payable) => [payable.id, payable])) })
              setApproving(null)
              // What was refused stays chosen for whoever puts it right.
              setChosen(new Map([...chosen].filter(([id]) => rows.some((row) => row.id === id && row.problem && !wasDone(row.problem)))))
            }}
          />
        ) : null}
        <Answer isThere={data !== undefined} failed={failure(data ? null : error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading payables`}>
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <ListTotals totals={data?.totals} textOf={totalText} />
            <List
              rows={data?.data ?? []}
              isFiltered={status.length > 0 || Boolean(number ?? dueFrom ?? dueTo ?? after)}
              isToApprove={isNow(['draft']) && !(number ?? dueFrom ?? dueTo ?? after)}
              mayEnter={mayEnter}
              sortOf={(sort, first) => sortBy(paths.payables, query, sortIn(query, receivableSorts), sort, first)}
              selected={new Set(payables.map(({ id }) => id))}
              choose={
                isApproving
                  ? undefined
                  : (rows, isSelected) => {
                      const next = new Map(chosen)
                      for (const payable of rows) {
                        if (isSelected) next.set(payable.id, { payable, address })
                        else next.delete(payable.id)
                      }
                      setChosen(next)
                    }
              }
            />
          </Box>
        </Answer>
        <HStack justify="flex-end" wrap="wrap">
          {after ? (
            <LinkButton to={addressWith({})} variant="outline" size="sm">
              <Trans>Go to first page</Trans>
            </LinkButton>
          ) : null}
          {data?.next ? (
            <LinkButton to={addressWith({ after: data.next })} variant="outline" size="sm">
              <Trans>Next page</Trans>
            </LinkButton>
          ) : null}
        </HStack>
        {payables.length > 0 && !isApproving ? (
          <SelectionBar text={plural(payables.length, { one: `# payable selected: ${sum}`, other: `# payables selected: ${sum}` })}>
            <Button
              variant="ghost"
              onClick={() => {
                setChosen(new Map())
              }}
            >
              <Trans>Clear selection</Trans>
            </Button>
            <Button
              disabled={payables.length > MOST_AT_ONCE}
              onClick={() => {
                setOutcome(null)
                setApproving(payables)
              }}
            >
              {payables.length > MOST_AT_ONCE ? t`Select at most ${MOST_AT_ONCE}` : t`Approve`}
            </Button>
          </SelectionBar>
        ) : null}
      </Stack>
    </Page>
  )
}

interface ListProps {
  rows: Payable[]
  isFiltered: boolean
  /** Whether all that waits for a promise is listed. */
  isToApprove: boolean
  mayEnter: boolean
  sortOf: (sort: (typeof receivableSorts)[number], first: 'asc' | 'desc') => Pick<Column<Payable>, 'sortTo' | 'sorted'>
  selected: ReadonlySet<string>
  choose: ((rows: readonly Payable[], isSelected: boolean) => void) | undefined
}

function List({ rows, isFiltered, isToApprove, mayEnter, sortOf, selected, choose }: ListProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  if (rows.length === 0) {
    return isFiltered ? (
      <Empty as="h2" icon={<BookIcon />} title={isToApprove ? <Trans>Nothing to approve</Trans> : <Trans>No payables like this</Trans>} />
    ) : (
      <Empty
        as="h2"
        icon={<BookIcon />}
        title={<Trans>No payables yet</Trans>}
        action={
          mayEnter ? (
            <LinkButton to={paths.newPayable} variant="outline">
              <Trans>Enter your first payable</Trans>
            </LinkButton>
          ) : null
        }
      >
        <Trans>Invoices from your suppliers will be here, with what you approved and what was paid early.</Trans>
      </Empty>
    )
  }
  const columns: Column<Payable>[] = [
    { id: 'number', label: t`Invoice`, cell: ({ invoiceNumber }) => invoiceNumber },
    { id: 'supplier', label: t`Supplier`, cell: ({ supplierName }) => supplierName ?? '–', isBlank: ({ supplierName }) => !supplierName },
    { id: 'due', label: t`Due`, isShort: true, cell: ({ figures }) => formatDay(figures.dueOn), ...sortOf('due', 'asc') },
    { id: 'face', label: t`Amount`, isFigure: true, cell: ({ figures, currency }) => formatMoney(figures.face, currency), ...sortOf('face', 'desc') },
    { id: 'status', label: t`Status`, cell: (payable) => <Status payable={payable} /> },
  ]
  const selection = choose && (rows.some(mayApprove) || selected.size > 0) ? { selected, select: choose, isSelectable: mayApprove } : {}
  return (
    <Table
      label={t`Payables`}
      rows={rows}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ invoiceNumber }) => invoiceNumber}
      to={({ id }) => payablePath(id)}
      under={(payable) => stopsNow(payable)[0] ?? null}
      list={list}
      {...selection}
    />
  )
}

/** Where it stands, and whether it is late. */
export function Status({ payable: { status, overdue } }: { payable: Payable }) {
  return (
    <HStack as="span" display="inline-flex" gap="1" wrap="wrap">
      <CodeBadge labels={payableStatuses} code={status} />
      {overdue ? <Badge colorPalette="red"><Trans context="invoice">Overdue</Trans></Badge> : null}
    </HStack>
  )
}
