import { Box, chakra, Flex, HStack, Stack, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore, type MouseEvent, type ReactNode, type RefObject } from 'react'
import type { Cell as CsvCell } from '@/lib/csv'
import { Link, useNavigate } from '@/lib/navigation'
import { useBarHeight } from './bar-height'
import { Tick } from './tick'
import { DownIcon, SortIcon, UpIcon } from './icons'

export interface Column<Row> {
  id: string
  label: string
  /** Figures stand under each other: right-aligned, with digits of one width. */
  isFigure?: boolean
  /** A day stays on one line. */
  isShort?: boolean
  /** In the table; on a card it stands under the label, unless it is the first, which is the title. */
  cell: (row: Row) => ReactNode
  /** Whether there is nothing to show: a card leaves it out. */
  isBlank?: (row: Row) => boolean
  /** What stands in a file, where that is not the text of the cell: a day as ISO 8601, an amount as a plain figure. */
  csv?: (row: Row) => CsvCell
  width?: string
  /** The address that puts the rows in order by this column, the other way round when they are already. */
  sortTo?: string
  sorted?: 'ascending' | 'descending' | undefined
}

const WIDE = '(min-width: 48em)'

function hearWidth(listener: () => void): () => void {
  const wide = window.matchMedia?.(WIDE)
  wide?.addEventListener('change', listener)
  return () => {
    wide?.removeEventListener('change', listener)
  }
}

/** Either is there, not both: what is hidden would be found by keys, and by those who read by program. */
function useIsWide(): boolean {
  return useSyncExternalStore(hearWidth, () => window.matchMedia?.(WIDE).matches ?? true)
}

/**
 * Watches whether the table in a place is wider than that: it scrolls sideways there then, below its head, and is otherwise left to the page.
 * It is a matter of style alone: what is in the table, and what has the focus, stays.
 */
function watchRoom(place: HTMLElement | null): (() => void) | undefined {
  if (!place || typeof ResizeObserver === 'undefined') return undefined
  const observer = new ResizeObserver(() => {
    // A pixel is what widths are rounded by.
    const isWider = place.scrollWidth > place.clientWidth + 1
    place.toggleAttribute('data-wider', isWider)
    // It can be scrolled by keys then, so it is a stop with a name.
    for (const [name, value] of [['tabindex', '0'], ['role', 'region'], ['aria-label', place.querySelector('table')?.getAttribute('aria-label') ?? '']] as const) {
      if (isWider) place.setAttribute(name, value)
      else place.removeAttribute(name)
    }
  })
  for (const watched of [place, ...place.querySelectorAll('table')]) observer.observe(watched)
  return () => {
    observer.disconnect()
  }
}

/** Its own height, so that its head stays in sight in it. */
const SCROLLS = { '&[data-wider]': { overflow: 'auto', maxHeight: 'calc(100dvh - var(--top-bar, 4rem) - var(--bottom-bar, 0px) - 2rem)', '--top-bar': '0px' } }

interface TableProps<Row> {
  label: string
  rows: Row[]
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  /** What a row is called, for those who hear it. */
  nameOf: (row: Row) => string
  /** Where a row leads; null where nowhere. */
  to: (row: Row) => string | null
  /** More about the row, under its name. */
  under?: (row: Row) => ReactNode
  /** Those that are selected, where there is something to do with several. */
  selected?: ReadonlySet<string>
  select?: (rows: readonly Row[], isSelected: boolean) => void
  /** Whether a row can be selected, where not each can. */
  isSelectable?: (row: Row) => boolean
  /** Whether a row that can be selected is selected together with all others; without that it is selected by itself only. */
  isAmongAll?: (row: Row) => boolean
  /** Where J and K move. */
  list?: RefObject<HTMLDivElement | null>
}

/**
 * A list as a table from 48 em, as cards below. A table that is wider than its place scrolls sideways in it. The first column's link is the
 * row's: a click anywhere in the row follows it, with the middle button or Ctrl in another tab.
 */
export function Table<Row>({ label, rows, columns, keyOf, nameOf, to, under, selected, select, isSelectable = () => true, isAmongAll = () => true, list }: TableProps<Row>) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isWide = useIsWide()
  const follow = (event: MouseEvent<HTMLElement>, row: Row) => {
    if (event.defaultPrevented || (event.target as Element).closest('a, button, input, label')) return
    // Marking some words to copy them is no click.
    if (window.getSelection()?.toString()) return
    const address = to(row)
    if (address === null) return
    if (event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey) window.open(address, '_blank', 'noopener')
    else if (event.button === 0) navigate(address)
  }
  const check = (row: Row) =>
    select && isSelectable(row) ? (
      <chakra.label display="inline-flex" p="3" m="-3" cursor="pointer">
        <Tick
          data-list-select=""
          aria-label={t`Select ${nameOf(row)}`}
          checked={selected?.has(keyOf(row)) ?? false}
          onChange={(event) => {
            select([row], event.target.checked)
          }}
        />
      </chakra.label>
    ) : null
  const isChosen = (row: Row) => selected?.has(keyOf(row)) ?? false
  const selectable = rows.filter(isSelectable)
  const together = selectable.filter(isAmongAll)
  // It is ticked only where each row that has a box is: what is selected by itself only is seen to be left out.
  const isFull = selectable.every(isChosen)
  const all =
    select && together.length > 1 ? (
      <Tick
        aria-label={t`Select all on this page`}
        checked={isFull}
        ref={(tick: HTMLInputElement | null) => {
          if (tick) tick.indeterminate = !isFull && selectable.some(isChosen)
        }}
        onChange={() => {
          if (together.every(isChosen)) select(selectable, false)
          else select(together, true)
        }}
      />
    ) : null
  const [first, ...others] = columns
  if (!first) return null
  const link = (row: Row) => {
    const [address, cell] = [to(row), first.cell(row)]
    if (address === null) return <Text overflowWrap="anywhere">{cell}</Text>
    // What is more than a text has as many lines as it needs.
    const lines = isWide && typeof cell === 'string' ? 2 : undefined
    return (
      <chakra.a asChild data-list-item="" overflowWrap="anywhere" lineClamp={lines} title={nameOf(row)} _hover={{ textDecoration: 'underline' }}>
        <Link to={address}>{cell}</Link>
      </chakra.a>
    )
  }
  const more = (row: Row) => {
    if (!under) return null
    const told = under(row)
    // A word or two keep their line; what is put together has as many as it needs.
    return (
      <Text color="fg.muted" overflowWrap="anywhere" {...(isWide && typeof told === 'string' ? { lineClamp: 1 } : {})}>
        {told}
      </Text>
    )
  }
  const cards = (
    <Stack as="ul" listStyleType="none" gap="3" aria-label={label}>
      {rows.map((row) => (
        <Box as="li" key={keyOf(row)} bg="bg.panel" borderWidth="1px" borderRadius="l3" p="4" position="relative">
          <Flex justify="space-between" gap="3">
            <Box minW="0" textStyle="part" css={{ '& a::after': { content: '""', position: 'absolute', inset: 0 } }}>
              {link(row)}
              {more(row)}
            </Box>
            {select ? <Box position="relative">{check(row)}</Box> : null}
          </Flex>
          <Stack as="dl" gap="1" mt="2" textStyle="label">
            {others
              .filter((column) => !column.isBlank?.(row))
              .map((column) => (
                <HStack key={column.id} justify="space-between" align="flex-start" gap="4">
                  <Text as="dt" color="fg.muted">
                    {column.label}
                  </Text>
                  {/* An amount is not broken: what stands beside it gives way. */}
                  <Box as="dd" textAlign="end" {...(column.isFigure ? { fontVariantNumeric: 'tabular-nums', overflowWrap: 'break-word' } : { minW: '0', overflowWrap: 'anywhere' })}>
                    {column.cell(row)}
                  </Box>
                </HStack>
              ))}
          </Stack>
        </Box>
      ))}
    </Stack>
  )
  const table = (
    <chakra.table w="full" aria-label={label} textStyle="label" borderCollapse="separate" borderSpacing="0">
      <thead>
        <tr>
          {select ? (
            <Head width="12">
              <chakra.span srOnly>{t`Selection`}</chakra.span>
              {all ? <chakra.label display="inline-flex" p="3" m="-3" cursor="pointer">{all}</chakra.label> : null}
            </Head>
          ) : null}
          {columns.map((column) => (
            <Head key={column.id} width={column.width} sorted={column.sortTo ? (column.sorted ?? 'none') : undefined} isFigure={column.isFigure}>
              {column.sortTo ? <SortLink to={column.sortTo} label={column.label} sorted={column.sorted} /> : column.label}
            </Head>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <chakra.tr
            key={keyOf(row)}
            cursor={to(row) === null ? undefined : 'pointer'}
            bg={selected?.has(keyOf(row)) ? 'bg.muted' : undefined}
            _hover={{ bg: 'bg.muted' }}
            _focusWithin={{ bg: 'bg.muted' }}
            onClick={(event: MouseEvent<HTMLElement>) => {
              follow(event, row)
            }}
            onAuxClick={(event: MouseEvent<HTMLElement>) => {
              follow(event, row)
            }}
          >
            {select ? <Cell>{check(row)}</Cell> : null}
            <Cell>
              {link(row)}
              {more(row)}
            </Cell>
            {others.map((column) => (
              <Cell key={column.id} isFigure={column.isFigure} isShort={column.isShort}>
                {column.cell(row)}
              </Cell>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  )
  return (
    <Box key={String(isWide)} ref={isWide ? watchRoom : null} css={SCROLLS}>
      <Box ref={list}>
        {!isWide && all ? (
          <chakra.label display="flex" alignItems="center" justifyContent="flex-end" gap="2" px="4" pb="2" textStyle="label" color="fg.muted" cursor="pointer">
            <span aria-hidden="true">{t`Select all on this page`}</span>
            {all}
          </chakra.label>
        ) : null}
        {isWide ? table : cards}
      </Box>
    </Box>
  )
}

interface HeadProps {
  width?: string | undefined
  sorted?: 'ascending' | 'descending' | 'none' | undefined
  isFigure?: boolean | undefined
  children: ReactNode
}

/** What is selected once these are, or are no more. */
export function selectedWith(selected: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const others = [...selected].filter((id) => !ids.includes(id))
  return new Set(isSelected ? [...others, ...ids] : others)
}

/** It stays in sight while the rows scroll by. */
function Head({ width, sorted, isFigure, children }: HeadProps) {
  return (
    <chakra.th
      scope="col"
      {...(sorted ? { 'aria-sort': sorted } : {})}
      {...(width ? { width } : {})}
      position="sticky"
      top="var(--top-bar, 4rem)"
      zIndex="1"
      bg="bg"
      color="fg.muted"
      fontWeight="500"
      textAlign={isFigure ? 'end' : 'start'}
      px="3"
      py="2"
      borderBottomWidth="1px"
    >
      {children}
    </chakra.th>
  )
}

function Cell({ isFigure, isShort, children }: { isFigure?: boolean | undefined; isShort?: boolean | undefined; children: ReactNode }) {
  return (
    <chakra.td px="3" py="2.5" borderBottomWidth="1px" verticalAlign="middle" textAlign={isFigure ? 'end' : 'start'} fontVariantNumeric={isFigure ? 'tabular-nums' : undefined} whiteSpace={isFigure || isShort ? 'nowrap' : undefined} overflowWrap="break-word">
      {children}
    </chakra.td>
  )
}

function SortLink({ to, label, sorted }: { to: string; label: string; sorted: 'ascending' | 'descending' | undefined }) {
  const Arrow = sorted === 'ascending' ? UpIcon : sorted === 'descending' ? DownIcon : SortIcon
  return (
    <chakra.a asChild display="inline-flex" alignItems="center" gap="1" minH="6" _hover={{ color: 'fg' }} {...(sorted ? { color: 'fg' } : {})}>
      <Link to={to}>
        {label}
        <Arrow width="4" height="4" />
      </Link>
    </chakra.a>
  )
}

/** What can be done with the selected rows. */
export function SelectionBar({ text, more, children }: { text: ReactNode; more?: ReactNode; children: ReactNode }) {
  const bar = useBarHeight('--selection-bar')
  return (
    <Flex
      ref={bar}
      data-bar
      role="region"
      aria-label={typeof text === 'string' ? text : undefined}
      position="sticky"
      bottom="calc(var(--bottom-bar, 0px) + 1rem)"
      zIndex="2"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="primary.border"
      borderRadius="l3"
      boxShadow="md"
      px="4"
      py="2"
      gap="3"
      wrap="wrap"
      align="center"
      justify="space-between"
    >
      <Box role="status" minW="0">
        <Text>{text}</Text>
        {more ? <Text textStyle="label" color="fg.muted">{more}</Text> : null}
      </Box>
      <HStack gap="2" wrap="wrap">{children}</HStack>
    </Flex>
  )
}
