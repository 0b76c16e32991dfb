import { Box, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@/api/client'
import { failure } from '@/api/errors'
import { Pending } from '@/entities/approval/pending'
import type { Facility } from '@/entities/facility/api'
import { houseTermsGroups } from '@/entities/facility/fields'
import { useHouseFacility } from '@/entities/facility/house'
import { houseStatuses, houseTermsStates } from '@/entities/facility/house-labels'
import { facilityKinds } from '@/entities/facility/labels'
import { TermsList } from '@/entities/facility/terms-list'
import { inUseAddress } from '@/entities/receivable/house'
import { Paper } from '@/entities/receivable/paper'
import { useOperatorMay } from '@/entities/operator/api'
import { LooksOnly } from '@/entities/operator/looks-only'
import { NeedsRight } from '@/entities/operator/needs-right'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { useParams } from '@/lib/navigation'
import { companyPath, paths } from '@/lib/paths'
import { Figure } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { Empty } from '@/ui/empty'
import { Fold } from '@/ui/fold'
import { FormIcon } from '@/ui/icons'
import { MainLink } from '@/ui/main-action'
import { Page, Panel, Section } from '@/ui/page'
import { ProgressBar } from '@/ui/progress-bar'
import { TextLink } from '@/ui/text-link'
import { Acts } from './acts'
import { ProgrammeSuppliers } from './programme-suppliers'

/** One agreement: the terms that rule, those that wait, and what can be done with it. */
export default function FacilityPage() {
  const { t } = useLingui()
  const { id } = useParams<{ id: string }>()
  return (
    <NeedsRight title={t({ message: 'Facility', context: 'screen' })} right="read_facilities">
      <OneFacility key={id} id={id} />
    </NeedsRight>
  )
}

function OneFacility({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: facility, error, refetch, isFetching } = useHouseFacility(id)
  const title = facility ? (facility.companyName ?? t`Unnamed company`) : t({ message: 'Facility', context: 'screen' })
  if (error instanceof ApiError && error.status === 404) return <NoFacility />
  return (
    <Page
      title={title}
      lead={<TextLink to={paths.facilities}>{t`Facilities`}</TextLink>}
      actions={
        facility?.allowedActions.includes('propose_terms') ? (
          <MainLink to={`${paths.facilities}/${id}/terms`}>
            <Trans>Offer other terms</Trans>
          </MainLink>
        ) : null
      }
    >
      <Answer isThere={facility !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the facility`}>
        {facility ? <Details facility={facility} refresh={() => void refetch()} /> : null}
      </Answer>
    </Page>
  )
}

/** Where an address leads to no agreement. */
export function NoFacility() {
  const { t } = useLingui()
  return (
    <Page title={t({ message: 'Facility', context: 'screen' })}>
      <Empty as="h2" icon={<FormIcon />} title={t`There is no such facility`}>
        <TextLink to={paths.facilities}>
          <Trans>Go to facilities</Trans>
        </TextLink>
      </Empty>
    </Page>
  )
}

function Details({ facility, refresh }: { facility: Facility; refresh: () => void }) {
  const { companyId, kind, currency, status, proposed, terms, versions, takesNew } = facility
  const seesCompanies = useOperatorMay('read_applications')
  const known = houseStatuses.find(status)
  const isRuling = versions.some(({ state }) => state === 'accepted')
  const ruling = isRuling && terms ? houseTermsGroups(terms) : null
  return (
    <Stack gap="8">
      <Section
        title={
          <HStack as="span" display="inline-flex" gap="3" wrap="wrap">
            {`${facilityKinds.labelOf(kind)} · ${currency}`}
            <CodeBadge labels={houseStatuses} code={status} />
          </HStack>
        }
        lead={known ? text(known.means) : null}
      >
        <LooksOnly right="manage_facilities" />
        <Pending about={facility.id} />
        {seesCompanies ? (
          <Text>
            <TextLink to={companyPath(companyId)}>
              <Trans>View company</Trans>
            </TextLink>
          </Text>
        ) : null}
        {status === 'active' && !takesNew ? (
          <Text color="fg.muted">
            <Trans>Nothing new is bought at the moment, because the company isn’t approved.</Trans>
          </Text>
        ) : null}
        <Acts facility={facility} refresh={refresh} />
      </Section>
      <LimitUse facility={facility} />
      {proposed ? (
        <Panel>
          <Stack gap="6">
            <Box>
              <Heading as="h2" textStyle="section">
                {isRuling ? <Trans>Other terms that wait for the company</Trans> : <Trans>Terms that wait for the company</Trans>}
              </Heading>
              <Proposed at={formatInstant(proposed.proposedAt)} number={proposed.number} />
            </Box>
            <TermsList groups={houseTermsGroups(proposed.terms)} before={ruling} />
          </Stack>
        </Panel>
      ) : null}
      {ruling ? (
        <Section title={<Trans>Current terms</Trans>}>
          <TermsList groups={ruling} />
        </Section>
      ) : null}
      {kind === 'reverse_factoring' ? <ProgrammeSuppliers facility={facility} /> : null}
      {versions.length > 0 ? (
        <Section title={<Trans>Versions of the terms</Trans>}>
          <Versions facility={facility} />
        </Section>
      ) : null}
    </Stack>
  )
}

/** How much of the limit is in use; nothing where no terms rule. */
function LimitUse({ facility: { id, terms, currency, inUse, free, status } }: { facility: Facility }) {
  const { t } = useLingui()
  if (!terms || typeof inUse !== 'number' || typeof free !== 'number') return null
  const [limit, used] = [formatMoney(terms.limit, currency), formatMoney(inUse, currency)]
  return (
    <Section title={t({ message: 'Limit', context: 'terms' })} lead={<Trans>In use is what is funded and outstanding, what is accepted, and what the company owes us.</Trans>}>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="end">
        <Box>
          <Figure label={t`In use`} amount={used} more={t`of ${limit}`} />
          <Box mt="2" maxW="sm">
            <ProgressBar label={t`In use`} percent={terms.limit > 0 ? Math.min(100, Math.round((inUse / terms.limit) * 100)) : 0} />
          </Box>
        </Box>
        <Figure label={t({ message: 'Free', context: 'limit' })} amount={formatMoney(free, currency)} more={status === 'active' ? undefined : t`Only an active facility has something free.`} />
      </SimpleGrid>
      <Text>
        <TextLink to={inUseAddress(id)}>
          <Trans>Show what is in use</Trans>
        </TextLink>
      </Text>
    </Section>
  )
}

function Proposed({ at, number }: { at: string; number: number }) {
  return (
    <Text color="fg.muted">
      <Trans>Version {number}, offered on {at}. Nobody has accepted or declined it yet.</Trans>
    </Text>
  )
}

function Versions({ facility: { id, versions } }: { facility: Facility }) {
  const { t } = useLingui()
  return (
    <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Versions of the terms`}>
      {versions.toReversed().map(({ number, state, proposedAt, endedAt, signedName, terms, hash }) => {
        const [offered, ended] = [formatInstant(proposedAt), endedAt ? formatInstant(endedAt) : null]
        const before = versions.find((version) => version.number === number - 1)
        return (
          <Box as="li" key={number} py="2" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
            <HStack justify="space-between" gap="4">
              <Box minW="0">
                <Text>
                  <Trans>Version {number}</Trans>
                </Text>
                <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
                  {ended ? (signedName ? t`signed by ${signedName} on ${ended}` : t`ended on ${ended}`) : t`proposed on ${offered}`}
                </Text>
              </Box>
              <CodeBadge labels={houseTermsStates} code={state} />
            </HStack>
            <Fold title={<Trans>Show version {number}</Trans>}>
              <Stack gap="4">
                <TermsList groups={houseTermsGroups(terms)} before={before ? houseTermsGroups(before.terms) : null} />
                <Text textStyle="label" color="fg.muted" fontFamily="mono" overflowWrap="anywhere">
                  {hash}
                </Text>
                {state === 'accepted' ? <Paper path={`/operator/facilities/${id}/terms/${number}/paper`} name={`terms-${id}-${number}`} label={t`Signed terms (PDF)`} /> : null}
              </Stack>
            </Fold>
          </Box>
        )
      })}
    </Stack>
  )
}
