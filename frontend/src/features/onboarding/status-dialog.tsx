import { Button, Dialog, Portal, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans } from '@lingui/react/macro'
import { useCallback, useSyncExternalStore } from 'react'
import { useMe } from '@/entities/user/me'
import { text } from '@/lib/i18n'
import { usePathname } from '@/lib/navigation'
import { useReadApplication, type Application } from '@/entities/application/api'
import { isStatus, statusOf } from '@/entities/application/status'
import { sells } from '@/entities/company/sells'
import { featuresText, nextText } from '@/entities/facility/first-cash'
import { useFirstCash } from '@/entities/facility/first-cash-api'
import { useWaits } from '@/entities/payment/waits'
import { leftText } from '@/entities/joining/left'
import { useLeft } from '@/entities/joining/use-left'
import { paths } from '@/lib/paths'
import { onSeenStatus, rememberSeenStatus, seenStatus } from '@/entities/application/seen-status'

/** Tells each onboarding status once: when somebody first meets it on this device, and when it has changed since it was last dismissed. */
export function StatusDialog() {
  const { userDetails, companyDetails } = useMe()
  const application = useReadApplication()
  const pathname = usePathname()
  const seen = useSeen(userDetails?.id ?? '')
  const isSeller = isStatus(userDetails?.onboarding_status, 'approved') && sells(companyDetails)
  const { data: way } = useFirstCash(isSeller && seen !== userDetails?.onboarding_status)
  const { isKnown, stops } = useWaits(Boolean(way))
  if (!userDetails || userDetails.role === 'operator') return null
  const { id } = userDetails
  const { number, title, description, nextStep } = statusOf(userDetails.onboarding_status, companyDetails)
  // Proving phone and address comes first; the status would only be in the way.
  const verifying = pathname === paths.verifyPhone || pathname === paths.verifyEmail || !userDetails.phoneVerified || !userDetails.emailVerified
  const isSeen = seen === number
  const next = way ? (isKnown ? nextText(way, id, stops) : null) : nextStep ? text(nextStep) : null
  const close = () => {
    rememberSeenStatus(id, number)
  }
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open={!verifying && !isSeen}
      placement="center"
      scrollBehavior="inside"
      role="alertdialog"
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{text(title)}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Dialog.Description>{text(description)}</Dialog.Description>
              {way && featuresText(way) ? <Text mt="3">{featuresText(way)}</Text> : null}
              {next ? (
                <Text mt="3" color="fg.muted">
                  {next}
                </Text>
              ) : null}
              {application && isStatus(number, 'not_completed') && isStatus(application.status, 'not_completed') ? <Missing user={id} application={application} /> : null}
            </Dialog.Body>
            <Dialog.Footer>
              <Button onClick={close}><Trans>Okay</Trans></Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** How much of the form is left. */
function Missing({ user, application }: { user: string; application: Application }) {
  const left = useLeft(user, application)
  return left.length > 0 ? (
    <Text mt="3" color="fg.muted">
      {leftText(left)}
    </Text>
  ) : null
}

function useSeen(user: string): number | null {
  return useSyncExternalStore(
    useCallback((listener) => onSeenStatus(user, listener), [user]),
    () => seenStatus(user),
  )
}
