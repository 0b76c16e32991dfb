import { Box, chakra, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { plural, t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { Schemas } from '@/api/client'
import { discountWord } from '@/lib/discount'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Figure } from '@/ui/amount-list'
import { Fold } from '@/ui/fold'
import type { CurvePoint, Offer } from './price'

const DAY_MS = 86_400_000
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** How far a day is from the due date. */
function fromDue(day: string, dueOn: string): string {
  const days = dayNumber(day) - dayNumber(dueOn)
  if (days === 0) return say`on the due date`
  return days < 0 ? plural(-days, { one: '# day early', other: '# days early' }) : plural(days, { one: '# day late', other: '# days late' })
}

/** Of the drawing, in its own units. */
const [WIDTH, HEIGHT, EDGE] = [400, 120, 12]

interface CurveProps {
  offer: Pick<Offer, 'curve' | 'dueOn' | 'currency'>
  kind: Schemas['FacilityKind']
  /** How whoever reads it speaks of buyer and seller. */
  words: { when: string; release: string; owed: string }
}

/** What an offer costs by the day on which the buyer pays: the points the server reckoned, nothing in between. */
export function Curve({ offer: { curve, dueOn, currency }, kind, words }: CurveProps) {
  const { t } = useLingui()
  const id = useId()
  const due = curve.findIndex(({ paidOn }) => paidOn === dueOn)
  const [chosen, setChosen] = useState(Math.max(0, due))
  const point = curve[Math.min(chosen, curve.length - 1)]
  if (!point) return null
  const money = (minor: number) => formatMoney(minor, currency)
  const day = formatDay(point.paidOn)
  const when = fromDue(point.paidOn, dueOn)
  return (
    <Stack gap="4">
      <Box>
        <Flex justify="space-between" gap="4" wrap="wrap">
          <chakra.label htmlFor={id} textStyle="label" color="fg.muted">
            {words.when}
          </chakra.label>
          <Text as="span" aria-hidden>
            {day} · {when}
          </Text>
        </Flex>
        <Drawing curve={curve} chosen={chosen} />
        <chakra.input
          id={id}
          type="range"
          min={0}
          max={curve.length - 1}
          step={1}
          value={chosen}
          aria-valuetext={`${day}, ${when}`}
          onChange={(event) => {
            setChosen(Number(event.target.value))
          }}
          w="full"
          h="11"
          css={{ accentColor: 'var(--chakra-colors-primary-solid)' }}
        />
      </Box>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" role="status">
        <Figure label={t({ message: 'Cost', context: 'price' })} amount={money(point.cost)} more={point.late > 0 ? <Late amount={money(point.late)} /> : null} />
        <Figure label={point.release < 0 ? words.owed : words.release} amount={money(Math.abs(point.release))} />
      </SimpleGrid>
      <Fold title={<Trans>Show as a table</Trans>}>
        <Box overflowX="auto" tabIndex={0} role="region" aria-label={t`What it costs by paying day`}>
          <chakra.table w="full" textStyle="label" fontVariantNumeric="tabular-nums" css={{ '& th, & td': { py: '1.5', pe: '4', textAlign: 'end', whiteSpace: 'nowrap' }, '& th:first-of-type, & td:first-of-type': { textAlign: 'start' } }}>
            <thead>
              <chakra.tr color="fg.muted">
                <th scope="col"><Trans>Paid on</Trans></th>
                <th scope="col">{discountWord(kind)}</th>
                <th scope="col"><Trans>Late charge</Trans></th>
                <th scope="col"><Trans context="price">Cost</Trans></th>
                <th scope="col"><Trans context="price">Release</Trans></th>
              </chakra.tr>
            </thead>
            <tbody>
              {curve.map((row) => (
                <tr key={`${row.paidOn} ${row.cost}`}>
                  <td>{formatDay(row.paidOn)}</td>
                  <td>{money(row.discount)}</td>
                  <td>{money(row.late)}</td>
                  <td>{money(row.cost)}</td>
                  <td>{money(row.release)}</td>
                </tr>
              ))}
            </tbody>
          </chakra.table>
        </Box>
      </Fold>
    </Stack>
  )
}

function Late({ amount }: { amount: string }) {
  return <Trans>{amount} of it as a late charge</Trans>
}

/** The points on their days, as high as they cost; the figures stand beside it and in the table. */
function Drawing({ curve, chosen }: { curve: readonly CurvePoint[]; chosen: number }) {
  const days = curve.map(({ paidOn }) => dayNumber(paidOn))
  const costs = curve.map(({ cost }) => cost)
  const [first, last, most] = [Math.min(...days), Math.max(...days), Math.max(...costs, 1)]
  const points = curve.map((_, place) => ({
    x: EDGE + (((days[place] ?? first) - first) / Math.max(1, last - first)) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - ((costs[place] ?? 0) / most) * (HEIGHT - 2 * EDGE),
  }))
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return (
    <chakra.svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} w="full" maxH="10rem" aria-hidden="true" focusable="false" color="primary.solid" mt="2">
      <chakra.line x1={EDGE} x2={WIDTH - EDGE} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} stroke="border" strokeWidth="1" />
      <polyline points={line} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      {points.map(({ x, y }, place) => (
        <circle key={`${x} ${place}`} cx={x} cy={y} r={place === chosen ? 7 : 3.5} fill="currentColor" />
      ))}
    </chakra.svg>
  )
}
