import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Explained } from '@/ui/explain'
import type { TermsGroup } from './terms'

interface TermsListProps {
  groups: readonly TermsGroup[]
  /** Those that rule, where these are to replace them: what differs is said. */
  before?: readonly TermsGroup[] | null
}

/** Terms, all of them: what is left out could not be agreed to. */
export function TermsList({ groups, before }: TermsListProps) {
  const were = new Map(before?.flatMap(({ rows }) => rows.map(({ id, value }) => [id, value])))
  return (
    <Stack gap="6">
      {groups.map(({ id, title, rows }) => (
        <Box key={id}>
          <Heading as="h3" textStyle="part" mb="1">
            {title}
          </Heading>
          <Box as="dl">
            {rows.map((row) => (
              <Flex key={row.id} justify="space-between" gap="4" py="1.5" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }} wrap="wrap">
                <Box as="dt" minW="0" flex="1 1 12rem" color="fg.muted">
                  {row.term ? (
                    <Explained term={row.term}>
                      <Text as="span">{row.label}</Text>
                    </Explained>
                  ) : (
                    row.label
                  )}
                </Box>
                <Box as="dd" ms="auto" fontVariantNumeric="tabular-nums" textAlign="end" minW="0" overflowWrap="anywhere">
                  {row.value}
                  <Was value={were.get(row.id)} now={row.value} />
                </Box>
              </Flex>
            ))}
          </Box>
        </Box>
      ))}
    </Stack>
  )
}

function Was({ value, now }: { value: string | undefined; now: string }) {
  if (value === undefined || value === now) return null
  return (
    <Text textStyle="label" color="fg.muted">
      <Trans>until now {value}</Trans>
    </Text>
  )
}
