import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import type { Receipt } from '@/entities/payment/house'
import type { MatchSign } from '@/entities/payment/match-signs'
import type { Examined, useMoreExamined } from '@/entities/receivable/house'
import { houseStatuses } from '@/entities/receivable/house-labels'
import { formatDay } from '@/lib/dates'
import { amountHint } from '@/lib/amount-hint'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Labelled } from '@/ui/fields'
import { Input } from '@/ui/input'
import { TextLink } from '@/ui/text-link'
import { byFit } from './fit'
import { Signs } from './signs'
import { isAmount } from './split'

interface CandidatesProps {
  query: ReturnType<typeof useMoreExamined>
  /** Narrows what was loaded. */
  find: string
  /** What the server found by it among all. */
  found?: readonly Examined[]
  receipt: Receipt
  none: string
  typed: Partial<Record<string, string>>
  change: (receivable: string, text: string) => void
  /** What is typed for all that fits. */
  fill: (receivable: Examined) => string
  refused: Partial<Record<string, string>>
}

const contains = (receivable: Examined, find: string) => {
  const words = find.toLocaleLowerCase().split(/\s+/)
  const text = [receivable.invoiceNumber, receivable.reference, receivable.sellerName, receivable.debtorName].join(' ').toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}

/** Receivables, each with the amount of a receipt that concerns it. */
export function Candidates({ query: { data, error, refetch, isFetching, hasNextPage, fetchNextPage }, find, found = [], receipt, none, typed, change, fill, refused }: CandidatesProps) {
  const { t } = useLingui()
  // What was paid in full before its payout takes nothing more.
  const takes = ({ status, position }: Examined) => status !== 'accepted' || position?.open !== 0
  const loaded = data?.pages.flatMap((page) => page.data) ?? []
  const all = [...new Map([...loaded, ...found].map((one) => [one.id, one])).values()]
  const inCurrency = all.filter((receivable) => receivable.currency === receipt.currency && takes(receivable))
  // What was typed stays in sight whatever is looked for.
  const shown = byFit(inCurrency.filter((receivable) => Boolean(typed[receivable.id]) || found.some(({ id }) => id === receivable.id) || contains(receivable, find)), receipt)
  return (
    <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading receivables`}>
      {shown.length === 0 ? (
        <Text color="fg.muted">{inCurrency.length === 0 ? none : t`Nothing found among those loaded.`}</Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {shown.map(({ receivable, fit }) => (
            <Row
              key={receivable.id}
              receivable={receivable}
              fit={fit}
              text={typed[receivable.id] ?? ''}
              change={(text) => {
                change(receivable.id, text)
              }}
              fill={() => {
                change(receivable.id, fill(receivable))
              }}
              refused={refused[receivable.id]}
            />
          ))}
        </Stack>
      )}
      {hasNextPage ? (
        <Button variant="outline" size="sm" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
          <Trans>Load more</Trans>
        </Button>
      ) : null}
    </Answer>
  )
}

interface RowProps {
  receivable: Examined
  fit: readonly MatchSign[]
  text: string
  change: (text: string) => void
  fill: () => void
  refused: string | undefined
}

function Row({ receivable, fit, text, change, fill, refused }: RowProps) {
  const { t } = useLingui()
  const { id, invoiceNumber, sellerName, debtorName, currency, position, figures, status } = receivable
  const [open, due] = [position ? formatMoney(position.open, currency) : '', formatDay(figures.dueOn)]
  return (
    <HStack as="li" justify="space-between" align="flex-start" gap="4" wrap="wrap" py="3" borderBottomWidth="1px">
      <Box minW="0" flex="1 1 14rem">
        <TextLink to={receivablePath(id)}>{invoiceNumber}</TextLink>
        <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">{[sellerName, debtorName].filter(Boolean).join(' · ')}</Text>
        <Text textStyle="label" fontVariantNumeric="tabular-nums">{position ? t`${open} open, due on ${due}` : houseStatuses.labelOf(status)}</Text>
        <Signs of={fit} />
      </Box>
      <HStack align="flex-end" gap="2">
        <Box w="10rem">
          <Labelled label={t`Amount for ${invoiceNumber}`} error={isAmount(text, currency) ? refused : amountHint(text ?? '', currency)}>
            <Input money={currency} textAlign="end" value={text} onChange={({ target }) => { change(target.value) }} />
          </Labelled>
        </Box>
        <Button variant="outline" aria-label={t`All that fits for ${invoiceNumber}`} onClick={fill}>
          <Trans context="amount">All</Trans>
        </Button>
      </HStack>
    </HStack>
  )
}
