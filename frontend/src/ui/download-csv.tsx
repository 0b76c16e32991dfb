import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { csvText, readAll, type CsvColumn, type ListPage } from '@/lib/csv'
import { formatNumber } from '@/lib/numbers'
import { save } from '@/lib/save-file'
import { Failure } from './failure'
import { DownloadIcon } from './icons'

/** More would be neither read by anybody nor opened by every spreadsheet. */
const MOST = 10_000

interface DownloadCsvProps<Row> {
  /** What the file is called, before the day. */
  name: string
  /** What it is of: a number, a month or the day of the books. The day of the clock is another one where the books’ day was moved. */
  of: string
  /** Asks for a page of the list that is shown, with its filters. */
  read: (after: string | null) => Promise<ListPage<Row>>
  /** What stands in the file; what these rows are called may have to be asked for. */
  columns: (rows: readonly Row[]) => readonly CsvColumn<Row>[] | Promise<readonly CsvColumn<Row>[]>
  /** What to tell of a failure. */
  tell: (error: unknown) => { sentence: string | undefined; until: number | null }
}

type State = { is: 'idle' | 'busy' | 'cut' } | { is: 'failed'; error: unknown }

/** Hands over all rows of a list as a file, not only those of the page. */
export function DownloadCsv<Row>({ name, of, read, columns, tell }: DownloadCsvProps<Row>) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const download = async () => {
    setState({ is: 'busy' })
    try {
      const { rows, isCut } = await readAll(read, MOST, () => isThere.current)
      const file = csvText(await columns(rows), rows)
      // Whoever left the list does not want it any more.
      if (!isThere.current) return
      save(new Blob([file], { type: 'text/csv;charset=utf-8' }), `${name}-${of}.csv`)
      setState({ is: isCut ? 'cut' : 'idle' })
    } catch (error) {
      setState({ is: 'failed', error })
    }
  }
  const most = formatNumber(MOST)
  return (
    <Stack gap="2" align="flex-start">
      <Button variant="outline" size="sm" loading={state.is === 'busy'} onClick={() => void download()}>
        <DownloadIcon width="4" height="4" /> <Trans>Download CSV</Trans>
      </Button>
      {state.is === 'cut' ? (
        <Text role="status" textStyle="label" color="fg.muted">
          <Trans>The file has the first {most} rows. There are more: choose a filter to get the others.</Trans>
        </Text>
      ) : null}
      {state.is === 'failed' ? <Failure {...tell(state.error)} /> : null}
    </Stack>
  )
}
