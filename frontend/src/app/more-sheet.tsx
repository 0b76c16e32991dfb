import { Dialog, Portal } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { PlaceList, type PlaceGroup } from '@/ui/places'

interface MoreSheetProps {
  groups: PlaceGroup[]
  close: () => void
  /** Where the focus goes back to, unless somebody goes somewhere. */
  opener: () => HTMLElement | null
}

/** The other places, over the screen and from its foot. */
export default function MoreSheet({ groups, close, opener }: MoreSheetProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  // Whoever goes somewhere begins there.
  const went = useRef(false)
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="bottom"
      initialFocusEl={() => list.current?.querySelector<HTMLElement>('[aria-current]') ?? list.current?.querySelector('a') ?? null}
      finalFocusEl={() => (went.current ? document.querySelector('main') : opener())}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content bg="bg.panel" maxW="full" my="0" borderBottomRadius="0" maxH="85dvh" overflowY="auto" pb="env(safe-area-inset-bottom)">
            <Dialog.Header>
              <Dialog.Title>
                <Trans>More places</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body
              onClick={(event) => {
                // Also the place one is at already: nothing else would close it then.
                if (!(event.target instanceof Element && event.target.closest('a'))) return
                went.current = true
                close()
              }}
            >
              <nav ref={list} aria-label={t`More places`}>
                <PlaceList groups={groups} />
              </nav>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
