import { SimpleGrid } from '@chakra-ui/react'
import { plural, t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { committedAddress, dueAddress } from '@/entities/receivable/house'
import { addDays, formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Section } from '@/ui/page'
import type { Desk } from './api'
import { Differing } from './differing'
import { CountTile, Tile } from './tile'
import { Waiting } from './waiting'

/** The server counts no further. */
const MOST_COUNTED = 50

const invoices = (count: number) => plural(count, { one: '# invoice', other: '# invoices' })

/** Of what lies in suspense: what is to be matched, and what came before its invoice was paid out. */
function suspenseText({ currency, receipts, unexplained, early }: NonNullable<Desk['payments']>['suspense'][number]): string {
  const [open, before] = [formatMoney(unexplained, currency), formatMoney(early, currency)]
  const waiting = plural(receipts, { one: '# receipt', other: '# receipts' })
  if (!early) return waiting
  return receipts > 0 ? say`${open} in ${waiting} to match, ${before} received before payout` : say`${before} received before payout`
}

/** How many can be released; those that something holds up come on top of them: together they are the rows of the list. */
function payoutsText({ currency, ready, proposed, stopped }: NonNullable<Desk['payments']>['payouts'][number]): string {
  const [waiting, held] = [formatMoney(proposed.amount, currency), formatMoney(stopped.amount, currency)]
  const [waits, stops] = [proposed.count, stopped.count]
  if (waits === 0 && stops === 0) return plural(ready.count, { one: '# payout', other: '# payouts' })
  return [
    plural(ready.count, { one: '# payout can be released', other: '# payouts can be released' }),
    ...(waits > 0 ? [plural(waits, { one: `# more (${waiting}) waits for a second person`, other: `# more (${waiting}) wait for a second person` })] : []),
    ...(stops > 0 ? [plural(stops, { one: `# more (${held}) is stopped`, other: `# more (${held}) are stopped` })] : []),
  ].join(' · ')
}

/** What is accepted and not paid out; those past their due date are not among what is overdue. */
function committedText({ currency, count, overdue }: Desk['commitments'][number]): string {
  const late = formatMoney(overdue.amount, currency)
  return [
    plural(count, { one: '# invoice accepted and not funded yet', other: '# invoices accepted and not funded yet' }),
    ...(overdue.count > 0 ? [plural(overdue.count, { one: `# of them (${late}) past its due date`, other: `# of them (${late}) past their due date` })] : []),
  ].join(' · ')
}

/** What waits for somebody of the house. */
export function ToDo({ desk: { date, toCheck, weeks, overdue, payments, waiting } }: { desk: Desk }) {
  const { t } = useLingui()
  const [week] = weeks
  const told = ({ currency, count, amount, oldestDueOn }: Desk['overdue'][number]) => {
    const oldest = formatDay(oldestDueOn)
    return { currency, amount, more: plural(count, { one: `# invoice bought, due on ${oldest}`, other: `# invoices bought, the oldest due on ${oldest}` }) }
  }
  return (
    <Section title={<Trans>To do</Trans>}>
      <SimpleGrid as="ul" listStyleType="none" aria-label={t`To do`} columns={{ base: 1, sm: 2, xl: 3 }} gap="4">
        <Waiting toCheck={toCheck} />
        {payments ? (
          <>
            <Tile
              title={<Trans>Payouts to release</Trans>}
              to={paths.paymentsDesk}
              figures={payments.payouts.map((due) => ({ currency: due.currency, amount: due.ready.amount, more: payoutsText(due) }))}
              none={<Trans>No payouts are due</Trans>}
            />
            <Tile
              title={<Trans>In suspense</Trans>}
              to={`${paths.paymentsDesk}?show=unexplained`}
              figures={payments.suspense.map((lies) => ({ currency: lies.currency, amount: lies.amount, more: suspenseText(lies) }))}
              none={<Trans>Everything is allocated</Trans>}
            />
          </>
        ) : null}
        <Tile title={<Trans>Overdue</Trans>} to={dueAddress({ to: addDays(date, -1) })} figures={overdue.map(told)} none={<Trans>Nothing is overdue.</Trans>} />
        {payments ? <Differing /> : null}
        {week ? (
          <Tile
            title={<Trans>Due this week</Trans>}
            to={dueAddress(week)}
            figures={week.due.map(({ currency, amount, count }) => ({ currency, amount, more: invoices(count) }))}
            none={<Trans>Nothing is due this week.</Trans>}
          />
        ) : null}
        <CountTile title={<Trans>Approvals</Trans>} to={paths.approvals} label={t`Wait for you`} count={waiting} most={MOST_COUNTED} none={<Trans>Nothing waits for you.</Trans>} />
      </SimpleGrid>
    </Section>
  )
}

/** What of the limits of facilities is in use, and what is still free. */
export function Limits({ desk: { limits, commitments } }: { desk: Desk }) {
  const { t } = useLingui()
  return (
    <Section title={<Trans>Facility limits</Trans>}>
      <SimpleGrid as="ul" listStyleType="none" aria-label={t`Facility limits`} columns={{ base: 1, sm: 2, xl: 3 }} gap="4">
        <Tile
          title={<Trans>Funds in use</Trans>}
          to={paths.facilities}
          figures={limits.map(({ currency, inUse }) => ({ currency, amount: inUse, more: t`funded and outstanding, accepted, and owed by sellers` }))}
          none={<Trans>No facilities yet</Trans>}
        />
        <Tile
          title={<Trans context="limits">Accepted</Trans>}
          to={committedAddress}
          figures={commitments.map((of) => ({ currency: of.currency, amount: of.amount, more: committedText(of) }))}
          none={<Trans>Nothing waits for its payout.</Trans>}
        />
        <Tile
          title={<Trans>Headroom</Trans>}
          to={`${paths.facilities}?status=active`}
          figures={limits.map(({ currency, headroom }) => ({ currency, amount: headroom, more: t`free under active facilities` }))}
          none={<Trans>No facilities yet</Trans>}
        />
      </SimpleGrid>
    </Section>
  )
}
