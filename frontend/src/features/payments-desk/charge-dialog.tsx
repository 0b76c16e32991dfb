import { Dialog, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OpenLine } from '@/entities/payment/statements'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { ConfirmDialog, type QuestionProps } from '@/ui/confirm-dialog'

type ChargeDialogProps = QuestionProps & { line: OpenLine; payee: string }

/** Asks before a debit is booked as a charge of the bank. */
export function ChargeDialog({ line: { amount: moved, currency, on, perhaps }, payee, children, ...dialog }: ChargeDialogProps) {
  const { t } = useLingui()
  const booked = perhaps ? formatDay(perhaps.on) : null
  const [amount, day] = [formatMoney(Math.abs(moved), currency), formatDay(on)]
  return (
    <ConfirmDialog {...dialog} title={t`Book as bank charge`} action={<Trans>Book as bank charge</Trans>} busyText={t`Booking`}>
      <Dialog.Description overflowWrap="anywhere">
        <Trans>{amount} to {payee} is booked as our cost on {day}. It can be taken back on its statement.</Trans>
      </Dialog.Description>
      {booked ? <Text><Trans>An entry of this amount on {booked} is on no statement. If it is the same money, match the line to that entry instead.</Trans></Text> : null}
      {children}
    </ConfirmDialog>
  )
}
