import { Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { NeedsRight } from '@/entities/operator/needs-right'
import { formatDay } from '@/lib/dates'
import { Answer } from '@/ui/answer'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page'
import { useDesk } from './api'
import { Ageing, Expected } from './charts'
import { EndsOfDays } from './ends-of-days'
import { Limits, ToDo } from './figures'
import { NewSellers } from './new-sellers'
import { Untold } from './untold'

/** What the house begins its day with. */
export default function DeskPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t({ message: 'Desk', context: 'office' })} right="read_receivables">
      <Today />
    </NeedsRight>
  )
}

function Today() {
  const { t } = useLingui()
  const { data: desk, error, refetch, isFetching } = useDesk()
  const day = desk ? formatDay(desk.date) : null
  return (
    <Page title={t({ message: 'Desk', context: 'office' })} width="8xl" lead={day ? <Trans>What there is to do, and where money stands on {day}.</Trans> : null}>
      <Answer isThere={desk !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the desk`}>
        {desk ? (
          <Stack gap={{ base: '6', md: '8' }}>
            {desk.fourEyes ? null : <Alone />}
            <EndsOfDays days={desk.endsOfDays} />
            <Untold />
            <ToDo desk={desk} />
            <NewSellers />
            <Limits desk={desk} />
            <Expected weeks={desk.weeks} ageing={desk.ageing} />
            <Ageing desk={desk} />
          </Stack>
        ) : null}
      </Answer>
    </Page>
  )
}

/** That no second person is asked. */
function Alone() {
  const { t } = useLingui()
  return (
    <Notice status="warning" title={t`One person decides alone`}>
      <Trans>A second person isn’t asked to approve payouts, accounts and roles: four eyes are switched off for this instance.</Trans>
    </Notice>
  )
}
