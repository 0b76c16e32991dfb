import { Button, Dialog, Portal, Stack } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { MainAction } from './main-action'
import { useOpener } from './opener'

interface ConfirmDialogProps {
  title: ReactNode
  action: ReactNode
  isBusy: boolean
  busyText: string
  confirm: () => void
  close: () => void
  /** Where the focus goes once it is closed. It is given what had the focus before, where that is still there. */
  focusAfter: (opener: HTMLElement | null) => HTMLElement | null
  /** What is done, as a `Dialog.Description`, and what went wrong. */
  children: ReactNode
}

/** Of a question that knows its own words. */
export type QuestionProps = Omit<ConfirmDialogProps, 'title' | 'action' | 'busyText'>

/**
 * Asks before something is done. Its content is what was true when it opened: keep a copy in the state that opens it, and send
 * that copy. A list that is read again behind it must neither change nor close it. The focus begins on Cancel.
 */
export function ConfirmDialog({ title, action, isBusy, busyText, confirm, close, focusAfter, children }: ConfirmDialogProps) {
  const opener = useOpener()
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      role="alertdialog"
      open
      placement="center"
      scrollBehavior="inside"
      finalFocusEl={() => focusAfter(opener())}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="4">{children}</Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <MainAction loading={isBusy} loadingText={busyText} onClick={confirm}>
                {action}
              </MainAction>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
