import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '@/lib/money'
import { AmountList } from '@/ui/amount-list'
import { fundsText } from './funds-text'

interface BankBalanceProps {
  /** In minor units of the currency. */
  balance: { currency: string; bank: number; statement?: { on: string; amount: number } | null; untold?: number; inTransit: number; before: number; after: number }
  /** What changes it, below zero where it is paid out. */
  change: { label: string; amount: number }
}

/** What is available at the bank in a currency, before and after something. */
export function BankBalance({ balance, change }: BankBalanceProps) {
  const { t } = useLingui()
  const { currency, before, after } = balance
  const money = (minor: number) => formatMoney(minor, currency)
  return (
    <AmountList
      label={t`Bank balance in ${currency}`}
      rows={[
        { id: 'before', label: t`Available at the bank`, more: fundsText(balance), amount: money(before) },
        { id: 'change', label: change.label, amount: money(change.amount) },
        { id: 'after', label: <Text as="span" fontWeight="medium" color={after < 0 ? 'fg.error' : undefined}>{after < 0 ? <Trans>Overdrawn afterwards</Trans> : <Trans>Available afterwards</Trans>}</Text>, amount: money(after), isSum: true },
      ]}
    />
  )
}
