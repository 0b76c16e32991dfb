import { Stack, Text } from '@chakra-ui/react'
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
    <Stack as="ol" gap="1" listStyleType="none" aria-label={t`History`}>
      {history.map(({ at, to, note }) => (
        <Text as="li" key={at} color="fg.muted" fontSize="sm">
          {formatInstant(at)}: {text(statusOf(to).label)}
          {note ? `. ${note}` : null}
        </Text>
      ))}
    </Stack>
  )
}
