import { useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { LooksOnly } from '@/entities/operator/looks-only'
import { Answer } from '@/ui/answer'
import { Accounts } from './accounts'
import { useHouseSettings } from './api'
import { BusinessDays } from './business-days'
import { Profile } from './profile'
import { Reminders } from './reminders'
import { SmallDifferences } from './small-differences'

/** A part of what is set for the house. */
export function House({ view }: { view: string }) {
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
          {view === 'reminders' ? <Reminders settings={settings} /> : null}
          {view === 'accounts' ? <Accounts settings={settings} /> : null}
        </>
      ) : null}
    </Answer>
  )
}
