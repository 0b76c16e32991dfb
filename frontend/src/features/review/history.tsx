import { Box, Stack, Text } from '@chakra-ui/react'
import { formatInstant } from '@/lib/dates'
import { reasons as reasonTexts } from '@/lib/labels'
import { statusTexts, toStatus } from '@/lib/onboarding-status'
import type { Case } from './api'

/** Every step so far, the newest first. */
export function History({ found }: { found: Case }) {
  const steps = found.onboarding.history.toReversed()
  if (steps.length === 0) return <Text color="fg.muted">Nothing happened yet.</Text>
  return (
    <Stack as="ol" listStyleType="none" gap="4">
      {steps.map(({ at, to, by, reasons, note }) => (
        <Box as="li" key={at} overflowWrap="anywhere">
          <Text>{statusTexts[toStatus(to)].title}</Text>
          <Text fontSize="sm" color="fg.muted">
            {formatInstant(at)} by the {by}
          </Text>
          {reasons.map((reason) => (
            <Text key={reason}>{reasonTexts[reason]}</Text>
          ))}
          {note ? <Text whiteSpace="pre-line">“{note}”</Text> : null}
        </Box>
      ))}
    </Stack>
  )
}
