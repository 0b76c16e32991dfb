import { Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { isOwn, useAvailability } from '@/entities/facility/api'
import { useComing } from '@/entities/receivable/api'
import { formatMoney } from '@/lib/money'

/** What the company owes in each currency and is kept back from its next payouts, in minor units. Of who is only paid early it is what is kept back of the payouts that are planned. */
export function useOwedIn(): (currency: string) => number {
  const { data: availability = [] } = useAvailability()
  const { data: coming = [] } = useComing()
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return (currency) => {
    const owed = availability.filter((one) => isOwn(one) && one.currency === currency).flatMap(({ steps }) => steps.filter(({ code }) => code === 'owed').map(({ amount }) => -amount))
    const keptBack = coming.filter((one) => one.currency === currency).flatMap(({ weeks, laterSetOff }) => [laterSetOff, ...weeks.map(({ setOff }) => setOff)])
    return Math.max(0, sum(owed), sum(keptBack))
  }
}

/** The same in one currency. */
export const useOwed = (currency: string): number => useOwedIn()(currency)

interface KeptBackProps {
  currency: string
  /** The payout it is about, in minor units; absent where it is about none. */
  payout?: number
}

/** That what is promised here does not all arrive, as the company owes something. */
export function KeptBack({ currency, payout }: KeptBackProps) {
  const owed = useOwed(currency)
  if (owed === 0 || payout === 0) return null
  const [all, part] = [formatMoney(owed, currency), formatMoney(Math.min(owed, payout ?? owed), currency)]
  return (
    <Text as="span" display="block" textStyle="label" color="fg.muted">
      {payout === undefined ? <Trans>You owe us {all}. We keep it back from your next payouts, so you receive less.</Trans> : <Trans>You owe us {all}. We keep it back from your next payouts: up to {part} of this one.</Trans>}
    </Text>
  )
}
