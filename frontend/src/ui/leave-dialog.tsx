import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { answerLeaving } from '@/lib/leaving'
import { useOpener } from './opener'

/** Asks whether a screen is left although something is not saved, and names it. The focus begins on Stay, and returns to where it was. */
export default function LeaveDialog({ lost }: { lost: readonly string[] }) {
  const opener = useOpener()
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      role="alertdialog"
      open
      placement="center"
      scrollBehavior="inside"
      initialFocusEl={() => stay.current}
      finalFocusEl={() => opener() ?? document.querySelector('main')}
      onOpenChange={({ open }) => {
        if (!open) answerLeaving.stay()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                <Trans>Leave without saving?</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Dialog.Description as="div">
                <Stack gap="2">
                  <Text>
                    <Trans>If you leave, you lose:</Trans>
                  </Text>
                  <Stack as="ul" gap="1" ps="5" overflowWrap="anywhere">
                    {lost.map((one) => (
                      <li key={one}>{one}</li>
                    ))}
                  </Stack>
                </Stack>
              </Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button ref={stay} variant="ghost" onClick={answerLeaving.stay}>
                <Trans>Stay</Trans>
              </Button>
              <Button variant="outline" colorPalette="red" onClick={answerLeaving.leave}>
                <Trans>Leave</Trans>
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
