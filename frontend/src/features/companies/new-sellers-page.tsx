import { HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { useSettingUp, countText, type SetUp } from '@/entities/facility/first-cash-api'
import { setUpKinds } from '@/entities/facility/set-up'
import { NeedsRight } from '@/entities/operator/needs-right'
import { formatInstant } from '@/lib/dates'
import { useQuery } from '@/lib/navigation'
import { casePath, companyPath, debtorPath, facilityPath, newSellersPath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { InboxIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { Page } from '@/ui/page'
import { Table, type Column } from '@/ui/table'

/** Where it is done. */
function placeOf({ kind, id, applicationId }: SetUp): string | null {
  switch (kind) {
    case 'facility':
      return `${companyPath(id)}?show=facilities`
    case 'signature':
      return facilityPath(id)
    case 'buyer':
      return applicationId ? casePath(applicationId) : null
    case 'limit':
      return debtorPath(id)
    default:
      return null
  }
}

/** What approved companies wait for before they can get money. */
export default function NewSellersPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`New sellers`} right="read_applications">
      <ToSetUp />
    </NeedsRight>
  )
}

function ToSetUp() {
  const { t } = useLingui()
  const [query] = useQuery()
  const { data: all, error, refetch, isFetching } = useSettingUp()
  const kind = setUpKinds.codes.find((one) => one === query.get('kind'))
  const rows = (all ?? []).filter((row) => !kind || row.kind === kind)
  const nameOf = ({ name, companyName }: SetUp) => name ?? companyName ?? t`Unnamed company`
  const columns: Column<SetUp>[] = [
    { id: 'name', label: t`Name`, cell: nameOf },
    {
      id: 'kind',
      label: t`What is missing`,
      cell: ({ kind, isProposed }) => (
        <>
          {setUpKinds.labelOf(kind)}
          {isProposed ? <Text as="span" display="block" color="fg.muted"><Trans>Proposed, waits for a second person</Trans></Text> : null}
        </>
      ),
    },
    { id: 'company', label: t`Company`, cell: ({ companyName }) => companyName ?? '–', isBlank: ({ companyName }) => !companyName },
    { id: 'since', label: t`Waiting since`, cell: ({ since }) => formatInstant(since) },
  ]
  return (
    <Page title={t`New sellers`} width="8xl" lead={<Trans>What is missing before approved companies can get money, the longest waiting first.</Trans>}>
      <Answer isThere={all !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading new sellers`}>
        <Stack gap="5">
          <HStack as="nav" aria-label={t`What is missing`} gap="2" wrap="wrap">
            {[undefined, ...setUpKinds.codes].map((one) => {
              const count = countText((all ?? []).filter((row) => !one || row.kind === one).length)
              return (
                <LinkButton key={one ?? 'all'} to={newSellersPath(one)} size="sm" variant={kind === one ? 'solid' : 'outline'} aria-current={kind === one ? 'page' : undefined}>
                  {one ? setUpKinds.labelOf(one) : t`All`} ({count})
                </LinkButton>
              )
            })}
          </HStack>
          {rows.length > 0 ? (
            <Table label={t`New sellers`} rows={rows} columns={columns} keyOf={({ kind, id }) => `${kind} ${id}`} nameOf={nameOf} to={placeOf} />
          ) : (
            <Empty as="h2" icon={<InboxIcon />} title={t`Nothing is missing`}>
              <Trans>Companies appear here once they’re approved and something is still to be set up.</Trans>
            </Empty>
          )}
        </Stack>
      </Answer>
    </Page>
  )
}
