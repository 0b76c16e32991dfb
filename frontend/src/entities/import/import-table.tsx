import { Box, Button, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { plural, t as translated } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Schemas } from '@/api/client'
import { ApiError } from '@/api/client'
import { failure, fieldErrors, isCancelled, sentence } from '@/api/errors'
import { fileOf } from '@/api/file'
import { invalidTexts } from '@/api/invalid'
import { csvText } from '@/lib/csv'
import { text } from '@/lib/i18n'
import { useAskBeforeClosing } from '@/lib/leaving'
import { formatNumber } from '@/lib/numbers'
import { save } from '@/lib/save-file'
import { DropArea } from '@/ui/drop-area'
import { Failure } from '@/ui/failure'
import { DownloadIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Section } from '@/ui/page'
import { ProgressBar } from '@/ui/progress-bar'
import { Table, type Column } from '@/ui/table'
import { sendable, useImport, useImporting, wrongColumn, type Importer, type ReadRow, type Ready } from './import'

/** A column of the table that is sent in. */
export interface TableColumn {
  field: string
  label: string
  /** What stands in it in the template. */
  example: string
  isOptional?: boolean
  /** Of an amount a person writes units, and the server tells limits in cents. */
  isMoney?: true
}

interface ImportTableProps<New> {
  importer: Importer<New>
  columns: readonly TableColumn[]
  /** What the template is called. */
  template: string
  /** The rows as they were understood; the first column is what a row is called. */
  preview: readonly Column<Ready<New>>[]
  /** What all rows come to, where that is more than their number. */
  sum?: (rows: readonly New[]) => ReactNode
  /** What sending them does. */
  lead: ReactNode
  /** What is pressed to send so many. */
  action: (count: number) => string
  /** Why one of them was refused. */
  refusal: (problem: Schemas['ProblemBody']) => string
  /** What is left to do with so many that were imported. */
  rest?: (count: number) => string
  /** Where one goes afterwards. */
  back: { to: string; label: ReactNode }
}

/** Rows that are shown of those with nothing to tell. */
const SHOWN = 20

/** So many more are shown at once. */
const MORE = 500

/** Sends in a table: chooses the file, shows what it says, sends it in parts, and tells what came of each row. */
export function ImportTable<New>(props: ImportTableProps<New>) {
  const { importer, columns, refusal } = props
  const { t } = useLingui()
  const importing = useImport(importer)
  const { begin, send, forget } = useImporting(importer)
  const isSending = importing?.state === 'sending'
  useAskBeforeClosing(isSending)
  const heading = useRef<HTMLDivElement>(null)
  const state = importing?.state
  // What was pressed is gone: whoever works by keys goes on here.
  useEffect(() => {
    if (state) heading.current?.focus({ preventScroll: true })
  }, [state])
  if (!importing) return <Choose {...props} begin={begin} />
  const rows = sendable(importing.rows)
  const there = importing.rows.filter(({ isThere }) => isThere).length + importing.outcomes.filter(({ outcome }) => outcome === 'skipped').length
  const whyOf = (problem: Schemas['ProblemBody'], row: ReadRow<New>) => wrongIn(problem, columns, row) || refusal(problem)
  const wrong = [
    ...importing.rows.flatMap((row) => (row.problem ? [{ row, why: whyOf(row.problem, row) }] : [])),
    ...importing.outcomes.flatMap(({ outcome, problem }, place) => {
      const row = rows[place]
      return row && outcome === 'failed' ? [{ row, why: problem ? whyOf(problem, row) : t`Something went wrong` }] : []
    }),
  ]
  const done = importing.outcomes.filter(({ outcome }) => outcome === 'imported').length
  const left = rows.length - importing.outcomes.length
  return (
    <Stack ref={heading} tabIndex={-1} outline="none" gap="6" role="group" aria-label={importing.name}>
      <Text overflowWrap="anywhere">{importing.name}</Text>
      {importing.state === 'sending' ? (
        <Stack gap="2" role="status">
          <ProgressBar label={t`Importing ${importing.name}`} percent={Math.round((importing.outcomes.length / Math.max(1, rows.length)) * 100)} />
          <Text>
            <Trans>
              {formatNumber(importing.outcomes.length)} of {formatNumber(rows.length)} rows
            </Trans>
          </Text>
          <Text color="fg.muted" textStyle="label">
            <Trans>You can leave this page. Keep this tab open.</Trans>
          </Text>
        </Stack>
      ) : null}
      {importing.state === 'read' ? (
        <Stack gap="2">
          <Text>{plural(rows.length, { one: '# row is ready to import.', other: '# rows are ready to import.' })}</Text>
          {rows.length > 0 && props.sum ? <Box>{props.sum(rows.map(({ row }) => row))}</Box> : null}
        </Stack>
      ) : null}
      {done > 0 && !isSending ? <Notice status="success">{plural(done, { one: '# row imported', other: '# rows imported' })}</Notice> : null}
      {done > 0 && !isSending && props.rest ? <Notice status="info">{props.rest(done)}</Notice> : null}
      {there > 0 ? <Notice status="info">{plural(there, { one: '# row was there before and stays as it is.', other: '# rows were there before and stay as they are.' })}</Notice> : null}
      {importing.state === 'stopped' ? (
        <Notice status="warning" title={plural(left, { one: '# row is left', other: '# rows are left' })}>
          <Trans>What was imported stays. Continuing imports no row twice.</Trans>
        </Notice>
      ) : null}
      {importing.state === 'stopped' ? <Failure {...failure(importing.error)} /> : null}
      <HStack gap="2" wrap="wrap">
        {(importing.state === 'read' || importing.state === 'stopped') && left > 0 ? <MainAction onClick={() => void send()}>{importing.state === 'read' ? props.action(left) : t`Continue`}</MainAction> : null}
        {importing.state === 'done' ? <LinkButton to={props.back.to}>{props.back.label}</LinkButton> : null}
        {wrong.length > 0 && !isSending ? (
          <Button
            variant="outline"
            whiteSpace="normal"
            flexShrink="1"
            minW="0"
            maxW="full"
            h="auto"
            minH="10"
            py="2"
            onClick={() => {
              save(new Blob([problemsFile(columns, wrong, t`Problem`)], { type: 'text/csv;charset=utf-8' }), `${t`problems`}-${props.template}`)
            }}
          >
            <DownloadIcon width="4" height="4" /> <Trans>Download rows with problems</Trans>
          </Button>
        ) : null}
        {isSending ? null : (
          <Button variant="ghost" onClick={forget}>
            {importing.state === 'done' ? <Trans>Import another file</Trans> : <Trans>Choose another file</Trans>}
          </Button>
        )}
      </HStack>
      {wrong.length > 0 ? (
        <Section title={plural(wrong.length, { one: '# row with a problem', other: '# rows with problems' })}>
          <Stack as="ul" listStyleType="none" gap="2">
            {wrong.slice(0, SHOWN).map(({ row, why }) => (
              <Box as="li" key={row.line}>
                <Text overflowWrap="anywhere">
                  <Trans>Row {formatNumber(row.line)}</Trans>
                  {nameOf(row, columns)}
                </Text>
                <Text color="fg.error" overflowWrap="anywhere">
                  {why}
                </Text>
              </Box>
            ))}
          </Stack>
          {wrong.length > SHOWN ? (
            <Text color="fg.muted">{plural(wrong.length - SHOWN, { one: '# more is in the file with problems.', other: '# more are in the file with problems.' })}</Text>
          ) : null}
        </Section>
      ) : null}
      {importing.state === 'read' && rows.length > 0 ? <Preview rows={rows} columns={props.preview} /> : null}
    </Stack>
  )
}

/** The rows as they will be sent: the first, and more for whoever asks. */
function Preview<New>({ rows, columns }: { rows: Ready<New>[]; columns: readonly Column<Ready<New>>[] }) {
  const { t } = useLingui()
  const [count, setCount] = useState(SHOWN)
  const table = useRef<HTMLDivElement>(null)
  const next = Math.min(MORE, rows.length - count)
  return (
    <Section title={<Trans>Ready to import</Trans>}>
      <Box ref={table} tabIndex={-1} outline="none">
        <Table label={t`Rows ready to import`} rows={rows.slice(0, count)} columns={[...columns, { id: 'line', label: t`Row`, isFigure: true, cell: ({ line }) => formatNumber(line) }]} keyOf={({ line }) => String(line)} nameOf={({ line }) => t`Row ${formatNumber(line)}`} to={() => null} />
      </Box>
      {next > 0 ? (
        <Box>
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              setCount(count + next)
              // What was pressed is gone with the last ones.
              if (count + next === rows.length) table.current?.focus({ preventScroll: true })
            }}
          >
            {plural(next, { one: 'Show # more row', other: 'Show # more rows' })}
          </Button>
        </Box>
      ) : null}
    </Section>
  )
}

/** What tells a row from others, after its number. */
function nameOf<New>({ written }: ReadRow<New>, columns: readonly TableColumn[]): string {
  const name = columns
    .slice(0, 2)
    .map(({ field }) => written[field])
    .filter(Boolean)
    .join(', ')
  return name ? `: ${name}` : ''
}

/** What is wrong, column by column; empty where it is wrong as a whole. */
function wrongIn<New>(problem: Schemas['ProblemBody'], columns: readonly TableColumn[], { written }: ReadRow<New>): string {
  const errors = fieldErrors(new ApiError(problem.status, problem))
  const isRange = (field: string) => problem.fieldCodes?.[field]?.some(({ code }) => code === 'out_of_range' || code === 'amount_negative')
  return columns.flatMap(({ field, label, isMoney }) => (errors[field] ? [`${label}: ${isMoney && isRange(field) ? wrongAmount(written[field] ?? '') : errors[field]}`] : [])).join(' ')
}

/** What is wrong with an amount that can be read and is not among those there can be. */
function wrongAmount(written: string): string {
  const isTooSmall = /^\s*[-−(]/.test(written) || !/[1-9]/.test(written)
  const known = invalidTexts.find(isTooSmall ? 'amount_zero' : 'amount_too_large')
  return known ? text(known) : ''
}

/** The rows that were not imported, as they stood in the table, with what is wrong: mended, it is sent in again. */
function problemsFile<New>(columns: readonly TableColumn[], wrong: readonly { row: ReadRow<New>; why: string }[], heading: string): string {
  const cells = columns.map(({ field, label }) => ({ label, csv: ({ row }: { row: ReadRow<New> }) => row.written[field] ?? '' }))
  return csvText([...cells, { label: heading, csv: ({ why }: { row: ReadRow<New>; why: string }) => why }], wrong)
}

/** Why a column is not known, and what to do about it. */
function columnText(label: string, isAmbiguous: boolean, isMoney: boolean): string {
  if (!isAmbiguous) return translated`The file has no column “${label}”. Give each column its heading, as in the template.`
  if (isMoney) return translated`Which column is “${label}”? Several could be. Give the one with what your customer has to pay, tax included, the heading “Amount with tax”.`
  return translated`Which column is “${label}”? Several could be. Keep the heading of one of them, and change the others.`
}

function Choose<New>({ importer, columns, template, lead, begin }: ImportTableProps<New> & { begin: (name: string, rows: ReadRow<New>[]) => void }) {
  const { t, i18n } = useLingui()
  const chooser = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => { reading.current?.abort() }, [])
  const read = async (file: File | undefined) => {
    if (!file) return
    const controller = new AbortController()
    reading.current?.abort()
    reading.current = controller
    setError(null)
    setShare(0)
    try {
      const rows = await importer.read(file, setShare, controller.signal)
      if (!controller.signal.aborted) begin(file.name, rows)
    } catch (failed) {
      if (!isCancelled(failed)) setError(failed)
    } finally {
      setShare(null)
    }
  }
  const sheet = useMutation({
    mutationFn: () => fileOf(`/semi-private/${importer.kind}/import/template?language=${i18n.locale}`),
    onSuccess: (content) => { save(content, template.replace(/csv$/, 'xlsx')) },
  })
  const wrong = wrongColumn(error)
  const labelOf = (field: string) => columns.find((column) => column.field === field)?.label ?? field
  return (
    <Stack gap="6">
      <DropArea take={([file]) => void read(file)}>
        <Text>{lead}</Text>
        <Text color="fg.muted" textStyle="label">
          <Trans>CSV or Excel (.xlsx). Maximum 10,000 rows and 10 MB. You see what the file says before anything is imported.</Trans>
        </Text>
        <HStack gap="2" wrap="wrap">
          <MainAction loading={share !== null} loadingText={t`Reading`} onClick={() => { chooser.current?.click() }}>
            <Trans>Choose file</Trans>
          </MainAction>
          <Button
            variant="outline"
            onClick={() => {
              const blank = columns.map(({ label, example }) => ({ label, csv: () => example }))
              save(new Blob([csvText(blank, [null])], { type: 'text/csv;charset=utf-8' }), template)
            }}
          >
            <DownloadIcon width="4" height="4" /> <Trans>Template (CSV)</Trans>
          </Button>
          <Button variant="outline" loading={sheet.isPending} onClick={() => { sheet.mutate() }}>
            <DownloadIcon width="4" height="4" /> <Trans>Template (Excel)</Trans>
          </Button>
        </HStack>
        <VisuallyHidden>
          <input
            ref={chooser}
            type="file"
            tabIndex={-1}
            accept=".csv,.xlsx"
            aria-label={t`Table to import`}
            onChange={(event) => {
              void read(event.target.files?.[0])
              // The same file can be chosen again.
              event.target.value = ''
            }}
          />
        </VisuallyHidden>
        {share !== null ? <Box w="full"><ProgressBar label={t`Reading the file`} percent={Math.round(share * 100)} /></Box> : null}
        {wrong ? (
          <Failure sentence={columnText(labelOf(wrong.field), wrong.isAmbiguous, columns.some(({ field, isMoney }) => field === wrong.field && isMoney))} until={null} />
        ) : error ? (
          <Failure {...failure(error)} sentence={sentence(error)} />
        ) : null}
        <Failure {...failure(sheet.error)} />
      </DropArea>
      <Section title={<Trans>Columns</Trans>} lead={<Trans>In any order, with English, German, French, Dutch, Spanish or Polish headings. Rows above them, and hidden sheets, don’t matter.</Trans>}>
        <Stack as="ul" listStyleType="none" gap="1">
          {columns.map(({ field, label, example, isOptional }) => (
            <li key={field}>
              {label}
              {isOptional ? <Text as="span" color="fg.muted"> (<Trans>optional</Trans>)</Text> : null}: <Text as="span" color="fg.muted">{example}</Text>
            </li>
          ))}
        </Stack>
      </Section>
    </Stack>
  )
}
