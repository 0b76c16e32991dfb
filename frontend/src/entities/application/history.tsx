import { Box, Stack, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import type { Application } from './api'
import { statusOf } from './status'

/** What became of the application so far, with what was said about it. */
export function History({ application: { history } }: { application: Application }) {
  const { t } = useLingui()
  if (history.length === 0) return null
  return (
    <Stack as="ol" gap="3" listStyleType="none" aria-label={t`History`}>
      {history.map(({ at, to, note }) => (
        <Box as="li" key={at}>
          <Text overflowWrap="anywhere">
            {text(statusOf(to).label)}
            {note ? `. ${note}` : null}
          </Text>
          <Text color="fg.muted" textStyle="label">
            {formatInstant(at)}
          </Text>
        </Box>
      ))}
    </Stack>
  )
}
