import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { nameText, useNames } from '@/entities/name/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { DueBetween } from '@/entities/receivable/due-between'
import { useExaminedList, type Examined } from '@/entities/receivable/house'
import { Flags } from '@/entities/receivable/house-badges'
import { houseStandingOf, houseViews } from '@/entities/receivable/house-labels'
import { ListTotals } from '@/entities/receivable/totals'
import { receivableSorts, statusesIn, type ReceivableSort } from '@/entities/receivable/views'
import { formatDay } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { listAddress, sortBy, sortIn, type Order } from '@/lib/list-address'
import { formatMoney } from '@/lib/money'
import { useNavigate, useQuery } from '@/lib/navigation'
import { paths, receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { Empty } from '@/ui/empty'
import { InvoiceIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { Page } from '@/ui/page'
import { Search } from '@/ui/search'
import { Table, type Column } from '@/ui/table'
import { ReceivablesCsv } from './download'

/** What the address narrows the list to, besides the status. */
const NARROWED_BY = ['companyId', 'debtorId', 'facilityId', 'number', 'dueFrom', 'dueTo', 'open'] as const

/** The queue of receivables of all sellers. */
export default function ReceivablesPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Receivables`} right="read_receivables">
      <Queue />
    </NeedsRight>
  )
}

function Queue() {
  const { t } = useLingui()
  const [query] = useQuery()
  const navigate = useNavigate()
  const status = statusesIn(query.get('status'))
  const [companyId, debtorId, facilityId, number, dueFrom, dueTo, open, after] = [...NARROWED_BY, 'after'].map((name) => query.get(name))
  const filter = { status, companyId, debtorId, facilityId, number, dueFrom, dueTo, open: open === '1', ...sortIn(query, receivableSorts) }
  const { data, error, refetch, isFetching, isPlaceholderData } = useExaminedList(filter, after ?? null)
  const names = useNames([companyId, debtorId])
  const addressWith = (changes: Record<string, string | null>) => listAddress(paths.receivables, query, { status: status.join(','), ...changes })
  const calledBy = (id: string) => {
    const name = names.get(id)
    return name ? nameText(name) : '…'
  }
  const [seller, debtor] = [companyId ? calledBy(companyId) : null, debtorId ? calledBy(debtorId) : null]
  const isNow = (statuses: readonly string[]) => statuses.join(',') === status.join(',')
  return (
    <Page title={t`Receivables`} width="8xl" lead={t`Check what sellers submit, and follow what was bought to its end.`}>
      <Stack gap="4">
        <HStack as="nav" aria-label={t`Filter by status`} gap="2" wrap="wrap">
          {houseViews.map(({ label, statuses }) => (
            <LinkButton key={text(label)} to={addressWith({ status: statuses.join(',') })} size="sm" variant={isNow(statuses) ? 'solid' : 'outline'} aria-current={isNow(statuses) ? 'page' : undefined}>
              {text(label)}
            </LinkButton>
          ))}
        </HStack>
        <Search
          label={t`Search`}
          help={t`A part of the invoice number is enough.`}
          path={paths.receivables}
          value={number ?? ''}
          search={(words) => {
            navigate(addressWith({ number: words }), { replace: true })
          }}
        />
        {seller || debtor || facilityId || dueFrom || dueTo || open ? (
          <HStack gap="3" wrap="wrap">
            {seller ? <Text><Trans>Seller: {seller}</Trans></Text> : null}
            {debtor ? <Text><Trans>Debtor: {debtor}</Trans></Text> : null}
            {facilityId ? <Text><Trans>Of one facility</Trans></Text> : null}
            {open ? <Text><Trans>With an open amount</Trans></Text> : null}
            <DueBetween from={dueFrom} to={dueTo} />
            <LinkButton to={addressWith({ companyId: null, debtorId: null, facilityId: null, dueFrom: null, dueTo: null, open: null })} size="sm" variant="ghost">
              <Trans>Clear filters</Trans>
            </LinkButton>
          </HStack>
        ) : null}
        <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading receivables`}>
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <ListTotals totals={data?.totals} textOf={totalText} />
            <List rows={data?.data ?? []} isFiltered={status.length > 0 || [...NARROWED_BY, 'after'].some((name) => query.has(name))} sortOf={(sort, first) => sortBy(paths.receivables, query, sortIn(query, receivableSorts), sort, first)} />
          </Box>
          <HStack justify="flex-end" align="flex-start" wrap="wrap">
            {data && data.data.length > 0 ? <ReceivablesCsv filter={filter} /> : null}
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
        </Answer>
      </Stack>
    </Page>
  )
}

/** What the invoices are for, and what debtors still owe of what of them was sold. */
const totalText = ({ count, face, open, currency }: Schemas['ListTotalBody']) => {
  const [sum, owed] = [formatMoney(face, currency), formatMoney(open, currency)]
  return open > 0 ? plural(count, { one: `# invoice: ${sum}, ${owed} open`, other: `# invoices: ${sum}, ${owed} open` }) : plural(count, { one: `# invoice: ${sum}`, other: `# invoices: ${sum}` })
}

const isFlagged = ({ listedAs, hold, dispute, overdue, debtorState }: Examined) => Boolean(listedAs) || Boolean(hold) || Boolean(dispute && !dispute.end) || overdue || debtorState === 'blocked' || debtorState === 'watch'

interface ListProps {
  rows: Examined[]
  isFiltered: boolean
  sortOf: (sort: ReceivableSort, first: Order) => Pick<Column<Examined>, 'sortTo' | 'sorted'>
}

function List({ rows, isFiltered, sortOf }: ListProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  if (rows.length === 0) {
    return isFiltered ? (
      <Empty as="h2" icon={<InvoiceIcon />} title={<Trans>No receivables here</Trans>}>
        <Trans>Choose another status or clear the filters.</Trans>
      </Empty>
    ) : (
      <Empty as="h2" icon={<InvoiceIcon />} title={<Trans>No receivables yet</Trans>}>
        <Trans>Invoices come here as soon as a seller enters one.</Trans>
      </Empty>
    )
  }
  const columns: Column<Examined>[] = [
    { id: 'number', label: t`Invoice`, cell: ({ invoiceNumber }) => invoiceNumber },
    { id: 'seller', label: t`Seller`, cell: ({ sellerName }) => sellerName ?? '–', isBlank: ({ sellerName }) => !sellerName },
    { id: 'debtor', label: t`Debtor`, cell: ({ debtorName }) => debtorName ?? '–', isBlank: ({ debtorName }) => !debtorName },
    { id: 'face', label: t`Invoice amount`, isFigure: true, cell: ({ figures, currency }) => formatMoney(figures.face, currency), ...sortOf('face', 'desc') },
    { id: 'open', label: t({ message: 'Open', context: 'amount' }), isFigure: true, cell: ({ position, currency }) => (position ? formatMoney(position.open, currency) : '–'), isBlank: ({ position }) => !position },
    { id: 'due', label: t`Due`, isShort: true, cell: ({ figures }) => formatDay(figures.dueOn), ...sortOf('due', 'asc') },
    { id: 'status', label: t`Status`, cell: (receivable) => <CodeBadge {...houseStandingOf(receivable)} /> },
    { id: 'flags', label: t`Flags`, cell: (receivable) => <HStack gap="1" wrap="wrap"><Flags receivable={receivable} /></HStack>, isBlank: (receivable) => !isFlagged(receivable) },
  ]
  return <Table label={t`Receivables`} rows={rows} columns={columns} keyOf={({ id }) => id} nameOf={({ invoiceNumber }) => invoiceNumber} to={({ id }) => receivablePath(id)} list={list} />
}
