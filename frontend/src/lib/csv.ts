import { decimals } from './money'

/** A number as it is written in a file: nothing of it is text. */
export interface Figure {
  figure: string
}

/** What stands in a cell; nothing where it is empty. */
export type Cell = string | Figure | null | undefined

/** A column of a file. */
export interface CsvColumn<Row> {
  label: string
  csv: (row: Row) => Cell
}

/** A page of a list; `next` is where the one behind it begins. */
export interface ListPage<Row> {
  data: readonly Row[]
  next?: string | null
}

/** Minor units as a plain decimal, whatever the language: 1234.50. */
export function decimal(minor: number, currency: string): Figure {
  const digits = decimals(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const [whole, fraction] = [text.slice(0, text.length - digits), text.slice(text.length - digits)]
  return { figure: `${minor < 0 ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}` }
}

/**
 * What a spreadsheet would take for a formula: a sign, also of full width, where a cell begins. Some skip white space before it, and
 * where the comma is for decimals a cell begins behind a semicolon too. The server’s files have the same rule.
 */
const FORMULA = /((?:^|[;\t\n\r])[\s\p{Cc}"\u200b-\u200f\u2060\ufeff]*)([=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/gu

/** The OWASP has these on its list where they begin a cell. */
const CONTROL = /^[\t\r]/

/** As RFC 4180 has it. Text that a spreadsheet would run is told with an apostrophe before it. */
function written(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return cell.figure
  const marked = cell.replace(FORMULA, "$1'$2")
  const harmless = CONTROL.test(marked) ? `'${marked}` : marked
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Spreadsheets take a file without it for one of their own alphabet. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A file of rows under their labels. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ csv }) => csv(row)))]
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')
}

/** A point in time to the second, in UTC: 2027-01-04T10:00:00Z. Spreadsheets read no fraction of it. */
export const second = (at: string): string => at.replace(/\.\d+/, '')

/** Amounts of rows that have several currencies: a column of plain figures for each, in the order of their codes. */
export function amountColumns<Row>(label: string, rows: readonly Row[], amountsOf: (row: Row) => readonly { amount: number; currency: string }[]): CsvColumn<Row>[] {
  const currencies = [...new Set(rows.flatMap((row) => amountsOf(row).map(({ currency }) => currency)))].sort()
  return currencies.map((of) => ({
    label: `${label} ${of}`,
    csv: (row) => {
      const found = amountsOf(row).find(({ currency }) => currency === of)
      return found ? decimal(found.amount, of) : null
    },
  }))
}

/** Columns of these ids, by the names the API has for them. */
export function idColumns<Name extends string>(...names: readonly Name[]): CsvColumn<{ [N in Name]?: string | null }>[] {
  return names.map((name) => ({ label: name, csv: (row) => row[name] }))
}

/** The rows of a list, page after page, so many at most; `isCut` where there are more. */
export async function readAll<Row>(read: (after: string | null) => Promise<ListPage<Row>>, most: number, goesOn: () => boolean): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const page: ListPage<Row> = await read(after)
    rows.push(...page.data)
    after = page.next ?? null
  } while (after !== null && rows.length < most && goesOn())
  return { rows: rows.slice(0, most), isCut: after !== null || rows.length > most }
}
