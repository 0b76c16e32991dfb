import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { glossary } from '@/lib/glossary'
import { formatting, text } from '@/lib/i18n'
import { Page, Panel } from '@/ui/page'

/** Every word of the trade, in the order of the alphabet. */
export default function Glossary() {
  const { t } = useLingui()
  const entries = Object.entries(glossary)
    .map(([id, { term, meaning }]) => ({ id, term: text(term), meaning: text(meaning) }))
    .sort((one, other) => one.term.localeCompare(other.term, formatting()))
  return (
    <Page title={t`Glossary`} lead={t`The terms of invoice finance as we use them. The question mark beside a field shows the same.`}>
      <Panel>
        <Stack as="dl" gap="5">
          {entries.map(({ id, term, meaning }) => (
            <Box key={id} id={id}>
              <Heading as="dt" size="md">
                {term}
              </Heading>
              <Text as="dd" color="fg.muted" maxW="prose">
                {meaning}
              </Text>
            </Box>
          ))}
        </Stack>
      </Panel>
    </Page>
  )
}
