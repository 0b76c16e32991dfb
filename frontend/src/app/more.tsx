import { Box } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { usePathname, useQuery } from '@/lib/navigation'
import { Extra } from '@/ui/extra'
import { MoreIcon } from '@/ui/icons'
import { barItem, type PlaceGroup } from '@/ui/places'

/** Not in the entry, as what is over a screen never is. */
export const moreSheet = () => import('./more-sheet')

/** Leads to the places for which the foot of a phone has no room. */
export function More({ groups }: { groups: PlaceGroup[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const address = `${usePathname()}?${useQuery()[0]}`
  const [openAt, setOpenAt] = useState<string | null>(null)
  // Wherever somebody goes from here, by a choice or back, it is closed there.
  const isOpen = openAt === address
  if (openAt !== null && !isOpen) setOpenAt(null)
  const isHere = groups.some(({ places }) => places.some((place) => place.isHere || place.views?.some((view) => view.isHere)))
  return (
    <>
      <Box asChild css={barItem}>
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-current={isHere ? 'true' : undefined}
          onPointerEnter={() => void moreSheet().catch(() => undefined)}
          onClick={() => {
            setOpenAt(address)
          }}
        >
          <MoreIcon />
          <Trans context="places">More</Trans>
        </button>
      </Box>
      {isOpen ? (
        <Extra
          load={moreSheet}
          props={{
            groups,
            close: () => {
              setOpenAt(null)
            },
            opener: () => button.current,
          }}
        />
      ) : null}
    </>
  )
}
