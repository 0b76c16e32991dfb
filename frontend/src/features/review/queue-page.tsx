import { Badge, Box, Button, Flex, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { ApiError } from '@/api/client'
import { failure } from '@/api/errors'
import { isStatus, statusNamed, statusNumber, statusOf, statusTabs } from '@/entities/application/status'
import { isViewAt, useViews } from '@/entities/application/views'
import { products } from '@/entities/company/labels'
import { useLooksOnly } from '@/entities/operator/api'
import { LooksOnly } from '@/entities/operator/looks-only'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useMe } from '@/entities/user/me'
import { after } from '@/lib/after'
import { countryName } from '@/lib/country-name'
import { formatAgo, formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatRounded } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'
import { useNavigate, useQuery } from '@/lib/navigation'
import { casePath, paths } from '@/lib/paths'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { InboxIcon, SearchIcon } from '@/ui/icons'
import { keys, useKeys, useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Page, Panel } from '@/ui/page'
import { Select } from '@/ui/select-field'
import { Search } from '@/ui/search'
import { SelectionBar, selectedWith, Table, type Column } from '@/ui/table'
import { useQueue, useTakeAll, type QueueEntry, type QueueFilter } from './api'
import { SavedLinks, useSavedView } from './saved-view'

/** The server counts no further. */
const MOST_COUNTED = 1000

type Sort = NonNullable<QueueFilter['sort']>
type Order = NonNullable<QueueFilter['order']>

const sorts: readonly Sort[] = ['waiting', 'company']

/** What the address asks for. */
function read(query: URLSearchParams): QueueFilter & { sort: Sort; order: Order } {
  const search = query.get('search') ?? ''
  const status = statusNamed(query.get('status')) ?? (search ? undefined : statusNumber('pending'))
  const cursor = query.get('cursor')
  return {
    ...(status === undefined ? {} : { status }),
    ...(search ? { search } : {}),
    ...(query.get('mine') === 'true' ? { mine: true } : query.get('unassigned') === 'true' ? { unassigned: true } : {}),
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'waiting',
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
    ...(cursor ? { cursor } : {}),
  }
}

const orders = [
  { value: 'waiting.asc', label: msg`Oldest first` },
  { value: 'waiting.desc', label: msg`Newest first` },
  { value: 'company.asc', label: msg`Company, A to Z` },
  { value: 'company.desc', label: msg`Company, Z to A` },
]

type Change = (changes: Record<string, string | null>) => URLSearchParams

export default function QueuePage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Applications`} right="read_applications">
      <Queue />
    </NeedsRight>
  )
}

function Queue() {
  const { t } = useLingui()
  // Nobody assigns a case to those who cannot decide on it.
  const looksOnly = useLooksOnly('review')
  const [query, setQuery] = useQuery()
  const filter = read(query)
  const { data, error, isPlaceholderData } = useQueue(filter)
  const searchField = useRef<HTMLInputElement>(null)
  useKeys({ [keys.filter.press]: () => searchField.current?.focus() })
  const change: Change = (changes) => {
    const next = new URLSearchParams(query)
    next.delete('cursor')
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  const { userDetails } = useMe()
  const saved = useViews(userDetails?.id)
  const open = saved.all.find((view) => isViewAt(view, paths.review, query))
  const all = { status: null, search: null, mine: null, unassigned: null }
  const views = [
    ...statusTabs.map(({ name, status, label }) => ({
      id: name,
      label: text(label),
      count: data?.counts[status],
      to: change({ ...all, status: name }),
      isNow: filter.status === status && !filter.mine && !filter.unassigned,
    })),
    ...(looksOnly ? [] : [{ id: 'mine', label: t`Assigned to me`, count: undefined, to: change({ ...all, status: 'pending', mine: 'true' }), isNow: filter.mine === true }]),
    { id: 'unassigned', label: t`Unassigned`, count: undefined, to: change({ ...all, status: 'pending', unassigned: 'true' }), isNow: filter.unassigned === true },
  ]
  const order = `${filter.sort}.${filter.order}`
  // What a name can be made of: what stands first in the queue need not be said.
  const said = [
    ...views.filter(({ id, isNow }) => isNow && !(id === 'pending' && filter.search)).map(({ label }) => label),
    ...(filter.search ? [filter.search] : []),
    ...orders.filter(({ value }, place) => place > 0 && value === order).map(({ label }) => text(label)),
  ]
  const { actions, saving } = useSavedView({ views: saved, open, query, said, builtInNames: views.map(({ label }) => label) })
  if (error instanceof ApiError && error.problem?.code === 'second_factor_missing') return <NeedsSecondFactor />
  return (
    <Page title={open?.name ?? t`Applications`} width="8xl" actions={actions}>
      <Stack gap="4">
        <LooksOnly right="review" />
        <HStack as="nav" aria-label={t`Filter by status`} gap="2" wrap="wrap">
          {views.map(({ id, label, count, to, isNow }) => (
            <LinkButton key={id} to={`${paths.review}?${to}`} size="sm" variant={isNow ? 'solid' : 'outline'} aria-current={isNow ? 'page' : undefined}>
              {label}
              <Count of={count} />
            </LinkButton>
          ))}
        </HStack>
        <SavedLinks views={saved.all} open={open} />
        <Flex wrap="wrap" align="flex-start" justify="space-between" gap="4">
          <Box flex="1 1 20rem" minW="0" maxW="2xl">
            <Search
              label={t`Search`}
              help={t`Company, person, e-mail address or registration number. The first letters are enough.`}
              path={paths.review}
              value={filter.search ?? ''}
              field={searchField}
              search={(words) => {
                setQuery(change({ ...all, search: words || null }), { replace: true })
              }}
            />
          </Box>
          {userDetails ? saving : null}
        </Flex>
        <Failure {...failure(error)} />
        {data?.tooMany ? <Notice status="warning"><Trans>Too many results to list them all. Add another search word.</Trans></Notice> : null}
        {data ? (
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            {/* Another view begins with nothing selected. */}
            <Entries key={JSON.stringify(filter)} entries={data.applications} filter={filter} change={change} />
          </Box>
        ) : error ? null : (
          <Stack gap="2" role="status" aria-label={t`Loading applications`}>
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} height="14" />
            ))}
          </Stack>
        )}
        <HStack justify="flex-end">
          {filter.cursor ? (
            <LinkButton to={`${paths.review}?${change({})}`} variant="outline" size="sm">
              <Trans>Go to first page</Trans>
            </LinkButton>
          ) : null}
          {data?.next ? (
            <LinkButton to={`${paths.review}?${change({ cursor: data.next })}`} variant="outline" size="sm">
              <Trans>Next page</Trans>
            </LinkButton>
          ) : null}
        </HStack>
      </Stack>
    </Page>
  )
}

function Count({ of }: { of: number | undefined }) {
  if (of === undefined) return null
  return <Text as="span" fontVariantNumeric="tabular-nums">{of >= MOST_COUNTED ? `${formatNumber(MOST_COUNTED - 1)}+` : of}</Text>
}

interface EntriesProps {
  entries: QueueEntry[]
  filter: ReturnType<typeof read>
  change: Change
}

function Entries({ entries, filter, change }: EntriesProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { userDetails } = useMe()
  const list = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const isPending = isStatus(filter.status, 'pending')
  // The one thing to do with several.
  const looksOnly = useLooksOnly('review')
  const canSelect = isPending && !filter.mine && !looksOnly
  useListKeys(list)
  useKeys({
    [keys.select.press]: () => {
      const row = document.activeElement?.closest('tr, li')
      if (row && list.current?.contains(row)) row.querySelector<HTMLInputElement>('[data-list-select]')?.click()
    },
  })
  if (entries.length === 0) {
    return filter.search ? (
      <Empty as="h2" icon={<SearchIcon />} title={<Trans>No applications match your search.</Trans>}>
        <Trans>Search looks at the first letters of each word, in every status.</Trans>
      </Empty>
    ) : (
      <Empty as="h2" icon={<InboxIcon />} title={filter.mine ? t`No cases to review are assigned to you.` : filter.unassigned ? t`All cases are assigned.` : t`No applications with this status.`}>
        {filter.mine ? <Trans>Assign cases to yourself under “To review”.</Trans> : isPending ? <Trans>Applications come here when they are submitted.</Trans> : null}
      </Empty>
    )
  }
  const sortOf = (sort: Sort) => {
    const isNow = filter.sort === sort
    const order: Order = isNow && filter.order === 'asc' ? 'desc' : 'asc'
    return {
      sortTo: `${paths.review}?${change({ sort, order })}`,
      sorted: isNow ? (filter.order === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined,
    }
  }
  const columns: Column<QueueEntry>[] = [
    { id: 'company', label: t`Company`, cell: ({ companyName }) => companyName ?? t`Unnamed company`, ...sortOf('company') },
    { id: 'country', label: t`Country`, cell: ({ country }) => (country ? countryName(country) : '–'), isBlank: ({ country }) => !country },
    { id: 'wants', label: t`Wants`, cell: ({ wants }) => wants.map(products.labelOf).join(', ') || '–', isBlank: ({ wants }) => wants.length === 0 },
    { id: 'turnover', label: t`Turnover`, isFigure: true, cell: ({ turnover }) => (turnover ? formatRounded(turnover.amount, turnover.currency) : '–'), isBlank: ({ turnover }) => !turnover },
    {
      id: 'waiting',
      label: isPending ? t`Waiting since` : t`Last changed`,
      cell: ({ waitingSince }) => <span title={formatInstant(waitingSince)}>{formatAgo(waitingSince)}</span>,
      ...sortOf('waiting'),
    },
    { id: 'assignee', label: t`Assigned to`, cell: ({ reviewer }) => (!reviewer ? '–' : reviewer.id === userDetails?.id ? t`You` : reviewer.name), isBlank: ({ reviewer }) => !reviewer },
    ...(filter.search === undefined ? [] : [{ id: 'status', label: t`Status`, cell: ({ status }: QueueEntry) => <StatusBadge status={status} /> }]),
    { id: 'flags', label: t`Flags`, cell: (entry) => <Flags entry={entry} />, isBlank: (entry) => !hasFlags(entry) },
  ]
  return (
    <Stack gap="4">
      <Box hideFrom="md">
        <Labelled label={t`Sort by`}>
          <Select
            options={orders.map(({ value, label }) => ({ value, label: text(label) }))}
            value={`${filter.sort}.${filter.order}`}
            onChange={(event) => {
              const [sort = '', order = ''] = event.target.value.split('.')
              navigate(`${paths.review}?${change({ sort, order })}`, { replace: true })
            }}
          />
        </Labelled>
      </Box>
      <Table
        label={t`Applications`}
        rows={entries}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ companyName }) => companyName ?? t`Unnamed company`}
        to={({ id }) => casePath(id)}
        under={({ applicant, registrationNumber }) => [`${applicant.fname} ${applicant.lname}`, registrationNumber].filter(Boolean).join(' · ')}
        list={list}
        {...(canSelect
          ? {
              selected,
              select: (rows: readonly QueueEntry[], isSelected: boolean) => {
                setSelected(selectedWith(selected, rows.map(({ id }) => id), isSelected))
              },
            }
          : {})}
      />
      <Selected entries={entries.filter(({ id }) => selected.has(id))} setSelected={setSelected} />
    </Stack>
  )
}

/** What can be done with several cases at once. */
function Selected({ entries, setSelected }: { entries: QueueEntry[]; setSelected: (ids: ReadonlySet<string>) => void }) {
  const { t } = useLingui()
  const take = useTakeAll()
  const failed = take.data?.failed.length ?? 0
  return (
    <>
      {failed > 0 ? <Notice status="warning">{plural(failed, { one: '# case has changed in the meantime and wasn’t assigned.', other: '# cases have changed in the meantime and weren’t assigned.' })}</Notice> : null}
      {entries.length === 0 ? null : (
        <SelectionBar text={plural(entries.length, { one: '# selected', other: '# selected' })}>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setSelected(new Set())
            }}
          >
            <Trans>Clear selection</Trans>
          </Button>
          <Button
            size="sm"
            loading={take.isPending}
            loadingText={t`Assigning`}
            onClick={() => {
              after(take.mutateAsync(entries), (assigned) => {
                setSelected(new Set(assigned.failed))
              })
            }}
          >
            <Trans>Assign to me</Trans>
          </Button>
        </SelectionBar>
      )}
    </>
  )
}

function StatusBadge({ status }: { status: QueueEntry['status'] }) {
  const { label, palette } = statusOf(status)
  return <Badge colorPalette={palette}>{text(label)}</Badge>
}

/** Of an approved company; before that they are decided on with the rest. */
const buyersToDecideOn = ({ status, pendingBuyers }: QueueEntry) => (isStatus(status, 'approved') ? pendingBuyers : 0)
const isResubmitted = ({ status, submissions }: QueueEntry) => isStatus(status, 'pending') && submissions > 1
const hasFlags = (entry: QueueEntry) => isResubmitted(entry) || buyersToDecideOn(entry) > 0

function Flags({ entry }: { entry: QueueEntry }) {
  const buyers = buyersToDecideOn(entry)
  return (
    <HStack gap="1" wrap="wrap">
      {isResubmitted(entry) ? <Badge colorPalette="blue"><Trans>Resubmitted</Trans></Badge> : null}
      {buyers > 0 ? <Badge colorPalette="orange"><Plural value={buyers} one="# buyer to decide on" other="# buyers to decide on" /></Badge> : null}
    </HStack>
  )
}

/** Where the second factor is compulsory and this operator has none. */
function NeedsSecondFactor() {
  const { t } = useLingui()
  return (
    <Page title={t`Applications`}>
      <Panel>
        <Stack gap="4">
          <Text><Trans>Turn on two-factor sign-in to review applications. It protects other companies’ documents.</Trans></Text>
          <MainLink to={paths.security} alignSelf="flex-start">
            <Trans>Turn on two-factor sign-in</Trans>
          </MainLink>
        </Stack>
      </Panel>
    </Page>
  )
}
