import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useStatements, type BankStatement } from '@/entities/payment/statements'
import { formatDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { Tile } from './tile'

/** Of one currency: how many differ, at least where others may follow, and by how much the one of the latest day does. */
function told(currency: string, statements: readonly BankStatement[], isCut: boolean) {
  const [latest] = statements.toSorted((one, other) => (other.closedOn ?? '').localeCompare(one.closedOn ?? ''))
  const differing = isCut ? plural(statements.length, { one: 'at least # statement', other: 'at least # statements' }) : plural(statements.length, { one: '# statement', other: '# statements' })
  const [count, day] = [differing, latest?.closedOn ? formatDay(latest.closedOn) : '–']
  return { currency, amount: latest?.difference ?? 0, more: t`${count}, the latest of ${day}` }
}

/** Statements, of those imported lately, whose closing balance isn't what our ledger holds: the list has them first. */
export function Differing() {
  const { data } = useStatements(false)
  const [page] = data?.pages ?? []
  if (!page) return null
  const differing = page.data.filter(({ difference }) => Boolean(difference))
  // They come first: all are on the page where its last row is none of them.
  const isCut = Boolean(page.next) && differing.length === page.data.length
  const currencies = [...new Set(differing.map(({ currency }) => currency))].sort()
  return (
    <Tile
      title={<Trans>Statements that differ from our ledger</Trans>}
      to={`${paths.paymentsDesk}?show=statements`}
      figures={currencies.map((currency) => told(currency, differing.filter((one) => one.currency === currency), isCut))}
      none={page.data.length > 0 ? <Trans>Bank and ledger agree.</Trans> : <Trans>No bank statements yet</Trans>}
    />
  )
}
