import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Fold } from './fold'

export interface Bar {
  id: string
  /** Under the bar: short. */
  label: string
  /** How high it is; never below nothing. */
  value: number
  /** What stands in its row of the table; the first cell says what it is. */
  cells: readonly ReactNode[]
  /** Drawn as something to worry about: its label has to say so too. */
  isAlarming?: boolean
}

interface BarsProps {
  /** What is drawn. */
  label: string
  /** What the highest bar comes to, with its currency. */
  most: string
  /** Of the table. */
  heads: readonly string[]
  bars: readonly Bar[]
  /** Whether the labels are days in their order: of those, each second can be left out where there is no room. */
  isByDay?: boolean
}

/** Of the drawing, in its own units: it is as wide as there is room, each bar above its label. */
const [HEIGHT, SLOT, WIDTH] = [100, 10, 6]
/** The labels of more bars than these do not stand beside each other on a phone. */
const MANY = 5
/** What is not nothing is to be seen. */
const LEAST = 1.5

/** Bars to see at a glance; whoever wants the figures, or reads by program, has the table behind them. */
export function Bars({ label, most, heads, bars, isByDay = false }: BarsProps) {
  const isLeftOut = (place: number) => isByDay && bars.length > MANY && (bars.length - 1 - place) % 2 === 1
  const highest = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <Box as="figure" aria-label={label} minW="0">
      <Box aria-hidden="true" maxW="3xl">
        <Flex align="flex-end" gap="2" textStyle="label" color="fg.muted" fontVariantNumeric="tabular-nums">
          {most}
          <Box flex="1" borderTopWidth="1px" borderStyle="dashed" />
        </Flex>
        <chakra.svg viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT}`} preserveAspectRatio="none" w="full" h="32" display="block" borderBottomWidth="1px" focusable="false">
          {bars.map(({ id, value, isAlarming }, place) => {
            const height = value > 0 ? Math.max(LEAST, (value / highest) * HEIGHT) : 0
            return <chakra.rect key={id} x={place * SLOT + (SLOT - WIDTH) / 2} y={HEIGHT - height} width={WIDTH} height={height} fill={isAlarming ? 'red.solid' : 'primary.solid'} />
          })}
        </chakra.svg>
        <Grid templateColumns={`repeat(${bars.length}, minmax(0, 1fr))`} mt="1">
          {bars.map(({ id, label: name }, place) => (
            // A day is not broken within its month; the table has all of them.
            <Text key={id} as="span" textStyle="label" color="fg.muted" textAlign="center" {...(isByDay ? { whiteSpace: 'nowrap', display: 'flex', justifyContent: 'center' } : { px: '0.5' })} {...(isLeftOut(place) ? { visibility: { base: 'hidden', sm: 'visible' } } : {})}>
              {name}
            </Text>
          ))}
        </Grid>
      </Box>
      <Box mt="2">
        <Fold title={<Trans>Show as a table</Trans>}>
          <Box overflowX="auto" tabIndex={0} role="region" aria-label={label}>
            <chakra.table
              w="full"
              maxW="3xl"
              aria-label={label}
              textStyle="label"
              fontVariantNumeric="tabular-nums"
              css={{ '& th, & td': { py: '1.5', pe: '4', textAlign: 'end', whiteSpace: 'nowrap' }, '& th:first-of-type, & td:first-of-type': { textAlign: 'start', whiteSpace: 'normal' }, '& th:last-of-type, & td:last-of-type': { pe: '0' } }}
            >
              <thead>
                <chakra.tr color="fg.muted">
                  {heads.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </chakra.tr>
              </thead>
              <tbody>
                {bars.map(({ id, cells }) => (
                  <tr key={id}>
                    {heads.map((head, place) => (
                      <td key={head}>{cells[place]}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </chakra.table>
          </Box>
        </Fold>
      </Box>
    </Box>
  )
}
