import { Box, Button, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { failure } from '@/api/errors'
import type { Facility } from '@/entities/facility/api'
import { facilityStatusOf, readHouseFacilities, useHouseFacilities } from '@/entities/facility/house'
import { houseStatuses } from '@/entities/facility/house-labels'
import { facilityKinds } from '@/entities/facility/labels'
import { nameText, useNames } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import { LooksOnly } from '@/entities/operator/looks-only'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useToday } from '@/entities/user/today'
import { limitColumns } from '@/entities/facility/use-columns'
import { idColumns, second } from '@/lib/csv'
import { formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { useNavigate, useQuery } from '@/lib/navigation'
import { facilityPath, paths } from '@/lib/paths'
import { Figure } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { csvColumns } from '@/ui/csv-columns'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { FormIcon, SearchIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Page, Panel } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { CompanyPicker } from './company-picker'

interface Filter {
  status: string | undefined
  companyId: string | null
}

function addressOf({ status, companyId }: Filter, after?: string): string {
  const query = new URLSearchParams({ ...(status ? { status } : {}), ...(companyId ? { companyId } : {}), ...(after ? { after } : {}) }).toString()
  return query ? `${paths.facilities}?${query}` : paths.facilities
}

/** The agreements under which the house buys. */
export default function FacilitiesPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Facilities`} right="read_facilities">
      <Facilities />
    </NeedsRight>
  )
}

function Facilities() {
  const today = useToday()
  const { t } = useLingui()
  const [query] = useQuery()
  const status = facilityStatusOf(query.get('status'))
  const companyId = query.get('companyId')
  const after = query.get('after')
  const mayOffer = useOperatorMay('manage_facilities')
  const { data, error, refetch, isFetching, isPlaceholderData } = useHouseFacilities({ status, companyId, after })
  const filters = [{ value: undefined, label: t({ message: 'All', context: 'facilities' }) }, ...houseStatuses.options()]
  return (
    <Page
      title={t`Facilities`}
      width="8xl"
      lead={t`The agreements under which we buy receivables.`}
      actions={
        mayOffer ? (
          <MainLink to={paths.newFacility}>
            <Trans>Offer a facility</Trans>
          </MainLink>
        ) : null
      }
    >
      <Stack gap="4">
        <LooksOnly right="manage_facilities" />
        <HStack as="nav" aria-label={t`Filter by status`} gap="2" wrap="wrap">
          {filters.map(({ value, label }) => (
            <LinkButton key={value ?? ''} to={addressOf({ status: value, companyId })} size="sm" variant={value === status ? 'solid' : 'outline'} aria-current={value === status ? 'page' : undefined}>
              {label}
            </LinkButton>
          ))}
        </HStack>
        <OfCompany key={companyId ?? ''} status={status} companyId={companyId} />
        <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading facilities`}>
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <Stack gap="4">
              {data && !data.next && after === null ? <InAll rows={data.data} /> : null}
              <List rows={data?.data ?? []} isFiltered={status !== undefined || companyId !== null || after !== null} />
            </Stack>
          </Box>
        </Answer>
        <HStack justify="flex-end" align="flex-start" wrap="wrap">
          {data && data.data.length > 0 ? <DownloadCsv name="facilities" of={today} read={(begin) => readHouseFacilities({ status, companyId, after: begin })} columns={fileColumns} tell={failure} /> : null}
          {after ? (
            <LinkButton to={addressOf({ status, companyId })} variant="outline" size="sm">
              <Trans>Go to first page</Trans>
            </LinkButton>
          ) : null}
          {data?.next ? (
            <LinkButton to={addressOf({ status, companyId }, data.next)} variant="outline" size="sm">
              <Trans>Next page</Trans>
            </LinkButton>
          ) : null}
        </HStack>
      </Stack>
    </Page>
  )
}

/** Those of one company alone. */
function OfCompany({ status, companyId }: Filter) {
  const navigate = useNavigate()
  const mayFind = useOperatorMay('read_applications')
  const name = useNames([companyId]).get(companyId ?? '')
  const [isOpen, setOpen] = useState(false)
  if (companyId) {
    const called = name ? nameText(name) : '–'
    return (
      <HStack wrap="wrap" gap="3">
        <Text overflowWrap="anywhere">
          <Trans>Only facilities of {called}</Trans>
        </Text>
        <LinkButton to={addressOf({ status, companyId: null })} size="sm" variant="outline">
          <Trans>Show all companies</Trans>
        </LinkButton>
      </HStack>
    )
  }
  if (!mayFind) return null
  if (!isOpen) {
    return (
      <HStack>
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            setOpen(true)
          }}
        >
          <SearchIcon width="4" height="4" /> <Trans>Find a company</Trans>
        </Button>
      </HStack>
    )
  }
  return (
    <Box maxW="2xl">
      <Panel>
        <CompanyPicker
          choose={({ id }) => {
            navigate(addressOf({ status, companyId: id }))
          }}
        />
      </Panel>
    </Box>
  )
}

const nameOf = ({ companyName }: Facility) => companyName ?? t`Unnamed company`

/** What is in use and free of all the rows, by currency; nothing where no terms rule in any. */
function InAll({ rows }: { rows: Facility[] }) {
  const { t } = useLingui()
  const sums = new Map<string, { inUse: number; free: number }>()
  for (const { currency, inUse, free } of rows) {
    if (typeof inUse !== 'number' || typeof free !== 'number') continue
    const sum = sums.get(currency) ?? { inUse: 0, free: 0 }
    sums.set(currency, { inUse: sum.inUse + inUse, free: sum.free + free })
  }
  if (sums.size === 0) return null
  return (
    <SimpleGrid as="ul" listStyleType="none" aria-label={t`In use and free`} columns={{ base: 1, sm: 2, xl: 3 }} gap="4">
      {[...sums].toSorted().map(([currency, { inUse, free }]) => {
        const left = formatMoney(free, currency)
        return (
          <Box as="li" key={currency} minW="0">
            <Figure label={t`In use, ${currency}`} amount={formatMoney(inUse, currency)} more={t`${left} free`} />
          </Box>
        )
      })}
    </SimpleGrid>
  )
}

/** What the list shows, and its file. */
const facilityColumns = (): Column<Facility>[] => [
  { id: 'company', label: t`Company`, cell: nameOf },
  { id: 'status', label: t`Status`, cell: ({ status }) => <CodeBadge labels={houseStatuses} code={status} />, csv: ({ status }) => houseStatuses.labelOf(status) },
  { id: 'waits', label: t`Pending`, cell: ({ status, proposed }) => (proposed && status !== 'proposed' ? t`Other terms wait for the company` : ''), isBlank: ({ status, proposed }) => !proposed || status === 'proposed' },
  ...limitColumns(),
  { id: 'since', label: t({ message: 'First offered', context: 'facility' }), cell: ({ createdAt }) => formatInstant(createdAt), csv: ({ createdAt }) => second(createdAt) },
]

const fileColumns = () => [
  ...csvColumns(facilityColumns()),
  { label: t`Product`, csv: ({ kind }: Facility) => facilityKinds.labelOf(kind) },
  { label: t`Currency`, csv: ({ currency }: Facility) => currency },
  ...idColumns('id', 'companyId'),
]

function List({ rows, isFiltered }: { rows: Facility[]; isFiltered: boolean }) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  if (rows.length === 0) {
    return isFiltered ? (
      <Empty as="h2" icon={<FormIcon />} title={<Trans>No facilities match this filter.</Trans>} />
    ) : (
      <Empty as="h2" icon={<FormIcon />} title={<Trans>No facilities yet</Trans>}>
        <Trans>Offer terms to an approved company. The facility is here once a second person has approved them.</Trans>
      </Empty>
    )
  }
  return (
    <Table
      label={t`Facilities`}
      rows={rows}
      columns={facilityColumns()}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      to={({ id }) => facilityPath(id)}
      under={({ kind, currency }) => `${facilityKinds.labelOf(kind)} · ${currency}`}
      list={list}
    />
  )
}
