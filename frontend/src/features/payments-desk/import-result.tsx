import { HStack, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { groupedIban } from '@/entities/company/labels'
import { labels } from '@/lib/codes'
import { formatDay } from '@/lib/dates'
import { formatNumber } from '@/lib/numbers'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { addressOf } from './views'

/** What came of a file, in a few figures, and where one goes on. */
export function ImportResult({ name, came }: { name: string; came: Schemas['ImportedFileBody'] }) {
  const { t } = useLingui()
  const { imported, repeated, matched, suggested, suspense, open, perhaps, setAside, skipped, statements } = came
  const figures = [
    { id: 'imported', label: t`New entries`, count: imported, isShown: true },
    { id: 'repeated', label: t`Imported before`, count: repeated, isShown: repeated > 0 },
    { id: 'matched', label: t({ message: 'Matched', context: 'entries' }), count: matched, isShown: imported > 0 },
    { id: 'suggested', label: t`With a suggestion`, count: suggested, isShown: suggested > 0 },
    { id: 'suspense', label: t`In suspense`, count: suspense, isShown: suspense > 0 },
    { id: 'open', label: t`Unallocated debits`, count: open, isShown: open > 0 },
    { id: 'perhaps', label: t`Perhaps known`, count: perhaps, isShown: perhaps > 0 },
    { id: 'setAside', label: t`Waiting for a decision`, count: setAside, isShown: setAside > 0 },
  ]
  // Where there is one, and it was taken, the figures say all of it.
  const isPartly = statements.some(({ taken }) => taken !== 'now')
  // An account of ours in a currency in which we have none is named with that.
  const accounts = skipped.map((account) => account.replace(/^\S+/, groupedIban)).join(', ')
  return (
    <Notice status={suggested + suspense + open + perhaps + setAside > 0 || skipped.length > 0 || isPartly ? 'info' : 'success'} title={t`${name} imported`}>
      <Stack gap="2" mt="1">
        <HStack as="dl" wrap="wrap" columnGap="6" rowGap="1">
          {figures
            .filter(({ isShown }) => isShown)
            .map(({ id, label, count }) => (
              <HStack key={id} gap="2">
                <Text as="dt" color="fg.muted">{label}</Text>
                <Text as="dd" fontVariantNumeric="tabular-nums">{formatNumber(count)}</Text>
              </HStack>
            ))}
        </HStack>
        {isPartly ? <Statements of={statements} /> : null}
        {skipped.length > 0 ? <Text><Trans>Left out because these aren’t our accounts: {accounts}</Trans></Text> : null}
        {suggested + suspense > 0 ? <Text><TextLink to={addressOf('unexplained')}><Trans>Show unallocated receipts</Trans></TextLink></Text> : null}
      </Stack>
    </Notice>
  )
}

/** What came of a statement of a file. */
const takings = labels<Schemas['StatementTaken']>({
  now: msg`Taken`,
  before: msg`Was there already`,
  too_many_wait: msg`Not taken to its end: too many of its entries would wait for a decision. Decide on those that wait, then import the file again`,
})

/** Which of the statements of a file were taken, and which were not. */
function Statements({ of }: { of: readonly Schemas['ImportedStatementBody'][] }) {
  const { t } = useLingui()
  return (
    <Stack as="ul" gap="1" listStyleType="none" aria-label={t`Statements in the file`}>
      {of.map(({ account, name, from, to, taken }, place) => {
        const number = name ? t`No. ${name}` : null
        const days = [...new Set([from, to].flatMap((day) => (day ? [formatDay(day)] : [])))].join(' – ')
        // Nothing else tells two statements of a day apart that have no name.
        return <Text as="li" key={place} overflowWrap="anywhere">{[groupedIban(account), number, days, takings.labelOf(taken)].filter(Boolean).join(' · ')}</Text>
      })}
    </Stack>
  )
}
