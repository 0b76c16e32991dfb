import { Box, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { reasons as reasonTexts } from '@/entities/application/reasons'
import { statusOf } from '@/entities/application/status'
import type { Case } from './api'

/** Every step so far, the newest first. */
export function History({ found }: { found: Case }) {
  const { t } = useLingui()
  const steps = found.onboarding.history.toReversed()
  if (steps.length === 0) return <Text color="fg.muted"><Trans>No activity yet.</Trans></Text>
  return (
    <Stack as="ol" listStyleType="none" gap="4">
      {steps.map(({ at, to, by, reasons, note }) => (
        <Box as="li" key={at} overflowWrap="anywhere">
          <Text>{text(statusOf(to).label)}</Text>
          <Text fontSize="sm" color="fg.muted">
            {by === 'operator' ? t`${formatInstant(at)} by the review team` : by === 'applicant' ? t`${formatInstant(at)} by the applicant` : formatInstant(at)}
          </Text>
          {reasons.map((reason) => (
            <Text key={reason}>{reasonTexts.labelOf(reason)}</Text>
          ))}
          {note ? <Text whiteSpace="pre-line"><Trans>“{note}”</Trans></Text> : null}
        </Box>
      ))}
    </Stack>
  )
}
