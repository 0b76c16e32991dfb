import { HStack, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { useMyPlace } from '@/entities/operator/api'
import { LooksOnly } from '@/entities/operator/looks-only'
import { NeedsRight } from '@/entities/operator/needs-right'
import type { OperatorRight } from '@/entities/operator/roles'
import { useQuery } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { LinkButton } from '@/ui/link-button'
import { Page } from '@/ui/page'
import { Accounts } from './accounts'
import { Advertised } from './advertised'
import { useHouseSettings } from './api'
import { BusinessDays } from './business-days'
import { Operators } from './operators'
import { Profile } from './profile'
import { SmallDifferences } from './small-differences'

const VIEWS = ['operators', 'profile', 'days', 'differences', 'accounts', 'terms'] as const
type View = (typeof VIEWS)[number]

/** What it takes to see one, where not everybody may who works for the house. */
const needs: Partial<Record<View, OperatorRight>> = { operators: 'read_operators', terms: 'read_facilities' }

/** What is set for the house, and who works for it. */
export default function SettingsPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Settings`}>
      <Settings />
    </NeedsRight>
  )
}

function Settings() {
  const { t } = useLingui()
  const [query] = useQuery()
  const { roles, rights } = useMyPlace()
  const labels: Record<View, string> = {
    operators: t`Operators`,
    profile: t`Our details`,
    days: t`Business days`,
    differences: t`Small differences`,
    accounts: t`Bank accounts`,
    terms: t`Advertised terms`,
  }
  // What one may not see is not a place; until it is known who is there, all are.
  const views = VIEWS.filter((view) => {
    const right = needs[view]
    return !right || roles.length === 0 || rights.includes(right)
  })
  const [first] = views
  const view = views.find((one) => one === query.get('show')) ?? first
  return (
    <Page title={t`Settings`}>
      <Stack gap="5">
        <HStack as="nav" aria-label={t`What is set`} gap="2" wrap="wrap">
          {views.map((one) => (
            <LinkButton key={one} to={one === first ? paths.settings : `${paths.settings}?show=${one}`} size="sm" variant={view === one ? 'solid' : 'outline'} aria-current={view === one ? 'page' : undefined}>
              {labels[one]}
            </LinkButton>
          ))}
        </HStack>
        {view === 'operators' ? <Operators /> : view === 'terms' ? <Advertised /> : <House view={view} />}
      </Stack>
    </Page>
  )
}

function House({ view }: { view: View | undefined }) {
  const { t } = useLingui()
  const { data: settings, error, refetch, isFetching } = useHouseSettings()
  return (
    <Answer isThere={settings !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading settings`}>
      {settings ? (
        <>
          <LooksOnly right="manage_house" />
          {view === 'profile' ? <Profile settings={settings} /> : null}
          {view === 'days' ? <BusinessDays settings={settings} /> : null}
          {view === 'differences' ? <SmallDifferences settings={settings} /> : null}
          {view === 'accounts' ? <Accounts settings={settings} /> : null}
        </>
      ) : null}
    </Answer>
  )
}
