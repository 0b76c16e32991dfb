import { Box, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { Answer } from './answers'

/** Answers under their labels. */
export function AnswerList({ answers }: { answers: Answer[] }) {
  if (answers.length === 0) return <Text color="fg.muted"><Trans>Nothing entered.</Trans></Text>
  return (
    <SimpleGrid as="dl" columns={{ base: 1, sm: 2 }} gapX="6" gapY="3">
      {answers.map(({ label, value }) => (
        <Box key={label} minW="0">
          <Text as="dt" color="fg.muted" fontSize="sm">
            {label}
          </Text>
          <Text as="dd" overflowWrap="anywhere">
            {value}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  )
}
