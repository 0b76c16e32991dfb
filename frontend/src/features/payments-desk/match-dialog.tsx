import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Receipt } from '@/entities/payment/house'
import { formatMoney } from '@/lib/money'
import { AmountList } from '@/ui/amount-list'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { isSure, suggestionOf } from './picking'


interface MatchDialogProps {
  receipts: readonly Receipt[]
  isBusy: boolean
  confirm: () => void
  close: () => void
  /** What went wrong. */
  children: ReactNode
}

const sumsOf = (receipts: readonly Receipt[], amountOf: (receipt: Receipt) => number) => {
  const sums = new Map<string, number>()
  for (const receipt of receipts) sums.set(receipt.currency, (sums.get(receipt.currency) ?? 0) + amountOf(receipt))
  return [...sums].filter(([, sum]) => sum !== 0)
}

const surplusOf = (receipt: Receipt) => (suggestionOf(receipt)?.receivables ?? []).reduce((sum, { surplus }) => sum + surplus, 0)

/** Asks before many receipts are matched: how many, how much, and how many of them rest on one sign. */
export function MatchDialog({ receipts, isBusy, confirm, close, children }: MatchDialogProps) {
  const { t } = useLingui()
  const weak = receipts.filter((receipt) => !isSure(receipt)).length
  const surplus = sumsOf(receipts, surplusOf).map(([currency, sum]) => formatMoney(sum, currency)).join(' + ')
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      role="alertdialog"
      open
      placement="center"
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title><Plural value={receipts.length} one="Match # receipt as suggested" other="Match # receipts as suggested" /></Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="4">
                <AmountList label={t`Sum to match`} rows={sumsOf(receipts, ({ left }) => left).map(([currency, sum]) => ({ id: currency, label: t`Sum in ${currency}`, amount: formatMoney(sum, currency) }))} />
                {weak > 0 ? <Notice status="warning"><Plural value={weak} one="# of them rests on a single sign, or may be the same money as another receipt." other="# of them rest on a single sign, or may be the same money as another receipt." /></Notice> : null}
                {surplus ? <Text><Trans>{surplus} is more than what is open and becomes the debtors’ credit.</Trans></Text> : null}
                <Dialog.Description><Trans>Each is checked again. What has changed since this list was loaded is not matched.</Trans></Dialog.Description>
                {children}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <MainAction loading={isBusy} loadingText={t`Matching`} onClick={confirm}>
                <Trans>Match as suggested</Trans>
              </MainAction>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
