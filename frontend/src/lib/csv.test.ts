import { expect, test } from 'vitest'
import { amountColumns, csvText, decimal, idColumns, readAll, type Cell, second } from './csv'

const cell = (value: Cell) => csvText([{ label: 'a', csv: () => value }], [null]).slice('\uFEFFa\r\n'.length)

test('a file has a byte order mark, its labels and a line for each row', () => {
  const rows = [{ id: 'r-1', name: 'Mühle', amount: -1_250 }, { id: 'r-2', name: null, amount: 0 }]
  const columns = [{ label: 'Name', csv: (row: (typeof rows)[number]) => row.name }, { label: 'Amount', csv: (row: (typeof rows)[number]) => decimal(row.amount, 'EUR') }, ...idColumns('id')]
  expect(csvText(columns, rows)).toBe('\uFEFFName,Amount,id\r\nMühle,-12.50,r-1\r\n,0.00,r-2\r\n')
})

test.each([
  ['one, two', '"one, two"\r\n'],
  ['say "hello"', '"say ""hello"""\r\n'],
  ['two\nlines', '"two\nlines"\r\n'],
  ['plain', 'plain\r\n'],
  ['', '\r\n'],
  [undefined, '\r\n'],
])('%j is written as %j', (value, expected) => {
  expect(cell(value)).toBe(expected)
})

test.each(['=1+1', '+49 40', '-5', '@me', '\tx', '=HYPERLINK("x"),'])('%j is no formula', (value) => {
  expect(cell(value).replace(/^"/, '')[0]).toBe("'")
})

const SIGNS = [...'=+-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20']

test.each(SIGNS)('%j begins no formula, wherever a cell may begin', (sign) => {
  for (const before of ['', ' ', '\u00a0', '\ufeff', '\u200b', '\0', '"', 'a;', 'a; ', 'a\t', 'a\n', 'a\r\n', 'a;"']) {
    const typed = `${before}${sign}1+1`
    expect(cell(typed).replace(/^"(.*)"\r\n$/s, '$1').replaceAll('""', '"').trimEnd(), JSON.stringify(typed)).toBe(`${before}'${sign}1+1`.trimEnd())
  }
  expect(cell(`a${sign}b`)).toBe(`a${sign}b\r\n`)
  expect(cell(`=1+1;${sign}2;x`)).toBe(`'=1+1;'${sign}2;x\r\n`)
})

test('a carriage return at the beginning is harmless too, and quoted', () => {
  expect(cell('\rx')).toBe('"\'\rx"\r\n')
})

test.each([
  [123_450, 'EUR', '1234.50'],
  [-5, 'EUR', '-0.05'],
  [7, 'JPY', '7'],
  [-1_234_567, 'JPY', '-1234567'],
  [0, 'EUR', '0.00'],
])('%i minor units of %s are %s, and a number', (minor, currency, expected) => {
  expect(cell(decimal(minor, currency))).toBe(`${expected}\r\n`)
})

test('all pages are read, so many rows at most', async () => {
  const asked: (string | null)[] = []
  const read = (after: string | null) => {
    asked.push(after)
    const page = Number(after ?? 0)
    return Promise.resolve({ data: [page * 2, page * 2 + 1], next: page < 2 ? String(page + 1) : null })
  }
  expect(await readAll(read, 10, () => true)).toEqual({ rows: [0, 1, 2, 3, 4, 5], isCut: false })
  expect(asked).toEqual([null, '1', '2'])
  expect(await readAll(read, 6, () => true)).toEqual({ rows: [0, 1, 2, 3, 4, 5], isCut: false })
  expect(await readAll(read, 5, () => true)).toEqual({ rows: [0, 1, 2, 3, 4], isCut: true })
  expect(await readAll(read, 4, () => true)).toEqual({ rows: [0, 1, 2, 3], isCut: true })
  expect(await readAll(read, 10, () => false)).toMatchObject({ rows: [0, 1] })
})

test('amounts of several currencies have a column of plain figures for each', () => {
  const rows = [[{ amount: 6_000_000, currency: 'EUR' }], [{ amount: 500, currency: 'USD' }, { amount: 0, currency: 'EUR' }], []]
  const columns = amountColumns('Limit', rows, (row) => row)
  expect(csvText(columns, rows)).toBe('\uFEFFLimit EUR,Limit USD\r\n60000.00,\r\n0.00,5.00\r\n,\r\n')
})

test('a point in time has no fraction', () => {
  expect([second('2027-01-04T10:00:00.123456Z'), second('2027-01-04T10:00:00Z')]).toEqual(['2027-01-04T10:00:00Z', '2027-01-04T10:00:00Z'])
})
