import { Button, Dialog, Portal, Stack } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BankLine } from '@/entities/payment/statements'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { MainAction } from '@/ui/main-action'

interface ChargeDialogProps {
  line: BankLine
  payee: string
  isBusy: boolean
  confirm: () => void
  close: () => void
  focusAfter: () => HTMLElement | null
  /** What went wrong. */
  children: ReactNode
}

/** Asks before a debit is booked as a charge of the bank. */
export function ChargeDialog({ line: { amount: moved, currency, on }, payee, isBusy, confirm, close, focusAfter, children }: ChargeDialogProps) {
  const { t } = useLingui()
  const [amount, day] = [formatMoney(Math.abs(moved), currency), formatDay(on)]
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      role="alertdialog"
      open
      placement="center"
      finalFocusEl={focusAfter}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{t`Book as bank charge`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="4">
                <Dialog.Description overflowWrap="anywhere">
                  <Trans>{amount} to {payee} is booked as our cost on {day}. It can be taken back on its statement.</Trans>
                </Dialog.Description>
                {children}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <MainAction loading={isBusy} loadingText={t`Booking`} onClick={confirm}>
                <Trans>Book as bank charge</Trans>
              </MainAction>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
