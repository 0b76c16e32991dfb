import { HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { components } from '@/api/schema'
import { byCode } from '@/lib/codes'
import { formatPercent } from '@/lib/money'
import { ProgressBar } from './progress-bar'

type Application = components['schemas']['OnboardingBody']
type Requirement = components['schemas']['RequirementBody']

/** How long one thing takes, roughly: a line is typed, a document has to be found. */
const SECONDS = byCode<Requirement['code'], number>({ missing: 20, inconsistent: 30, buyer_missing: 90, document_missing: 120, document_requested: 120 })
const SECONDS_OF_OTHERS = 60

/** Minutes until everything is there, rounded up. */
export function minutesLeft(missing: Requirement[]): number {
  return Math.ceil(missing.reduce((sum, { code }) => sum + (SECONDS.find(code) ?? SECONDS_OF_OTHERS), 0) / 60)
}

/** How far the form is and how long the rest takes. */
export function FormProgress({ application: { progress, missing } }: { application: Application }) {
  const { t } = useLingui()
  const share = progress.asked === 0 ? 1 : progress.met / progress.asked
  // Whole only when it is: the last step is not lost in rounding.
  const percent = Math.floor(share * 100)
  return (
    <Stack gap="2">
      <HStack justify="space-between" wrap="wrap" columnGap="4">
        <Text>
          <Trans>{formatPercent(percent / 100)} complete</Trans>
        </Text>
        <Text color="fg.muted" fontSize="sm">
          {missing.length === 0
            ? t`Ready to be submitted`
            : t`${plural(missing.length, { one: '# thing left', other: '# things left' })}, about ${plural(minutesLeft(missing), { one: '# minute', other: '# minutes' })}`}
        </Text>
      </HStack>
      <ProgressBar label={t`Progress of the form`} percent={percent} palette="secondary" />
    </Stack>
  )
}
