import { Badge, Box, Button, HStack, Stack } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { failure } from '@/api/errors'
import { statusNamed, statusNumber, statusOf, statusTabs } from '@/entities/application/status'
import { products } from '@/entities/company/labels'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useToday } from '@/entities/user/today'
import { countryName } from '@/lib/country-name'
import { idColumns } from '@/lib/csv'
import { text } from '@/lib/i18n'
import { useQuery } from '@/lib/navigation'
import { companyPath, paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { csvColumns } from '@/ui/csv-columns'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { Labelled } from '@/ui/fields'
import { CompanyIcon } from '@/ui/icons'
import { Input } from '@/ui/input'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { readCompanies, useCompanies, type Entry } from './api'

/** Every company whose application one may read, by its name. */
export default function CompaniesPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Companies`} right="read_applications">
      <Companies />
    </NeedsRight>
  )
}

function addressOf(said: { status?: string; search?: string; cursor?: string }): string {
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value)).toString()
  return query ? `${paths.companies}?${query}` : paths.companies
}

function Companies() {
  const today = useToday()
  const { t } = useLingui()
  const [query, setQuery] = useQuery()
  const [search, cursor] = [query.get('search') ?? '', query.get('cursor')]
  // Words look through all of them.
  const status = search ? undefined : (statusNamed(query.get('status')) ?? statusNumber('approved'))
  const filter = { ...(status === undefined ? {} : { status }), ...(search ? { search } : {}) }
  const { data, error, refetch, isFetching, isPlaceholderData } = useCompanies({ ...filter, ...(cursor ? { cursor } : {}) })
  const readPage = async (begin: string | null) => {
    const { applications, next } = await readCompanies({ ...filter, ...(begin ? { cursor: begin } : {}) })
    return { data: applications, next: next ?? null }
  }
  const here = search ? { search } : { status: statusTabs.find((tab) => tab.status === status)?.name ?? '' }
  return (
    <Page title={t`Companies`} width="8xl" lead={t`Who sells to us and who pays: applications, facilities, receivables and payouts of each.`}>
      <Stack gap="4">
        <HStack as="nav" aria-label={t`Filter by status`} gap="2" wrap="wrap">
          {statusTabs.map(({ name, status: one, label }) => (
            <LinkButton key={name} to={addressOf({ status: name })} size="sm" variant={one === status ? 'solid' : 'outline'} aria-current={one === status ? 'page' : undefined}>
              {text(label)}
            </LinkButton>
          ))}
        </HStack>
        <Search
          key={search}
          value={search}
          search={(words) => {
            setQuery(new URLSearchParams(words ? { search: words } : {}))
          }}
        />
        <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading companies`}>
          {data?.tooMany ? <Notice status="warning"><Trans>Too many results to list them all. Add another search word.</Trans></Notice> : null}
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <List rows={data?.applications ?? []} isFound={search !== ''} />
          </Box>
          <HStack justify="flex-end" align="flex-start" wrap="wrap">
            {data && data.applications.length > 0 ? <DownloadCsv name="companies" of={today} read={readPage} columns={fileColumns} tell={failure} /> : null}
            {cursor ? (
              <LinkButton to={addressOf(here)} variant="outline" size="sm">
                <Trans>Go to first page</Trans>
              </LinkButton>
            ) : null}
            {data?.next ? (
              <LinkButton to={addressOf({ ...here, cursor: data.next })} variant="outline" size="sm">
                <Trans>Next page</Trans>
              </LinkButton>
            ) : null}
          </HStack>
        </Answer>
      </Stack>
    </Page>
  )
}

function Search({ value, search }: { value: string; search: (words: string) => void }) {
  const { t } = useLingui()
  const [words, setWords] = useState(value)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(words.trim())
      }}
    >
      <Labelled label={t`Search`} help={t`Company, person, e-mail address or registration number. The first letters are enough.`}>
        <HStack w="full" maxW="2xl">
          <Input
            type="search"
            value={words}
            maxLength={300}
            autoComplete="off"
            onChange={(event) => {
              setWords(event.target.value)
            }}
          />
          <Button type="submit" variant="outline">
            <Trans>Search</Trans>
          </Button>
        </HStack>
      </Labelled>
    </form>
  )
}

const nameOf = ({ companyName }: Entry) => companyName ?? t`Unnamed company`

/** What the list shows, and its file. */
const companyColumns = (): Column<Entry>[] => [
  { id: 'company', label: t`Company`, cell: nameOf },
  { id: 'country', label: t`Country`, cell: ({ country }) => (country ? countryName(country) : '–'), isBlank: ({ country }) => !country },
  { id: 'wants', label: t`Wants`, cell: ({ wants }) => wants.map(products.labelOf).join(', ') || '–', isBlank: ({ wants }) => wants.length === 0 },
  { id: 'status', label: t`Status`, cell: ({ status }) => <ApplicationStatus status={status} />, csv: ({ status }) => text(statusOf(status).label) },
]

const fileColumns = () => [...csvColumns(companyColumns()), { label: t`Registration number`, csv: ({ registrationNumber }: Entry) => registrationNumber }, ...idColumns('id', 'companyId')]

function List({ rows, isFound }: { rows: Entry[]; isFound: boolean }) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  if (rows.length === 0) {
    return <Empty as="h2" icon={<CompanyIcon />} title={isFound ? <Trans>No companies match your search.</Trans> : <Trans>No companies with this status.</Trans>} />
  }
  return <Table label={t`Companies`} rows={rows} columns={companyColumns()} keyOf={({ id }) => id} nameOf={nameOf} to={({ companyId }) => companyPath(companyId)} under={({ registrationNumber }) => registrationNumber} list={list} />
}

/** Where an application stands, in the words of lists. */
export function ApplicationStatus({ status }: { status: number }) {
  const { label, palette } = statusOf(status)
  return <Badge colorPalette={palette}>{text(label)}</Badge>
}
