import type { CsvColumn } from '@/lib/csv'
import type { Column } from './table'

/** The columns of a table as those of a file: what is no text there has to say what it is here. */
export function csvColumns<Row>(columns: readonly Column<Row>[]): CsvColumn<Row>[] {
  return columns.map(({ label, cell, isBlank, csv }) => ({
    label,
    csv: (row) => {
      if (csv) return csv(row)
      const shown = isBlank?.(row) ? null : cell(row)
      return typeof shown === 'string' ? shown : null
    },
  }))
}
