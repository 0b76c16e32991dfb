import { useCallback, useEffect, useRef } from 'react'

/** Does something with the next frame, when what it is about stands; not once the part that asks for it has gone. */
export function useNextFrame(): (act: () => void) => void {
  const frame = useRef(0)
  useEffect(() => () => { cancelAnimationFrame(frame.current) }, [])
  return useCallback((act) => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(act)
  }, [])
}
