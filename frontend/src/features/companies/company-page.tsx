import { HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@/api/client'
import { failure } from '@/api/errors'
import { isStatus } from '@/entities/application/status'
import { useOperatorMay } from '@/entities/operator/api'
import { Way } from '@/entities/facility/first-cash'
import { useCompanysFirstCash } from '@/entities/facility/first-cash-api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { memberRoles } from '@/entities/team/roles'
import { formatInstant } from '@/lib/dates'
import { useParams, useQuery } from '@/lib/navigation'
import { casePath, companyPath, paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { CompanyIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { Failure } from '@/ui/failure'
import { Page, Section } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'
import { useCompany, type Company } from './api'
import { ApplicationStatus } from './companies-page'
import { Facilities, Payouts, Receivables } from './money'
import { LastPayeeCheck } from './payee-check'

const VIEWS = ['application', 'facilities', 'receivables', 'payouts', 'team'] as const
type View = (typeof VIEWS)[number]

/** A company with all that the house has of it. */
export default function CompanyPage() {
  const { t } = useLingui()
  const { id } = useParams<{ id: string }>()
  return (
    <NeedsRight title={t({ message: 'Company', context: 'office' })} right="read_applications">
      <OneCompany key={id} id={id} />
    </NeedsRight>
  )
}

function OneCompany({ id }: { id: string }) {
  const { t } = useLingui()
  const [query] = useQuery()
  const { data: company, error, refetch, isFetching } = useCompany(id)
  const seesPayments = useOperatorMay('read_payments')
  const labels: Record<View, string> = {
    application: t`Application`,
    facilities: t`Facilities`,
    receivables: t`Receivables`,
    payouts: t({ message: 'Payouts', context: 'office' }),
    team: t`Team`,
  }
  // What one may not see is not a place.
  const views = VIEWS.filter((view) => view !== 'payouts' || seesPayments)
  const view = views.find((one) => one === query.get('show')) ?? 'application'
  const title = company ? (company.name ?? t`Unnamed company`) : t({ message: 'Company', context: 'office' })
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page title={title}>
        <Empty as="h2" icon={<CompanyIcon />} title={t`There is no such company`}>
          <TextLink to={paths.companies}>
            <Trans>Go to companies</Trans>
          </TextLink>
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={title} width="8xl" lead={<TextLink to={paths.companies}>{t`Companies`}</TextLink>}>
      <Answer isThere={company !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the company`}>
        {company ? (
          <Stack gap="5">
            <HStack as="nav" aria-label={t`What we have of the company`} gap="2" wrap="wrap">
              {views.map((one) => (
                <LinkButton key={one} to={one === 'application' ? companyPath(id) : `${companyPath(id)}?show=${one}`} size="sm" variant={view === one ? 'solid' : 'outline'} aria-current={view === one ? 'page' : undefined}>
                  {labels[one]}
                </LinkButton>
              ))}
            </HStack>
            {view === 'application' ? <Application company={company} /> : null}
            {view === 'facilities' ? <Facilities company={id} isApproved={isStatus(company.application?.status, 'approved')} /> : null}
            {view === 'receivables' ? <Receivables company={id} /> : null}
            {view === 'payouts' ? <Payouts company={id} /> : null}
            {view === 'team' ? <Team members={company.members} /> : null}
          </Stack>
        ) : null}
      </Answer>
    </Page>
  )
}

/** How far it is to its first payout; nothing once it was paid. */
function FirstCash({ company }: { company: string }) {
  const { data: way, error } = useCompanysFirstCash(company)
  if (error) return <Failure {...failure(error)} />
  return way ? (
    <Section title={<Trans>The way to the first payout</Trans>}>
      <Way way={way} isHouse />
    </Section>
  ) : null
}

function Application({ company: { id, application, payeeCheck } }: { company: Company }) {
  if (!application) return <Text color="fg.muted"><Trans>The company hasn’t begun its application.</Trans></Text>
  return (
    <Stack gap="4" align="flex-start">
      <ApplicationStatus status={application.status} />
      {payeeCheck ? <LastPayeeCheck check={payeeCheck} /> : null}
      <LinkButton to={casePath(application.id)} variant="outline">
        <Trans>Open application</Trans>
      </LinkButton>
      {isStatus(application.status, 'approved') ? <FirstCash company={id} /> : null}
    </Stack>
  )
}

type Member = Company['members'][number]

function Team({ members }: { members: Member[] }) {
  const { t } = useLingui()
  const columns: Column<Member>[] = [
    { id: 'name', label: t`Name`, cell: ({ name }) => name },
    { id: 'role', label: t`Role`, cell: ({ role }) => memberRoles.labelOf(role) },
    { id: 'since', label: t`Member since`, cell: ({ since }) => formatInstant(since) },
    { id: 'seen', label: t`Last sign-in`, cell: ({ lastSignInAt }) => (lastSignInAt ? formatInstant(lastSignInAt) : '–'), isBlank: ({ lastSignInAt }) => !lastSignInAt },
  ]
  return <Table label={t`Team`} rows={members} columns={columns} keyOf={({ id }) => id} nameOf={({ name }) => name} to={() => null} under={({ email }) => email} />
}
