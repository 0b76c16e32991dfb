import { Dialog } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BankLine } from '@/entities/payment/statements'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { ConfirmDialog, type QuestionProps } from '@/ui/confirm-dialog'

type ChargeDialogProps = QuestionProps & { line: BankLine; payee: string }

/** Asks before a debit is booked as a charge of the bank. */
export function ChargeDialog({ line: { amount: moved, currency, on }, payee, children, ...dialog }: ChargeDialogProps) {
  const { t } = useLingui()
  const [amount, day] = [formatMoney(Math.abs(moved), currency), formatDay(on)]
  return (
    <ConfirmDialog {...dialog} title={t`Book as bank charge`} action={<Trans>Book as bank charge</Trans>} busyText={t`Booking`}>
      <Dialog.Description overflowWrap="anywhere">
        <Trans>{amount} to {payee} is booked as our cost on {day}. It can be taken back on its statement.</Trans>
      </Dialog.Description>
      {children}
    </ConfirmDialog>
  )
}
