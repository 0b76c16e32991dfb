import { t } from '@lingui/core/macro'
import { decimal } from '@/lib/csv'
import { formatMoney } from '@/lib/money'
import type { Column } from '@/ui/table'
import type { Facility } from './api'

type Amount = (facility: Facility) => number | null | undefined

function amountColumn(id: string, label: string, amountOf: Amount): Column<Facility> {
  const has = (facility: Facility): number | null => amountOf(facility) ?? null
  return {
    id,
    label,
    isFigure: true,
    cell: (facility) => {
      const amount = has(facility)
      return amount === null ? '–' : formatMoney(amount, facility.currency)
    },
    isBlank: (facility) => has(facility) === null,
    csv: (facility) => {
      const amount = has(facility)
      return amount === null ? null : decimal(amount, facility.currency)
    },
  }
}

/** The limit of a facility, what of it is in use, and what is free. */
export const limitColumns = (): Column<Facility>[] => [
  amountColumn('limit', t({ message: 'Limit', context: 'terms' }), ({ terms }) => terms?.limit),
  amountColumn('used', t`In use`, ({ inUse }) => inUse),
  amountColumn('free', t({ message: 'Free', context: 'limit' }), ({ free }) => free),
]
