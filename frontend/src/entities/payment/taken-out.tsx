import { useLingui } from '@lingui/react/macro'
import { Stack } from '@chakra-ui/react'
import { ApiError } from '@/api/client'
import { Notice } from '@/ui/notice'
import { BankBalance } from './bank-balance'
import { useFunds, type Fund } from './house'

export interface Out {
  amount: number
  currency: string
}

/** What there is in a currency; the answer leaves out those in which nothing was ever paid. */
const fundOf = (funds: readonly Fund[], currency: string): Fund => funds.find((fund) => fund.currency === currency) ?? { currency, bank: 0, untold: 0, inTransit: 0, left: 0 }

/** Whether it was refused because more would be taken out than there is, and nothing said that this is meant. */
export const isOverdrawn = (error: unknown): boolean => error instanceof ApiError && error.problem?.reason === 'bank_overdrawn'

/** What is left at the bank once an amount is taken out of it, and whether that is less than nothing. */
export function TakenOut({ funds, out: { amount, currency } }: { funds: readonly Fund[]; out: Out }) {
  const { t } = useLingui()
  const { bank, statement, untold, inTransit, left } = fundOf(funds, currency)
  return (
    <Stack gap="4">
      {left < amount ? <Notice status="warning">{t`More is taken out than there is at the bank.`}</Notice> : null}
      <BankBalance balance={{ currency, bank, statement, untold, inTransit, before: left, after: left - amount }} change={{ label: t`This entry`, amount: -amount }} />
    </Stack>
  )
}

/** The same as things stand; nothing until it is known. */
export function TakenOutNow({ out }: { out: Out }) {
  const { data: funds } = useFunds()
  return funds ? <TakenOut funds={funds} out={out} /> : null
}
