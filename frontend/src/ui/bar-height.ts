import { useEffect, useRef, type RefObject } from 'react'

/**
 * A bar at the foot of the screen, and how high it stands there now under a name of style: for what else stands there, and so that
 * nothing that gets the focus hides behind it.
 */
export function useBarHeight(name: '--sticky-actions' | '--selection-bar'): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = document.documentElement
    const measure = () => {
      const isSticky = bar.current !== null && getComputedStyle(bar.current).position === 'sticky'
      root.style.setProperty(name, isSticky ? `${bar.current?.offsetHeight ?? 0}px` : '0px')
    }
    measure()
    const grown = typeof ResizeObserver === 'undefined' || !bar.current ? null : new ResizeObserver(measure)
    if (bar.current) grown?.observe(bar.current)
    window.addEventListener('resize', measure)
    return () => {
      grown?.disconnect()
      window.removeEventListener('resize', measure)
      root.style.removeProperty(name)
    }
  }, [name])
  return bar
}
