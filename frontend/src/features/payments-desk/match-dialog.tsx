import { Dialog, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Receipt } from '@/entities/payment/house'
import { formatMoney } from '@/lib/money'
import { AmountList } from '@/ui/amount-list'
import { ConfirmDialog, type QuestionProps } from '@/ui/confirm-dialog'
import { Notice } from '@/ui/notice'
import { isWeak, suggestionOf, sumsOf } from './picking'

type MatchDialogProps = QuestionProps & { receipts: readonly Receipt[] }

const surplusOf = (receipt: Receipt) => (suggestionOf(receipt)?.receivables ?? []).reduce((sum, { surplus }) => sum + surplus, 0)

/** Asks before many receipts are matched: how many, how much, and what is doubtful of them. */
export function MatchDialog({ receipts, children, ...dialog }: MatchDialogProps) {
  const { t } = useLingui()
  const weak = receipts.filter(isWeak).length
  const surplus = sumsOf(receipts, surplusOf).map(([currency, sum]) => formatMoney(sum, currency)).join(' + ')
  return (
    <ConfirmDialog
      {...dialog}
      title={<Plural value={receipts.length} one="Match # receipt as suggested" other="Match # receipts as suggested" />}
      action={<Trans>Match as suggested</Trans>}
      busyText={t`Matching`}
    >
      <AmountList label={t`Sum to match`} rows={sumsOf(receipts, ({ left }) => left).map(([currency, sum]) => ({ id: currency, label: t`Sum in ${currency}`, amount: formatMoney(sum, currency) }))} />
      {weak > 0 ? <Notice status="warning"><Plural value={weak} one="For # of them no two independent signs agree." other="For # of them no two independent signs agree." /></Notice> : null}
      {surplus ? <Text><Trans>{surplus} is more than what is open and becomes the debtors’ credit.</Trans></Text> : null}
      <Dialog.Description><Trans>Each is checked again. What has changed since this list was loaded is not matched.</Trans></Dialog.Description>
      {children}
    </ConfirmDialog>
  )
}
