import { Box, Grid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { accountKinds, ledgerEvents } from '@/entities/ledger/accounts'
import { useEntry, type Entry } from '@/entities/ledger/api'
import { accountPath, entryPath } from '@/entities/ledger/paths'
import { nameText, useNames } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { formatDay, formatInstant } from '@/lib/dates'
import { useParams } from '@/lib/navigation'
import { companyPath, debtorPath, paths, receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Page, Section } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'
import { useSides } from './amounts'
import { asOf, useDay } from './as-of'
import { ReverseEntry } from './reverse-entry'

/** One journal entry: what was booked, about what, and because of what. */
export default function EntryPage() {
  const { t } = useLingui()
  const { id } = useParams<{ id: string }>()
  return (
    <NeedsRight title={t`Ledger`} right="read_ledger">
      <OneEntry id={id} />
    </NeedsRight>
  )
}

type Posting = Entry['postings'][number]

function OneEntry({ id }: { id: string }) {
  const { t } = useLingui()
  const on = useDay()
  const { data: entry, error, refetch, isFetching } = useEntry(id)
  const names = useNames(entry ? [entry.subject, entry.cause, ...entry.postings.flatMap(({ owner, receivable }) => [owner.id, receivable])] : [])
  const told = (of: string | null | undefined) => {
    const name = of ? names.get(of) : undefined
    return name ? nameText(name) : ''
  }
  const [seesReceivables, seesCompanies, seesDebtors] = [useOperatorMay('read_receivables'), useOperatorMay('read_applications'), useOperatorMay('read_facilities')]
  /** Where something is told, for who may see it. */
  const placeOf = (of: string): string | null => {
    switch (names.get(of)?.kind) {
      case 'receivable':
        return seesReceivables ? receivablePath(of) : null
      case 'company':
        return seesCompanies ? companyPath(of) : null
      case 'debtor':
        return seesDebtors ? debtorPath(of) : null
      default:
        return null
    }
  }
  const linked = (of: string | null | undefined) => {
    const place = of ? placeOf(of) : null
    return place ? <TextLink to={place}>{told(of)}</TextLink> : told(of)
  }
  const sides = useSides<Posting>(({ currency }) => currency)
  const nameOf = ({ account, currency }: Posting) => `${accountKinds.labelOf(account)} ${currency}`
  const columns: Column<Posting>[] = [
    { id: 'account', label: t({ message: 'Account', context: 'ledger' }), cell: nameOf },
    { id: 'owner', label: t({ message: 'Of', context: 'ledger' }), cell: ({ owner, receivable }) => told(owner.id) || told(receivable), isBlank: ({ owner, receivable }) => !told(owner.id) && !told(receivable) },
    ...sides,
  ]
  const title = entry ? ledgerEvents.labelOf(entry.event) : t({ message: 'Entry', context: 'ledger' })
  return (
    <Page title={title} lead={<TextLink to={asOf(paths.ledger, on)}>{t`Ledger`}</TextLink>}>
      <Answer isThere={entry !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the entry`}>
        {entry ? (
          <Stack gap="8">
            <Box as="dl" display="grid" rowGap="2">
              <Row title={t({ message: 'Number', context: 'ledger' })}>{entry.number ?? t`Not numbered yet`}</Row>
              <Row title={t({ message: 'Date', context: 'ledger' })}>{formatDay(entry.on)}</Row>
              <Row title={t({ message: 'Booked at', context: 'ledger' })}>{formatInstant(entry.bookedAt)}</Row>
              {told(entry.subject) ? <Row title={t({ message: 'About', context: 'ledger' })}>{linked(entry.subject)}</Row> : null}
              {entry.note ? <Row title={entry.reverses ? t`Reason` : t({ message: 'Purpose', context: 'entry' })}>{entry.note}</Row> : null}
              {entry.proposedBy ? <Row title={t`Proposed by`}>{entry.proposedBy.name}</Row> : null}
              {entry.approvedBy ? <Row title={t`Approved by`}>{entry.approvedBy.name}</Row> : null}
              {entry.receipt ? <Row title={t({ message: 'Allocated receipt', context: 'ledger' })}><Told of={entry.receipt} /></Row> : null}
              {entry.line ? <Row title={t`On a statement`}><Told of={entry.line} /></Row> : null}
              {told(entry.cause) ? <Row title={t({ message: 'Because of', context: 'ledger' })}>{linked(entry.cause)}</Row> : null}
              {entry.reverses ? (
                <Row title={t({ message: 'Reverses', context: 'ledger' })}>
                  <TextLink to={asOf(entryPath(entry.reverses), on)}>
                    <Trans>The earlier entry</Trans>
                  </TextLink>
                </Row>
              ) : null}
              {entry.reversedBy ? (
                <Row title={t({ message: 'Reversed by', context: 'ledger' })}>
                  <TextLink to={asOf(entryPath(entry.reversedBy), on)}>
                    <Trans>A later entry</Trans>
                  </TextLink>
                </Row>
              ) : null}
              {entry.hash ? (
                <Row title={t({ message: 'Seal', context: 'ledger' })}>
                  <Text fontFamily="mono" textStyle="label" overflowWrap="anywhere">
                    {entry.hash}
                  </Text>
                </Row>
              ) : null}
            </Box>
            <Section title={<Trans>Postings</Trans>}>
              <Table
                label={t`Postings`}
                rows={entry.postings}
                columns={columns}
                keyOf={(posting) => `${posting.accountId} ${posting.receivable ?? ''} ${posting.debit} ${posting.credit}`}
                nameOf={nameOf}
                to={({ account, accountId }) => asOf(accountPath(account, accountId), on)}
              />
            </Section>
            <ReverseEntry key={id} id={id} postings={entry.postings} isOffered={entry.allowedActions.includes('reverse')} />
          </Stack>
        ) : null}
      </Answer>
    </Page>
  )
}

/** Money as the bank tells it: from or to whom, on which day, with which text. */
function Told({ of: { name, iban, on, text } }: { of: Schemas['BankMovementBody'] }) {
  const { t } = useLingui()
  return (
    <Box overflowWrap="anywhere">
      {name ?? (iban ? groupedIban(iban) : t`Unknown payer`)} <Text as="span" color="fg.muted">{formatDay(on)}</Text>
      {text ? <Text as="span" display="block" color="fg.muted">{text}</Text> : null}
    </Box>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr)' }} columnGap="4" rowGap="0.5" alignItems="baseline">
      <Text as="dt" textStyle="label" color="fg.muted">
        {title}
      </Text>
      <Box as="dd" minW="0">
        {children}
      </Box>
    </Grid>
  )
}
