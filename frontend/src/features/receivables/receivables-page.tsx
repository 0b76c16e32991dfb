import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { failure } from '@/api/errors'
import { nameText, useNames } from '@/entities/name/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useExaminedList, type Examined } from '@/entities/receivable/house'
import { houseStatuses, houseViews } from '@/entities/receivable/house-labels'
import { statusesIn } from '@/entities/receivable/views'
import { formatDay, isDay } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { useQuery } from '@/lib/navigation'
import { paths, receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { Empty } from '@/ui/empty'
import { InvoiceIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { Page } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { Flags } from './badges'
import { ReceivablesCsv } from './download'

/** What the address narrows the list to, besides the status. */
const NARROWED_BY = ['companyId', 'debtorId', 'facilityId', 'dueFrom', 'dueTo'] as const

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
  const status = statusesIn(query.get('status'))
  const [companyId, debtorId, facilityId, dueFrom, dueTo] = NARROWED_BY.map((name) => query.get(name))
  const after = query.get('after')
  const { data, error, refetch, isFetching, isPlaceholderData } = useExaminedList({ status, companyId: companyId ?? null, debtorId: debtorId ?? null, facilityId: facilityId ?? null, dueFrom: dueFrom ?? null, dueTo: dueTo ?? null }, after)
  const names = useNames([companyId, debtorId])
  const addressOf = (changes: Partial<Record<'status' | 'after' | (typeof NARROWED_BY)[number], string | null>>) => {
    const now = { status: status.join(','), companyId, debtorId, facilityId, dueFrom, dueTo, ...changes }
    const said = new URLSearchParams(Object.entries(now).flatMap(([name, value]) => (value ? [[name, value]] : [])))
      .toString()
      // Commas may stand in a query as they are, and read better.
      .replaceAll('%2C', ',')
    return said ? `${paths.receivables}?${said}` : paths.receivables
  }
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
            <LinkButton key={text(label)} to={addressOf({ status: statuses.join(',') })} size="sm" variant={isNow(statuses) ? 'solid' : 'outline'} aria-current={isNow(statuses) ? 'page' : undefined}>
              {text(label)}
            </LinkButton>
          ))}
        </HStack>
        {seller || debtor || facilityId || dueFrom || dueTo ? (
          <HStack gap="3" wrap="wrap">
            {seller ? <Text><Trans>Seller: {seller}</Trans></Text> : null}
            {debtor ? <Text><Trans>Debtor: {debtor}</Trans></Text> : null}
            {facilityId ? <Text><Trans>Of one facility</Trans></Text> : null}
            <DueBetween from={dueFrom} to={dueTo} />
            <LinkButton to={addressOf({ companyId: null, debtorId: null, facilityId: null, dueFrom: null, dueTo: null })} size="sm" variant="ghost">
              <Trans>Show those of everyone</Trans>
            </LinkButton>
          </HStack>
        ) : null}
        <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading receivables`}>
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <List rows={data?.data ?? []} isFiltered={status.length > 0 || after !== null || Boolean(companyId ?? debtorId ?? facilityId ?? dueFrom ?? dueTo)} />
          </Box>
          <HStack justify="flex-end" align="flex-start" wrap="wrap">
            {data && data.data.length > 0 ? <ReceivablesCsv filter={{ status, companyId: companyId ?? null, debtorId: debtorId ?? null, facilityId: facilityId ?? null, dueFrom: dueFrom ?? null, dueTo: dueTo ?? null }} /> : null}
            {after ? (
              <LinkButton to={addressOf({})} variant="outline" size="sm">
                <Trans>Go to first page</Trans>
              </LinkButton>
            ) : null}
            {data?.next ? (
              <LinkButton to={addressOf({ after: data.next })} variant="outline" size="sm">
                <Trans>Next page</Trans>
              </LinkButton>
            ) : null}
          </HStack>
        </Answer>
      </Stack>
    </Page>
  )
}

/** The days between which the receivables of the list are due. */
function DueBetween({ from, to }: { from: string | null | undefined; to: string | null | undefined }) {
  const [first, last] = [from && isDay(from) ? formatDay(from) : null, to && isDay(to) ? formatDay(to) : null]
  if (first && last) return <Text>{first === last ? <Trans>Due on {first}</Trans> : <Trans>Due from {first} to {last}</Trans>}</Text>
  if (first) return <Text><Trans>Due on or after {first}</Trans></Text>
  return last ? <Text><Trans>Due on or before {last}</Trans></Text> : null
}

const isFlagged = ({ hold, dispute, overdue, debtorState }: Examined) => Boolean(hold) || Boolean(dispute && !dispute.end) || overdue || debtorState === 'blocked' || debtorState === 'watch'

function List({ rows, isFiltered }: { rows: Examined[]; isFiltered: boolean }) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  if (rows.length === 0) {
    return isFiltered ? (
      <Empty as="h2" icon={<InvoiceIcon />} title={<Trans>No receivables here</Trans>}>
        <Trans>Choose another status or show those of everyone.</Trans>
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
    { id: 'face', label: t`Invoice amount`, isFigure: true, cell: ({ figures, currency }) => formatMoney(figures.face, currency) },
    { id: 'open', label: t({ message: 'Open', context: 'amount' }), isFigure: true, cell: ({ position, currency }) => (position ? formatMoney(position.open, currency) : '–'), isBlank: ({ position }) => !position },
    { id: 'due', label: t`Due`, cell: ({ figures }) => formatDay(figures.dueOn) },
    { id: 'status', label: t`Status`, cell: ({ status }) => <CodeBadge labels={houseStatuses} code={status} /> },
    { id: 'flags', label: t`Flags`, cell: (receivable) => <HStack gap="1" wrap="wrap"><Flags receivable={receivable} /></HStack>, isBlank: (receivable) => !isFlagged(receivable) },
  ]
  return <Table label={t`Receivables`} rows={rows} columns={columns} keyOf={({ id }) => id} nameOf={({ invoiceNumber }) => invoiceNumber} to={({ id }) => receivablePath(id)} list={list} />
}
