import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { formatMoney } from '@/lib/money'
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
