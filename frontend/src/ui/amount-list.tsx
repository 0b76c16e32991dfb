import { Box, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface AmountRow {
  id: string
  label: ReactNode
  /** How it comes about. */
  more?: string | null
  /** With its currency. */
  amount: string
  /** What the rows above add up to. */
  isSum?: boolean
}

interface AmountListProps {
  label: string
  rows: readonly AmountRow[]
  /** Of more parts than these the list scrolls, under this name; what they add up to stays in sight. */
  long?: { from: number; label: string }
}

/** Amounts under each other, each with what it is and how it comes about; sums stand under a rule. */
export function AmountList({ label, rows, long }: AmountListProps) {
  const parts = rows.filter(({ isSum }) => !isSum)
  return (
    <Box role="group" aria-label={label}>
      {long && parts.length > long.from ? (
        <>
          <Box maxH="min(14rem, 30dvh)" overflowY="auto" pe="3" tabIndex={0} role="region" aria-label={long.label}>
            <Rows rows={parts} />
          </Box>
          <Box pe="3">
            <Rows rows={rows.filter(({ isSum }) => isSum)} />
          </Box>
        </>
      ) : (
        <Rows rows={rows} />
      )}
    </Box>
  )
}

function Rows({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <Box as="dl">
      {rows.map(({ id, label: name, more, amount, isSum }) => (
        <Flex key={id} justify="space-between" align="baseline" gap="4" py="1.5" {...(isSum ? { borderTopWidth: '1px', borderColor: 'border' } : {})}>
          <Box as="dt" minW="0" color={isSum ? 'fg' : 'fg.muted'}>
            {name}
            {more ? (
              <Text as="span" display="block" textStyle="label" color="fg.muted" overflowWrap="anywhere">
                {more}
              </Text>
            ) : null}
          </Box>
          <Box as="dd" fontVariantNumeric="tabular-nums" whiteSpace="nowrap" textAlign="end">
            {amount}
          </Box>
        </Flex>
      ))}
    </Box>
  )
}

interface FigureProps {
  label: ReactNode
  /** With its currency. */
  amount: string
  more?: ReactNode
  /** The one figure that people look for. */
  isMain?: boolean
}

/** A large figure of more signs than this is set smaller: it never breaks. */
const LONG = 10

/** A figure and what it says. */
export function Figure({ label, amount, more, isMain = false }: FigureProps) {
  return (
    <Box minW="0">
      <Text as="div" textStyle="label" color="fg.muted">
        {label}
      </Text>
      <Text textStyle={isMain ? 'figure' : 'section'} fontVariantNumeric="tabular-nums" whiteSpace="nowrap" {...(isMain && amount.length > LONG ? { fontSize: { base: '1.5rem', md: '1.75rem' } } : {})}>
        {amount}
      </Text>
      {more ? (
        <Text as="div" textStyle="label" color="fg.muted">
          {more}
        </Text>
      ) : null}
    </Box>
  )
}
