import { Box, Heading, Skeleton, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { formatMoney } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'
import { Figure } from '@/ui/amount-list'
import { TextLink } from '@/ui/text-link'

interface Told {
  currency: string
  amount: number
  more?: string
}

interface TileProps {
  title: ReactNode
  /** The rows behind the figures. */
  to: string
  figures: readonly Told[]
  /** Where there is nothing. */
  none: ReactNode
}

/** A figure of each currency, and the way to the rows it is the sum of. */
export function Tile({ title, to, figures, none }: TileProps) {
  return (
    <Box as="li" bg="bg.panel" borderWidth="1px" borderRadius="l3" p="4" minW="0">
      <Heading as="h3" textStyle="part" mb="2">
        <TextLink to={to}>{title}</TextLink>
      </Heading>
      <Stack gap="2">
        {figures.map(({ currency, amount, more }) => (
          <Figure key={currency} label={currency} amount={formatMoney(amount, currency)} more={more} />
        ))}
        {figures.length === 0 ? <Text color="fg.muted">{none}</Text> : null}
      </Stack>
    </Box>
  )
}

interface CountTileProps {
  title: ReactNode
  /** The rows that are counted. */
  to: string
  label: string
  /** None until it is known. */
  count: number | undefined
  /** The most that is counted, where not all are. */
  most?: number
  none: ReactNode
}

/** How many wait, and the way to their list. */
export function CountTile({ title, to, label, count, most = Infinity, none }: CountTileProps) {
  return (
    <Box as="li" bg="bg.panel" borderWidth="1px" borderRadius="l3" p="4" minW="0">
      <Heading as="h3" textStyle="part" mb="2">
        <TextLink to={to}>{title}</TextLink>
      </Heading>
      {count === undefined ? <Skeleton h="6" w="20" data-loading /> : count > 0 ? <Figure label={label} amount={count < most ? formatNumber(count) : `${formatNumber(most)}+`} /> : <Text color="fg.muted">{none}</Text>}
    </Box>
  )
}
