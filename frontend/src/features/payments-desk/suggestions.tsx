import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { ApiError, type Schemas } from '@/api/client'
import { retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useNames, type Name } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import { confirmed, useMatchSuggested, type Confirmed, type Receipt } from '@/entities/payment/house'
import { besideFields, houseRefusal } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { Fold } from '@/ui/fold'
import { Kbd } from '@/ui/kbd'
import { cap, keys, useKeys } from '@/ui/keys'
import { MainAction } from '@/ui/main-action'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { Signs } from './signs'

type Suggested = Schemas['SuggestionBody']

interface SuggestionsProps {
  receipt: Receipt
  suggestions: readonly Suggested[]
  matched: (now: Receipt) => void
}

/** What a receipt may pay, why that is thought, and the buttons that make it so; what most speaks for first. */
export function Suggestions({ receipt, suggestions, matched }: SuggestionsProps) {
  const { t } = useLingui()
  const may = useOperatorMay('manage_payments')
  const match = useMatchSuggested(useIdempotencyKey<Confirmed>())
  const [problem, setProblem] = useState<Schemas['ProblemBody'] | null>(null)
  const names = useNames(suggestions.flatMap(({ receivables }) => receivables.map(({ id }) => id)))
  const send = (seen: Confirmed) => {
    setProblem(null)
    after(match.mutateAsync(seen), ([row]) => {
      if (!row?.receipt) {
        setProblem(row?.problem ?? null)
        return
      }
      toast.success(t`Receipt matched`)
      matched(row.receipt)
    })
  }
  const accept = (suggestion: Suggested) => {
    send([confirmed(receipt, suggestion)])
  }
  const button = useRef<HTMLButtonElement>(null)
  // It takes another key to match: the next receipt opens by itself, and nobody is to match what they have not seen.
  useKeys(may ? { [keys.suggestion.press]: () => button.current?.focus() } : {})
  useAgainWhenBack(match.error, () => {
    if (match.variables) send(match.variables)
  })
  const [best, ...others] = suggestions
  if (!best) return null
  return (
    <Section title={<Trans context="match">Suggestion</Trans>}>
      <What suggestion={best} receipt={receipt} names={names} />
      <Failure sentence={problem ? houseRefusal(new ApiError(problem.status, problem)) : besideFields(match.error, [])} until={retryAt(match.error)} />
      {may ? (
        <HStack gap="3">
          <MainAction ref={button} aria-keyshortcuts={keys.suggestion.press} loading={match.isPending} loadingText={t`Matching`} onClick={() => { accept(best) }}>
            <Trans>Match as suggested</Trans>
          </MainAction>
          <Box hideBelow="lg" aria-hidden><Kbd>{cap(keys.suggestion.press)}</Kbd></Box>
        </HStack>
      ) : null}
      {others.length > 0 ? (
        <Fold title={<Trans>Other suggestions</Trans>}>
          <Stack gap="5">
            {others.map((suggestion) => (
              <Stack key={suggestion.receivables.map(({ id, amount }) => `${id} ${amount}`).join(' ')} gap="2" align="stretch">
                <What suggestion={suggestion} receipt={receipt} names={names} />
                {may ? (
                  <Button variant="outline" size="sm" alignSelf="flex-start" disabled={match.isPending} onClick={() => { accept(suggestion) }}>
                    <Trans>Match this</Trans>
                  </Button>
                ) : null}
              </Stack>
            ))}
          </Stack>
        </Fold>
      ) : null}
    </Section>
  )
}

interface WhatProps {
  suggestion: Suggested
  receipt: Receipt
  names: ReadonlyMap<string, Name>
}

/** What it would pay, with what that leaves open, and why. */
function What({ suggestion, receipt: { currency }, names }: WhatProps) {
  const { t } = useLingui()
  const leaves = (amount: number) => {
    const rest = formatMoney(amount, currency)
    return amount === 0 ? t`Nothing stays open` : t`${rest} stays open`
  }
  const tooMuch = (amount: number) => {
    const surplus = formatMoney(amount, currency)
    return t`${surplus} too much: becomes credit`
  }
  return (
    <Stack gap="3">
      <Box><Signs of={suggestion.signs} /></Box>
      <Stack as="ul" listStyleType="none" gap="3">
        {suggestion.receivables.map(({ id, amount, leavesOpen, surplus }) => {
          const name = names.get(id)
          return (
            <HStack as="li" key={id} justify="space-between" align="baseline" gap="4">
              <Box minW="0" overflowWrap="anywhere">
                <TextLink to={receivablePath(id)}>{name?.name ?? t`Receivable`}</TextLink>
                {name?.seller ? <Text textStyle="label" color="fg.muted">{name.seller}</Text> : null}
                <Text textStyle="label" fontVariantNumeric="tabular-nums">{leaves(leavesOpen)}</Text>
                {surplus > 0 ? <Text textStyle="label" color="orange.fg" fontVariantNumeric="tabular-nums">{tooMuch(surplus)}</Text> : null}
              </Box>
              <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">{formatMoney(amount, currency)}</Text>
            </HStack>
          )
        })}
      </Stack>
    </Stack>
  )
}
