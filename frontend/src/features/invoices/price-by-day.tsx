import { Box, chakra } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { usePricesByDay } from '@/entities/receivable/prices'
import { formatDay, formatShortDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Bars } from '@/ui/chart'
import { Failure } from '@/ui/failure'
import { Fold } from '@/ui/fold'
import { Section } from '@/ui/page'

/** More bars than these are too many to tell apart. */
const MOST_BARS = 10

/** Every so many of them, the last one among them. */
function sample<T>(all: readonly T[], most: number): T[] {
  const step = Math.ceil(all.length / most)
  return all.filter((_, place) => place % step === 0 || place === all.length - 1)
}

/** What being paid early costs by the day one is paid: the longer one waits, the less. */
export function PriceByDay({ id, currency }: { id: string; currency: string }) {
  const { t } = useLingui()
  const { data, error } = usePricesByDay(id)
  if (error && !data) return <Failure {...failure(error)} />
  if (!data || data.length < 2) return null
  const money = (minor: number) => formatMoney(minor, currency)
  const heads = [t`Get paid on`, t({ message: 'Cost', context: 'price' }), t`You receive`]
  return (
    <Section title={<Trans>Price by day</Trans>} lead={<Trans>The later you accept, the less it costs. The price can still change until then.</Trans>}>
      <Bars
        label={t`Cost by the day you’re paid`}
        most={money(Math.max(...data.map(({ cost }) => cost)))}
        heads={heads}
        isByDay
        bars={sample(data, MOST_BARS).map(({ payoutOn, cost, payout }) => ({ id: payoutOn, label: formatShortDay(payoutOn), value: Math.max(0, cost), cells: [formatDay(payoutOn), money(cost), money(payout)] }))}
      />
      {data.length > MOST_BARS ? (
        <Fold title={<Trans>Show every business day</Trans>}>
          <Box overflowX="auto" tabIndex={0} role="region" aria-label={t`Price by day`}>
            <chakra.table w="full" maxW="3xl" textStyle="label" fontVariantNumeric="tabular-nums" css={{ '& th, & td': { py: '1.5', pe: '4', textAlign: 'end' }, '& th:first-of-type, & td:first-of-type': { textAlign: 'start' } }}>
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
                {data.map(({ payoutOn, cost, payout }) => (
                  <tr key={payoutOn}>
                    <td>{formatDay(payoutOn)}</td>
                    <td>{money(cost)}</td>
                    <td>{money(payout)}</td>
                  </tr>
                ))}
              </tbody>
            </chakra.table>
          </Box>
        </Fold>
      ) : null}
    </Section>
  )
}
