import { Button, Stack, Text } from '@chakra-ui/react'
import { plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { useOperatorMay } from '@/entities/operator/api'
import { useStatementFiles } from '@/entities/payment/statement-import'
import { useStatements, type BankStatement } from '@/entities/payment/statements'
import { formatDay, formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { Extra } from '@/ui/extra'
import { BankIcon } from '@/ui/icons'
import { MissingPart } from '@/ui/missing-part'
import { Section } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { HeldLines, StatementGaps } from './held-lines'
import { ImportStatements } from './import-statements'
import { OpenLines } from './open-lines'
import { statementPath } from './views'

// Few lines were decided by hand, and the screen is at its size.
const decidedLines = () => import('./decided-lines')

/** What the bank says of our accounts: to import it, to compare it with the ledger, to explain what is left. */
export default function BankStatements() {
  const { t } = useLingui()
  const mayImport = useOperatorMay('manage_payments')
  const isImporting = useStatementFiles().some(({ state }) => state === 'sending')
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useStatements(isImporting)
  const statements = data?.pages.flatMap((page) => page.data) ?? []
  const differs = statements.some(({ difference }) => Boolean(difference))
  return (
    <Stack gap="8">
      {mayImport ? <ImportStatements statements={statements} /> : null}
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching && !isImporting} loading={t`Loading bank statements`}>
        {statements.length === 0 ? (
          <Empty as="h2" icon={<BankIcon />} title={<Trans>No bank statements yet</Trans>}>
            <Trans>Imported statements are compared with our ledger here.</Trans>
          </Empty>
        ) : (
          <Stack gap="4">
            <Table label={t`Bank statements`} rows={statements} columns={statementColumns()} keyOf={({ id }) => id} nameOf={({ account, name }) => `${groupedIban(account)} ${name}`} to={({ id }) => statementPath(id)} />
            {differs ? (
              <Text color="fg.muted">
                <Trans>Unallocated debits aren’t in the ledger. What the ledger has and no statement tells was booked or marked as executed by hand, or its statement is missing.</Trans>
              </Text>
            ) : null}
          </Stack>
        )}
        {hasNextPage ? (
          <Button variant="outline" alignSelf="center" loading={isFetching && !isImporting} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
      </Answer>
      <Section title={<Trans>Lines that wait</Trans>} lead={<Trans>Not in the ledger: perhaps imported before, or odd. What a later file proves is decided by itself.</Trans>}>
        <HeldLines />
      </Section>
      <Section title={<Trans>Decided lines</Trans>} lead={<Trans>What we decided about lines that waited. A decision can be reopened as long as nothing followed from it.</Trans>}>
        <Extra load={decidedLines} props={{}} instead={<MissingPart />} />
      </Section>
      <Section title={<Trans>Missing statements</Trans>} lead={<Trans>Where a statement doesn’t begin with the balance that the one before ended with.</Trans>}>
        <StatementGaps />
      </Section>
      <Section title={<Trans>Unallocated debits</Trans>} lead={<Trans>Money that went out and isn’t in the ledger.</Trans>}>
        <OpenLines />
      </Section>
    </Stack>
  )
}

/** Whether the ledger holds what the bank says, or by how much it does not. */
function inBalance({ difference, currency }: BankStatement): string {
  if (difference === null || difference === undefined) return '–'
  const amount = formatMoney(Math.abs(difference), currency)
  if (difference === 0) return t`In balance`
  return difference > 0 ? t`Ledger is ${amount} too high` : t`Ledger is ${amount} too low`
}

type Part = BankStatement['parts'][number]

/** A part of a difference, in words: below zero where the ledger lacks money that came in. */
function partText({ part, amount }: Part, currency: string): string {
  const money = formatMoney(amount, currency)
  switch (part) {
    case 'unexplained_debits':
      return t`${money} unallocated debits`
    case 'waiting':
      return t`${money} lines that wait`
    case 'set_aside':
      return t`${money} lines set aside`
    case 'unreadable':
      return t`${money} entries that can’t be read`
    case 'booked_later':
      return t`${money} booked on a later day`
    case 'on_another':
      return t`${money} on another statement`
  }
}

/** The same, with all that it is the sum of. */
function Difference({ statement }: { statement: BankStatement }) {
  const { gapSince, currency, held, parts } = statement
  const rest = statement.rest ?? 0
  const [others, day] = [formatMoney(rest, currency), gapSince ? formatDay(gapSince) : '']
  const why = [
    ...parts.map((part) => partText(part, currency)),
    // What a statement tells and the ledger lacks is one of the parts: the rest is in the ledger, whichever way the money went.
    ...(rest === 0 ? [] : [t`${others} not explained: on no statement`]),
    ...(held ? [plural(held, { one: '# line waits', other: '# lines wait' })] : []),
    ...(day ? [t`No statement from ${day} on`] : []),
  ]
  return (
    <>
      {inBalance(statement)}
      {why.map((one) => <Text as="span" key={one} display="block" color="fg.muted">{one}</Text>)}
    </>
  )
}

/** What the bank calls it, and who brought it. */
function Name({ statement: { name, importedBy, importedAt } }: { statement: BankStatement }) {
  const [who, when] = [importedBy?.name, formatInstant(importedAt)]
  return (
    <>
      {name}
      {who ? <Text as="span" display="block" color="fg.muted" whiteSpace="normal" minW={{ base: '0', md: '11rem' }}><Trans>Imported by {who} on {when}</Trans></Text> : null}
    </>
  )
}

/** How many there are, and what of them isn’t read. */
function Entries({ statement }: { statement: BankStatement }) {
  const { lines, taken, unread, currency } = statement
  const [all, some, odd] = [formatNumber(lines), formatNumber(taken), formatMoney(unread, currency)]
  return (
    <>
      {taken < lines ? t`${some} of ${all}` : all}
      {unread ? <Text as="span" display="block" color="fg.muted" whiteSpace="normal" minW="6.5rem"><Trans>{odd} can’t be read</Trans></Text> : null}
    </>
  )
}

const money = (amount: number | null | undefined, currency: string) => (amount === null || amount === undefined ? '–' : formatMoney(amount, currency))

const statementColumns = (): Column<BankStatement>[] => [
  { id: 'account', label: t({ message: 'Account', context: 'bank' }), width: '11rem', cell: ({ account }) => <Text as="span" overflowWrap="anywhere">{groupedIban(account)}</Text> },
  { id: 'name', label: t({ message: 'Statement', context: 'bank' }), cell: (statement) => <Name statement={statement} /> },
  { id: 'closedOn', label: t`Closing day`, isShort: true, cell: ({ closedOn }) => (closedOn ? formatDay(closedOn) : '–'), isBlank: ({ closedOn }) => !closedOn },
  { id: 'closing', label: t`Closing balance`, isFigure: true, cell: ({ closing, currency }) => money(closing, currency) },
  { id: 'ledger', label: t`Our ledger`, isFigure: true, cell: ({ ledger, currency }) => money(ledger, currency) },
  { id: 'difference', label: t`Difference`, width: '18rem', cell: (statement) => <Difference statement={statement} /> },
  { id: 'entries', label: t({ message: 'Entries', context: 'bank' }), isFigure: true, cell: (statement) => <Entries statement={statement} /> },
  { id: 'open', label: t`Unallocated debits`, isFigure: true, cell: ({ open }) => formatNumber(open) },
]
