import { Box, Button, HStack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { accountKinds, ledgerEvents } from '@/entities/ledger/accounts'
import { accountKindOf, readLines, useLines, type Line } from '@/entities/ledger/api'
import { accountsPath, entryPath } from '@/entities/ledger/paths'
import { nameText, readNames, useNames, type Name } from '@/entities/name/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useToday } from '@/entities/user/today'
import { idColumns } from '@/lib/csv'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { useParams } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { csvColumns } from '@/ui/csv-columns'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { BookIcon } from '@/ui/icons'
import { Page } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'
import { useSides } from './amounts'
import { AsOf, asOf, useDay } from './as-of'

/** What was posted to one account. */
export default function AccountPage() {
  const { t } = useLingui()
  const { kind, account } = useParams<{ kind: string; account: string }>()
  return (
    <NeedsRight title={t`Ledger`} right="read_ledger">
      <Lines key={account} kind={kind} account={account} />
    </NeedsRight>
  )
}

/** The currency and the owner's id stand in an account's name. */
function partsOf(account: string) {
  const [, currency = '', owner] = account.split('.')
  return { currency, owner }
}

const toldBy = (names: ReadonlyMap<string, Name>) => (id: string | null | undefined) => {
  const name = id ? names.get(id) : undefined
  return name ? nameText(name) : ''
}

/** What the list shows but for the amounts, and its file. */
function lineColumns(names: ReadonlyMap<string, Name>): Column<Line>[] {
  const told = toldBy(names)
  const aboutOf = ({ receivable, subject }: Line) => told(receivable) || told(subject)
  return [
    { id: 'event', label: t({ message: 'Entry', context: 'ledger' }), cell: ({ event }) => ledgerEvents.labelOf(event) },
    { id: 'number', label: t({ message: 'Number', context: 'ledger' }), cell: ({ number }) => number ?? '–', isBlank: ({ number }) => !number, csv: ({ number }) => (number ? String(number) : null) },
    { id: 'on', label: t({ message: 'Date', context: 'ledger' }), isShort: true, cell: ({ on }) => formatDay(on), csv: ({ on }) => on },
    { id: 'about', label: t({ message: 'About', context: 'ledger' }), cell: aboutOf, isBlank: (line) => !aboutOf(line) },
  ]
}

function Lines({ kind, account }: { kind: string; account: string }) {
  const { t } = useLingui()
  const on = useDay()
  const today = useToday()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useLines(account, on)
  const lines = data?.pages.flatMap((page) => page.data) ?? []
  const { currency, owner } = partsOf(account)
  const names = useNames([owner, ...lines.flatMap(({ subject, receivable }) => [subject, receivable])])
  const sides = useSides<Line>(() => currency)
  const told = toldBy(names)
  const nameOf = ({ number, event }: Line) => [number, ledgerEvents.labelOf(event)].filter(Boolean).join(' ')
  const columns = [...lineColumns(names), ...sides]
  const fileColumns = async (all: readonly Line[]) => {
    const called = await readNames(all.flatMap(({ subject, receivable }) => [subject, receivable]))
    return [...csvColumns([...lineColumns(called), ...sides]), { label: t`Currency`, csv: () => currency }, ...idColumns('entryId', 'subject', 'receivable')]
  }
  const known = accountKindOf(kind)
  const label = known ? accountKinds.labelOf(known) : kind
  return (
    <Page
      title={told(owner) || `${label} ${currency}`}
      lead={
        <HStack as="span" gap="2" wrap="wrap">
          <TextLink to={asOf(paths.ledger, on)}>{t`Ledger`}</TextLink>
          <Text as="span" aria-hidden="true">›</Text>
          <TextLink to={asOf(accountsPath(kind), on)}>{label}</TextLink>
        </HStack>
      }
      width="8xl"
    >
      <AsOf />
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading entries`}>
        {data?.pages[0] ? <Held {...data.pages[0].balance} currency={currency} on={on} /> : null}
        {lines.length === 0 ? (
          <Empty as="h2" icon={<BookIcon />} title={on ? t`Nothing was posted to this account by then` : t`Nothing was posted to this account`} />
        ) : (
          <Table label={t`Entries, newest first`} rows={lines} columns={columns} keyOf={({ entryId, line }) => `${entryId}.${line}`} nameOf={nameOf} to={({ entryId }) => asOf(entryPath(entryId), on)} />
        )}
        {hasNextPage ? (
          <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
        {lines.length > 0 ? <DownloadCsv name="ledger-entries" of={on ?? today} read={(before) => readLines(account, on, before)} columns={fileColumns} tell={failure} /> : null}
      </Answer>
    </Page>
  )
}

interface HeldProps {
  debit: number
  credit: number
  currency: string
  on: string | undefined
}

/** What the whole account holds, and on which side. */
function Held({ debit, credit, currency, on }: HeldProps) {
  const amount = formatMoney(debit + credit, currency)
  const day = on ? formatDay(on) : ''
  return (
    <Box>
      <Text textStyle="label" color="fg.muted">
        {on ? <Trans>Balance as of {day}</Trans> : <Trans>Balance</Trans>}
      </Text>
      <Text textStyle="section" fontVariantNumeric="tabular-nums">
        {debit > 0 ? <Trans context="ledger">{amount} debit</Trans> : credit > 0 ? <Trans context="ledger">{amount} credit</Trans> : amount}
      </Text>
    </Box>
  )
}
