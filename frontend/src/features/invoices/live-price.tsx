import { SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure, fieldErrors } from '@/api/errors'
import { ApiError } from '@/api/client'
import { useOwnQuote } from '@/entities/quote/api'
import { KeptBack } from '@/entities/payment/owed'
import { useWhenPaid, useWhyStopped } from '@/entities/payment/stopped'
import { CostMore } from '@/entities/receivable/cost'
import { percentOf } from '@/entities/receivable/price'
import { formatDay } from '@/lib/dates'
import { formatMoney, parseMoney } from '@/lib/money'
import { parseDay } from '@/lib/typed-day'
import { useDelayed } from '@/lib/use-delayed'
import { Figure } from '@/ui/amount-list'
import { Failure } from '@/ui/failure'
import { FormGroup } from '@/ui/form-group'

const QUOTE_AFTER_MS = 400

interface LivePriceProps {
  face: string
  dueOn: string
  currency: string
}

/** What an invoice that is being typed would come to: by the code that prices it once it is handed in. */
export function LivePrice({ face, dueOn, currency }: LivePriceProps) {
  const amount = parseMoney(face, currency)
  const isWhole = amount !== null && amount > 0 && parseDay(dueOn) !== null
  const asked = useDelayed(isWhole ? JSON.stringify({ face: amount, dueOn, currency }) : '', QUOTE_AFTER_MS)
  const { data: quote, error, isFetching } = useOwnQuote(asked ? (JSON.parse(asked) as Parameters<typeof useOwnQuote>[0]) : null)
  return (
    <FormGroup title={<Trans>What you would receive</Trans>} lead={<Trans>Under your terms, before our checks and your limits. It binds nobody.</Trans>} isSingle>
      <Stack aria-busy={isFetching} minH="20" justify="center">
        {!isWhole || !asked ? (
          <Text color="fg.muted">
            <Trans>Enter amount and due date to see the price.</Trans>
          </Text>
        ) : error ? (
          <Refused error={error} currency={currency} />
        ) : quote ? (
          <SimpleGrid columns={{ base: 1, sm: 3 }} gap="5" opacity={isFetching ? 0.6 : 1}>
            <Price quote={quote} />
            <KeptBack currency={currency} payout={quote.payout} />
          </SimpleGrid>
        ) : null}
      </Stack>
    </FormGroup>
  )
}

function Price({ quote }: { quote: NonNullable<ReturnType<typeof useOwnQuote>['data']> }) {
  const { t } = useLingui()
  const money = (minor: number) => formatMoney(minor, quote.currency)
  const [dueOn, whenPaid, why] = [formatDay(quote.dueOn), useWhenPaid(), useWhyStopped()]
  const apr = typeof quote.apr === 'number' ? percentOf(quote.apr) : null
  return (
    <>
      <Figure isMain label={why ? t({ message: 'Payout', context: 'price' }) : t`You receive now`} amount={money(quote.payout)} more={whenPaid(quote.payoutOn)} />
      <Figure label={quote.release < 0 ? t`You owe at the end` : t`You receive when your buyer pays`} amount={money(Math.abs(quote.release))} more={t`if paid on ${dueOn}`} />
      <Figure label={t`What it costs`} amount={money(quote.cost)} more={<CostMore price={quote} yearly={apr ? t`${apr} a year (simple)` : null} />} />
    </>
  )
}

/** Why there is no price: in what was typed, or because nothing can be sold. */
function Refused({ error, currency }: { error: Error; currency: string }) {
  if (error instanceof ApiError && error.problem?.code === 'facility_inactive') {
    return (
      <Text color="fg.muted">
        <Trans>You can’t sell invoices in {currency} at the moment.</Trans>
      </Text>
    )
  }
  const refused = Object.values(fieldErrors(error))
  return refused.length > 0 ? <Text color="fg.muted">{refused.join(' ')}</Text> : <Failure {...failure(error)} />
}
