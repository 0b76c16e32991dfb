import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { failure } from '@/api/errors'
import { NotNew } from '@/entities/facility/not-new'
import { useReceivables, type Receivable } from '@/entities/receivable/api'
import { ReceivableBadges } from '@/entities/receivable/badges'
import { cureText, isCap, isOurs, stopText } from '@/entities/receivable/checks'
import { DueBetween } from '@/entities/receivable/due-between'
import { ListTotals } from '@/entities/receivable/totals'
import { receivableSorts, receivableViews, statusesIn, suppliedViews, type ReceivableSort } from '@/entities/receivable/views'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { sells } from '@/entities/company/sells'
import { useMe } from '@/entities/user/me'
import { formatDay, formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { listAddress, sortBy, sortIn, type Order } from '@/lib/list-address'
import { useNavigate, useQuery } from '@/lib/navigation'
import { invoicePath, paths } from '@/lib/paths'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { InvoiceIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Page } from '@/ui/page'
import { Search } from '@/ui/search'
import { Table, type Column } from '@/ui/table'
import { InvoicesCsv } from './download'

/** The company's invoices: what is being sold, what was, and what came of it. */
export default function InvoicesPage() {
  const { t } = useLingui()
  const [query] = useQuery()
  const navigate = useNavigate()
  const status = statusesIn(query.get('status'))
  const [number, dueFrom, dueTo, after] = ['number', 'dueFrom', 'dueTo', 'after'].map((name) => query.get(name))
  // Who is only paid early has nothing to enter: the buyer does.
  const isSeller = sells(useMe().companyDetails)
  const [mayEnter, mayAccept] = [useMay('enter_invoices') && isSeller, useMay('accept_offers')]
  const filter = { status, number, dueFrom, dueTo, ...sortIn(query, receivableSorts) }
  const { data, error, isPlaceholderData, refetch } = useReceivables({ ...filter, after, totals: true })
  const addressWith = (changes: Record<string, string | null>) => listAddress(paths.invoices, query, { status: status.join(','), ...changes })
  const isNow = (statuses: readonly string[]) => statuses.join(',') === status.join(',')
  return (
    <Page
      title={t`Invoices`}
      width="8xl"
      lead={isSeller ? t`Sell invoices to your approved buyers and follow each one to its end.` : t`Invoices your buyers approved. Choose which ones are paid early.`}
      actions={
        <>
          {mayAccept && data?.data.some(({ status: now }) => now === 'offered') ? (
            <LinkButton to={paths.getPaid} variant="outline">
              <Trans>Accept several offers</Trans>
            </LinkButton>
          ) : null}
          {mayEnter ? (
            <>
              <LinkButton to={paths.eInvoices} variant="outline">
                <Trans>Add e-invoices</Trans>
              </LinkButton>
              <LinkButton to={`${paths.invoices}/import`} variant="outline">
                <Trans>Import table</Trans>
              </LinkButton>
              <MainLink to={paths.newInvoice}>
                <Trans>New invoice</Trans>
              </MainLink>
            </>
          ) : null}
        </>
      }
    >
      <Stack gap="4">
        <WhoCan right={isSeller ? 'enter_invoices' : 'accept_offers'} />
        {isSeller ? <NotNew kind="factoring" /> : null}
        <HStack as="nav" aria-label={t`Filter by status`} gap="2" wrap="wrap">
          {(isSeller ? receivableViews : suppliedViews).map(({ label, statuses }) => (
            <LinkButton key={label.id} to={addressWith({ status: statuses.join(',') })} size="sm" variant={isNow(statuses) ? 'solid' : 'outline'} aria-current={isNow(statuses) ? 'page' : undefined}>
              {text(label)}
            </LinkButton>
          ))}
        </HStack>
        <Search
          label={t`Search`}
          help={t`A part of the invoice number is enough.`}
          path={paths.invoices}
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
        {error && !data ? (
          <Stack gap="3" align="flex-start">
            <Failure {...failure(error)} />
            <Button onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </Stack>
        ) : null}
        {data ? (
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <ListTotals totals={data.totals} />
            <List rows={data.data} isFiltered={status.length > 0 || Boolean(number ?? dueFrom ?? dueTo ?? after)} isSeller={isSeller} mayEnter={mayEnter} sortOf={(sort, first) => sortBy(paths.invoices, query, sortIn(query, receivableSorts), sort, first)} />
          </Box>
        ) : error ? null : (
          <Stack gap="2" role="status" aria-label={t`Loading invoices`} data-loading>
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} height="14" />
            ))}
          </Stack>
        )}
        <HStack justify="flex-end" align="flex-start" wrap="wrap">
          {data && data.data.length > 0 ? <InvoicesCsv filter={filter} /> : null}
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
      </Stack>
    </Page>
  )
}

/** What comes next: what the company can do about it, or what happens by itself. */
function nextOf(receivable: Receivable, words: { finish: string; byItself: string; until: (when: string) => string }): string | null {
  const { status, checks, offer, sellsItself } = receivable
  if (sellsItself && !checks.some(isCap)) return words.byItself
  if (status === 'offered' && offer?.validUntil) return words.until(formatInstant(offer.validUntil))
  const stop = stopText(receivable)
  if (stop) return stop
  const ours = checks.find((check) => isOurs(check, receivable))
  if (ours) return cureText(ours, { ...receivable, isDraft: receivable.status === 'draft' })
  return status === 'draft' ? words.finish : null
}

interface ListProps {
  rows: Receivable[]
  isFiltered: boolean
  isSeller: boolean
  mayEnter: boolean
  sortOf: (sort: ReceivableSort, first: Order) => Pick<Column<Receivable>, 'sortTo' | 'sorted'>
}

function List({ rows, isFiltered, isSeller, mayEnter, sortOf }: ListProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  if (rows.length === 0) {
    return isFiltered ? (
      <Empty as="h2" icon={<InvoiceIcon />} title={<Trans>No invoices like this</Trans>} />
    ) : (
      <Empty
        as="h2"
        icon={<InvoiceIcon />}
        title={<Trans>No invoices yet</Trans>}
        action={
          mayEnter ? (
            <LinkButton to={paths.newInvoice} variant="outline">
              <Trans>Enter your first invoice</Trans>
            </LinkButton>
          ) : null
        }
      >
        {isSeller ? <Trans>Your invoices will be here, with our offers, the payouts and what your buyers paid.</Trans> : <Trans>Invoices will be here once your buyers approve them.</Trans>}
      </Empty>
    )
  }
  const words = { finish: t`Finish and submit`, byItself: t`Sold automatically at the end of the day`, until: (when: string) => t`Decide by ${when}` }
  const columns: Column<Receivable>[] = [
    { id: 'number', label: t`Invoice`, cell: ({ invoiceNumber }) => invoiceNumber },
    { id: 'status', label: t`Status`, cell: (receivable) => <ReceivableBadges receivable={receivable} /> },
    { id: 'face', label: t`Invoice amount`, isFigure: true, cell: ({ figures, currency }) => formatMoney(figures.face, currency), ...sortOf('face', 'desc') },
    { id: 'payout', label: t({ message: 'Payout', context: 'price' }), isFigure: true, cell: ({ offer, currency }) => (offer ? formatMoney(offer.payout, currency) : '–'), isBlank: ({ offer }) => !offer },
    { id: 'due', label: t`Due`, isShort: true, cell: ({ figures }) => formatDay(figures.dueOn), ...sortOf('due', 'asc') },
    {
      id: 'next',
      label: t`Next step`,
      cell: (receivable) => (
        <Text as="span" color="fg.muted">
          {nextOf(receivable, words) ?? '–'}
        </Text>
      ),
      isBlank: (receivable) => nextOf(receivable, words) === null,
    },
  ]
  return (
    <Table
      label={t`Invoices`}
      rows={rows}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ invoiceNumber }) => invoiceNumber}
      to={({ id }) => invoicePath(id)}
      under={({ debtorName }) => debtorName ?? ''}
      list={list}
    />
  )
}
