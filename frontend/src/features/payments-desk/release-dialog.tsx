import { Button, Dialog, Portal, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { ReleaseOutlook } from '@/entities/payment/release-outlook'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { Labelled } from '@/ui/fields'
import { MainAction } from '@/ui/main-action'
import { TextArea } from '@/ui/text-area'

interface ReleaseDialogProps {
  /** What it would do, as it was just asked for. */
  outlook: Schemas['ReleaseOutlookBody']
  /** How many of them are advances for invoices that are overdue. */
  overdue: number
  isBusy: boolean
  /** What the server refused of the reason. */
  refused: string | undefined
  release: (reason: string | null) => void
  close: () => void
}

const LONGEST_REASON = 2000

/** Shows what a release does before it is confirmed, and asks why where something speaks against it. */
export function ReleaseDialog({ outlook, overdue, isBusy, refused, release, close }: ReleaseDialogProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isAsked = outlook.needsReason || refused !== undefined
  const given = reason.trim()
  useAskBeforeLeaving(given !== '' || isBusy, t`The reason for the release`)
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      scrollBehavior="inside"
      size="lg"
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>
                {outlook.needsApproval ? (
                  <Plural value={outlook.payouts.length} one="Propose release of # payout" other="Propose release of # payouts" />
                ) : (
                  <Plural value={outlook.payouts.length} one="Release # payout" other="Release # payouts" />
                )}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body tabIndex={0}>
              <ReleaseOutlook outlook={outlook} overdue={overdue}>
                {isAsked ? (
                  <Labelled label={t`Reason`} help={t`It is kept with the release, and the approver reads it.`} error={refused ?? (isMissing && given === '' ? t`Say why it is released all the same.` : undefined)}>
                    <TextArea
                      rows={3}
                      maxLength={LONGEST_REASON}
                      value={reason}
                      onChange={(event) => {
                        setReason(event.target.value)
                      }}
                    />
                  </Labelled>
                ) : null}
              </ReleaseOutlook>
              {outlook.needsApproval ? (
                <Text color="fg.muted" mt="4">
                  <Trans>Nothing is paid until a second person has approved it.</Trans>
                </Text>
              ) : null}
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <MainAction
                loading={isBusy}
                loadingText={outlook.needsApproval ? t`Proposing` : t`Releasing`}
                onClick={() => {
                  if (isAsked && given === '') setMissing(true)
                  else release(given === '' ? null : given)
                }}
              >
                {outlook.needsApproval ? <Trans>Propose release</Trans> : <Trans>Release now</Trans>}
              </MainAction>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
