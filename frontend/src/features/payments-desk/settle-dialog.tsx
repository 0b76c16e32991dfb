import { Button, Dialog, Portal, Stack } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BankLine, Settled } from '@/entities/payment/statements'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { MainAction } from '@/ui/main-action'

interface SettleDialogProps {
  line: BankLine
  /** What it is said to be. */
  as: Settled['as']
  payee: string
  isBusy: boolean
  confirm: () => void
  close: () => void
  focusAfter: () => HTMLElement | null
  /** What went wrong. */
  children: ReactNode
}

/** Asks before something is booked, or taken for booked. */
export function SettleDialog({ line: { amount: moved, currency, on }, as, payee, isBusy, confirm, close, focusAfter, children }: SettleDialogProps) {
  const { t } = useLingui()
  const [amount, day] = [formatMoney(Math.abs(moved), currency), formatDay(on)]
  const isCharge = as === 'charge'
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
              <Dialog.Title>{isCharge ? t`Book as bank charge` : t`Already in the books`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="4">
                <Dialog.Description overflowWrap="anywhere">
                  {isCharge ? (
                    <Trans>{amount} to {payee} is booked as our cost on {day}. What was wrong can only be reversed.</Trans>
                  ) : (
                    <Trans>{amount} to {payee} is not booked, and leaves this list for good. Say so only if you found it in the ledger, such as a payout that was marked as executed by hand. Otherwise the ledger stays {amount} above the bank.</Trans>
                  )}
                </Dialog.Description>
                {children}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <MainAction loading={isBusy} loadingText={isCharge ? t`Booking` : t`Saving`} onClick={confirm}>
                {isCharge ? <Trans>Book as bank charge</Trans> : <Trans>It is in the books</Trans>}
              </MainAction>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
