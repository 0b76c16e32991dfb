import { Dialog } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Fund } from '@/entities/payment/house'
import { TakenOut, type Out } from '@/entities/payment/taken-out'
import { ConfirmDialog } from '@/ui/confirm-dialog'

interface OverdrawProps {
  funds: readonly Fund[]
  out: Out
  /** What is done all the same. */
  action: ReactNode
  busyText: string
  isBusy: boolean
  confirm: () => void
  close: () => void
  /** What went wrong. */
  children: ReactNode
}

/** Asks before more is booked out of the bank than there is. */
export function Overdraw({ funds, out, action, busyText, isBusy, confirm, close, children }: OverdrawProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog title={t`The bank balance falls below zero`} action={action} busyText={busyText} isBusy={isBusy} confirm={confirm} close={close} focusAfter={(opener) => opener}>
      <Dialog.Description as="div">
        <TakenOut funds={funds} out={out} />
      </Dialog.Description>
      {children}
    </ConfirmDialog>
  )
}
