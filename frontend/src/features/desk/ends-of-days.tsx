import { Button, HStack, List, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { useOperatorMay } from '@/entities/operator/api'
import { formatDay, formatInstant } from '@/lib/dates'
import { facilityPath } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { CheckIcon, ClockIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { useRetry, type Desk, type EndOfDay } from './api'
import { failures, steps } from './labels'

/** How the end of the last date went, and what failed of any. */
export function EndsOfDays({ days: { last, failed } }: { days: Desk['endsOfDays'] }) {
  return (
    <Stack gap="4">
      {failed.map((day) => (
        <Failed key={day.date} day={day} />
      ))}
      {last && last.state !== 'failed' ? <Last day={last} /> : null}
    </Stack>
  )
}

function Last({ day: { date, state, endedAt } }: { day: EndOfDay }) {
  const on = formatDay(date)
  const at = endedAt ? formatInstant(endedAt) : null
  return (
    <HStack gap="2" color="fg.muted" role="status">
      {state === 'done' ? <CheckIcon /> : <ClockIcon />}
      <Text>{state === 'done' && at ? <Trans>End of day {on}: done, {at}</Trans> : <Trans>End of day {on}: running</Trans>}</Text>
    </HStack>
  )
}

function Failed({ day: { date, steps: all } }: { day: EndOfDay }) {
  const { t } = useLingui()
  const may = useOperatorMay('manage_receivables')
  const retry = useRetry()
  const on = formatDay(date)
  return (
    <Notice status="error" title={t`End of day ${on}: not everything is done`}>
      <Stack gap="3" align="flex-start">
        <List.Root ps="5">
          {all
            .filter(({ state }) => state === 'failed')
            .map(({ step, failure: why }) => (
              <List.Item key={step}>
                {steps.labelOf(step)}: {why ? failures.labelOf(why.code) : null} <About of={why} />
              </List.Item>
            ))}
        </List.Root>
        <Failure {...failure(retry.error)} />
        {may ? (
          <Button
            size="sm"
            variant="outline"
            loading={retry.isPending}
            loadingText={t`Trying again`}
            onClick={() => {
              retry.mutate(date)
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        ) : null}
      </Stack>
    </Notice>
  )
}

/** What it is about: the facility can be opened. */
function About({ of }: { of: EndOfDay['steps'][number]['failure'] }) {
  if (!of?.about) return null
  const { about, code } = of
  if (code === 'exposure') return <TextLink to={facilityPath(about)}><Trans>View facility</Trans></TextLink>
  if (code === 'letters') return <Trans>Letters: {about}</Trans>
  return code === 'journal' ? <Trans>Entry: {about}</Trans> : <Trans>Account: {about}</Trans>
}
