import { Box, Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useMe } from '@/entities/user/me'
import { Avatar, initials } from '@/ui/avatar'
import { Extra } from '@/ui/extra'
import { useSignOut } from './sign-out'

/** Not in the entry: the menu's machinery is heavier than all of the frame. */
export const accountMenu = () => import('./account-menu')

const BUTTON = 'account-button'
const MENU = 'account-menu'

/** Who is signed in, and all that concerns them. The button is there at once; its menu comes with the first touch at the latest. */
export function Account({ showKeys }: { showKeys: () => void }) {
  const { t } = useLingui()
  const { userDetails } = useMe()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = `${userDetails?.fname ?? ''} ${userDetails?.lname ?? ''}`.trim()
  // With what stands on the button: a person who speaks to the browser reads that.
  const letters = initials(name)
  const want = () => void accountMenu().catch(() => undefined)
  const close = () => {
    // Back to where it was opened, unless the person has gone somewhere else.
    const { activeElement } = document
    const isAway = activeElement !== null && activeElement !== document.body && !activeElement.closest('[role=menu]')
    setIsOpen(false)
    if (!isAway) button.current?.focus()
  }
  return (
    <Box position="relative">
      <Button
        id={BUTTON}
        ref={button}
        variant="ghost"
        px="1"
        minW="11"
        borderRadius="full"
        aria-label={t`Account: ${name} (${letters})`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? MENU : undefined}
        title={userDetails?.email}
        onPointerEnter={want}
        onFocus={want}
        onClick={() => {
          setIsOpen(!isOpen)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <Avatar name={name} />
      </Button>
      {/* There only while it is open: one that waits would take what is opened after it for a press outside. */}
      {isOpen ? <Extra load={accountMenu} props={{ ids: { trigger: BUTTON, content: MENU }, name, close, showKeys }} instead={<OnlySignOut />} /> : null}
    </Box>
  )
}

/** Where the menu does not come, nobody has to stay signed in for it. */
function OnlySignOut() {
  const signOut = useSignOut()
  return (
    <Box position="absolute" insetEnd="0" top="full" mt="1" p="2" bg="bg.panel" borderWidth="1px" borderRadius="l2" boxShadow="lg">
      <Button variant="ghost" size="sm" onClick={() => { signOut() }}>
        <Trans>Sign out</Trans>
      </Button>
    </Box>
  )
}
