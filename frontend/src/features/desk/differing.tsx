import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useStatements, type BankStatement } from '@/entities/payment/statements'
import { formatDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { Tile } from './tile'

/** Of one currency: how many differ, and by how much the one of the latest day does. */
function told(currency: string, statements: readonly BankStatement[]) {
  const [latest] = statements.toSorted((one, other) => (other.closedOn ?? '').localeCompare(one.closedOn ?? ''))
  const [count, day] = [plural(statements.length, { one: '# statement', other: '# statements' }), latest?.closedOn ? formatDay(latest.closedOn) : '–']
  return { currency, amount: latest?.difference ?? 0, more: t`${count}, the latest of ${day}` }
}

/** Statements, of those imported lately, whose closing balance isn't what our ledger holds: the list has them first. */
export function Differing() {
  const { data } = useStatements(false)
  const [page] = data?.pages ?? []
  if (!page) return null
  const differing = page.data.filter(({ difference }) => Boolean(difference))
  const currencies = [...new Set(differing.map(({ currency }) => currency))].sort()
  return (
    <Tile
      title={<Trans>Statements that differ from our ledger</Trans>}
      to={`${paths.paymentsDesk}?show=statements`}
      figures={currencies.map((currency) => told(currency, differing.filter((one) => one.currency === currency)))}
      none={page.data.length > 0 ? <Trans>Bank and ledger agree.</Trans> : <Trans>No bank statements yet</Trans>}
    />
  )
}
