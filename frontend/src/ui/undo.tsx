import { Button, HStack, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long a removal can be undone. */
const UNDO_MS = 6000

interface Removal {
  /** Whether it was removed and can be undone. */
  isOpen: boolean
  /** Whether that is over. */
  isMeant: boolean
  /** Whether it was undone last: then the focus goes back to what removes it. */
  isUndone: boolean
  begin: () => void
  undo: () => void
}

/** A removal that can be undone for a while. When that is over, or its place is left, it is meant. */
export function useRemoval(meant: () => void): Removal {
  const [state, setState] = useState<{ now: 'open' | 'meant' | 'undone' } | null>(null)
  const isOpen = useRef(false)
  const end = useEffectEvent(() => {
    if (!isOpen.current) return
    isOpen.current = false
    setState({ now: 'meant' })
    meant()
  })
  useEffect(() => {
    if (state?.now !== 'open') return undefined
    isOpen.current = true
    const timer = setTimeout(() => { end() }, UNDO_MS)
    const leave = () => { end() }
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leave)
    }
  }, [state])
  useEffect(() => () => { end() }, [])
  return {
    isOpen: state?.now === 'open',
    isMeant: state?.now === 'meant',
    isUndone: state?.now === 'undone',
    begin: () => {
      setState({ now: 'open' })
    },
    undo: () => {
      isOpen.current = false
      setState({ now: 'undone' })
    },
  }
}

interface UndoProps {
  /** What was removed. */
  said: string
  /** What the button does, for who hears it alone. */
  label: string
  /** Without it there is nothing to be done any more. */
  undo: (() => void) | null
}

/** Says in its place that something was removed, and takes it back. */
export function Undo({ said, label, undo }: UndoProps) {
  return (
    <HStack justify="space-between" gap="3" role="status">
      <Text minW="0" overflowWrap="anywhere" color="fg.muted">
        {said}
      </Text>
      {undo ? (
        <Button variant="outline" size="sm" autoFocus aria-label={label} onClick={undo}>
          <Trans>Undo</Trans>
        </Button>
      ) : null}
    </HStack>
  )
}
