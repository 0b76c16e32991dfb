import { HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { components } from '@/api/schema'
import { formatPercent } from '@/lib/money'
import { ProgressBar } from '@/ui/progress-bar'

type Application = components['schemas']['OnboardingBody']

/** How far the form is and how much is left. */
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
            ? t`Nothing left`
            : plural(missing.length, { one: '# item left', other: '# items left' })}
        </Text>
      </HStack>
      <ProgressBar label={t`Application progress`} percent={percent} palette="secondary" />
    </Stack>
  )
}
