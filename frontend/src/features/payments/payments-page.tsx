import { Badge, Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { failure } from '@/api/errors'
import { accountOf } from '@/entities/company/labels'
import { dayOf, isLate, isWaiting, readPayments, usePayments, type Payout } from '@/entities/payment/api'
import { payoutPurposes, payoutStatuses, stopsText } from '@/entities/payment/labels'
import { KeptBack, useOwedIn } from '@/entities/payment/owed'
import { bankReason, sentenceOf } from '@/entities/payment/return-reasons'
import { SetOffs } from '@/entities/payment/set-offs'
import { isPaid } from '@/entities/company/sells'
import { useMe } from '@/entities/user/me'
import { useToday } from '@/entities/user/today'
import { decimal, idColumns } from '@/lib/csv'
import { formatDay } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { useQuery } from '@/lib/navigation'
import { advicePath, invoicePath, payablePath, paths } from '@/lib/paths'
import { CodeBadge } from '@/ui/code-badge'
import { csvColumns } from '@/ui/csv-columns'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { MoneyIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { Page } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'

/** What the company is paid: what for, how much, when, and what was kept back. */
export default function PaymentsPage() {
  const today = useToday()
  const { t } = useLingui()
  const [query] = useQuery()
  const after = query.get('after')
  const { companyDetails } = useMe()
  const { data, error, isPlaceholderData, refetch } = usePayments(after)
  const isOpen = useIsOpen()
  // What is owed is kept back once, whatever waits to be paid.
  const owing = [...new Set(data?.data.filter(isOpen).map(({ currency }) => currency))]
  return (
    <Page
      title={t`Payments`}
      width="8xl"
      lead={t`What we pay you, and what each payout is for.`}
      actions={
        isPaid(companyDetails) ? (
          <LinkButton to={`${paths.payments}/statements`} variant="outline">
            <Trans>Monthly statements</Trans>
          </LinkButton>
        ) : null
      }
    >
      <Stack gap="4">
        {owing.map((currency) => <KeptBack key={currency} currency={currency} />)}
        {data ? (
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <List rows={data.data} />
          </Box>
        ) : error ? (
          <Stack gap="3" align="flex-start">
            <Failure {...failure(error)} />
            <Button onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </Stack>
        ) : (
          <Stack gap="2" role="status" aria-label={t`Loading payments`} data-loading>
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} height="14" />
            ))}
          </Stack>
        )}
        <HStack justify="flex-end" align="flex-start" wrap="wrap">
          {data && data.data.length > 0 ? <DownloadCsv name="payments" of={today} read={readPayments} columns={() => fileColumns(today, isOpen)} tell={failure} /> : null}
          {after ? (
            <LinkButton to={paths.payments} variant="outline" size="sm">
              <Trans>Go to first page</Trans>
            </LinkButton>
          ) : null}
          {data?.next ? (
            <LinkButton to={`${paths.payments}?after=${data.next}`} variant="outline" size="sm">
              <Trans>Next page</Trans>
            </LinkButton>
          ) : null}
        </HStack>
      </Stack>
    </Page>
  )
}

/** What it is a share of is a payable of the company. */
const isShare = ({ purpose }: Payout) => purpose === 'buyer_share'

/** What it is for. */
const pathOf = (payout: Payout) => (payout.receivableId ? (isShare(payout) ? payablePath : invoicePath)(payout.receivableId) : null)

/** What came back is due once: with the payout in its place. */
const cameBack = ({ status }: Payout) => status === 'returned'

/** What was kept back of it; nothing where nothing was. */
const keptOf = ({ released }: Payout) => (released && released.setOff > 0 ? released.setOff : null)

type IsOpen = (payout: Payout) => boolean

/** Whether what is kept back of a payout is known only once it is released, as the company owes something. */
function useIsOpen(): IsOpen {
  const owedIn = useOwedIn()
  return ({ status, currency }) => status === 'due' && owedIn(currency) > 0
}

/** What the list shows, and its file. No day is shown that is none: while something stops the payout, or once it has passed. */
const paymentColumns = (today: string, isOpen: IsOpen, hasDay = (payout: Payout) => !isWaiting(payout) && !isLate(payout, today)): Column<Payout>[] => [
  { id: 'invoice', label: t`Invoice`, cell: (payout) => <Invoice payout={payout} />, csv: ({ invoiceNumber }) => invoiceNumber ?? null },
  { id: 'purpose', label: t`Purpose`, cell: ({ purpose }) => payoutPurposes.labelOf(purpose) },
  { id: 'status', label: t`Status`, cell: (payout) => <Status payout={payout} />, csv: (payout) => (isWaiting(payout) ? t({ message: 'Pending', context: 'payout' }) : payoutStatuses.labelOf(payout.status)) },
  { id: 'on', label: t`Day`, isShort: true, cell: (payout) => (hasDay(payout) ? formatDay(dayOf(payout)) : '–'), isBlank: (payout) => !hasDay(payout), csv: (payout) => (hasDay(payout) ? dayOf(payout) : null) },
  { id: 'account', label: t`To account`, cell: ({ released }) => (released ? accountOf(released.account) : '–'), isBlank: ({ released }) => !released },
  { id: 'gross', label: t`Due to you`, isFigure: true, cell: (payout) => (cameBack(payout) ? '–' : formatMoney(payout.gross, payout.currency)), isBlank: cameBack, csv: (payout) => (cameBack(payout) ? null : decimal(payout.gross, payout.currency)) },
  {
    id: 'setOff',
    label: t`Set-off`,
    isFigure: true,
    cell: (payout) => <SetOffs payout={payout} path={isShare(payout) ? payablePath : invoicePath} />,
    isBlank: (payout) => keptOf(payout) === null,
    csv: (payout) => (isOpen(payout) ? null : decimal(keptOf(payout) ?? 0, payout.currency)),
  },
  { id: 'amount', label: t`Payout after set-off`, isFigure: true, cell: (payout) => (isOpen(payout) ? <Unsure /> : <Paid payout={payout} />), csv: (payout) => (isOpen(payout) ? null : decimal(payout.amount, payout.currency)) },
]

/** As a file: with their currency and their ids. */
const fileColumns = (today: string, isOpen: IsOpen) => [...csvColumns(paymentColumns(today, isOpen)), { label: t`Currency`, csv: ({ currency }: Payout) => currency }, ...idColumns('id', 'receivableId')]

function List({ rows }: { rows: Payout[] }) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const isOpen = useIsOpen()
  const sellsInvoices = isPaid(useMe().companyDetails)
  const today = useToday()
  useListKeys(list)
  if (rows.length === 0) {
    return (
      <Empty
        as="h2"
        icon={<MoneyIcon />}
        title={<Trans>No payments yet</Trans>}
        action={
          <LinkButton to={sellsInvoices ? paths.invoices : paths.payables} variant="outline">
            {sellsInvoices ? <Trans>Go to invoices</Trans> : <Trans>Go to payables</Trans>}
          </LinkButton>
        }
      >
        {sellsInvoices ? <Trans>When you sell an invoice, its payout will be here.</Trans> : <Trans>Once you have paid for what was paid early, your share of the discount will be here.</Trans>}
      </Empty>
    )
  }
  const columns = paymentColumns(today, isOpen)
  return (
    <Table
      label={t`Payments`}
      rows={rows}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ purpose, invoiceNumber }) => [invoiceNumber, payoutPurposes.labelOf(purpose)].filter(Boolean).join(': ')}
      to={pathOf}
      list={list}
    />
  )
}

/** Which invoice it is for, and who owes on it, unless that is the company itself. */
function Invoice({ payout }: { payout: Payout }) {
  const { invoiceNumber, debtorName, receivableId } = payout
  return (
    <>
      <Text as="span" {...(receivableId ? { textDecoration: 'underline' } : {})}>
        {invoiceNumber ?? '–'}
      </Text>
      {debtorName && !isShare(payout) ? (
        <Text as="span" display="block" color="fg.muted">
          {debtorName}
        </Text>
      ) : null}
    </>
  )
}

/** What is owed is kept back of what is paid first: what comes of this one is known when it is released. */
function Unsure() {
  return (
    <Text as="span" color="fg.muted" whiteSpace="normal">
      <Trans>Known once we send it</Trans>
    </Text>
  )
}

/** What was sent, and what all that was sent with it consists of. */
function Paid({ payout: { amount, currency, released } }: { payout: Payout }) {
  return (
    <>
      {formatMoney(amount, currency)}
      {released?.batchId ? (
        // On a card the whole of which is a link, this one lies above.
        <Text as="span" display="block" position="relative">
          <TextLink to={advicePath(released.batchId)}>
            <Trans context="payout">Advice</Trans>
          </TextLink>
        </Text>
      ) : null}
    </>
  )
}

/** Where it stands, and what that means where something has to be known. */
function Status({ payout }: { payout: Payout }) {
  const today = useToday()
  const { status, returnReason, replaces, stops } = payout
  const day = formatDay(dayOf(payout))
  const known = payoutStatuses.find(status)
  return (
    <Stack gap="0.5" align="flex-start">
      {isWaiting(payout) ? (
        <>
          <Badge colorPalette="orange">
            <Trans context="payout">Pending</Trans>
          </Badge>
          <Text textStyle="label" color="fg.muted" whiteSpace="normal">
            {stopsText({ stops })}
          </Text>
        </>
      ) : (
        <CodeBadge labels={payoutStatuses} code={status} />
      )}
      {status === 'returned' && known ? (
        <Text textStyle="label" color="fg.muted" whiteSpace="normal">
          {text(known.means)} {returnReason ? sentenceOf(bankReason(returnReason)) : null}
        </Text>
      ) : null}
      {isLate(payout, today) ? (
        <Text textStyle="label" color="fg.muted" whiteSpace="normal">
          <Trans>It was planned for {day}. We haven’t sent it yet.</Trans>
        </Text>
      ) : null}
      {replaces ? (
        <Text textStyle="label" color="fg.muted" whiteSpace="normal">
          <Trans>In place of one that came back</Trans>
        </Text>
      ) : null}
    </Stack>
  )
}
