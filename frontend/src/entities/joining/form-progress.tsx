import { HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Application } from '@/entities/application/api'
import { formatPercent } from '@/lib/numbers'
import { ProgressBar } from '@/ui/progress-bar'
import type { Left } from './left'

/** How far the form is and how much is left. */
export function FormProgress({ application: { progress }, left }: { application: Application; left: readonly Left[] }) {
  const { t } = useLingui()
  const { length } = left
  const asked = progress.met + length
  // Whole only when it is: the last thing left is not lost in rounding.
  const percent = asked === 0 ? 100 : Math.floor((progress.met / asked) * 100)
  return (
    <Stack gap="2">
      <HStack justify="space-between" wrap="wrap" columnGap="4">
        <Text>
          <Trans>{formatPercent(percent / 100)} complete</Trans>
        </Text>
        <Text color="fg.muted" textStyle="label">
          {length === 0 ? t`Nothing left` : plural(length, { one: '# item left', other: '# items left' })}
        </Text>
      </HStack>
      <ProgressBar label={t`Application progress`} percent={percent} size="xs" />
    </Stack>
  )
}
