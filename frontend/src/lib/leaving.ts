import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { signal } from './signal'

type Go = () => void

/** What would be lost by leaving the screen, by the part of it that holds it. */
const held = new Map<object, string>()
/** What somebody wanted to do who was asked first. */
let wanted: Go | null = null
const changed = signal()

function want(go: Go | null): void {
  wanted = go
  changed.tell()
}

/** Does what leads away from this screen, once somebody agreed to lose what is not saved. */
export function askFirst(go: Go): void {
  if (held.size === 0) go()
  else want(go)
}

/** The answer: stay, or leave and lose it. */
export const answerLeaving = {
  stay: (): void => {
    want(null)
  },
  leave: (): void => {
    const go = wanted
    held.clear()
    want(null)
    go?.()
  },
}

/** What would be lost, while somebody is asked whether to leave; null while nobody is. */
export function useLeaving(): readonly string[] | null {
  const go = useSyncExternalStore(changed.subscribe, () => wanted)
  return go === null ? null : [...new Set(held.values())]
}

/** Whether anything would be lost by leaving the screen. */
export const useHolds = (): boolean => useSyncExternalStore(changed.subscribe, () => held.size > 0)

/**
 * While something would be lost by it, the screen is not left unasked: not by a link, a key, the browser's back and forward, nor by
 * closing the page.
 * @param asks Whether there is something to lose
 * @param what What it is, as the question names it
 */
export function useAskBeforeLeaving(asks: boolean, what: string): void {
  const [holder] = useState(() => ({}))
  // In the same moment as the screen goes: what follows that is asked nothing.
  useLayoutEffect(() => {
    if (!asks) return undefined
    held.set(holder, what)
    changed.tell()
    return () => {
      held.delete(holder)
      changed.tell()
    }
  }, [holder, asks, what])
  useAskBeforeClosing(asks)
}

/** While something goes on that belongs to the page and to no screen, the browser asks before the page is closed. */
export function useAskBeforeClosing(asks: boolean): void {
  useEffect(() => {
    if (!asks) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
    }
  }, [asks])
}

/** Where one is, as long as nobody went back or forward. */
let address = location.href
let isAnswered = false
const note = () => {
  address = location.href
}
for (const name of ['pushState', 'replaceState', 'hashchange']) window.addEventListener(name, note)

/** As much of it as is used here: not every browser has it. */
interface Traversal extends Event {
  navigationType: string
  destination: { url: string; key: string }
}
declare global {
  interface Window {
    navigation?: EventTarget & { traverseTo: (key: string) => unknown }
  }
}

// A browser that asks before it goes back or forward does not go at all: the entries before and behind stay as they are.
window.navigation?.addEventListener('navigate', (event) => {
  const { navigationType, destination } = event as Traversal
  const isElsewhere = new URL(address).pathname !== new URL(destination.url).pathname
  if (navigationType !== 'traverse' || !event.cancelable || isAnswered || held.size === 0 || !isElsewhere) return
  event.preventDefault()
  askFirst(() => {
    isAnswered = true
    window.navigation?.traverseTo(destination.key)
  })
})

// Other browsers, and going twice. Before the router and the scrolling hear of it. By the time this is heard the address has changed: it is put back, which
// makes what was left the entry before, and going back the way there.
window.addEventListener(
  'popstate',
  (event) => {
    const isElsewhere = new URL(address).pathname !== location.pathname
    if (isAnswered || held.size === 0 || !isElsewhere) {
      isAnswered = false
      note()
      return
    }
    event.stopImmediatePropagation()
    history.pushState(null, '', address)
    askFirst(() => {
      isAnswered = true
      history.back()
    })
  },
  true,
)
