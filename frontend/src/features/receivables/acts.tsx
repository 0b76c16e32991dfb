import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { deed } from '@/entities/audit/deeds'
import { useActs } from '@/entities/receivable/house'
import { disputeEnds, evidenceKinds } from '@/entities/receivable/house-labels'
import { disputeReasons } from '@/entities/receivable/statuses'
import { formatDay, formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { Section } from '@/ui/page'

type Act = Schemas['ReceivableActBody']

/** Who did what, when and why: what is noted for colleagues is read here. */
export function Acts({ id, currency }: { id: string; currency: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useActs(id)
  const acts = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Section title={<Trans context="receivable">Activity</Trans>}>
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the activity`}>
        <Stack as="ul" listStyleType="none" gap="4" aria-label={t({ message: 'Activity', context: 'receivable' })}>
          {acts.map((act) => <One key={act.id} act={act} currency={currency} />)}
        </Stack>
        {hasNextPage ? (
          <Button variant="outline" size="sm" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
      </Answer>
    </Section>
  )
}

function One({ act, currency }: { act: Act; currency: string }) {
  const { t } = useLingui()
  const { at, by, proposedBy, action, note } = act
  const who = by?.name ?? (action === 'debtor_answered' ? t`The debtor` : t({ message: 'The system', context: 'who did it' }))
  const facts = factsOf(act, currency)
  const proposer = proposedBy?.name
  return (
    <Stack as="li" gap="0.5">
      <Text overflowWrap="anywhere">
        {who} {deed(action)}
      </Text>
      <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
        {[formatInstant(at), proposer ? t`proposed by ${proposer}` : null, ...facts].filter(Boolean).join(' · ')}
      </Text>
      {note ? <Text whiteSpace="pre-line" overflowWrap="anywhere" borderStartWidth="2px" ps="3">{note}</Text> : null}
    </Stack>
  )
}

/** What of the changes says something here, in this order. */
function factsOf({ action, changes }: Act, currency: string): string[] {
  const shown: Record<string, (value: string) => string> = {
    amount: (value) => formatMoney(Number(value), currency),
    disputeReason: disputeReasons.labelOf,
    disputeEnd: disputeEnds.labelOf,
    dueOn: formatDay,
    confirmedDueOn: formatDay,
    document: (value) => value,
    ...(action === 'receivable_verified' ? { kind: evidenceKinds.labelOf } : {}),
  }
  return Object.entries(shown).flatMap(([name, say]) => changes.flatMap(({ field, after }) => (field === name && after ? [say(after)] : [])))
}
