import { Box, SimpleGrid, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Copyable } from '@/ui/copyable'
import type { Answer } from './answers'

/** Where links to an answer lead. */
export const answerId = (field: string) => `answer-${field}`

/** Answers under their labels. */
export function AnswerList({ answers }: { answers: Answer[] }) {
  if (answers.length === 0) return <Text color="fg.muted"><Trans>Nothing entered.</Trans></Text>
  return (
    <SimpleGrid as="dl" gridTemplateColumns="repeat(auto-fill, minmax(min(13rem, 100%), 1fr))" gapX="6" gapY="3">
      {answers.map(({ field, label, value, copied }) => (
        <Box key={label} {...(copied ? { gridColumn: '1 / -1' } : {})} id={answerId(field)} tabIndex={-1} minW="0" scrollMarginY="16" borderRadius="l1" _focus={{ bg: 'bg.muted', outlineWidth: '2px', outlineStyle: 'solid', outlineOffset: '4px' }}>
          <Text as="dt" color="fg.muted" fontSize="sm">
            {label}
          </Text>
          <Text as="dd" overflowWrap="anywhere">
            {copied ? <Copyable label={label} text={value} copied={copied} /> : value}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  )
}
