import { Box, Button, Grid, HStack, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type RefObject } from 'react'
import { failure } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { useNames } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import type { Receipt } from '@/entities/payment/house'
import { formatDay, formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Figure } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { MoneyIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { Section } from '@/ui/page'
import { Care } from './care'
import { NamesClosed } from './names-closed'
import { Explained, partsIn } from './parts'
import { byHand } from './receipt-columns'
import { SendBack } from './send-back'
import { NOTHING, type TypedSplit } from './split'
import { SplitForm } from './split-form'
import { Suggestions } from './suggestions'
import { TakeBack } from './take-back'
import { addressOf } from './views'
import { useWay } from './way'

interface MatchingProps {
  id: string
  typed: TypedSplit
  setTyped: (next: (before: TypedSplit) => TypedSplit) => void
  /** Tells what was matched. */
  matched: (match: { before: Receipt; now: Receipt }) => void
}

/** One receipt beside what it may pay. */
export function Matching({ id, matched, ...split }: MatchingProps) {
  const { t } = useLingui()
  const { query, goOn } = useWay(id)
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = query
  const receipt = data?.pages.flatMap((page) => page.data).find((one) => one.id === id)
  return (
    <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the receipt`}>
      {receipt ? (
        <Beside
          receipt={receipt}
          {...split}
          matched={(now) => {
            matched({ before: receipt, now })
            if (now.left === 0) goOn()
          }}
        />
      ) : (
        <Empty
          as="h2"
          icon={<MoneyIcon />}
          title={hasNextPage ? <Trans>This receipt is further down the list</Trans> : <Trans>This receipt is allocated</Trans>}
          action={
            hasNextPage ? (
              <Button variant="outline" loading={isFetching} onClick={() => void fetchNextPage()}>
                <Trans>Load more</Trans>
              </Button>
            ) : (
              <LinkButton to={addressOf('unexplained')} variant="outline">
                <Trans>Show unallocated receipts</Trans>
              </LinkButton>
            )
          }
        />
      )}
    </Answer>
  )
}

type BesideProps = Omit<MatchingProps, 'id' | 'matched'> & { receipt: Receipt; matched: (now: Receipt) => void }

function Beside({ receipt, matched, ...split }: BesideProps) {
  const { t } = useLingui()
  const may = useOperatorMay('manage_payments')
  const heading = useRef<HTMLSpanElement>(null)
  // Whoever works by keys goes on here, and hears which receipt it is.
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const done = (now: Receipt) => {
    // What was pressed is gone.
    heading.current?.focus()
    // However it was explained: what was typed of it is done with.
    if (now.left === 0) split.setTyped(() => NOTHING)
    matched(now)
  }
  const suggestions = receipt.suggestions ?? []
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
      templateAreas={{ base: '"facts" "pays" "care"', lg: '"facts pays" "care pays"' }}
      templateRows={{ lg: 'auto 1fr' }}
      columnGap="10"
      rowGap="6"
      alignItems="start"
    >
      <Stack gap="6" gridArea="facts" minW="0">
        <Facts receipt={receipt} heading={heading} />
        {may && receipt.left === receipt.amount ? <TakeBack receipt={receipt} done={done} /> : null}
      </Stack>
      <Stack gap="6" gridArea="pays" minW="0">
        <NamesClosed receipt={receipt} />
        <Suggestions receipt={receipt} suggestions={suggestions} matched={done} />
        {may ? <SplitForm receipt={receipt} {...split} hasSuggestion={suggestions.length > 0} matched={done} /> : <Text color="fg.muted">{t`Treasury says what a receipt pays.`}</Text>}
      </Stack>
      <Stack gap="6" gridArea="care" minW="0">
        <Care receipt={receipt} />
        {may ? <SendBack receipt={receipt} /> : null}
      </Stack>
    </Grid>
  )
}

/** The same of a receipt that a statement tells of. */
function onStatement({ enteredBy, enteredAt }: Receipt): string | null {
  if (!enteredBy) return null
  const [who, when] = [enteredBy.name, formatInstant(enteredAt)]
  return t`On a bank statement. Entered by ${who} on ${when}`
}

/** What came in, and what of it is explained. */
function Facts({ receipt, heading }: { receipt: Receipt; heading: RefObject<HTMLSpanElement | null> }) {
  const { t } = useLingui()
  const { amount, left, refunded, currency, on, valueOn, payer, text, allocations } = receipt
  const names = useNames(partsIn(receipt))
  const all = formatMoney(amount, currency)
  const facts = [
    { id: 'payer', label: t`Payer`, value: payer.name ?? t`Unknown payer` },
    { id: 'iban', label: t`IBAN of the payer`, value: payer.iban ? groupedIban(payer.iban) : null },
    { id: 'on', label: t`Booked on`, value: formatDay(on) },
    { id: 'valueOn', label: t`Value day`, value: valueOn === on ? null : formatDay(valueOn) },
    { id: 'text', label: t`Payment reference`, value: text },
    { id: 'origin', label: t`Origin`, value: byHand(receipt) ?? onStatement(receipt) },
    { id: 'refunded', label: t`Refunded from the debtor’s credit`, value: refunded > 0 ? formatMoney(refunded, currency) : null },
  ]
  const used = allocations.filter(({ undoneAt }) => !undoneAt)
  return (
    <Section title={<Title of={payer.name} heading={heading} />} actions={<LinkButton to={addressOf('unexplained')} size="sm" variant="ghost"><Trans>Back to the list</Trans></LinkButton>}>
      <Figure isMain label={t`Unallocated`} amount={formatMoney(left, currency)} more={left === amount ? null : t`of ${all}`} />
      <Stack as="dl" gap="3">
        {facts
          .filter(({ value }) => value)
          .map(({ id, label, value }) => (
            <Box key={id} minW="0">
              <Text as="dt" textStyle="label" color="fg.muted">{label}</Text>
              <Text as="dd" overflowWrap="anywhere">{value}</Text>
            </Box>
          ))}
      </Stack>
      {used.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="2" aria-label={t`What of it is allocated`}>
          {used.map((one) => (
            <HStack as="li" key={one.id} justify="space-between" gap="4" align="baseline">
              <Box minW="0" overflowWrap="anywhere"><Explained part={one} names={names} /></Box>
              <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">{formatMoney(one.amount, currency)}</Text>
            </HStack>
          ))}
        </Stack>
      ) : null}
    </Section>
  )
}

function Title({ of, heading }: { of: string | null | undefined; heading: RefObject<HTMLSpanElement | null> }) {
  return (
    <Box as="span" ref={heading} tabIndex={-1} outline="none">
      {of ? <Trans>Receipt from {of}</Trans> : <Trans>Receipt</Trans>}
    </Box>
  )
}
