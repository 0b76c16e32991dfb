import { Dialog } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Examined } from '@/entities/receivable/house'
import { formatMoney } from '@/lib/money'
import { ConfirmDialog } from '@/ui/confirm-dialog'

interface ExceedingDialogProps {
  /** In minor units. */
  confirmed: number
  receivable: Examined
  confirm: () => void
  close: () => void
}

/** Asks before more is recorded as confirmed than the invoice is for. */
export default function ExceedingDialog({ confirmed, receivable: { figures, currency, invoiceNumber }, confirm, close }: ExceedingDialogProps) {
  const { t } = useLingui()
  const [said, face] = [formatMoney(confirmed, currency), formatMoney(figures.face, currency)]
  return (
    <ConfirmDialog title={t`More was confirmed than the invoice is for`} action={<Trans>Record it all the same</Trans>} busyText={t`Recording`} isBusy={false} confirm={confirm} close={close} focusAfter={(opener) => opener}>
      <Dialog.Description overflowWrap="anywhere">
        <Trans>You enter {said} as confirmed, and {invoiceNumber} is for {face}. Check that the debtor spoke of this invoice. It isn’t bought for more than its own amount.</Trans>
      </Dialog.Description>
    </ConfirmDialog>
  )
}
