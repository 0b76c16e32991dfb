import { Box, Stack, Text } from '@chakra-ui/react'
import { documentKinds } from '@/lib/labels'
import type { Case, Changed } from './api'
import { fieldLabel, valueLabel } from './labels'

/** What the applicant changed since the version before: field by field, document by document, buyer by buyer. */
export function Changes({ found, since }: { found: Case; since: NonNullable<Case['since']> }) {
  const documents = found.onboarding.documents.filter(({ id }) => since.documents.includes(id))
  const buyers = found.buyers.filter(({ id }) => since.buyers.includes(id))
  if (since.answers.length + documents.length + buyers.length === 0) return <Text color="fg.muted">Nothing: the applicant submitted it as it was.</Text>
  return (
    <Stack as="ul" listStyleType="none" gap="3">
      {since.answers.map((changed) => (
        <li key={changed.field}>
          <ChangedValue changed={changed} />
        </li>
      ))}
      {documents.map(({ id, kind, name }) => (
        <Text as="li" key={id} overflowWrap="anywhere">
          New document: {documentKinds[kind].title}, {name}
        </Text>
      ))}
      {buyers.map(({ id, legalName }) => (
        <Text as="li" key={id} overflowWrap="anywhere">
          New buyer: {legalName}
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
          <Text as="span" color="fg.muted">
            was{' '}
          </Text>
          <del>{valueLabel(field, before)}</del>
        </Text>
      ) : null}
      {after ? (
        <Text>
          {before ? (
            <Text as="span" color="fg.muted">
              is{' '}
            </Text>
          ) : null}
          {valueLabel(field, after)}
        </Text>
      ) : null}
    </Box>
  )
}
