import { Badge, Box, Button, HStack, Input, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { ApiError } from '@/api/client'
import { failure } from '@/api/errors'
import { formatAgo } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatNumber } from '@/lib/money'
import { Link, useQuery } from '@/lib/navigation'
import { isStatus, statusNamed, statusNumber, statusOf, statusTabs } from '@/entities/application/status'
import { casePath, paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Page, Panel } from '@/ui/page'
import { Labelled } from '@/ui/fields'
import { useQueue, type QueueEntry, type QueueFilter } from './api'

const SEARCH_AFTER_MS = 300
/** The server counts no further. */
const MOST_COUNTED = 1000

/** What the address asks for. */
function read(query: URLSearchParams): QueueFilter {
  const status = statusNamed(query.get('status'))
  const search = query.get('search') ?? ''
  return {
    ...(status !== undefined ? { status } : search ? {} : { status: statusNumber('pending') }),
    ...(search ? { search } : {}),
    ...(query.get('mine') === 'true' ? { mine: true } : {}),
    ...(query.get('cursor') ? { cursor: query.get('cursor') ?? '' } : {}),
  }
}

export default function QueuePage() {
  const { t } = useLingui()
  const [query, setQuery] = useQuery()
  const filter = read(query)
  const { data, error, isPlaceholderData } = useQueue(filter)
  const change = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(query)
    next.delete('cursor')
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  if (error instanceof ApiError && error.problem?.code === 'second_factor_missing') return <NeedsSecondFactor />
  return (
    <Page title={t`Applications`} lead={t`Oldest first`} width="8xl">
      <Stack gap="4">
        <Search
          value={filter.search ?? ''}
          search={(text) => {
            setQuery(change({ search: text || null, status: null, mine: null }), { replace: true })
          }}
        />
        <HStack as="nav" aria-label={t`Filter by status`} gap="2" wrap="wrap">
          {statusTabs.map(({ name, status, label }) => (
            <LinkButton
              key={status}
              to={`${paths.review}?${change({ status: name, search: null, mine: null })}`}
              size="sm"
              variant={filter.status === status && !filter.mine ? 'solid' : 'outline'}
              aria-current={filter.status === status && !filter.mine ? 'page' : undefined}
            >
              {text(label)}
              <Count of={data?.counts[status]} />
            </LinkButton>
          ))}
          <LinkButton
            to={`${paths.review}?${change({ status: 'pending', search: null, mine: 'true' })}`}
            size="sm"
            variant={filter.mine ? 'solid' : 'outline'}
            aria-current={filter.mine ? 'page' : undefined}
          >
            <Trans>Assigned to me</Trans>
          </LinkButton>
        </HStack>
        <Failure {...failure(error)} />
        {data?.tooMany ? <Notice status="warning"><Trans>Too many results to list them all. Add another search word.</Trans></Notice> : null}
        {data ? (
          <Box opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
            <Entries entries={data.applications} filter={filter} />
          </Box>
        ) : error ? null : (
          <Stack gap="3" role="status" aria-label={t`Loading applications`}>
            <Skeleton height="20" />
            <Skeleton height="20" />
            <Skeleton height="20" />
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
  return <Text as="span">{of >= MOST_COUNTED ? `${formatNumber(MOST_COUNTED - 1)}+` : of}</Text>
}

function Search({ value, search }: { value: string; search: (text: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Following a link or going back changes the address: the field follows.
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => {
      // A case was opened before the field came to rest: it stays open while its screen is loaded.
      if (window.location.pathname !== paths.review) return
      search(text.trim() === '' ? '' : text)
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  })
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
      }}
    >
      <Labelled label={t`Search`} help={t`Company, person, e-mail address or registration number. The first letters are enough.`}>
        <HStack w="full" maxW="2xl">
          <Input
            type="search"
            value={text}
            maxLength={300}
            autoComplete="off"
            onChange={(event) => {
              setText(event.target.value)
            }}
          />
          {text ? (
            <Button
              variant="outline"
              onClick={() => {
                setText('')
                search('')
              }}
            >
              <Trans>Clear</Trans>
            </Button>
          ) : null}
        </HStack>
      </Labelled>
    </form>
  )
}

function Entries({ entries, filter }: { entries: QueueEntry[]; filter: QueueFilter }) {
  const { t } = useLingui()
  if (entries.length === 0) {
    return (
      <Panel>
        <Text color="fg.muted">
          {filter.search ? t`No applications match your search.` : filter.mine ? t`No cases to review are assigned to you.` : t`No applications with this status.`}
        </Text>
      </Panel>
    )
  }
  return (
    <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Applications`}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} tellsStatus={filter.search !== undefined} />
        </li>
      ))}
    </Stack>
  )
}

function Entry({ entry, tellsStatus }: { entry: QueueEntry; tellsStatus: boolean }) {
  const { t } = useLingui()
  const { id, applicant, companyName, registrationNumber, waitingSince, reviewer, pendingBuyers } = entry
  const { label, palette } = statusOf(entry.status)
  const ago = formatAgo(waitingSince)
  return (
    <Box
      asChild
      display="block"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      p="4"
      transition="border-color 0.1s"
      _hover={{ borderColor: 'primary.border' }}
    >
      <Link to={casePath(id)}>
        <HStack justify="space-between" align="flex-start" gap="4" wrap="wrap">
          <Box minW="0" flex="1 1 16rem">
            <Text fontSize="lg" overflowWrap="anywhere">
              {companyName ?? t`Unnamed company`}
            </Text>
            <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
              {applicant.fname} {applicant.lname} · {applicant.email}
              {registrationNumber ? ` · ${registrationNumber}` : ''}
            </Text>
          </Box>
          <HStack gap="2" wrap="wrap" justify="flex-end">
            {pendingBuyers > 0 && isStatus(entry.status, 'approved') ? (
              <Badge colorPalette="orange"><Plural value={pendingBuyers} one="# buyer to decide on" other="# buyers to decide on" /></Badge>
            ) : null}
            {reviewer ? <Badge colorPalette="blue"><Trans>Assigned to {reviewer.name}</Trans></Badge> : null}
            {tellsStatus ? <Badge colorPalette={palette}>{text(label)}</Badge> : null}
            <Text fontSize="sm" color="fg.muted">
              {isStatus(entry.status, 'pending') ? t`Submitted ${ago}` : t`Updated ${ago}`}
            </Text>
          </HStack>
        </HStack>
      </Link>
    </Box>
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
