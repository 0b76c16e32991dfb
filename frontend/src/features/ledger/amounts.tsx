import { useLingui } from '@lingui/react/macro'
import { decimal } from '@/lib/csv'
import { formatMoney } from '@/lib/money'
import type { Column } from '@/ui/table'

interface Sides {
  debit: number
  credit: number
}

/** The two columns of every table of the ledger; the side on which nothing stands is left empty. */
export function useSides<Row extends Sides>(currencyOf: (row: Row) => string): Column<Row>[] {
  const { t } = useLingui()
  const shown = (amount: number, row: Row) => (amount === 0 ? '' : formatMoney(amount, currencyOf(row)))
  return [
    { id: 'debit', label: t`Debit`, isFigure: true, cell: (row) => shown(row.debit, row), isBlank: ({ debit }) => debit === 0, csv: (row) => decimal(row.debit, currencyOf(row)) },
    { id: 'credit', label: t`Credit`, isFigure: true, cell: (row) => shown(row.credit, row), isBlank: ({ credit }) => credit === 0, csv: (row) => decimal(row.credit, currencyOf(row)) },
  ]
}
