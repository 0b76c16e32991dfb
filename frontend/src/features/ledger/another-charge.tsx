import { Dialog } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { ConfirmDialog } from '@/ui/confirm-dialog'

interface AnotherChargeProps {
  /** The day of the charge that a statement has. */
  on: string
  amount: number
  currency: string
  isBusy: boolean
  confirm: () => void
  close: () => void
  /** What went wrong. */
  children: ReactNode
}

/** Asks before something is booked that a statement perhaps has on another day. */
export function AnotherCharge({ on, amount, currency, isBusy, confirm, close, children }: AnotherChargeProps) {
  const { t } = useLingui()
  const [charge, day] = [formatMoney(amount, currency), formatDay(on)]
  return (
    <ConfirmDialog title={t`A statement has a charge of this amount`} action={<Trans>Book it as another one</Trans>} busyText={t`Booking`} isBusy={isBusy} confirm={confirm} close={close} focusAfter={(opener) => opener}>
      <Dialog.Description>
        <Trans>A charge of {charge} is on a statement, on {day}, and it’s booked. If this is the same money, don’t book it again. If it’s another one, book it: the person who approves it sees that day.</Trans>
      </Dialog.Description>
      {children}
    </ConfirmDialog>
  )
}
