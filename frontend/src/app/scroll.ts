import { useEffect, useRef, type RefObject } from 'react'
// It hears of going back before this does.
import '@/lib/leaving'
import { useHash, usePathname, useQuery } from '@/lib/navigation'

/** How long a screen may take to become as long as it was. */
const PATIENCE_MS = 5000

// What the browser does by itself comes when the new screen is not there yet; loading the page again it does it well.
history.scrollRestoration = 'manual'
window.addEventListener('pagehide', () => {
  history.scrollRestoration = 'auto'
})

/** How far each address was scrolled when it was left. */
const positions = new Map<string, number>()
/** Where the entry stood that somebody goes back or forward to; null after following a link. */
let comesBackTo: number | null = null

const note = () => positions.set(location.href, window.scrollY)
// That it was scrolled is told with the next frame: what leads away may come before that.
for (const name of ['scroll', 'click', 'keydown']) window.addEventListener(name, note, { passive: true, capture: true })
// Before the router hears of it: by the time the new screen stands, this has been answered.
window.addEventListener(
  'popstate',
  () => {
    comesBackTo = positions.get(location.href) ?? 0
  },
  true,
)

/** Does it now, and again whenever the page grows, until it has been done or the person moves on by themselves. */
function whenThere(isDone: () => boolean): () => void {
  if (isDone()) return () => undefined
  const begun = performance.now()
  const own = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  const grown = new ResizeObserver(() => {
    if (isDone()) stop()
  })
  const move = (event: Event) => {
    // Not the press that led here.
    if (event.timeStamp > begun) stop()
  }
  const stop = () => {
    grown.disconnect()
    clearTimeout(timer)
    own.forEach((name) => {
      window.removeEventListener(name, move)
    })
  }
  const timer = setTimeout(stop, PATIENCE_MS)
  own.forEach((name) => {
    window.addEventListener(name, move, { passive: true })
  })
  grown.observe(document.body)
  return stop
}

function scrollBackTo(top: number): () => void {
  return whenThere(() => {
    window.scrollTo(0, top)
    return Math.abs(window.scrollY - top) < 2
  })
}

/** Where in the page the address points. The application's form follows its own. */
function scrollToPlace(id: string): () => void {
  return whenThere(() => {
    const place = document.getElementById(id)
    if (place && place !== document.activeElement) {
      place.tabIndex = -1
      place.focus({ preventScroll: true })
    }
    place?.scrollIntoView()
    // What stands above it may still grow.
    return place !== null && document.querySelector('main [data-loading]') === null
  })
}

/** A new screen and the next page of a list begin at their beginning, for the eye and for a screen reader; going back, they are where they were left. */
export function useScroll(main: RefObject<HTMLElement | null>): void {
  const pathname = usePathname()
  const hash = useHash()
  // Another page of a list is another place; another filter is not.
  const [query] = useQuery()
  const place = `${pathname}?${query.get('after') ?? ''}`
  const before = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = before.current === null
    const isNew = before.current !== place
    before.current = place
    const top = comesBackTo
    comesBackTo = null
    if (isNew && !isFirst) main.current?.focus({ preventScroll: true })
    if (top !== null) return scrollBackTo(top)
    if (hash && isNew) return scrollToPlace(decodeURIComponent(hash.slice(1)))
    if (isNew && !isFirst) window.scrollTo(0, 0)
    return undefined
  }, [place, hash, main])
}
