import { Box, HStack, Stack } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { failure } from '@/api/errors'
import { debtorStateOf, readDebtors, useDebtors, type Debtor } from '@/entities/debtor/api'
import { debtorStates, registerEntry } from '@/entities/debtor/labels'
import { limitText } from '@/entities/debtor/limits'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useToday } from '@/entities/user/today'
import { amountColumns, idColumns, second, type CsvColumn } from '@/lib/csv'
import { formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { useQuery } from '@/lib/navigation'
import { debtorPath, paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { csvColumns } from '@/ui/csv-columns'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { BuyersIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { Page } from '@/ui/page'
import { Table, type Column } from '@/ui/table'

const addressOf = (state: string | undefined, after?: string) => {
  const query = new URLSearchParams({ ...(state ? { state } : {}), ...(after ? { after } : {}) }).toString()
  return query ? `${paths.debtors}?${query}` : paths.debtors
}

/** Who owes what is bought, and how much of that the house takes on. */
export default function DebtorsPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Debtors`} right="read_facilities">
      <Debtors />
    </NeedsRight>
  )
}

function Debtors() {
  const today = useToday()
  const { t } = useLingui()
  const [query] = useQuery()
  const state = debtorStateOf(query.get('state'))
  const after = query.get('after')
  const { data, error, refetch, isFetching, isPlaceholderData } = useDebtors({ state, after })
  const filters = [{ value: undefined, label: t({ message: 'All', context: 'debtors' }) }, ...debtorStates.options()]
  return (
    <Page title={t`Debtors`} width="8xl" lead={t`The companies that owe what we buy. Without a limit in a currency we buy nothing in it.`}>
      <Stack gap="4">
        <HStack as="nav" aria-label={t`Filter by status`} gap="2" wrap="wrap">
          {filters.map(({ value, label }) => (
            <LinkButton key={value ?? ''} to={addressOf(value)} size="sm" variant={value === state ? 'solid' : 'outline'} aria-current={value === state ? 'page' : undefined}>
              {label}
            </LinkButton>
          ))}
        </HStack>
        <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading debtors`}>
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <List rows={data?.data ?? []} isFiltered={state !== undefined || after !== null} />
          </Box>
        </Answer>
        <HStack justify="flex-end" align="flex-start" wrap="wrap">
          {data && data.data.length > 0 ? <DownloadCsv name="debtors" of={today} read={(begin) => readDebtors({ state, after: begin })} columns={fileColumns} tell={failure} /> : null}
          {after ? (
            <LinkButton to={addressOf(state)} variant="outline" size="sm">
              <Trans>Go to first page</Trans>
            </LinkButton>
          ) : null}
          {data?.next ? (
            <LinkButton to={addressOf(state, data.next)} variant="outline" size="sm">
              <Trans>Next page</Trans>
            </LinkButton>
          ) : null}
        </HStack>
      </Stack>
    </Page>
  )
}

function limitsOf({ limits }: Debtor): string {
  return limits.length === 0 ? t({ message: 'None set', context: 'limits' }) : limits.map(({ amount, currency }) => limitText(amount, currency)).join(' · ')
}

type LimitUse = NonNullable<Debtor['limitsUse']>[number]

/** An amount of each currency that has a limit, or in which something is in use. */
function amountsColumn(id: string, label: string, amountOf: (use: LimitUse) => number): Column<Debtor> {
  const uses = ({ limitsUse }: Debtor) => limitsUse ?? []
  return {
    id,
    label,
    isFigure: true,
    cell: (debtor) => uses(debtor).map((use) => formatMoney(amountOf(use), use.currency)).join(' · ') || '–',
    isBlank: (debtor) => uses(debtor).length === 0,
  }
}

/** What the list shows. */
const debtorColumns = (): Column<Debtor>[] => [
  { id: 'name', label: t({ message: 'Debtor', context: 'table' }), cell: ({ legalName }) => legalName },
  { id: 'state', label: t`Status`, cell: ({ state, mergedInto }) => (mergedInto ? t({ message: 'Merged', context: 'debtor' }) : <CodeBadge labels={debtorStates} code={state} />), csv: ({ state }) => debtorStates.labelOf(state) },
  { id: 'limits', label: t`Limits`, isFigure: true, cell: limitsOf },
  amountsColumn('used', t`In use`, ({ inUse }) => inUse),
  amountsColumn('free', t({ message: 'Free', context: 'limit' }), ({ free }) => free),
  { id: 'since', label: t({ message: 'Added', context: 'debtor' }), cell: ({ createdAt }) => formatInstant(createdAt), csv: ({ createdAt }) => second(createdAt) },
]

/** The same as a file: each limit has a currency of its own. */
function fileColumns(rows: readonly Debtor[]): CsvColumn<Debtor>[] {
  const of = (ids: readonly string[]) => csvColumns(debtorColumns().filter(({ id }) => ids.includes(id)))
  const used = (amountOf: (use: LimitUse) => number) => ({ limitsUse }: Debtor) => (limitsUse ?? []).map((use) => ({ amount: amountOf(use), currency: use.currency }))
  return [
    ...of(['name', 'state']),
    ...amountColumns(t({ message: 'Limit', context: 'terms' }), rows, ({ limits }) => limits),
    ...amountColumns(t`In use`, rows, used(({ inUse }) => inUse)),
    ...amountColumns(t({ message: 'Free', context: 'limit' }), rows, used(({ free }) => free)),
    ...of(['since']),
    { label: t`Register entry`, csv: ({ legalEntity }) => registerEntry(legalEntity) },
    ...idColumns('id'),
  ]
}

function List({ rows, isFiltered }: { rows: Debtor[]; isFiltered: boolean }) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  if (rows.length === 0) {
    return isFiltered ? (
      <Empty as="h2" icon={<BuyersIcon />} title={<Trans>No debtors with this status.</Trans>} />
    ) : (
      <Empty as="h2" icon={<BuyersIcon />} title={<Trans>No debtors yet</Trans>}>
        <Trans>A debtor is added when a buyer is approved.</Trans>
      </Empty>
    )
  }
  return <Table label={t`Debtors`} rows={rows} columns={debtorColumns()} keyOf={({ id }) => id} nameOf={({ legalName }) => legalName} to={({ id }) => debtorPath(id)} under={({ legalEntity }) => registerEntry(legalEntity)} list={list} />
}
