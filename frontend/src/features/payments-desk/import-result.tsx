import { HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { groupedIban } from '@/entities/company/labels'
import { formatNumber } from '@/lib/numbers'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { addressOf } from './views'

/** What came of a file, in a few figures, and where one goes on. */
export function ImportResult({ name, came }: { name: string; came: Schemas['ImportedFileBody'] }) {
  const { t } = useLingui()
  const { imported, repeated, matched, suggested, suspense, open, perhaps, setAside, skipped } = came
  const figures = [
    { id: 'imported', label: t`New entries`, count: imported, isShown: true },
    { id: 'repeated', label: t`Imported before`, count: repeated, isShown: repeated > 0 },
    { id: 'matched', label: t({ message: 'Matched', context: 'entries' }), count: matched, isShown: imported > 0 },
    { id: 'suggested', label: t`With a suggestion`, count: suggested, isShown: suggested > 0 },
    { id: 'suspense', label: t`In suspense`, count: suspense, isShown: suspense > 0 },
    { id: 'open', label: t`Unexplained debits`, count: open, isShown: open > 0 },
    { id: 'perhaps', label: t`Perhaps known`, count: perhaps, isShown: perhaps > 0 },
    { id: 'setAside', label: t`Set aside`, count: setAside, isShown: setAside > 0 },
  ]
  const accounts = skipped.map(groupedIban).join(', ')
  return (
    <Notice status={suggested + suspense + open + perhaps + setAside > 0 || skipped.length > 0 ? 'info' : 'success'} title={t`${name} imported`}>
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
        {skipped.length > 0 ? <Text><Trans>Left out because these aren’t our accounts: {accounts}</Trans></Text> : null}
        {suggested + suspense > 0 ? <Text><TextLink to={addressOf('unexplained')}><Trans>Show unexplained receipts</Trans></TextLink></Text> : null}
      </Stack>
    </Notice>
  )
}
