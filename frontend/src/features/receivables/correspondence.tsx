import { Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { LetterList } from '@/entities/debtor/letter-list'
import { toldDebtors, useCorrespondence } from '@/entities/debtor/letters'
import { disputeReasons } from '@/entities/receivable/statuses'
import { formatDay, formatInstant } from '@/lib/dates'
import { labels } from '@/lib/codes'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { Section } from '@/ui/page'

const answers = labels<Schemas['AnswerKind']>({
  confirm: msg`Confirmed the invoice`,
  change: msg`Confirmed with another amount or date`,
  dispute: msg`Disputed the invoice`,
  not_ours: msg`Said that the invoice isn’t theirs`,
})

/** What the debtor was asked and told, and what it said for itself. */
export function Correspondence({ id, currency }: { id: string; currency: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useCorrespondence(id)
  if (data && data.asked.length === 0 && data.letters.length === 0 && !data.told) return null
  return (
    <Section title={<Trans>Contact with the debtor</Trans>}>
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the contact with the debtor`}>
        {data ? (
          <Stack gap="5">
            {data.told ? <Text>{toldDebtors.labelOf(data.told)}</Text> : null}
            {data.asked.length > 0 ? (
              <Stack as="ul" listStyleType="none" gap="1" aria-label={t`Links to the debtor`}>
                {data.asked.map(({ at, sentTo, expiresAt }) => {
                  const [when, until] = [formatInstant(at), formatInstant(expiresAt)]
                  return (
                    <Text as="li" key={at + sentTo} textStyle="label" color="fg.muted" overflowWrap="anywhere">
                      <Trans>Link sent to {sentTo} on {when}, valid until {until}</Trans>
                    </Text>
                  )
                })}
              </Stack>
            ) : null}
            {data.statements.length > 0 ? (
              <Stack as="ul" listStyleType="none" gap="3" aria-label={t`What the debtor said`}>
                {data.statements.map((said) => <Said key={said.at} said={said} currency={currency} />)}
              </Stack>
            ) : null}
            {data.letters.length > 0 ? <LetterList letters={data.letters} /> : null}
          </Stack>
        ) : null}
      </Answer>
    </Section>
  )
}

function Said({ said: { answer, amount, dueOn, reason, note, at, address }, currency }: { said: Schemas['HeardStatementBody']; currency: string }) {
  const when = formatInstant(at)
  const facts = [amount ? formatMoney(amount, currency) : null, dueOn ? formatDay(dueOn) : null, reason ? disputeReasons.labelOf(reason) : null].filter(Boolean).join(', ')
  return (
    <Stack as="li" gap="0">
      <Text>{answers.labelOf(answer)}</Text>
      {facts ? <Text fontVariantNumeric="tabular-nums">{facts}</Text> : null}
      {note ? <Text whiteSpace="pre-line" overflowWrap="anywhere">{note}</Text> : null}
      <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
        <Trans>{when}, from {address}</Trans>
      </Text>
    </Stack>
  )
}
