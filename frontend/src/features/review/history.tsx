import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { reasons as reasonTexts } from '@/entities/application/reasons'
import { statusOf } from '@/entities/application/status'
import type { Case } from './api'

/** What is shown until somebody wants to see it all. */
const SHORT = 3

/** The last steps, the newest first; the others behind them. */
export function History({ found }: { found: Case }) {
  const { t } = useLingui()
  const [isWhole, setIsWhole] = useState(false)
  const all = found.onboarding.history.toReversed()
  const steps = isWhole ? all : all.slice(0, SHORT)
  if (steps.length === 0) return <Text color="fg.muted"><Trans>No activity yet.</Trans></Text>
  return (
    <Stack gap="3">
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
      {isWhole || all.length <= SHORT ? null : (
        <Button
          size="sm"
          variant="outline"
          alignSelf="flex-start"
          onClick={() => {
            setIsWhole(true)
          }}
        >
          <Trans>Show all {all.length} steps</Trans>
        </Button>
      )}
    </Stack>
  )
}
