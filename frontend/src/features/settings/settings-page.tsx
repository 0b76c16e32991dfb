import { HStack, Skeleton, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useMyPlace } from '@/entities/operator/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import type { OperatorRight } from '@/entities/operator/roles'
import { useQuery } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Extra } from '@/ui/extra'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page'
import { Advertised } from './advertised'
import { Operators } from './operators'

// With its forms: who looks at the operators does without them.
const house = async () => ({ default: (await import('./house')).House })

const VIEWS = ['operators', 'profile', 'days', 'differences', 'reminders', 'accounts', 'terms'] as const
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
    reminders: t`Payment reminders`,
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
        {view === 'operators' ? (
          <Operators />
        ) : view === 'terms' ? (
          <Advertised />
        ) : view ? (
          <Extra load={house} props={{ view }} meanwhile={<Skeleton h="32" data-loading role="status" aria-label={t`Loading settings`} />} instead={<Notice status="error">{t`We couldn’t load this form. We’ll keep trying.`}</Notice>} />
        ) : null}
      </Stack>
    </Page>
  )
}
