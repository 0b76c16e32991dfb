import { Box, Button, Heading, HStack, Skeleton, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { sells } from '@/entities/company/sells'
import { isOwn, useAvailability, useFacilities, type Facility, type OwnAvailability } from '@/entities/facility/api'
import { facilityKinds, facilityStatuses, programmeMeanings, termsStates } from '@/entities/facility/labels'
import { Steps } from '@/entities/facility/steps'
import { termsGroups, type TermsRow } from '@/entities/facility/terms'
import { TermsList } from '@/entities/facility/terms-list'
import { Paper } from '@/entities/receivable/paper'
import { WhoCan } from '@/entities/team/who-can'
import { useMe } from '@/entities/user/me'
import { KeptBack } from '@/entities/payment/owed'
import { idColumns, type CsvColumn } from '@/lib/csv'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { Figure } from '@/ui/amount-list'
import { CodeBadge } from '@/ui/code-badge'
import { DownloadCsv } from '@/ui/download-csv'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { Fold } from '@/ui/fold'
import { FormIcon } from '@/ui/icons'
import { Page, Panel, Section } from '@/ui/page'
import { ProgressBar } from '@/ui/progress-bar'
import { Sign } from './sign'

/** The agreements under which the company's invoices are bought: what waits for a signature, what rules, what is available. */
export default function FacilityPage() {
  const { t } = useLingui()
  const { data: facilities, error, refetch } = useFacilities()
  const available = useAvailability()
  const { companyDetails } = useMe()
  const first = facilities?.find(({ allowedActions }) => allowedActions.includes('accept_terms'))?.id
  return (
    <Page title={t({ message: 'Facility', context: 'screen' })} lead={sells(companyDetails) ? t`The agreement under which we buy your invoices, with its limit and terms.` : t`The agreement under which we pay your suppliers early, with its limit and terms.`}>
      {facilities ? (
        facilities.length === 0 ? (
          <Empty as="h2" icon={<FormIcon />} title={<Trans>No facility yet</Trans>}>
            <Trans>Once we propose terms to you, you can read and accept them here.</Trans>
          </Empty>
        ) : (
          facilities.map((facility) => (
            <One key={facility.id} facility={facility} availability={available.data?.filter(isOwn).find(({ facilityId }) => facilityId === facility.id)} error={available.error} isFirst={facility.id === first} />
          ))
        )
      ) : error ? (
        <Stack gap="3" align="flex-start">
          <Failure {...failure(error)} />
          <Button onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Stack>
      ) : (
        <Stack gap="4" role="status" aria-label={t`Loading`} data-loading>
          <Skeleton h="24" />
          <Skeleton h="48" />
        </Stack>
      )}
    </Page>
  )
}

interface OneProps {
  facility: Facility
  availability: OwnAvailability | undefined
  /** Why it is not known what is available. */
  error: unknown
  /** Whether signing here is what the screen is for. */
  isFirst: boolean
}

function One({ facility, availability, error, isFirst }: OneProps) {
  const { kind, currency, status, proposed, terms, versions } = facility
  const isProgramme = kind === 'reverse_factoring'
  const means = isProgramme ? programmeMeanings.find(status) : facilityStatuses.find(status)?.means
  const isRuling = terms && versions.some(({ state }) => state === 'accepted')
  const name = facilityKinds.labelOf(kind)
  return (
    <Section
      title={
        <HStack as="span" display="inline-flex" gap="3" wrap="wrap">
          {`${name} · ${currency}`}
          <CodeBadge labels={facilityStatuses} code={status} />
        </HStack>
      }
      lead={means ? text(means) : null}
    >
      {proposed ? (
        <Panel>
          <Stack gap="6">
            <Box>
              <Heading as="h3" textStyle="section">
                {isRuling ? <Trans>New terms for you to accept</Trans> : <Trans>Our terms for you to accept</Trans>}
              </Heading>
              <Text color="fg.muted">
                {!isRuling ? (
                  <Trans>Read all of them. You can accept or decline.</Trans>
                ) : isProgramme ? (
                  <Trans>They apply to what is paid early after you accept. What was paid early keeps its terms. Open offers end.</Trans>
                ) : (
                  <Trans>They apply to what you sell after you accept. What you sold keeps its terms. Open offers end.</Trans>
                )}
              </Text>
            </Box>
            <TermsList groups={termsGroups(proposed.terms)} before={isRuling ? termsGroups(terms) : null} />
            <WhoCan right="accept_terms" />
            <Sign facility={facility} proposed={proposed} isMain={isFirst} />
          </Stack>
        </Panel>
      ) : null}
      {availability ? <Available availability={availability} /> : isRuling ? <Failure {...failure(error)} /> : null}
      {isRuling ? (
        <Fold title={<Trans>Current terms</Trans>} isOpen={!proposed}>
          <TermsList groups={termsGroups(terms)} />
        </Fold>
      ) : null}
      {versions.length > 0 ? (
        <Fold title={<Trans>Versions of the terms</Trans>}>
          <Versions facility={facility} />
        </Fold>
      ) : null}
    </Section>
  )
}

function Available({ availability }: { availability: OwnAvailability }) {
  const { t } = useLingui()
  const { available, inUse, limit, currency } = availability
  const money = (minor: number) => formatMoney(minor, currency)
  const whole = money(limit)
  return (
    <Stack gap="4">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="end">
        <Figure isMain label={t`Available now`} amount={money(available)} />
        <Box>
          <Figure label={t`In use`} amount={money(inUse)} more={t`of ${whole}`} />
          <Box mt="2">
            <ProgressBar label={t`In use`} percent={limit > 0 ? Math.min(100, Math.round((inUse / limit) * 100)) : 0} />
          </Box>
        </Box>
      </SimpleGrid>
      {available > 0 ? <KeptBack currency={currency} /> : null}
      <Steps availability={availability} />
    </Stack>
  )
}

const termsColumns = (): CsvColumn<TermsRow>[] => [
  { label: t`Term`, csv: ({ label }) => label },
  { label: t`Agreed`, csv: ({ value }) => value },
  ...idColumns('id'),
]

function Versions({ facility: { id, versions } }: { facility: Facility }) {
  const { t } = useLingui()
  return (
    <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Versions of the terms`}>
      {versions.toReversed().map(({ number, state, proposedAt, endedAt, signedName, terms }) => {
        const [offered, ended] = [formatInstant(proposedAt), endedAt ? formatInstant(endedAt) : null]
        return (
          <Stack as="li" key={number} gap="2" py="2" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
            <HStack justify="space-between" gap="4">
              <Box minW="0">
                <Text><Trans>Version {number}</Trans></Text>
                <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
                  {ended ? (signedName ? t`signed by ${signedName} on ${ended}` : t`ended on ${ended}`) : t`proposed on ${offered}`}
                </Text>
              </Box>
              <CodeBadge labels={termsStates} code={state} />
            </HStack>
            {state === 'accepted' ? (
              <HStack gap="2" wrap="wrap" align="flex-start" role="group" aria-label={t`Signed terms, version ${number}`}>
                <Paper path={`/semi-private/facilities/${id}/terms/${number}/paper`} name={`terms-${number}`} label={t`Signed terms (PDF)`} />
                <DownloadCsv name="terms" of={String(number)} read={() => Promise.resolve({ data: termsGroups(terms).flatMap(({ rows }) => rows) })} columns={termsColumns} tell={failure} />
              </HStack>
            ) : null}
          </Stack>
        )
      })}
    </Stack>
  )
}
