import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Schemas } from '@/api/client'
import { retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useNames } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import { useMatch, type Receipt, type Split } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { byCode } from '@/lib/codes'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { Kbd } from '@/ui/kbd'
import { cap, keys, useKeys } from '@/ui/keys'
import { MainAction } from '@/ui/main-action'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'

type Suggested = Schemas['SuggestionBody']

interface SuggestionProps {
  receipt: Receipt
  suggestion: Suggested
  matched: (now: Receipt) => void
}

/** What a receipt would pay, why that is thought, and the button that makes it so. */
export function Suggestion({ receipt, suggestion, matched }: SuggestionProps) {
  const { t } = useLingui()
  const may = useOperatorMay('manage_payments')
  const match = useMatch(useIdempotencyKey<Split>())
  const names = useNames(suggestion.receivables.map(({ id }) => id))
  const send = (split: Split) => {
    after(match.mutateAsync(split), (now) => {
      toast.success(t`Receipt matched`)
      matched(now)
    })
  }
  const accept = () => {
    send({ id: receipt.id, body: { receivables: suggestion.receivables.map(({ id, amount }) => ({ id, amount })) } })
  }
  const button = useRef<HTMLButtonElement>(null)
  // It takes another key to match: the next receipt opens by itself, and nobody is to match what they have not seen.
  useKeys(may ? { [keys.suggestion.press]: () => button.current?.focus() } : {})
  useAgainWhenBack(match.error, () => {
    if (match.variables) send(match.variables)
  })
  return (
    <Section title={<Trans context="match">Suggestion</Trans>} lead={whyText(suggestion, receipt)}>
      <Stack as="ul" listStyleType="none" gap="3">
        {suggestion.receivables.map(({ id, amount }) => {
          const name = names.get(id)
          return (
            <HStack as="li" key={id} justify="space-between" align="baseline" gap="4">
              <Box minW="0" overflowWrap="anywhere">
                <TextLink to={receivablePath(id)}>{name?.name ?? t`Receivable`}</TextLink>
                {name?.seller ? <Text textStyle="label" color="fg.muted">{name.seller}</Text> : null}
              </Box>
              <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">{formatMoney(amount, receipt.currency)}</Text>
            </HStack>
          )
        })}
      </Stack>
      <Failure sentence={besideFields(match.error, [])} until={retryAt(match.error)} />
      {may ? (
        <HStack gap="3">
          <MainAction ref={button} aria-keyshortcuts={keys.suggestion.press} loading={match.isPending} loadingText={t`Matching`} onClick={accept}>
            <Trans>Match as suggested</Trans>
          </MainAction>
          <Box hideBelow="lg" aria-hidden><Kbd>{cap(keys.suggestion.press)}</Kbd></Box>
        </HStack>
      ) : null}
    </Section>
  )
}

const whys = byCode<Schemas['MatchReason'], (count: number, payer: string | null | undefined) => string>({
  reference: () => t`Our reference is in the text.`,
  invoice_numbers: (count) => plural(count, { one: 'The text has this invoice number, and the payer is known.', other: 'The text has these invoice numbers, and the payer is known.' }),
  amount: (_, payer) => (payer ? t`${payer} owes exactly this amount on one invoice.` : t`The payer owes exactly this amount on one invoice.`),
})

const whyText = ({ reason, receivables }: Suggested, { payer }: Receipt) => whys.find(reason)?.(receivables.length, payer.name)
