import { Box, Stack, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { documentKinds } from '@/entities/document/kinds'
import type { Case, Changed } from './api'
import { fieldLabel, valueLabel } from './labels'

/** What the applicant changed since the version before: field by field, document by document, buyer by buyer. */
export function Changes({ found, since }: { found: Case; since: NonNullable<Case['since']> }) {
  const documents = found.onboarding.documents.filter(({ id }) => since.documents.includes(id))
  const buyers = found.buyers.filter(({ id }) => since.buyers.includes(id))
  if (since.answers.length + documents.length + buyers.length === 0) return <Text color="fg.muted"><Trans>No changes: the application was submitted as it was.</Trans></Text>
  return (
    <Stack as="ul" listStyleType="none" gap="3">
      {since.answers.map((changed) => (
        <li key={changed.field}>
          <ChangedValue changed={changed} />
        </li>
      ))}
      {documents.map(({ id, kind, name }) => (
        <Text as="li" key={id} overflowWrap="anywhere">
          <Trans>New document: {documentKinds.labelOf(kind)}, {name}</Trans>
        </Text>
      ))}
      {buyers.map(({ id, legalName }) => (
        <Text as="li" key={id} overflowWrap="anywhere">
          <Trans>New buyer: {legalName}</Trans>
        </Text>
      ))}
    </Stack>
  )
}

/** One value, before and after, told apart by words and not by colour alone. */
export function ChangedValue({ changed: { field, before, after } }: { changed: Changed }) {
  return (
    <Box overflowWrap="anywhere">
      <Text fontSize="sm" color="fg.muted">
        {fieldLabel(field)}
      </Text>
      {before ? (
        <Text>
          <Trans>
            <Muted>was</Muted> <del>{valueLabel(field, before)}</del>
          </Trans>
        </Text>
      ) : null}
      {after ? (
        <Text>
          {before ? (
            <Trans>
              <Muted>is</Muted> {valueLabel(field, after)}
            </Trans>
          ) : (
            valueLabel(field, after)
          )}
        </Text>
      ) : null}
    </Box>
  )
}

function Muted({ children }: { children?: React.ReactNode }) {
  return (
    <Text as="span" color="fg.muted">
      {children}
    </Text>
  )
}
