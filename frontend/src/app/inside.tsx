import { Button, HStack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { stepUp } from '@/api/step-up'
import '@/api/used-up'
import { useAuth } from '@/features/auth/auth-provider'
import { withTexts } from '@/lib/i18n'
import { useNavigate } from '@/lib/navigation'
import { Extra } from '@/ui/extra'
import { SearchIcon } from '@/ui/icons'
import { Kbd } from '@/ui/kbd'
import { heldKey, jumpKey, keys, searchKey, useKeys } from '@/ui/keys'
import { PlaceBar, PlaceList } from '@/ui/places'
import { toast } from '@/ui/toasts'
import { Account, accountMenu } from './account'
import { interrupted } from './interrupted'
import { More, moreSheet } from './more'
import { useFrame, type Frame } from './places'

const uploadTray = async () => ({ default: (await withTexts('company', () => import('@/features/onboarding/upload-tray'))).UploadTray })
const statusDialog = async () => ({ default: (await withTexts('company', () => import('@/features/onboarding/status-dialog'))).StatusDialog })
const disagreements = () => withTexts('company', () => import('@/features/onboarding/disagreements'))
const stepUpDialog = () => import('@/features/auth/step-up')
const search = () => import('./search')
const keyList = () => import('./key-list')

/** Once there is nothing else to do; not every browser says when that is. */
const WHEN_IDLE_MS = 2000

/** What is opened over the screen by a key, the menu or a button. */
export type Over = 'search' | 'keys' | null

interface OverProps {
  over: Over
  setOver: (over: Over) => void
}

/** What the rail of the area leads to. */
export function Rail() {
  return <PlaceList groups={useFrame().groups} />
}

/** What time it is for the business, where that is not the machine's. */
export { ClockBar } from '@/features/clock/clock-bar'

/** The same along the foot of a phone. */
export function Bar() {
  const { bar, more } = useFrame()
  return <PlaceBar places={bar} more={more.length > 0 ? <More groups={more} /> : null} />
}

/** The search, and all that concerns who is signed in. */
export function Tools({ hasSearch, setOver }: { hasSearch: boolean; setOver: OverProps['setOver'] }) {
  const { t } = useLingui()
  const openSearch = () => {
    setOver('search')
  }
  return (
    <>
      {hasSearch ? <SearchField open={openSearch} /> : null}
      <HStack as="nav" aria-label={t`Account`} gap="1" minW="0" ms="auto">
        {hasSearch ? (
          <Button hideFrom="lg" variant="ghost" px="0" minW="11" aria-label={t`Search`} aria-haspopup="dialog" onClick={openSearch}>
            <SearchIcon />
          </Button>
        ) : null}
        <Account
          showKeys={() => {
            setOver('keys')
          }}
        />
      </HStack>
    </>
  )
}

/** What stands over every screen behind the door: the onboarding status, files on their way, the search, the list of keys. */
export function Overlays({ over, setOver }: OverProps) {
  const frame = useFrame()
  useEffect(() => {
    // What is needed when something goes wrong is there before: then it could not be loaded any more. The menu opens at once.
    const timer = setTimeout(() => {
      for (const load of [interrupted, stepUpDialog, disagreements, accountMenu, moreSheet, search]) void load().catch(() => undefined)
    }, WHEN_IDLE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  useShortcuts(frame, setOver)
  const close = () => {
    setOver(null)
  }
  const showKeys = () => {
    setOver('keys')
  }
  return (
    <>
      <Extra load={statusDialog} props={{}} />
      <Extra load={uploadTray} props={{}} />
      <Confirmation />
      {over === 'search' ? <Extra load={search} props={{ frame, close, showKeys }} /> : null}
      {over === 'keys' ? <Extra load={keyList} props={{ area: frame.area, jumps: frame.jumps, close }} /> : null}
    </>
  )
}

/** Asks to confirm what cannot be taken back, where the server wants that. */
function Confirmation() {
  const { user } = useAuth()
  const act = useSyncExternalStore(stepUp.subscribe, stepUp.asked)
  const about = useSyncExternalStore(stepUp.subscribe, stepUp.about)
  const id = user?.userDetails.id
  // Whoever comes next is asked for what they do, not for what the one before did.
  useEffect(() => stepUp.listen(), [id])
  useFocusBefore(act !== null)
  return act === null ? null : <Extra load={stepUpDialog} props={{ act, about }} instead={<Unasked />} />
}

/** A button that is busy has lost the focus before it is asked: where they give it up, it is theirs again. */
const FREE_AFTER_MS = 100

/** Gives the focus back to what had it last, once what came over the screen is gone. */
function useFocusBefore(isOver: boolean) {
  const last = useRef<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (isOver) {
      return () => {
        timer.current = setTimeout(() => {
          if (document.activeElement === document.body) last.current?.focus()
        }, FREE_AFTER_MS)
      }
    }
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('focusin', note)
    }
  }, [isOver])
  // After the other: the last of all goes without a word.
  useEffect(() => () => { clearTimeout(timer.current) }, [])
}

/** What asks did not come: what waits for it is given up, to be tried again. */
function Unasked() {
  const { t } = useLingui()
  useEffect(() => {
    stepUp.cancel()
    toast.error(t`Something went wrong`)
  }, [t])
  return null
}

/** What keys do on every screen behind the door. */
function useShortcuts({ jumps }: Frame, open: (over: Over) => void) {
  const navigate = useNavigate()
  useKeys({
    ...Object.fromEntries(
      jumps.map(({ key, to }) => [
        `${jumpKey} ${key}`,
        () => {
          navigate(to)
        },
      ]),
    ),
    [keys.help.press]: () => {
      open('keys')
    },
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== searchKey.press) return
      // What is open asks for an answer first.
      if (event.target instanceof Element && event.target.closest('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      open('search')
    }
    window.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', listen)
    }
  }, [open])
}

/** Looks like the field it opens, and says by which key that is done as well. */
function SearchField({ open }: { open: () => void }) {
  return (
    <Button hideBelow="lg" variant="outline" size="sm" h="10" w="20rem" minW="0" flexShrink="1" px="3" gap="2.5" justifyContent="flex-start" color="fg.muted" bg="bg.subtle" borderColor="border" aria-haspopup="dialog" onClick={open}>
      <SearchIcon width="4" height="4" />
      <Trans>Search</Trans>
      <HStack gap="1" ms="auto" aria-hidden>
        <Kbd>{heldKey()}</Kbd>
        <Kbd>K</Kbd>
      </HStack>
    </Button>
  )
}
